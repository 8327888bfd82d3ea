/** Takes seeds into the state: whole, or not at all. */
import { hashKeys, isEncryptionKey } from '../encryption-key.js';
import { addEvent, appendToLog } from '../events/event-store.js';
import type { FillContext } from '../server-fields.js';
import { isList, type Json } from '../json.js';
import { createKey } from '../state/keys.js';
import type { State } from '../state/state.js';
import type { SeedDocument } from '../mock-types.js';
import type { World } from '../world/world.js';
import { findSeedFaults } from './check-seed.js';
import { throwSeedFaults } from './seed-error.js';
import { validateSeeded, putContentsAndPolicies, putMirrors, putResources, type SeededPut } from './put-resources.js';

/** Throws `SeedError` for what can be told from the documents alone. */
export function validateSeedShape(documents: readonly SeedDocument[], world: World): void {
  throwSeedFaults(documents.flatMap((document) => findSeedFaults(document, world)));
}

/** Takes documents of the right form together; answers what may hold keys. Throws `SeedError` with all faults; runs in a transaction, which it then undoes. */
export function applySeeds(state: State, documents: readonly SeedDocument[], filling: FillContext): readonly SeededPut[] {
  const put = putResources(state, documents, filling);
  const beside = documents.flatMap((document) => putContentsAndPolicies(state, document));
  throwSeedFaults([...validateSeeded(state, put), ...beside]);
  putMirrors(state, put);
  for (const document of documents) {
    for (const [owner, events] of Object.entries(document.events ?? {})) {
      for (const event of events) addEvent(state, owner, { body: event, at: filling.at, reported: false });
    }
    applyTables(state, document);
  }
  return put.filter(({ place }) => Object.values(place.resource.fields ?? {}).some(isEncryptionKey));
}

/** Keys are kept as their hashes. */
export async function hashSeededKeys(state: State, keyed: readonly SeededPut[]): Promise<void> {
  for (const { place, next } of keyed) {
    const held = state.entity(place);
    if (held?.body === next) state.restore(place, { ...held, body: await hashKeys(place.resource.fields, next) });
  }
}

function applyTables(state: State, document: SeedDocument): void {
  const put = (kind: Parameters<typeof createKey>[0], rows: Readonly<Record<string, Json>> = {}): void => {
    for (const [name, value] of Object.entries(rows))
      state.transaction.put(createKey(kind, ...name.split(kind === 'task' ? ' ' : '\u0000')), value);
  };
  put('token', substituteVariables(document.tokens as Readonly<Record<string, Json>> | undefined, state.world.variables));
  put('ancestors', document.ancestors);
  put('request', document.requestIds);
  put('task', document.tasks);
  put('upload', document.uploads);
  for (const [project, entries] of Object.entries(document.log ?? {})) {
    for (const entry of entries) appendToLog(state, project, entry);
  }
  for (const [name, value] of Object.entries(document.counters ?? {})) state.raiseCounter(name, value);
}

/** `{scope_base}` and its like by their values; those that are not set stay. */
function substituteVariables(
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
