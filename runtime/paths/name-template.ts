/**
 * The form of a new resource's ID, as an action states it: `{accountId}@{project}.example.com`. A part is a variable of the path, a parameter, or
 * a field of the request body. `{parent:encoded}` is percent-encoded, so that it contains no slashes. Without `{version?}`, the form doesn't apply.
 */

const partPattern = /\{(\w+)(:encoded)?\??\}/g;

/** Lists the parts: `accountId` and `project`. */
export function listNameParts(template: string): readonly string[] {
  return Array.from(template.matchAll(partPattern), ([, name = '']) => name);
}

/** Whether requests can lack a part. */
export function isOptionalPart(template: string, name: string): boolean {
  return template.includes(`{${name}?}`) || template.includes(`{${name}:encoded?}`);
}

/** Replaces the parts by their texts. A part for which `resolve` returns `undefined` stays as it is. */
export function expandNameTemplate(template: string, resolve: (name: string) => string | undefined): string {
  return template.replace(partPattern, (part, name: string, encoded?: string) => {
    const text = resolve(name);
    return text === undefined ? part : encoded === undefined ? text : encodeURIComponent(text);
  });
}
