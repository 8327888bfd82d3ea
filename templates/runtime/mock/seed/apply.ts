/** Takes a seed into the state: whole, or not at all. */
import { SeedError } from '../errors.js';
import { hashKeys } from '../encryption-key.js';
import { addEvent, addToLog } from '../events/store.js';
import { fillNew, type Filling } from '../fill.js';
import { isList, type Json, type JsonObject } from '../json.js';
import { key } from '../state/keys.js';
import type { State } from '../state/state.js';
import type { SeedDocument } from '../types.js';
import { faultsOfSeed, placeIn } from './check.js';
import { judged } from './start.js';
import type { Place } from '../world/resource.js';

export interface Taking extends Filling {
  /** The document was judged before: it is not judged again. */
  readonly sound?: true;
}

/** Throws `SeedError`; runs in a transaction, which it then undoes. */
export async function applySeed(state: State, document: SeedDocument, filling: Taking): Promise<void> {
  const faults = filling.sound ? [] : faultsOfSeed(document, state.world);
  if (faults.length > 0) throw new SeedError(faults);
  const wrong = await applyResources(state, document, filling);
  if (wrong.length > 0) throw new SeedError(wrong);
  for (const [owner, events] of Object.entries(document.events ?? {})) {
    for (const event of events) addEvent(state, owner, { body: event, at: filling.at, reported: false });
  }
  applyTables(state, document);
}

async function applyResources(state: State, document: SeedDocument, filling: Taking): Promise<readonly string[]> {
  const faults: string[] = [];
  const seeded: (readonly [path: string, place: Place, filled: JsonObject])[] = [];
  for (const [path, body] of Object.entries(document.resources ?? {})) {
    const place = placeIn(state.world, path);
    if (!place) continue;
    const filled = isExported(document) ? body : fillNew(place, await hashKeys(place.resource.fields, body), filling);
    seeded.push([path, place, filled]);
    const version = document.versions?.[path];
    const before = state.entity(place);
    state.restore(place, { body: filled, version: version ?? (before ? before.version + 1 : 1) });
  }
  for (const [path, place, next] of filling.sound ? [] : seeded) {
    const above = state.parentOf(place);
    faults.push(...judged(path, { place, next, parent: above && state.entity(above)?.body }));
    if (state.missingParent(place)) faults.push(`resources.${path}: what it stands below does not exist`);
  }
  for (const [path, content] of Object.entries(document.media ?? {})) {
    const place = placeIn(state.world, path);
    if (place && !state.exists(place)) faults.push(`media.${path}: the resource does not exist`);
    if (place) state.putRow('media', place.path, content);
  }
  for (const [path, policy] of Object.entries(document.iamPolicies ?? {})) {
    const place = placeIn(state.world, path);
    if (place && !state.exists(place)) faults.push(`iamPolicies.${path}: the resource does not exist`);
    if (place) state.putRow('policy', place.path, { version: 1, bindings: [], etag: 'BwAAAAAAAAE=', ...policy });
  }
  return faults;
}

/** What a mock exported is complete: what is absent there is absent on purpose. */
function isExported(document: SeedDocument): boolean {
  return document.counters !== undefined && document.versions !== undefined;
}

function applyTables(state: State, document: SeedDocument): void {
  const put = (kind: Parameters<typeof key>[0], rows: Readonly<Record<string, Json>> = {}): void => {
    for (const [name, value] of Object.entries(rows))
      state.transaction.put(key(kind, ...name.split(kind === 'task' ? ' ' : '\u0000')), value);
  };
  put('token', substituted(document.tokens as Readonly<Record<string, Json>> | undefined, state.world.variables));
  put('ancestors', document.ancestors);
  put('request', document.requestIds);
  put('task', document.tasks);
  put('upload', document.uploads);
  for (const [project, entries] of Object.entries(document.log ?? {})) {
    for (const entry of entries) addToLog(state, project, entry);
  }
  for (const [name, value] of Object.entries(document.counters ?? {})) state.countOnFrom(name, value);
}

/** `{scope_base}` and its like by their values; those that are not set stay. */
function substituted(
  rows: Readonly<Record<string, Json>> | undefined,
  variables: Readonly<Record<string, string>>,
): Readonly<Record<string, Json>> {
  const replace = (value: Json): Json => {
    if (typeof value === 'string')
      return value.replace(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(variables, name) ? (variables[name] as string) : whole));
    if (isList(value)) return value.map(replace);
    return typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, replace(inner)]))
      : value;
  };
  return Object.fromEntries(Object.entries(rows ?? {}).map(([name, value]) => [name, replace(value)]));
}
