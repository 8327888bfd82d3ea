/** Where resources can stand: the paths of methods, and the templates that actions name. */
import { parseRoute } from '../../model/route.js';
import { isObject, member } from '../../read/specification.js';
import { type Context, textOf } from '../context.js';

/** A path template without the names of its variables. */
export function placeText(path: string): string {
  return path
    .replace(/\{[^{}=]*=([^{}]*)\}/g, '$1')
    .replace(/\{[^{}]*\}/g, '*')
    .replace(/^\//, '');
}

/** The places of a document by their texts, each as it is written. */
export function placesOf(context: Context): ReadonlyMap<string, string> {
  const servicePath = textOf(context.root, 'servicePath') ?? '';
  const written = context.methods.flatMap(({ value, parameters }) => {
    const path = textOf(value, 'path');
    const pattern = (name: string): string | undefined => textOf(parameters.find((each) => each.name === name)?.value, 'pattern');
    const result = path === undefined ? undefined : parseRoute({ path, servicePath, pattern });
    const action = member(value, 'x-action');
    const named = isObject(action) ? ['resource', 'creates', 'members'].flatMap((key) => textOf(action, key) ?? []) : [];
    return [...(result?.ok === true ? [result.route.text] : []), ...named];
  });
  return new Map(written.map((path) => [placeText(path), path]));
}
