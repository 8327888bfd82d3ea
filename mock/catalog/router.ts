/** Finds the route of a path in a trie of segments. Literals take precedence over variables, and `:verb` over a path without a verb. */
import { matchMixedSegment } from '../../runtime/paths/match.js';
import { parseTemplate, type PathStep } from '../../runtime/paths/template.js';
import { decodeSegment } from './resource.js';

interface RouteEnd<T> {
  readonly value: T;
  readonly accepts?: (segments: readonly string[]) => boolean;
}

/** The endpoints by verb (empty for none) and HTTP method. The first one that accepts the path matches. */
type RouteEndTable<T> = Map<string, Map<string, RouteEnd<T>[]>>;

interface RouteNode<T> {
  readonly literals: Map<string, RouteNode<T>>;
  /** Segments with literal text and variables, by their texts. */
  readonly mixed: Map<string, { readonly texts: readonly string[]; readonly node: RouteNode<T> }>;
  variable?: RouteNode<T>;
  wildcard?: RouteNode<T>;
  readonly endpoints: RouteEndTable<T>;
  /** Used if `endpoints` has no match: routes whose `**` is empty here, and fallback routes. */
  readonly fallbackEndpoints: RouteEndTable<T>;
}

function createNode<T>(): RouteNode<T> {
  return { literals: new Map(), mixed: new Map(), endpoints: new Map(), fallbackEndpoints: new Map() };
}

/** The segments are decoded, without the verb. */
export type FoundRoute<T> =
  | { readonly kind: 'match'; readonly value: T; readonly segments: readonly string[] }
  | { readonly kind: 'wrongMethod'; readonly allowed: readonly string[] }
  | {
      readonly kind: 'none';
      /** The verb of the path, if its end `:verb` names no custom method, and the verbs that the path has. */
      readonly unknownVerb?: { readonly verb: string; readonly known: readonly string[] };
    };

export interface RoutePattern {
  readonly template: string;
  readonly method: string;
  /** Whether every other route takes precedence. */
  readonly isFallback?: boolean;
  /** Returns whether a path that matches the template belongs to the route. Default: every path does. */
  readonly accepts?: ((segments: readonly string[]) => boolean) | undefined;
}

export class Router<T> {
  readonly #root: RouteNode<T> = createNode();

  /** Adds a route. Returns the value that the route already has, and keeps it. */
  add(route: RoutePattern, value: T): T | undefined {
    const template = parseTemplate(route.template);
    const { steps } = template;
    const { method, accepts } = route;
    const end = { verb: template.verb ?? '', method, value, ...(accepts && { accepts }) };
    const shorter = steps.filter((step) => step.kind !== 'many' || step.optional !== true);
    if (shorter.length < steps.length) addEndpoint(this.#getNode(shorter).fallbackEndpoints, end);
    const node = this.#getNode(steps);
    return addEndpoint(route.isFallback ? node.fallbackEndpoints : node.endpoints, end);
  }

  #getNode(steps: readonly PathStep[]): RouteNode<T> {
    return steps.reduce(getOrCreateChild<T>, this.#root);
  }

  /**
   * Finds the route of a percent-encoded path with a leading slash. A slash at the end, or before a verb, doesn't count, unless it can be a part
   * of a name. Throws URIError for malformed percent-encoding.
   */
  find(path: string, method: string): FoundRoute<T> {
    const hasFinalSlash = path.length > 1 && path.endsWith('/');
    const rawSegments = (hasFinalSlash ? path.slice(1, -1) : path.slice(1)).split('/');
    const last = rawSegments.at(-1) ?? '';
    const colon = last.lastIndexOf(':');
    if (rawSegments.includes('')) return { kind: 'none' };
    const decodedSegments = path.includes('%') ? rawSegments.map(decodeSegment) : rawSegments;
    const queries: RouteQuery[] = [{ segments: decodedSegments, verb: '', method, hasFinalSlash, allowed: [] }];
    if (colon > 0) {
      const segments = [...decodedSegments.slice(0, -1), decodeSegment(last.slice(0, colon))];
      queries.unshift({ segments, verb: decodeSegment(last.slice(colon + 1)), method, hasFinalSlash, allowed: [], verbs: new Set() });
    }
    for (const query of queries) {
      const value = search(this.#root, query, 0);
      if (value !== undefined) return { kind: 'match', value, segments: query.segments };
      // A name can contain a colon, so this is the case only if no method handles the path with such a name.
      if (query === queries.at(-1) && isCustomMethod(queries[0])) break;
      // A verb that the path supports isn't part of a name, whatever the HTTP method.
      if (query.allowed.length > 0) return { kind: 'wrongMethod', allowed: [...new Set(query.allowed)].sort() };
    }
    // `things/a/:stop`
    if (colon === 0 && rawSegments.length > 1 && !path.endsWith('/')) return this.find(`${path.slice(0, -last.length - 1)}${last}`, method);
    const [{ verb = '', verbs = [] } = {}] = queries;
    if (!isCustomMethod(queries[0])) return { kind: 'none' };
    return { kind: 'none', unknownVerb: { verb, known: [...verbs].filter((known) => known !== '').sort() } };
  }
}

/** Returns whether a path ends in a verb that none of its methods has, rather than in a name with a colon. */
function isCustomMethod(query: RouteQuery | undefined): boolean {
  if (query === undefined || query.verb === '' || query.allowed.length > 0) return false;
  const verbs = [...(query.verbs ?? [])];
  return verbs.some((verb) => verb !== '') || (verbs.length > 0 && query.method === 'POST' && /^[a-z]\w*$/i.test(query.verb));
}

/** Adds an endpoint. Returns the value that is already present, and keeps it. */
function addEndpoint<T>(
  endpoints: RouteEndTable<T>,
  { verb, method, ...end }: RouteEnd<T> & { readonly verb: string; readonly method: string },
): T | undefined {
  let byMethod = endpoints.get(verb);
  if (!byMethod) endpoints.set(verb, (byMethod = new Map()));
  const present = byMethod.get(method) ?? [];
  if (present.every(({ accepts }) => accepts)) byMethod.set(method, [...present, end]);
  return present[0]?.value;
}

function getOrCreateChild<T>(node: RouteNode<T>, step: PathStep): RouteNode<T> {
  switch (step.kind) {
    case 'literal': {
      let next = node.literals.get(step.text);
      if (!next) node.literals.set(step.text, (next = createNode()));
      return next;
    }
    case 'mixed': {
      const key = step.texts.join('{}');
      const present = node.mixed.get(key);
      if (present) return present.node;
      const next = createNode<T>();
      node.mixed.set(key, { texts: step.texts, node: next });
      return next;
    }
    case 'one':
      return (node.variable ??= createNode());
    case 'many':
      return (node.wildcard ??= createNode());
  }
}

interface RouteQuery {
  readonly segments: readonly string[];
  readonly verb: string;
  readonly method: string;
  readonly hasFinalSlash: boolean;
  /** For each node after a wildcard, the first segment from which the rest of the path doesn't match. Absent before the first wildcard. */
  triedEnds?: Map<unknown, number>;
  /** The methods that the path supports, if it doesn't support the requested one. */
  readonly allowed: string[];
  /** Receives the verbs that the path has. Absent for a path without a verb. */
  readonly verbs?: Set<string>;
}

function search<T>(node: RouteNode<T>, query: RouteQuery, index: number): T | undefined {
  if (index === query.segments.length) return findEndpoint(node, query);
  const segment = query.segments[index] as string;
  const literal = node.literals.get(segment);
  const literalMatch = literal && search(literal, query, index + 1);
  if (literalMatch !== undefined) return literalMatch;
  if (node.mixed.size > 0) {
    for (const { texts, node: next } of node.mixed.values()) {
      const match = matchMixedSegment(texts, segment) ? search(next, query, index + 1) : undefined;
      if (match !== undefined) return match;
    }
  }
  const variableMatch = node.variable && search(node.variable, query, index + 1);
  if (variableMatch !== undefined || !node.wildcard) return variableMatch;
  return searchWildcard(node.wildcard, query, index);
}

/**
 * Tries longer runs of segments first. A route that continues after the wildcard (`{parent=**}/things`) takes precedence over one that ends
 * with it. If several wildcards lead here, skips the ends that were already tried in vain, so that the search takes linear time.
 */
function searchWildcard<T>(node: RouteNode<T>, query: RouteQuery, index: number): T | undefined {
  const { length } = query.segments;
  const triedEnds = (query.triedEnds ??= new Map());
  const tried = triedEnds.get(node) ?? length;
  triedEnds.set(node, Math.min(tried, index + 1));
  for (let end = tried - 1; end > index; end--) {
    const match = search(node, query, end);
    if (match !== undefined) return match;
  }
  return tried === length && !query.hasFinalSlash ? search(node, query, length) : undefined;
}

function findEndpoint<T>(node: RouteNode<T>, query: RouteQuery): T | undefined {
  if (query.verbs) for (const table of [node.endpoints, node.fallbackEndpoints]) for (const verb of table.keys()) query.verbs.add(verb);
  const tables = [node.endpoints.get(query.verb), node.fallbackEndpoints.get(query.verb)];
  for (const byMethod of tables) {
    const endpoint = byMethod?.get(query.method)?.find(({ accepts }) => accepts?.(query.segments) ?? true);
    if (endpoint) return endpoint.value;
  }
  for (const byMethod of tables) query.allowed.push(...[...(byMethod?.keys() ?? [])].filter((method) => method !== query.method));
  return undefined;
}
