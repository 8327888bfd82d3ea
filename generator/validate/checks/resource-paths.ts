/** Lists the paths of resources: the paths of methods, and the templates that actions name. */
import { getMember, getText } from '../../lib/json.js';
import { parseRoute } from '../../lib/route.js';
import { toTemplate } from '../../lib/path-steps.js';
import { parseTemplate } from '../../../templates/runtime/paths/template.js';
import { getRoute } from '../../model/statements.js';
import type { LintContext } from '../lint-context.js';

/** Removes variable names from a path template, for comparison. */
export function toRouteKey(path: string): string {
  return path
    .replace(/\{[^{}=]*=([^{}]*)\}/g, '$1')
    .replace(/\{[^{}]*\}/g, '*')
    .replace(/^\//, '');
}

/** Suggests the path that has the same end, or a similar one. */
export function suggestResourcePath(context: LintContext, path: string, known: ReadonlyMap<string, string>): string | undefined {
  const end = `/${toRouteKey(path)}`;
  return [...known].find(([key]) => key.endsWith(end))?.[1] ?? context.suggest(path, known.values());
}

/** Lists the paths of a document by their keys. */
export function listResourcePaths(context: LintContext): ReadonlyMap<string, string> {
  const paths = context.methods.flatMap((method) => {
    const route = getRoute(method);
    const action = getMember(method.value, 'x-action');
    const named = ['resource', 'creates', 'members'].flatMap((key) => getText(action, key) ?? []);
    return route === undefined ? named : [route.text, ...named];
  });
  return new Map(paths.map((path) => [toRouteKey(path), path]));
}

/** Infers the resource paths from the paths of methods: the paths themselves, their parents, and the resources of collections. */
export function collectResourcePaths(context: LintContext): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const addPath = (path: string): void => {
    const key = toRouteKey(path);
    if (!found.has(key)) found.set(key, path);
  };
  for (const method of context.methods) {
    const text = getRoute(method)?.text.replace(/:[^/{}]*$/, '') ?? '';
    const segments = text.match(/(?:\{[^{}]*\}|[^/{}])+/g) ?? [];
    segments.forEach((segment, i) => {
      if (segment.endsWith('}')) addPath(segments.slice(0, i + 1).join('/'));
    });
    if (text === '' || text.endsWith('}')) continue;
    addPath(`${text}/{${segments.at(-1) ?? ''}}`);
    // The path of a singleton resource ends in its own name.
    if (getText(method.value, 'httpMethod') === 'GET') addPath(text);
  }
  return found;
}

const pathVariables = new WeakMap<LintContext, ReadonlySet<string>>();

/** Lists the variables of the paths of resources, and the segments before them. A variable that spans several segments has one name for each. */
export function listPathVariables(context: LintContext): ReadonlySet<string> {
  const known = pathVariables.get(context) ?? collectPathVariables(context);
  pathVariables.set(context, known);
  return known;
}

function collectPathVariables(context: LintContext): ReadonlySet<string> {
  const templates = [...listResourcePaths(context).values()].flatMap((path) =>
    parseRoute({ path }).ok ? toTemplate(parseTemplate(path).steps) : [],
  );
  return new Set(
    templates.flatMap((template) =>
      [...template.matchAll(/(?:^|([^{}/]+)\/)\{([^{}=]+)/g)].flatMap(([, segment, name]) => [name ?? '', segment ?? []].flat()),
    ),
  );
}
