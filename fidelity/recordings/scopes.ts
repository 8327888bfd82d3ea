/** Finds the minimal access that calls need: OAuth scopes, and IAM permissions. */
import { compareText } from '../../generator/lib/diagnostics.js';
import { getAt, isObject, type Json } from '../../generator/lib/json.js';
import type { Api, Method } from '../../generator/model/model.js';
import type { RecordedRequest } from './exchange.js';
import type { Match } from './match-exchange.js';

export interface MethodAccess {
  /** `dns v1` */
  readonly api: string;
  /** The method ID. */
  readonly method: string;
  readonly calls: number;
  /** The scopes that each permit the method, the narrowest first. Empty if the description has none. */
  readonly scopes: readonly string[];
  /** The permissions that the calls need. Absent if the description has none. */
  readonly permissions?: readonly string[];
}

export interface Access {
  /** Sorted by API and method. */
  readonly methods: readonly MethodAccess[];
  /** The minimal scopes that permit all methods, sorted. */
  readonly scopes: readonly string[];
  readonly permissions: readonly string[];
  /** The methods whose scopes, or permissions, the descriptions lack. */
  readonly unknownScopes: readonly string[];
  readonly unknownPermissions: readonly string[];
  /** The number of requests that call no method of a given API. */
  readonly unmatched: number;
}

export function findAccess(requests: Iterable<RecordedRequest>, apis: readonly Api[], match: (request: RecordedRequest) => Match): Access {
  const found = new Map<Method, { readonly api: Api; calls: number; readonly permissions: Set<string> }>();
  let unmatched = 0;
  for (const request of requests) {
    const result = match(request);
    if (result.kind === 'none') {
      unmatched += 1;
      continue;
    }
    const { api, method } = result;
    const entry = found.get(method) ?? { api, calls: 0, permissions: new Set() };
    found.set(method, entry);
    entry.calls += 1;
    for (const permission of listPermissions(method, request)) entry.permissions.add(permission);
  }
  const methods = [...found].map(([method, { api, calls, permissions }]) => ({
    api: `${api.name} ${api.version}`,
    method: method.id,
    calls,
    scopes: method.narrowestScopes,
    ...(method.permissions.length > 0 && { permissions: [...permissions].sort() }),
  }));
  methods.sort((one, other) => compareText(one.api, other.api) || compareText(one.method, other.method));
  return {
    methods,
    scopes: findMinimalScopes(
      methods.map(({ scopes }) => scopes),
      apis.flatMap((api) => api.methods.map(({ scopes }) => scopes)),
      findSharedScopes(apis),
    ),
    permissions: [...new Set(methods.flatMap(({ permissions = [] }) => permissions))].sort(),
    unknownScopes: methods.flatMap(({ method, scopes }) => (scopes.length === 0 ? [method] : [])),
    unknownPermissions: methods.flatMap(({ method, permissions }) => (permissions === undefined ? [method] : [])),
    unmatched,
  };
}

/** Finds the scopes of several APIs. Versions of one API have the same scopes. */
function findSharedScopes(apis: readonly Api[]): ReadonlySet<string> {
  const names = new Map<string, string>();
  const shared = new Set<string>();
  for (const { name, methods } of apis)
    for (const scope of methods.flatMap(({ scopes }) => scopes)) {
      if ((names.get(scope) ?? name) !== name) shared.add(scope);
      names.set(scope, name);
    }
  return shared;
}

/** Lists the permissions that a request requires. Some are required only if the body has a field. */
function listPermissions({ permissions, requestWrap }: Method, { body }: RecordedRequest): readonly string[] {
  const value: Json | undefined = body?.kind === 'json' ? body.value : undefined;
  const resource = requestWrap === undefined || !isObject(value) ? value : (value[requestWrap] as Json | undefined);
  const has = (field: string): boolean =>
    [value, resource].some((each) => each !== undefined && getAt(each, field.split('.')) !== undefined);
  return permissions.flatMap(({ permission, when }) => (when === undefined || has(when) ? [permission] : []));
}

/** Limits the search for the best set. Real traffic requires some hundreds of steps. */
const maxSteps = 100_000;

interface ScopeCandidate {
  readonly scopes: readonly string[];
  /** The number of scopes that several APIs share. */
  readonly shared: number;
  /** The number of described methods that the scopes permit. */
  readonly permitted: number;
  /** The sum of the places of the scopes among the alternatives, the narrowest first. */
  readonly rank: number;
}

/**
 * Finds the set of scopes that permits all calls, with as few scopes as possible that several APIs share, because these also permit methods of
 * APIs that aren't described. Among several such sets, prefers the one that permits the fewest described methods, then the narrowest scopes, and
 * then the fewest.
 *
 * @param calls For each called method, the scopes that each permit it, the narrowest first.
 * @param described For each described method, the scopes that each permit it.
 * @param shared The scopes of several APIs.
 */
export function findMinimalScopes(
  calls: readonly (readonly string[])[],
  described: readonly (readonly string[])[],
  shared: ReadonlySet<string>,
): readonly string[] {
  const needs = [...new Map(calls.filter((scopes) => scopes.length > 0).map((scopes) => [scopes.join(' '), scopes])).values()].sort(
    (one, other) => one.length - other.length || compareText(one.join(' '), other.join(' ')),
  );
  const permits = new Map<string, Set<number>>();
  for (const scope of needs.flat()) permits.set(scope, new Set());
  for (const [index, scopes] of described.entries()) for (const scope of scopes) permits.get(scope)?.add(index);
  let best: ScopeCandidate | undefined;
  let steps = 0;
  const search = (chosen: readonly string[], permitted: ReadonlySet<number>, rank: number): void => {
    steps += 1;
    const sharedCount = chosen.filter((scope) => shared.has(scope)).length;
    if (steps > maxSteps || (best && (sharedCount - best.shared || permitted.size - best.permitted) > 0)) return;
    const unmet = needs.find((scopes) => !scopes.some((scope) => chosen.includes(scope)));
    if (unmet === undefined) {
      const candidate = { scopes: chosen.toSorted(), shared: sharedCount, permitted: permitted.size, rank };
      if (best === undefined || compareCandidates(candidate, best) < 0) best = candidate;
      return;
    }
    for (const [place, scope] of unmet.entries())
      search([...chosen, scope], new Set([...permitted, ...(permits.get(scope) ?? [])]), rank + place);
  };
  search([], new Set(), 0);
  return best?.scopes ?? [];
}

const compareCandidates = (one: ScopeCandidate, other: ScopeCandidate): number =>
  one.shared - other.shared ||
  one.permitted - other.permitted ||
  one.rank - other.rank ||
  one.scopes.length - other.scopes.length ||
  compareText(one.scopes.join(' '), other.scopes.join(' '));
