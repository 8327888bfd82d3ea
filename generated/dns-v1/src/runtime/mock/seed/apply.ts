/** Takes a seed into the state: whole, or not at all. */
import { hashKeys } from '../encryption-key.js';
import { addEvent, addToLog } from '../events/store.js';
import { fillNew, type Filling } from '../fill.js';
import { isList, type Json, type JsonObject } from '../json.js';
import { key } from '../state/keys.js';
import type { State } from '../state/state.js';
import type { SeedDocument } from '../types.js';
import { faultsOfSeed, placeIn } from './check.js';
import { faultAt, SeedError, type SeedFault } from './fault.js';
import { judged, orphanAt } from './start.js';
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

interface Seeded {
  readonly path: string;
  readonly place: Place;
  readonly next: JsonObject;
}

async function applyResources(state: State, document: SeedDocument, filling: Taking): Promise<readonly SeedFault[]> {
  const seeded = await placed(state, document, filling);
  return [
    ...(filling.sound ? [] : seeded.flatMap((each) => faultsAt(state, each))),
    ...putBeside(state, 'media', { rows: document.media, row: (content) => content }),
    ...putBeside(state, 'iamPolicies', { rows: document.iamPolicies, row: (policy) => ({ ...emptyPolicy, ...policy }) }),
  ];
}

/** Puts the resources where they belong, each filled in as a new one is. */
async function placed(state: State, document: SeedDocument, filling: Filling): Promise<readonly Seeded[]> {
  const seeded: Seeded[] = [];
  for (const [path, body] of Object.entries(document.resources ?? {})) {
    const place = placeIn(state.world, path);
    if (!place) continue;
    const next = isExported(document) ? body : fillNew(place, await hashKeys(place.resource.fields, body), filling);
    const before = state.entity(place);
    state.restore(place, { body: next, version: document.versions?.[path] ?? (before ? before.version + 1 : 1) });
    seeded.push({ path, place, next });
  }
  return seeded;
}

/** Judged when all are there: they stand below, and lead to, each other in any order. */
function faultsAt(state: State, { path, place, next }: Seeded): readonly SeedFault[] {
  const above = state.parentOf(place);
  const faults = judged(path, { place, next, parent: above && state.entity(above)?.body });
  return state.missingParent(place) ? [...faults, orphanAt(path)] : faults;
}

const emptyPolicy = { version: 1, bindings: [], etag: 'BwAAAAAAAAE=' };
const rowKinds = { media: 'media', iamPolicies: 'policy' } as const;

/** Puts what is kept beside resources; answers where there is none. */
function putBeside<Row extends JsonObject>(
  state: State,
  what: keyof typeof rowKinds,
  { rows = {}, row }: { readonly rows: Readonly<Record<string, Row>> | undefined; readonly row: (given: Row) => JsonObject },
): readonly SeedFault[] {
  return Object.entries(rows).flatMap(([path, given]) => {
    const place = placeIn(state.world, path);
    if (!place) return [];
    state.putRow(rowKinds[what], place.path, row(given));
    return state.exists(place) ? [] : [faultAt([what, path], 'the resource does not exist')];
  });
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
