/** Stores the resources of seeds. They are validated when all of them are stored, because they can refer to each other in any order. */
import { completeNewResource } from '../server-fields.js';
import { isEqual, type JsonObject } from '../../lib/json.js';
import { toStoredBody, renderResource, omitOwnLinks } from '../../world/links.js';
import { normalizeNumbers } from '../../world/protojson.js';
import { createSeedValidators, type SeededResource } from '../rules/validate-seeded.js';
import { createFieldLookup } from '../../world/field-tables.js';
import type { State } from '../../state/state.js';
import type { SeedDocument } from '../../types/mock.js';
import { listNumericIds } from '../../world/projects.js';
import type { Place } from '../../world/resource.js';
import { findSeedPlace } from './check-seed.js';
import { createSeedFault, collectSeedFaults, type SeedFault } from './seed-error.js';

/** Stores the resources, completed like new ones. */
export function putResources(state: State, documents: readonly SeedDocument[], at: number): readonly SeededResource[] {
  const entries = documents.flatMap((document) =>
    Object.entries(document.resources ?? {}).flatMap(([path, body]) => {
      const place = findSeedPlace(state.world, path);
      return place ? [{ document, path, body, place }] : [];
    }),
  );
  const usedNumbers = new Set(entries.flatMap(({ place, body }) => listNumericIds(place.resource, body)));
  const { random } = state.controls;
  const createId = (): string => {
    const id = random.nextId();
    return usedNumbers.has(id) ? createId() : id;
  };
  const fillContext = { at, createId, createUuid: () => random.nextUuid() };
  return entries.map(({ document, path, body, place }) => {
    const { fields, api } = place.resource;
    const original = normalizeNumbers(body, createFieldLookup(fields), api.shapes);
    const next = isExported(document)
      ? restoreBody(place, original, document.stored?.[path])
      : completeNewResource(place, omitOwnLinks(place, original), fillContext);
    const previous = state.findEntity(place);
    state.restore(place, { body: next, version: document.versions?.[path] ?? (previous ? previous.version + 1 : 1) });
    return { path, place, original, next };
  });
}

/** Returns the body that a mock stored when it exported `visible`: `stored`, unless the resource was replaced later. */
function restoreBody(place: Place, visible: JsonObject, stored: JsonObject | undefined): JsonObject {
  const restored = toStoredBody(place, visible);
  return stored && isEqual(toStoredBody(place, renderResource(place, stored, '')), restored) ? stored : restored;
}

/** Returns whether a mock exported the document. An exported document is complete, so absent fields stay absent. */
function isExported(document: SeedDocument): boolean {
  return document.counters !== undefined && document.versions !== undefined;
}

export function validateSeeded(state: State, seeded: readonly SeededResource[]): readonly SeedFault[] {
  const createChecks = createSeedValidators(state);
  return seeded.flatMap((resource) => {
    const site = ['resources', resource.path];
    const errors = createChecks(resource).flatMap((check) => collectSeedFaults(site, check));
    return state.findMissingParent(resource.place) ? [...errors, createSeedFault(site, 'its parent resource does not exist')] : errors;
  });
}

/** The members whose keys are paths of resources, with their tables and default values. */
const membersByPath = [
  { name: 'media', table: 'media', defaults: {} },
  { name: 'iamPolicies', table: 'policy', defaults: { version: 1, bindings: [], etag: 'BwAAAAAAAAE=' } },
] as const;

/** Stores contents and policies. Returns an error for each whose resource doesn't exist. */
export function putContentsAndPolicies(state: State, document: SeedDocument): readonly SeedFault[] {
  return membersByPath.flatMap(({ name, table, defaults }) =>
    Object.entries(document[name] ?? {}).flatMap(([path, value]) => {
      const place = findSeedPlace(state.world, path);
      if (!place) return [];
      state.putRow(table, place.path, { ...defaults, ...value });
      return state.exists(place) ? [] : [createSeedFault([name, path], 'the resource does not exist')];
    }),
  );
}
