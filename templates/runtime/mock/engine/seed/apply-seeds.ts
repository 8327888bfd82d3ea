/** Applies seeds to the state, completely or not at all. */
import { hashEncryptionKeys } from '../rules/encryption-key.js';
import { seededRecords } from '../../../services/index.js';
import type { FillContext } from '../call.js';
import { isList, type Json } from '../../lib/json.js';
import { createKey } from '../../state/keys.js';
import { appendToLog } from '../../state/log.js';
import type { State } from '../../state/state.js';
import type { SeedDocument } from '../../types/mock.js';
import type { World } from '../../world/world.js';
import { findSeedFaults } from './check-seed.js';
import { throwSeedFaults } from './seed-error.js';
import { validateSeeded, putContentsAndPolicies, putResources, type SeededPut } from './put-resources.js';

/** Validates the documents without the state. Throws `SeedError`. */
export function validateSeedShape(documents: readonly SeedDocument[], world: World): void {
  throwSeedFaults(documents.flatMap((document) => findSeedFaults(document, world)));
}

/**
 * Applies documents with a valid shape at a time. Returns the resources that can contain encryption keys. Throws `SeedError` with all errors, so that
 * the transaction is rolled back.
 */
export function applySeeds(state: State, documents: readonly SeedDocument[], at: number): readonly SeededPut[] {
  const { random } = state.controls;
  const fillContext: FillContext = { at, createId: () => random.nextId(), createUuid: () => random.nextUuid() };
  const seeded = putResources(state, documents, fillContext);
  const contentErrors = documents.flatMap((document) => putContentsAndPolicies(state, document));
  throwSeedFaults([...validateSeeded(state, seeded), ...contentErrors]);
  for (const { place, next } of seeded) seededRecords.updateAfterSeed(state, place, next);
  for (const document of documents) {
    for (const [owner, records] of Object.entries(document.events ?? {}))
      for (const record of records) seededRecords.add(state, { owner, record, at });
    applyTables(state, document);
  }
  return seeded.filter(({ place }) => place.resource.encryptionKeyFields.length > 0);
}

/** Replaces the encryption keys of seeded resources with their hashes. */
export async function hashSeededKeys(state: State, seeded: readonly SeededPut[]): Promise<void> {
  for (const { place, next } of seeded) {
    const entity = state.findEntity(place);
    if (entity?.body === next) state.restore(place, { ...entity, body: await hashEncryptionKeys(place.resource, next) });
  }
}

function applyTables(state: State, document: SeedDocument): void {
  const putRows = (kind: Parameters<typeof createKey>[0], rows: Readonly<Record<string, Json>> = {}): void => {
    for (const [name, value] of Object.entries(rows))
      state.transaction.put(createKey(kind, ...name.split(kind === 'task' ? ' ' : '\u0000')), value);
  };
  putRows('token', substituteVariables(document.tokens as Readonly<Record<string, Json>> | undefined, state.world.variables));
  putRows('ancestors', document.ancestors);
  putRows('request', document.requestIds);
  putRows('task', document.tasks);
  putRows('upload', document.uploads);
  for (const [project, entries] of Object.entries(document.log ?? {})) {
    for (const entry of entries) appendToLog(state, project, entry);
  }
  for (const [name, value] of Object.entries(document.counters ?? {})) state.raiseCounter(name, value);
}

/** Substitutes variables such as `{scope_base}`. Keeps unknown ones. */
function substituteVariables(
  rows: Readonly<Record<string, Json>> | undefined,
  variables: Readonly<Record<string, string>>,
): Readonly<Record<string, Json>> {
  const substitute = (value: Json): Json => {
    if (typeof value === 'string')
      return value.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
        Object.hasOwn(variables, name) ? (variables[name] as string) : placeholder,
      );
    if (isList(value)) return value.map(substitute);
    return typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, substitute(member)]))
      : value;
  };
  return Object.fromEntries(Object.entries(rows ?? {}).map(([name, value]) => [name, substitute(value)]));
}
