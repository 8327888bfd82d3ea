/** Puts what a seed says into the state, and judges it when all is there: what is seeded stands beside, below and leads to each other in any order. */
import { completeNewResource, type FillContext } from '../server-fields.js';
import { isEqual, type JsonObject } from '../json.js';
import { toStoredBody, renderResource, omitOwnLinks } from '../links.js';
import { createMirrorBody, findMirror } from '../events/global-location.js';
import { normalizeNumbers } from '../protojson.js';
import { createSeedValidators, type Seeded } from '../rules/validate-seeded.js';
import { knownFields } from '../field-tables.js';
import type { State } from '../state/state.js';
import type { SeedDocument } from '../mock-types.js';
import { findProjectNumbers } from '../world/projects.js';
import type { Place } from '../world/resource.js';
import { findSeedPlace } from './check-seed.js';
import { createSeedFault, collectSeedFaults, type SeedFault } from './seed-error.js';

export interface SeededPut extends Seeded {
  readonly path: string;
}

/** Puts the resources where they belong, each filled in as a new one is. */
export function putResources(state: State, documents: readonly SeedDocument[], filling: FillContext): readonly SeededPut[] {
  const stated = new Set(documents.flatMap(({ resources = {} }) => Object.values(resources).flatMap(findProjectNumbers)));
  const id = (place: Place): string => {
    let made = filling.id(place);
    while (stated.has(made)) made = filling.id(place);
    return made;
  };
  return documents.flatMap((document) =>
    Object.entries(document.resources ?? {}).flatMap(([path, body]) => {
      const place = findSeedPlace(state.world, path);
      if (!place) return [];
      const { fields, api } = place.resource;
      const given = normalizeNumbers(body, knownFields(fields), api.shapes);
      const next = isExported(document)
        ? restoreBody(place, given, document.stored?.[path])
        : completeNewResource(place, omitOwnLinks(place, given), { at: filling.at, id, uuid: filling.uuid });
      const before = state.entity(place);
      state.restore(place, { body: next, version: document.versions?.[path] ?? (before ? before.version + 1 : 1) });
      return { path, place, given, next };
    }),
  );
}

/** The body that a mock stored when it exported `shown`: `stored`, unless another body was put in its place since. */
function restoreBody(place: Place, shown: JsonObject, stored: JsonObject | undefined): JsonObject {
  const own = toStoredBody(place, shown);
  return stored && isEqual(toStoredBody(place, renderResource(place, stored, '')), own) ? stored : own;
}

/** Puts seeded groups of errors under their other names, where the seed doesn't. */
export function putMirrors(state: State, put: readonly SeededPut[]): void {
  for (const { place, next } of put) {
    const mirror = findMirror(state, place);
    if (mirror && !state.entity(mirror)) state.put(mirror, createMirrorBody(mirror, next));
  }
}

/** What a mock exported is complete: what is absent there is absent on purpose. */
function isExported(document: SeedDocument): boolean {
  return document.counters !== undefined && document.versions !== undefined;
}

/** What is wrong with resources that were put, and with what stands beside resources. */
export function validateSeeded(state: State, put: readonly SeededPut[]): readonly SeedFault[] {
  const judges = createSeedValidators(state);
  return put.flatMap((each) => {
    const site = ['resources', each.path];
    const faults = judges(each).flatMap((judge) => collectSeedFaults(site, judge));
    return state.findMissingParent(each.place) ? [...faults, createSeedFault(site, 'its parent resource does not exist')] : faults;
  });
}

/** Where each is kept, and what is filled in. */
const kinds = {
  media: { kind: 'media', empty: {} },
  iamPolicies: { kind: 'policy', empty: { version: 1, bindings: [], etag: 'BwAAAAAAAAE=' } },
} as const;

/** Puts contents and policies, which are kept beside resources; answers where there is none. */
export function putContentsAndPolicies(state: State, document: SeedDocument): readonly SeedFault[] {
  return (['media', 'iamPolicies'] as const).flatMap((name) =>
    Object.entries(document[name] ?? {}).flatMap(([path, given]) => {
      const place = findSeedPlace(state.world, path);
      if (!place) return [];
      const { kind, empty } = kinds[name];
      state.putRow(kind, place.path, { ...empty, ...given });
      return state.exists(place) ? [] : [createSeedFault([name, path], 'the resource does not exist')];
    }),
  );
}
