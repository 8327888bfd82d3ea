/** Builds the paths of calls from the path of a resource. */
import { parseTemplate } from '../../runtime/paths/template.js';
import type { Method, Resource } from '../../generator/model/model.js';

export type GetVariable = (name: string) => string;

/** Expands the path template of a resource. `ids`: the values of its variables. */
export function buildResourcePath(
  { path }: Pick<Resource, 'path'>,
  ids: Readonly<Record<string, string>>,
  getVariable: GetVariable,
): string {
  return path
    .split('/')
    .map((segment) => segment.replace(/^\{(.*)\}$/, (_, name: string) => ids[name] ?? getVariable(name)))
    .join('/');
}

export interface TargetPath {
  readonly path: string;
  /** The path template of the resource. */
  readonly template: string;
}

/**
 * Returns the path of a method for a resource. While the route begins like the template of the resource, the segments of the resource fill in
 * its variables. Then each variable gets its value in the resource, or else from `getVariable`.
 */
export function buildCallPath({ route }: Pick<Method, 'route'>, target: TargetPath | undefined, getVariable: GetVariable): string {
  const known = target?.path.split('/') ?? [];
  const pieces = target?.template.split('/') ?? [''];
  const segments: string[] = [];
  let isAlike = true;
  // A variable in braces, or the segment after the collection with the name.
  const getValue = (name: string): string =>
    known[pieces.indexOf(`{${name}}`)] ?? known[pieces.indexOf(name) + 1 || known.length] ?? getVariable(name);
  const template = parseTemplate(route);
  for (const [part, ...others] of template.segments) {
    const at = segments.length;
    if (typeof part !== 'object' || others.length > 0) {
      const text = [part ?? '', ...others].map((each) => (typeof each === 'string' ? each : getVariable(each.name))).join('');
      isAlike &&= at >= pieces.length || pieces[at] === text;
      segments.push(text);
      continue;
    }
    const { name, pattern: parts = ['*'] } = part;
    const count = parts.at(-1) === '**' && isAlike ? Math.max(parts.length, known.length - at) : parts.length;
    const own = isAlike ? known.slice(at, at + count) : [];
    const isFitting = own.length === count && parts.every((text, index) => text.startsWith('*') || text === own[index]);
    const values = isFitting
      ? own
      : parts.map((text, index) => (text.startsWith('*') ? getValue(index === 0 ? name : (parts[index - 1] ?? name)) : text));
    isAlike &&= isFitting;
    segments.push(...values);
  }
  return `${segments.join('/')}${template.verb === undefined ? '' : `:${template.verb}`}`;
}
