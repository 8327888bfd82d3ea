/** Lists the scopes (`global`, `regions/r`, `zones/z`) of an aggregated list. */
import type { EngineCall } from '../call.js';
import { compareText, fromSortableText } from '../../lib/json.js';
import { findBuiltInRule, listBuiltInNames } from '../rule-kinds/built-in.js';
import { getChildRange } from '../../state/keys.js';
import type { State } from '../../state/state.js';
import { toCollectionPath, decodeSegment, escapeSegment, type CompiledResource } from '../../catalog/resource.js';

export interface ListScope {
  /** `zones/z` */
  readonly name: string;
  /** The collection in the scope. Absent if the scope can't contain the resources. */
  readonly collection?: { readonly resource: CompiledResource; readonly segments: readonly string[] };
}

/** A type of scope: its collection path consists of `parent` and `collectionId`. Without `hasNames`, `collectionId` itself is the scope. */
interface ScopeKind {
  readonly parent: readonly string[];
  readonly collectionId: string;
  readonly hasNames: boolean;
}

/** Returns the scopes in order: those that can contain the resources, and with `includesAllScopes` every other scope. */
export function listScopes(call: EngineCall, resources: readonly CompiledResource[], includesAllScopes: boolean): readonly ListScope[] {
  const parent = call.segments.slice(0, -2);
  const scopes = new Map<string, ListScope>();
  for (const resource of resources) {
    const [collectionId, next, last] = resource.steps.slice(parent.length).map((step) => ('literal' in step ? step.literal : undefined));
    const collection = next ?? last;
    if (collectionId === undefined || collection === undefined) continue;
    for (const name of listScopeNames(call, { parent, collectionId, hasNames: next === undefined }))
      scopes.set(name, { name, collection: { resource, segments: [...parent, ...name.split('/').map(decodeSegment), collection] } });
  }
  if (includesAllScopes) {
    for (const name of listOtherScopeNames(call, parent)) if (!scopes.has(name)) scopes.set(name, { name });
  }
  return [...scopes.values()].sort((one, other) => compareText(one.name, other.name));
}

function listScopeNames(call: EngineCall, { parent, collectionId, hasNames }: ScopeKind): readonly string[] {
  if (!hasNames) return [collectionId];
  const [first] = listApiResources(call);
  const scope = listScopeResources(call, parent).find(({ steps }) => getLiteralAt(steps, parent.length) === collectionId);
  const names = new Set([
    ...(scope ? listBuiltInNames(scope).map(escapeSegment) : []),
    ...(first ? listNamesBelow(call.state, toCollectionPath(first, [...parent, collectionId])) : []),
  ]);
  return [...names].map((name) => `${collectionId}/${name}`);
}

function listOtherScopeNames(call: EngineCall, parent: readonly string[]): readonly string[] {
  const unnamed = listApiResources(call).flatMap(({ steps }) =>
    getLiteralAt(steps, parent.length + 1) === undefined ? [] : (getLiteralAt(steps, parent.length) ?? []),
  );
  const collectionIds = listScopeResources(call, parent).flatMap(({ steps }) => getLiteralAt(steps, parent.length) ?? []);
  return [...unnamed, ...collectionIds.flatMap((collectionId) => listScopeNames(call, { parent, collectionId, hasNames: true }))];
}

function listApiResources({ state: { catalog }, method: { api } }: EngineCall): readonly CompiledResource[] {
  return [...api.resources, ...(api.operationResources ?? [])].flatMap(({ path }) => catalog.findResource(api, path) ?? []);
}

/** Returns the resource types that are scopes: those that exist without being created, directly below the parent of the list. */
function listScopeResources(call: EngineCall, parent: readonly string[]): readonly CompiledResource[] {
  return listApiResources(call).filter(
    (resource) => resource.steps.length === parent.length + 2 && resource.idCount === 1 && findBuiltInRule(resource) !== undefined,
  );
}

function getLiteralAt(steps: CompiledResource['steps'], index: number): string | undefined {
  const step = steps[index];
  return step && 'literal' in step ? step.literal : undefined;
}

/** Returns the names below which resources are stored. Each name takes one lookup. */
function listNamesBelow(state: State, path: string): readonly string[] {
  const { from, to } = getChildRange('record', path);
  const names: string[] = [];
  for (let start = from; ;) {
    const [entry] = state.transaction.range({ from: start, to, limit: 1 });
    if (!entry) return names;
    const [name = ''] = entry[0].slice(from.length).split(/[/\u0000]/, 1);
    names.push(fromSortableText(name));
    // The character after the slash skips everything below this name.
    start = `${from}${name}0`;
  }
}
