/** Where resources can stand: the paths of methods, and the templates that actions name. */
import { parseRoute, type Route } from '../../model/route.js';
import { isObject, getMember } from '../../read/specification.js';
import { type LintContext, type Method, getText } from '../lint-context.js';

/** A path template without the names of its variables. */
export function toPlaceKey(path: string): string {
  return path
    .replace(/\{[^{}=]*=([^{}]*)\}/g, '$1')
    .replace(/\{[^{}]*\}/g, '*')
    .replace(/^\//, '');
}

/** The route of a method; nothing where its path is malformed. */
export function getMethodRoute(context: LintContext, { value, parameters }: Method): Route | undefined {
  const path = getText(value, 'path');
  const pattern = (name: string): string | undefined => getText(parameters.find((each) => each.name === name)?.value, 'pattern');
  const result = path === undefined ? undefined : parseRoute({ path, servicePath: getText(context.root, 'servicePath') ?? '', pattern });
  return result?.ok === true ? result.route : undefined;
}

/** The places of a document by their texts, each as it is written. */
export function listPlaces(context: LintContext): ReadonlyMap<string, string> {
  const written = context.methods.flatMap((method) => {
    const route = getMethodRoute(context, method);
    const action = getMember(method.value, 'x-action');
    const named = isObject(action) ? ['resource', 'creates', 'members'].flatMap((key) => getText(action, key) ?? []) : [];
    return [...(route ? [route.text] : []), ...named];
  });
  return new Map(written.map((path) => [toPlaceKey(path), path]));
}

/** The places of resources that the paths of methods show: what they name, what stands above that, and the members of collections. */
export function getResourcePlaces(context: LintContext): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const method of context.methods) {
    const text = getMethodRoute(context, method)?.text.replace(/:[^/{}]*$/, '') ?? '';
    const segments = text.match(/(?:\{[^{}]*\}|[^/{}])+/g) ?? [];
    segments.forEach((segment, i) => {
      const above = segments.slice(0, i + 1).join('/');
      if (segment.endsWith('}')) add(found, above);
    });
    if (text === '' || text.endsWith('}')) continue;
    add(found, `${text}/{${segments.at(-1) ?? ''}}`);
    // A resource of which there is one ends in its own name.
    if (getText(method.value, 'httpMethod') === 'GET') add(found, text);
  }
  return found;
}

function add(found: Map<string, string>, path: string): void {
  const text = toPlaceKey(path);
  if (!found.has(text)) found.set(text, path);
}
