/** Checks that a fault can match a request: its method exists, its path leads to a method, and the two go together. */
import { parseTemplate, type PathTemplate } from '../../runtime/paths/template.js';
import { findNearest } from '../../runtime/error-text.js';
import type { FaultRule } from '../types/mock.js';
import { getRule, type CompiledMethod } from '../catalog/method.js';
import { findRootPath } from '../catalog/root-paths.js';
import type { Catalog } from '../catalog/catalog.js';
import { getApiAddress } from '../catalog/host-router.js';

/** Returns why no request can match the fault, with a suggestion. Returns `undefined` if a request can. */
export function findTargetError({ method, path }: Pick<FaultRule, 'method' | 'path'>, catalog: Catalog): string | undefined {
  if (method !== undefined && discoveryMethods.some((id) => isFaultPatternMatch(method, id))) return undefined;
  const matching = listTargetMethods({ method }, catalog);
  if (method !== undefined && matching.length === 0) {
    return `method ${JSON.stringify(method)} matches no method${suggestMethod(method, catalog)}`;
  }
  if (path === undefined || matching.some((each) => isReachable(catalog, path, each))) return undefined;
  const reachable = listTargetMethods({ path }, catalog).map(({ id }) => id);
  if (reachable.length === 0) {
    const nearest = suggestPath(path, catalog, matching);
    return `path ${JSON.stringify(path)} matches no method${nearest === undefined ? describeExpectedPath(matching) : `; did you mean "${nearest}"?`}`;
  }
  const alternative = reachable.find((id) => getLastPart(id) === getLastPart(String(method))) ?? reachable[0];
  return `method ${JSON.stringify(method)} and path ${JSON.stringify(path)} contradict each other${describeExpectedPath(matching)}; did you mean the method "${alternative}"?`;
}

const effects = ['status', 'reason', 'latencyMs', 'drop', 'operation', 'unreachable'] as const;

export function listTargetMethods({ method, path }: Pick<FaultRule, 'method' | 'path'>, catalog: Catalog): readonly CompiledMethod[] {
  return catalog.routedMethods.filter(
    (each) => (method === undefined || isFaultPatternMatch(method, each.id)) && (path === undefined || isReachable(catalog, path, each)),
  );
}

/** Explains why a fault affects none of its requests. Returns `undefined` if it affects some. */
export function findEffectError(rule: FaultRule, catalog: Catalog): string | undefined {
  const { operation, unreachable } = rule;
  if (effects.every((name) => rule[name] === undefined)) return `the rule has no effect; expected one of: ${effects.join(', ')}`;
  const matching = listTargetMethods(rule, catalog);
  if (operation && !matching.some(hasOperation))
    return 'operation has no effect: no matching method starts an operation; expected status or reason';
  if (unreachable && !matching.some(({ behavior }) => behavior.action.kind === 'list'))
    return 'unreachable has no effect: no matching method lists resources; expected status or reason';
  return undefined;
}

function hasOperation(method: CompiledMethod): boolean {
  const { operation, httpMethod } = method.behavior.method;
  return getRule(method, 'operation') !== undefined || (operation !== undefined && httpMethod !== 'GET');
}

/** Methods that every mock serves in addition to those of its APIs. */
const discoveryMethods = ['discovery.apis.list', 'discovery.apis.getRest'];

/** Returns whether a pattern matches a text. A pattern that ends in `*` is a prefix. */
export function isFaultPatternMatch(pattern: string, text: string): boolean {
  return pattern.endsWith('*') ? text.startsWith(pattern.slice(0, -1)) : text === pattern;
}

const getLastPart = (id: string): string | undefined => id.split('.').at(-1);

function suggestMethod(pattern: string, catalog: Catalog): string {
  const ids = catalog.routedMethods.map(({ id }) => id);
  const prefixes = ids.flatMap((id) =>
    id
      .split('.')
      .slice(1)
      .map((_, index) => `${id.split('.', index + 1).join('.')}.*`),
  );
  const nearest = findNearest(pattern, pattern.endsWith('*') ? new Set(prefixes) : ids);
  return nearest === undefined ? `; expected a method ID such as "${ids[0]}"` : `; did you mean "${nearest}"?`;
}

function describeExpectedPath([first]: readonly CompiledMethod[]): string {
  return first === undefined ? '' : `; expected a path such as "/${first.behavior.method.path}" of ${first.id}`;
}

/** Returns whether a request for the method can have this path. A path that ends in `*` is a prefix. */
function isReachable(catalog: Catalog, path: string, method: CompiledMethod): boolean {
  if (path === '*') return true;
  const rootPath = findRootPath(catalog.rootPaths, path);
  const leadsToMethod = (text: string): boolean => findMethod(catalog, text, method)?.id === method.id;
  if (!path.endsWith('*')) return leadsToMethod(path) || leadsToMethod(path.slice(rootPath.length));
  if (method.rootPath.startsWith(path.slice(0, -1))) return true;
  const prefixes = new Set([path.slice(0, -1), path.slice(rootPath.length, -1)]);
  const templates = listTemplates(catalog, method).map((template) => parseTemplate(template));
  return [...prefixes].some((prefix) => templates.some((template) => listExamplePaths(template, prefix).some(leadsToMethod)));
}

/** Returns the method of a path, including media paths. A path with malformed percent-encoding has none. */
function findMethod(
  { router, uploads, hasMedia }: Catalog,
  path: string,
  { api, behavior }: Pick<CompiledMethod, 'api' | 'behavior'>,
): CompiledMethod | undefined {
  if (!path.startsWith('/') || /[?#]/.test(path)) return undefined;
  const findIn = (routes: Catalog['router'], text: string): CompiledMethod | undefined => {
    const result = routes.find(text, behavior.method.httpMethod, getApiAddress(api));
    return result.kind === 'match' ? result.value : undefined;
  };
  try {
    const method = findIn(router, path);
    if (!hasMedia) return method;
    if (path.startsWith('/download/') && !method) return findIn(router, path.slice('/download'.length));
    return findIn(uploads, path.replace(/^\/resumable\//, '/')) ?? method;
  } catch {
    return undefined;
  }
}

/** Returns the templates of a method's paths, including media paths. */
function listTemplates({ hasMedia }: Catalog, { behavior }: CompiledMethod): readonly string[] {
  const { path, upload } = behavior.method;
  const paths = [path, ...(behavior.flatPath === undefined ? [] : [behavior.flatPath])];
  if (!hasMedia) return paths;
  const uploads = upload ? [upload.path ?? `upload/${path}`] : [];
  return [
    ...paths,
    ...paths.map((template) => `download/${template}`),
    ...uploads,
    ...uploads.map((template) => `resumable/${template.replace(/^\//, '')}`),
  ];
}

/** Returns example paths of a template for a prefix. Some of them may not begin with the prefix. */
function listExamplePaths(template: PathTemplate, prefix: string): readonly string[] {
  if (!prefix.startsWith('/')) return [];
  const prefixSegments = prefix.split('/').slice(1);
  const steps = template.steps.length;
  const wildcardIndex = template.steps.findIndex(({ kind }) => kind === 'many');
  // A multi-segment wildcard is long enough for the prefix to end in it, or in one of the segments after it.
  const lengths =
    wildcardIndex < 0
      ? [1]
      : Array.from({ length: steps - wildcardIndex }, (_, following) => Math.max(1, prefixSegments.length - wildcardIndex - following));
  return [...new Set(lengths)].flatMap((length) => {
    const sample = createSampleSegments(template, length);
    const lastIndex = prefixSegments.length - 1;
    const last = sample[lastIndex];
    if (last === undefined) return [];
    const suffix = sample.slice(prefixSegments.length).map((segment) => `/${segment}`);
    // The prefix can end anywhere in its last segment.
    return Array.from({ length: last.length + 1 }, (_, from) => `${prefix}${last.slice(from)}${suffix.join('')}`);
  });
}

/** Returns segments of an example path. A multi-segment wildcard has `run` segments. */
function createSampleSegments({ segments, verb }: PathTemplate, run: number, variable = 'x'): readonly string[] {
  const sample = segments.flatMap((segment) => {
    const [part] = segment;
    if (segment.length !== 1 || part === undefined || typeof part === 'string') {
      return [segment.map((piece) => (typeof piece === 'string' ? piece : 'x')).join('')];
    }
    return (part.pattern ?? ['*']).flatMap((text) =>
      text === '**' ? Array.from({ length: run }, () => variable) : [text === '*' ? variable : text],
    );
  });
  return verb === undefined ? sample : [...sample.slice(0, -1), `${sample.at(-1) ?? ''}:${verb}`];
}

/** Returns the path of a method that is nearest to an unknown path. Its variables take their values from the unknown path. */
export function suggestPath(path: string, catalog: Catalog, methods: readonly CompiledMethod[]): string | undefined {
  if (methods.some((method) => isReachable(catalog, `/${path}`, method))) return `/${path}`;
  const isPrefix = path.endsWith('*');
  const pathSegments = (isPrefix ? path.slice(0, -1) : path).replace(/^\//, '').split('/');
  const { length } = pathSegments;
  const candidates = methods.flatMap((method) => {
    const sample = createSampleSegments(method.template, 1, '');
    if (isPrefix ? sample.length < length : Math.abs(sample.length - length) > 1) return [];
    const filled = sample.map((segment, index) => {
      if (segment !== '') return segment;
      const preceding = pathSegments.indexOf(sample[index - 1] ?? '');
      return (sample.length === length || isPrefix ? pathSegments[index] : preceding < 0 ? undefined : pathSegments[preceding + 1]) || '-';
    });
    const candidate = `/${isPrefix ? `${filled.slice(0, length).join('/')}*` : filled.join('/')}`;
    return candidate !== path && isReachable(catalog, candidate, method) ? [candidate] : [];
  });
  return findNearest(path, new Set(candidates));
}
