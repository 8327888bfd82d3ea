/** Applies seeds to the state, completely or not at all. */
import { findParent, type FillContext } from '../call.js';
import { getDefaultUser } from '../identities.js';
import { hashEncryptionKeys } from '../generated-values/encryption-key.js';
import { createSeedValidator, type SeededResource } from './validate-seeded.js';
import { completeNewResource } from '../server-fields.js';
import { findServiceRecords } from '../service-modules.js';
import { compareText, getMember, isEqual, isObject, type Json, type JsonObject } from '../../lib/json.js';
import { once } from '../../lib/once.js';
import { createKey } from '../../state/keys.js';
import type { State } from '../../state/state.js';
import type { SeedDocument } from '../../types/mock.js';
import { resolveAliases } from '../../catalog/aliases.js';
import { createFieldLookup } from '../../catalog/field-tables.js';
import { toStoredBody, renderResource, omitOwnLinks } from '../../catalog/links.js';
import { listNumericIds } from '../../catalog/projects.js';
import { normalizeValues, restoreNulls } from '../../catalog/protojson.js';
import { createPlace, type Place } from '../../catalog/resource.js';
import type { Catalog } from '../../catalog/catalog.js';
import { findSeedFaults, findSeedPlace } from './check-seed.js';
import { collectFaults, collectSeedFaults, createSeedFault, throwSeedFaults, type SeedFault } from './seed-error.js';

/** Documents with the errors that don't depend on the state. */
export interface PreparedSeeds {
  /** The documents without their invalid parts. */
  readonly documents: readonly SeedDocument[];
  readonly faults: readonly SeedFault[];
  /** The paths of the resources that are omitted, in their canonical form. */
  readonly omittedPaths: ReadonlySet<string>;
}

/** Validates documents without the state. */
export function prepareSeeds(documents: readonly unknown[], catalog: Catalog): PreparedSeeds {
  const omittedPaths = new Set<string>();
  const checked = documents.map((document) => {
    const faults = findSeedFaults(document, catalog);
    return {
      faults,
      document: faults.length === 0 ? (document as SeedDocument) : omitInvalidParts(document, faults, { catalog, omittedPaths }),
    };
  });
  return { documents: checked.map(({ document }) => document), faults: checked.flatMap(({ faults }) => faults), omittedPaths };
}

/** Returns the members that the other errors of an invalid document depend on: those by path, as far as they can be stored. */
function omitInvalidParts(
  document: unknown,
  faults: readonly SeedFault[],
  { catalog, omittedPaths }: { readonly catalog: Catalog; readonly omittedPaths: Set<string> },
): SeedDocument {
  const invalidKeys = new Set(faults.map(({ path: [name, key] }) => `${name} ${key}`));
  const names = ['resources', ...membersByPath.map(({ name }) => name)] as const;
  const members = names.map((name) => {
    const member = getMember(document as Json, name);
    const entries = Object.entries(isObject(member) ? member : {}).filter(([path, value]) => {
      const place = findSeedPlace(catalog, path);
      // A resource whose body has another name can be stored.
      if (place && isObject(value) && (name === 'resources' || !invalidKeys.has(`${name} ${path}`))) return true;
      if (place && name === 'resources') omittedPaths.add(place.path);
      return false;
    });
    return [name, Object.fromEntries(entries)];
  });
  return Object.fromEntries(members) as SeedDocument;
}

/**
 * Applies prepared documents at a time. Returns the resources that can contain encryption keys. Throws `SeedError` with all errors, so that
 * the transaction is rolled back.
 */
export function applySeeds(state: State, prepared: PreparedSeeds, at: number): readonly SeededResource[] {
  const { documents, faults, omittedPaths } = prepared;
  const seeded = putResources(state, documents, at);
  const contentErrors = documents.flatMap((document) => putContentsAndPolicies(state, document, omittedPaths));
  throwSeedFaults([...faults, ...validateSeededResources(state, seeded, omittedPaths), ...contentErrors]);
  const serviceRecords = findServiceRecords(state.catalog);
  for (const { place, next } of seeded) serviceRecords?.updateAfterSeed(state, place, next);
  for (const document of documents) {
    for (const [owner, records] of Object.entries(document.events ?? {}))
      for (const record of records) serviceRecords?.add(state, { owner, record, at });
    applyTables(state, document);
  }
  return seeded.filter(({ place }) => place.resource.encryptionKeyFields.length > 0);
}

/** Replaces the encryption keys of seeded resources with their hashes. */
export async function hashSeededKeys(state: State, seeded: readonly SeededResource[]): Promise<void> {
  for (const { place, next } of seeded) {
    const entity = state.findEntity(place);
    if (entity?.body === next) state.restore(place, { ...entity, body: await hashEncryptionKeys(place.resource, next) });
  }
}

/** Stores the resources, completed like new ones. They are validated when all of them are stored, because they can refer to each other in any order. */
function putResources(state: State, documents: readonly SeedDocument[], at: number): readonly SeededResource[] {
  const getAccount = once(() => findSeededUser(documents) ?? getDefaultUser(state));
  const entries = documents.flatMap((document) =>
    Object.entries(document.resources ?? {}).flatMap(([path, body]) => {
      const place = findSeedPlace(state.catalog, path);
      return place ? [{ document, path, body, place: resolvePlace(place, getAccount) }] : [];
    }),
  );
  const usedNumbers = new Set(entries.flatMap(({ place, body }) => listNumericIds(place.resource, body)));
  const { random } = state.controls;
  const createId = (): string => {
    const id = random.nextId();
    return usedNumbers.has(id) ? createId() : id;
  };
  const fillContext: FillContext = {
    at,
    createId,
    getRandom: () => random,
    getProjectNumber: (id) => state.getProjectNumber(id),
    getParent: (place) => findParent(state, place),
  };
  return entries.map(({ document, path, body, place }) => {
    const { fields, api } = place.resource;
    const original = normalizeValues(body, createFieldLookup(fields), api);
    const next = isExported(document)
      ? restoreBody(place, original, document.stored?.[path])
      : completeNewResource(place, omitOwnLinks(place, original), fillContext);
    const previous = state.findEntity(place);
    state.restore(place, { body: next, version: document.versions?.[path] ?? (previous ? previous.version + 1 : 1) });
    // An exported document contains what followed.
    if (!isExported(document)) state.follow(place, { before: undefined, next });
    return { path, place, original, next };
  });
}

/** Returns the place of a path without aliases. */
function resolvePlace(place: Place, getAccount: () => string): Place {
  const segments = resolveAliases(place.resource.api, place.segments, getAccount);
  return segments === place.segments ? place : createPlace(place.resource, segments);
}

/** Returns the user of the first token in documents, whose tokens aren't stored yet. */
function findSeededUser(documents: readonly SeedDocument[]): string | undefined {
  const tokens = documents.flatMap(({ tokens = {} }) => Object.entries(tokens)).sort(([one], [other]) => compareText(one, other));
  return tokens[0]?.[1].user;
}

/** Returns the body that a mock stored when it exported `visible`: `stored`, unless the resource was replaced later. */
function restoreBody(place: Place, visible: JsonObject, stored: JsonObject | undefined): JsonObject {
  const restored = toStoredBody(place, restoreNulls(place.resource, visible));
  return stored && isEqual(toStoredBody(place, renderResource(place, stored, '')), restored) ? stored : restored;
}

/** Returns whether a mock exported the document. An exported document is complete, so absent fields stay absent. */
function isExported(document: SeedDocument): boolean {
  return document.counters !== undefined && document.versions !== undefined;
}

function validateSeededResources(state: State, seeded: readonly SeededResource[], omittedPaths: ReadonlySet<string>): readonly SeedFault[] {
  const createChecks = createSeedValidator(state);
  return collectFaults(seeded, (resource) => {
    const site = ['resources', resource.path];
    const errors = createChecks(resource).flatMap((check) => collectSeedFaults(site, check));
    const missing = state.findMissingParent(resource.place);
    return missing && !omittedPaths.has(missing.path) ? [...errors, createSeedFault(site, 'its parent resource does not exist')] : errors;
  });
}

/** The members whose keys are paths of resources, with their tables and default values. */
const membersByPath = [
  { name: 'media', table: 'media', defaults: {} },
  { name: 'iamPolicies', table: 'policy', defaults: { bindings: [], etag: 'BwAAAAAAAAE=' } },
] as const;

/** Stores contents and policies. Returns an error for each whose resource doesn't exist. */
function putContentsAndPolicies(state: State, document: SeedDocument, omittedPaths: ReadonlySet<string>): readonly SeedFault[] {
  return membersByPath.flatMap(({ name, table, defaults }) =>
    Object.entries(document[name] ?? {}).flatMap(([path, value]) => {
      const place = findSeedPlace(state.catalog, path);
      if (!place) return [];
      state.putRow(table, place.path, { ...defaults, ...value });
      return state.hasResource(place) || omittedPaths.has(place.path) ? [] : [createSeedFault([name, path], 'the resource does not exist')];
    }),
  );
}

function applyTables(state: State, document: SeedDocument): void {
  const putRows = (kind: Parameters<typeof createKey>[0], rows: Readonly<Record<string, Json>> = {}): void => {
    for (const [name, value] of Object.entries(rows))
      state.transaction.put(createKey(kind, ...name.split(kind === 'task' ? ' ' : '\u0000')), value);
  };
  putRows('token', substituteVariables(document.tokens, state.catalog.variables));
  putRows('ancestors', document.ancestors);
  putRows('request', document.requestIds);
  putRows('task', document.tasks);
  putRows('upload', document.uploads);
  for (const [api, rows] of Object.entries(document.rows ?? {}))
    for (const [key, value] of Object.entries(rows)) state.transaction.put(createKey('row', api, key), value);
  for (const [project, entries] of Object.entries(document.log ?? {})) {
    for (const entry of entries) state.appendToLog(project, entry);
  }
  for (const [name, value] of Object.entries(document.counters ?? {})) state.raiseCounter(name, value);
}

/** Substitutes variables such as `{scope_base}`. Keeps unknown ones. */
function substituteVariables(rows: SeedDocument['tokens'], variables: Readonly<Record<string, string>>): Readonly<Record<string, Json>> {
  const substitute = (placeholder: string, name: string): string =>
    Object.hasOwn(variables, name) ? (variables[name] as string) : placeholder;
  return JSON.parse(JSON.stringify(rows ?? {}), (_, value: unknown) =>
    typeof value === 'string' ? value.replace(/\{(\w+)\}/g, substitute) : value,
  ) as Readonly<Record<string, Json>>;
}
