/** The paths that a document states, by key: those of methods, of the resources that actions name, and of the resources that both imply. */
import { toTemplate } from '../lib/path-steps.js';
import { getText } from '../lib/json.js';
import { parseRoute } from '../lib/route.js';
import { parseTemplate } from '../../templates/runtime/paths/template.js';
import { getRoute, type MethodStatement, type Statements } from './statements.js';

/** Paths as they are written, by their keys. */
export type StatedPaths = ReadonlyMap<string, string>;

/** Returns the key of a path, or `undefined` if the path is malformed. */
export function getPathKey(path: string): string | undefined {
  const result = parseRoute({ path });
  return result.ok ? result.route.key : undefined;
}

/** Lists the paths of methods, and those of the resources that actions name. */
export function listStatedPaths({ methods }: Pick<Statements, 'methods'>): StatedPaths {
  return new Map(
    methods.flatMap((method) => {
      const route = getRoute(method);
      const stated = route === undefined ? [] : [[route.key, route.text] as const];
      return [...stated, ...listNamedPaths(method).map((path) => [getPathKey(path) ?? path, path] as const)];
    }),
  );
}

function listNamedPaths({ action }: MethodStatement): readonly string[] {
  return ['resource', 'creates', 'members'].flatMap((name) => getText(action, name) ?? []);
}

/** Infers the paths of resources from those of methods: the paths themselves, their parents, and the resources of collections. */
export function inferResourcePaths({ methods }: Pick<Statements, 'methods'>): StatedPaths {
  const found = new Map<string, string>();
  const addPath = (path: string): void => {
    const key = getPathKey(path);
    if (key !== undefined && !found.has(key)) found.set(key, path);
  };
  for (const method of methods) {
    const text = getRoute(method)?.text.replace(/:[^/{}]*$/, '') ?? '';
    const segments = text.match(/(?:\{[^{}]*\}|[^/{}])+/g) ?? [];
    segments.forEach((segment, i) => {
      if (segment.endsWith('}')) addPath(segments.slice(0, i + 1).join('/'));
    });
    if (text === '' || text.endsWith('}')) continue;
    addPath(`${text}/{${segments.at(-1) ?? ''}}`);
    // The path of a singleton resource ends in its own name.
    if (method.httpMethod === 'GET') addPath(text);
  }
  return found;
}

/** Lists the variables of paths, and the segments before them. A variable that spans several segments has one name for each. */
export function listPathVariables(paths: StatedPaths): ReadonlySet<string> {
  const templates = [...paths.values()].flatMap((path) => (parseRoute({ path }).ok ? toTemplate(parseTemplate(path).steps) : []));
  return new Set(
    templates.flatMap((template) =>
      [...template.matchAll(/(?:^|([^{}/]+)\/)\{([^{}=]+)/g)].flatMap(([, segment, name]) => [name ?? '', segment ?? []].flat()),
    ),
  );
}
