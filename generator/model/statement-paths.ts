/** The paths that a document states, by key: those of methods, of the resources that actions name, and of the resources that both imply. */
import { toTemplate } from '../language/path-steps.js';
import { toSingular } from '../lib/singular.js';
import { getText } from '../lib/json.js';
import { parseRoute } from '../language/route.js';
import { parseTemplate } from '../../runtime/paths/template.js';
import { createVerbs } from './infer/actions.js';
import { getRoute, type MethodStatement, type Statements } from './statements.js';

/** Paths as they are written, by their keys. */
export type StatedPaths = ReadonlyMap<string, string>;

/** Returns the key of a path, or `undefined` if the path is malformed. */
export function getPathKey(path: string): string | undefined {
  const result = parseRoute({ path });
  return result.ok ? result.route.key : undefined;
}

/** Lists the paths of methods, and those of the resources that actions name or that a method creates in a collection. */
export function listStatedPaths({ methods }: Pick<Statements, 'methods'>): StatedPaths {
  const toEntry = (path: string): readonly [string, string] => [getPathKey(path) ?? path, path];
  const stated = methods.flatMap((method) => [getRoute(method)?.text ?? [], listNamedPaths(method)].flat());
  // Paths as they are written come last, because they replace those with the same key.
  return new Map([...methods.flatMap(listCreatedPaths), ...stated].map(toEntry));
}

/** Lists the path of the resource that a method creates in a collection by its name. */
function listCreatedPaths(method: MethodStatement): readonly string[] {
  const text = getRoute(method)?.text ?? '';
  const isCreation = method.httpMethod === 'POST' && method.action === undefined && createVerbs.has(method.name);
  const isCollection = text !== '' && !/[:}]/.test(text.slice(text.lastIndexOf('/') + 1));
  return isCreation && isCollection ? [toMemberPath(text)] : [];
}

/** `projects/{project}/shelves/{shelf}` for the collection `projects/{project}/shelves`. */
function toMemberPath(collection: string): string {
  return `${collection}/{${toSingular(collection.slice(collection.lastIndexOf('/') + 1))}}`;
}

function listNamedPaths({ action }: MethodStatement): readonly string[] {
  return ['resource', 'creates', 'members'].flatMap((name) => getText(action, name) ?? []);
}

/** `shelves/{shelf}` for `shelves/{shelf}:archive`. */
function omitVerb(path: string): string {
  const segmentStart = Math.max(...['/', '{', '}'].map((character) => path.lastIndexOf(character)));
  const verbStart = path.indexOf(':', segmentStart + 1);
  return verbStart < 0 ? path : path.slice(0, verbStart);
}

/** Infers the paths of resources from those of methods: the paths themselves, their parents, and the resources of collections. */
export function inferResourcePaths({ methods }: Pick<Statements, 'methods'>): StatedPaths {
  const found = new Map<string, string>();
  const addPath = (path: string): void => {
    const key = getPathKey(path);
    if (key !== undefined && !found.has(key)) found.set(key, path);
  };
  for (const method of methods) {
    const text = omitVerb(getRoute(method)?.text ?? '');
    const segments = text.match(/(?:\{[^{}]*\}|[^/{}])+/g) ?? [];
    segments.forEach((segment, i) => {
      if (segment.endsWith('}')) addPath(segments.slice(0, i + 1).join('/'));
    });
    if (text === '' || text.endsWith('}')) continue;
    addPath(toMemberPath(text));
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
