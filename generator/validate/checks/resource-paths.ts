/** Lists the paths of resources: the paths of methods, and the templates that actions name. */
import { parseRoute, type Route } from '../../lib/route.js';
import { isObject, getMember, getText } from '../../lib/json.js';
import type { LintContext, Method } from '../lint-context.js';

/** Removes variable names from a path template, for comparison. */
export function toPathKey(path: string): string {
  return path
    .replace(/\{[^{}=]*=([^{}]*)\}/g, '$1')
    .replace(/\{[^{}]*\}/g, '*')
    .replace(/^\//, '');
}

/** Returns the route of a method, or `undefined` if its path is malformed. */
export function getMethodRoute(context: LintContext, { value, parameters }: Method): Route | undefined {
  const path = getText(value, 'path');
  const pattern = (name: string): string | undefined => getText(parameters.find((each) => each.name === name)?.value, 'pattern');
  const result = path === undefined ? undefined : parseRoute({ path, servicePath: getText(context.root, 'servicePath') ?? '', pattern });
  return result?.ok === true ? result.route : undefined;
}

/** Lists the paths of a document by their keys. */
export function listResourcePaths(context: LintContext): ReadonlyMap<string, string> {
  const written = context.methods.flatMap((method) => {
    const route = getMethodRoute(context, method);
    const action = getMember(method.value, 'x-action');
    const named = isObject(action) ? ['resource', 'creates', 'members'].flatMap((key) => getText(action, key) ?? []) : [];
    return [...(route ? [route.text] : []), ...named];
  });
  return new Map(written.map((path) => [toPathKey(path), path]));
}

/** Infers the resource paths from the paths of methods: the paths themselves, their parents, and the resources of collections. */
export function inferResourcePaths(context: LintContext): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const method of context.methods) {
    const text = getMethodRoute(context, method)?.text.replace(/:[^/{}]*$/, '') ?? '';
    const segments = text.match(/(?:\{[^{}]*\}|[^/{}])+/g) ?? [];
    segments.forEach((segment, i) => {
      const above = segments.slice(0, i + 1).join('/');
      if (segment.endsWith('}')) addPath(found, above);
    });
    if (text === '' || text.endsWith('}')) continue;
    addPath(found, `${text}/{${segments.at(-1) ?? ''}}`);
    // The path of a singleton resource ends in its own name.
    if (getText(method.value, 'httpMethod') === 'GET') addPath(found, text);
  }
  return found;
}

function addPath(found: Map<string, string>, path: string): void {
  const text = toPathKey(path);
  if (!found.has(text)) found.set(text, path);
}
