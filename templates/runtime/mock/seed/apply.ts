/** Takes a seed into the state: whole, or not at all. */
import { hashKeys } from '../encryption-key.js';
import { addEvent, addToLog } from '../events/store.js';
import type { Filling } from '../fill.js';
import { isList, type Json, type JsonObject } from '../json.js';
import { key } from '../state/keys.js';
import type { State } from '../state/state.js';
import type { SeedDocument } from '../types.js';
import { faultsOfSeed, placeIn } from './check.js';
import { requireNone } from './fault.js';
import { faultsIn, putBeside, putResources } from './put.js';

export interface Taking extends Filling {
  /** The document was judged before: it is not judged again. */
  readonly sound?: true;
}

/** Throws `SeedError`; runs in a transaction, which it then undoes. */
export async function applySeed(state: State, document: SeedDocument, filling: Taking): Promise<void> {
  if (!filling.sound) requireNone(faultsOfSeed(document, state.world));
  const resources = await withHashes(state, document.resources);
  const put = putResources(state, { ...document, resources }, filling);
  const beside = putBeside(state, document);
  if (!filling.sound) requireNone([...faultsIn(state, put), ...beside]);
  for (const [owner, events] of Object.entries(document.events ?? {})) {
    for (const event of events) addEvent(state, owner, { body: event, at: filling.at, reported: false });
  }
  applyTables(state, document);
}

type Resources = NonNullable<SeedDocument['resources']>;

/** Keys are kept as their hashes. */
async function withHashes({ world }: State, resources: Resources = {}): Promise<Resources> {
  const hashed: [string, JsonObject][] = [];
  for (const [path, body] of Object.entries(resources)) hashed.push([path, await hashKeys(placeIn(world, path)?.resource.fields, body)]);
  return Object.fromEntries(hashed);
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
