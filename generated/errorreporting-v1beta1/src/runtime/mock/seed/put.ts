/** Puts what a seed says into the state, and judges it when all is there: what is seeded stands beside, below and leads to each other in any order. */
import { fillNew, type Filling } from '../fill.js';
import type { JsonObject } from '../json.js';
import { judgesIn, type Seeded } from '../rules/seeded.js';
import type { State } from '../state/state.js';
import type { SeedDocument } from '../types.js';
import { numbersIn } from '../world/projects.js';
import type { Place } from '../world/resource.js';
import { placeIn } from './check.js';
import { faultAt, refusedAt, type SeedFault } from './fault.js';

export interface Put extends Seeded {
  readonly path: string;
}

/** Puts the resources where they belong, each filled in as a new one is. */
export function putResources(state: State, documents: readonly SeedDocument[], filling: Filling): readonly Put[] {
  const stated = new Set(documents.flatMap(({ resources = {} }) => Object.values(resources).flatMap(numbersIn)));
  const id = (place: Place): string => {
    let made = filling.id(place);
    while (stated.has(made)) made = filling.id(place);
    return made;
  };
  return documents.flatMap((document) =>
    Object.entries(document.resources ?? {}).flatMap(([path, given]) => {
      const place = placeIn(state.world, path);
      if (!place) return [];
      const next = isExported(document) ? given : fillNew(place, given, { at: filling.at, id });
      const before = state.entity(place);
      state.restore(place, { body: next, version: document.versions?.[path] ?? (before ? before.version + 1 : 1) });
      return { path, place, given, next };
    }),
  );
}

/** What a mock exported is complete: what is absent there is absent on purpose. */
function isExported(document: SeedDocument): boolean {
  return document.counters !== undefined && document.versions !== undefined;
}

/** What is wrong with resources that were put, and with what stands beside resources. */
export function faultsIn(state: State, put: readonly Put[]): readonly SeedFault[] {
  const judges = judgesIn(state);
  return put.flatMap((each) => {
    const site = ['resources', each.path];
    const faults = judges(each).flatMap((judge) => refusedAt(site, judge));
    return state.missingParent(each.place) ? [...faults, faultAt(site, 'what it stands below does not exist')] : faults;
  });
}

const emptyPolicy = { version: 1, bindings: [], etag: 'BwAAAAAAAAE=' };

/** Puts contents and policies, which are kept beside resources; answers where there is none. */
export function putBeside(state: State, { media, iamPolicies }: SeedDocument): readonly SeedFault[] {
  return [
    ...putRows(state, 'media', { name: 'media', rows: media, row: (content) => content }),
    ...putRows(state, 'policy', { name: 'iamPolicies', rows: iamPolicies, row: (policy) => ({ ...emptyPolicy, ...policy }) }),
  ];
}

interface Rows<Row> {
  /** Of the member in the document. */
  readonly name: string;
  readonly rows: Readonly<Record<string, Row>> | undefined;
  readonly row: (given: Row) => JsonObject;
}

function putRows<Row extends JsonObject>(
  state: State,
  kind: 'media' | 'policy',
  { name, rows = {}, row }: Rows<Row>,
): readonly SeedFault[] {
  return Object.entries(rows).flatMap(([path, given]) => {
    const place = placeIn(state.world, path);
    if (!place) return [];
    state.putRow(kind, place.path, row(given));
    return state.exists(place) ? [] : [faultAt([name, path], 'the resource does not exist')];
  });
}
