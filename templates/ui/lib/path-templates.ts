/** Path templates of Discovery documents: `{name}` is one segment, and `{+name}` and `{name=PATTERN}` are several. */

/** Splits a template into its literal texts and its variables. */
export const variable = /(\{\+?[^{}]+\})/;

/** The name of a variable in a path template. */
export const parseName = (part: string): string => part.replaceAll(/^\{\+?|=.*|\}$/g, '');

export const hasSegments = (part: string): boolean => part.startsWith('{+') || part.includes('=');

/** Returns the names and the encoded values of the variables of a template, or `undefined` if the path doesn't match it. */
export function matchPath(template: string, path: string): readonly (readonly [name: string, value: string])[] | undefined {
  const parts = template.split(variable);
  const expressions = parts.map((part) => {
    if (!variable.test(part)) return part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
    return hasSegments(part) ? '(.+)' : '([^/]+)';
  });
  const match = new RegExp(`^${expressions.join('')}$`).exec(path);
  const names = parts.filter((part) => variable.test(part)).map(parseName);
  return match ? names.map((name, index) => [name, match[index + 1] ?? ''] as const) : undefined;
}
