/** Builds the paths of calls from the path of a resource. */
import type { Method, Resource } from '../../model/model.js';

export type GetVariable = (name: string) => string;

/** Splits a template at the slashes outside braces. */
const splitTemplate = (template: string): readonly string[] => template.match(/(?:\{[^}]*\}|[^/{])+/g) ?? [];

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
  for (const piece of splitTemplate(route)) {
    const at = segments.length;
    const variable = /^\{([^=}]+)=?([^}]*)\}(:\w+)?$/.exec(piece);
    if (variable === null) {
      const literal = piece.replace(/:\w+$/, '');
      isAlike &&= at >= pieces.length || pieces[at] === literal;
      segments.push(piece);
      continue;
    }
    const [, name = '', pattern = '', verb = ''] = variable;
    const parts = pattern === '' ? ['*'] : pattern.split('/');
    const count = parts.at(-1) === '**' && isAlike ? Math.max(parts.length, known.length - at) : parts.length;
    const own = isAlike ? known.slice(at, at + count) : [];
    const isFitting = own.length === count && parts.every((part, index) => part.startsWith('*') || part === own[index]);
    const values = isFitting
      ? own
      : parts.map((part, index) => (part.startsWith('*') ? getValue(index === 0 ? name : (parts[index - 1] ?? name)) : part));
    isAlike &&= isFitting;
    segments.push(...values.slice(0, -1), `${values.at(-1) ?? ''}${verb}`);
  }
  return segments.join('/');
}
