/** The scopes (`global`, `regions/r`, `zones/z`) in which a list of all scopes looks. */
import type { CallContext } from '../call.js';
import { compareText } from '../json.js';
import { findBuiltInRule } from '../rules/built-in-resources.js';
import { childRange } from '../state/keys.js';
import type { State } from '../state/state.js';
import { toCanonicalPath, decodeSegment, type Resource } from '../world/resource.js';

export interface Scope {
  /** `zones/z` */
  readonly name: string;
  /** What stands there, and where; absent where nothing of the kind can. */
  readonly collection?: { readonly resource: Resource; readonly segments: readonly string[] };
}

/** A kind of scope: `above`, then `word`, then a name where there are several. */
interface ScopeKind {
  readonly above: readonly string[];
  readonly word: string;
  readonly several: boolean;
}

/** All scopes in order: those in which the resources can stand, and with `everywhere` those of every kind. */
export function listScopes(call: CallContext, resources: readonly Resource[], everywhere: boolean): readonly Scope[] {
  const above = call.segments.slice(0, -2);
  const found = new Map<string, Scope>();
  for (const resource of resources) {
    const [word, next, last] = resource.steps.slice(above.length).map((step) => ('literal' in step ? step.literal : undefined));
    const collection = next ?? last;
    if (word === undefined || collection === undefined) continue;
    for (const name of listScopeNames(call, { above, word, several: next === undefined }))
      found.set(name, { name, collection: { resource, segments: [...above, ...name.split('/').map(decodeSegment), collection] } });
  }
  if (everywhere) {
    for (const name of listOtherScopeNames(call, above)) if (!found.has(name)) found.set(name, { name });
  }
  return [...found.values()].sort((one, other) => compareText(one.name, other.name));
}

function listScopeNames(call: CallContext, { above, word, several }: ScopeKind): readonly string[] {
  if (!several) return [word];
  const scope = listScopeResources(call, above).find(({ steps }) => getLiteralAt(steps, above.length) === word);
  const names = new Set([...(scope ? listBuiltInNames(scope) : []), ...listNamesBelow(call.state, toCanonicalPath([...above, word]))]);
  return [...names].map((name) => `${word}/${name}`);
}

function listOtherScopeNames(call: CallContext, above: readonly string[]): readonly string[] {
  const words = listScopeResources(call, above).flatMap(({ steps }) => getLiteralAt(steps, above.length) ?? []);
  return ['global', ...words.flatMap((word) => listScopeNames(call, { above, word, several: true }))];
}

/** The kinds of resources that are scopes: they exist without being created, directly below what is listed. */
function listScopeResources({ state, method }: CallContext, above: readonly string[]): readonly Resource[] {
  return method.api.resources
    .flatMap(({ path }) => state.world.resource(method.api, path) ?? [])
    .filter((resource) => resource.steps.length === above.length + 2 && resource.idCount === 1 && findBuiltInRule(resource) !== undefined);
}

function getLiteralAt(steps: Resource['steps'], index: number): string | undefined {
  const step = steps[index];
  return step && 'literal' in step ? step.literal : undefined;
}

function listBuiltInNames(resource: Resource): readonly string[] {
  const field = resource.behavior.idFields[0] ?? 'name';
  return (findBuiltInRule(resource)?.members ?? []).flatMap((each) => {
    const name = each[field];
    return typeof name === 'string' ? [toCanonicalPath([name])] : [];
  });
}

/** The names below which something is kept, one look for each. */
function listNamesBelow(state: State, path: string): readonly string[] {
  const { from, to } = childRange('record', path);
  const names: string[] = [];
  for (let at = from; ;) {
    const [entry] = state.transaction.range({ from: at, to, limit: 1 });
    if (!entry) return names;
    const [name = ''] = entry[0].slice(from.length).split(/[/\u0000]/, 1);
    names.push(name);
    // The next character after the slash: past all that stands below this name.
    at = `${from}${name}0`;
  }
}
