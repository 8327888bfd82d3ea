/** Exports the state as a seed document that restores it. Each resource is exported as a GET shows it. */
import { formatInstant } from '../../lib/instants.js';
import type { Json, JsonObject } from '../../lib/json.js';
import { toStoredBody, renderResourceAt } from '../../catalog/links.js';
import { parseKey, getKeyRange, parseRecordPath } from '../../state/keys.js';
import { toEntity, type Entity } from '../../state/entity.js';
import type { State } from '../../state/state.js';
import type { SeedDocument } from '../../types/mock.js';
import type { Place } from '../../catalog/resource.js';
import { findSeedPlace } from './check-seed.js';

export function exportSeed(state: State, origin: string): SeedDocument {
  const entities = listExportedResources(state).map(({ path, entity, place }) => {
    return { path, entity, place, visible: place ? renderResourceAt(place, entity.body, origin) : entity.body };
  });
  const ambiguous = entities.filter(
    ({ place, entity, visible }) => place && JSON.stringify(toStoredBody(place, visible)) !== JSON.stringify(entity.body),
  );
  const policies = state.listRows('policy');
  return {
    resources: Object.fromEntries(entities.map(({ path, visible }) => [path, visible])),
    ...(ambiguous.length > 0 && { stored: Object.fromEntries(ambiguous.map(({ path, entity }) => [path, entity.body])) }),
    iamPolicies: Object.fromEntries(policies.map(([path, policy]) => [`/${path}`, policy as JsonObject])),
    events: exportLists(state, 'event'),
    ...exportMedia(state),
    ...exportRows(state),
    ancestors: Object.fromEntries(state.listRows('ancestors')) as NonNullable<SeedDocument['ancestors']>,
    tokens: Object.fromEntries(state.listRows('token')) as NonNullable<SeedDocument['tokens']>,
    requestIds: Object.fromEntries(state.listRows('request')) as NonNullable<SeedDocument['requestIds']>,
    tasks: Object.fromEntries(state.listRows('task')),
    log: exportLists(state, 'log'),
    clock: { now: formatInstant(state.controls.now()), frozen: state.controls.values.clock.frozen !== undefined },
    ids: state.controls.values.ids,
    versions: Object.fromEntries(entities.filter(({ entity }) => entity.version !== 1).map(({ path, entity }) => [path, entity.version])),
    counters: Object.fromEntries(state.listRows('counter')) as NonNullable<SeedDocument['counters']>,
  };
}

/** A resource as it is stored. `place` is absent if no API has its path. */
export interface ExportedResource {
  readonly path: string;
  readonly entity: Entity;
  readonly place: Place | undefined;
}

export function listExportedResources(state: State): readonly ExportedResource[] {
  return state.transaction.range(getKeyRange('record')).flatMap(([key, value]) => {
    const entity = toEntity(value);
    const path = `/${parseRecordPath(key)}`;
    return entity ? [{ path, entity, place: findSeedPlace(state.catalog, path) }] : [];
  });
}

/** Omits both members if they are empty, as in most services. */
export function exportMedia(state: State): Pick<SeedDocument, 'media' | 'uploads'> {
  const media = state.listRows('media');
  const uploads = state.listRows('upload');
  return {
    ...(media.length > 0 && {
      media: Object.fromEntries(media.map(([path, content]) => [`/${path}`, content])) as NonNullable<SeedDocument['media']>,
    }),
    ...(uploads.length > 0 && { uploads: Object.fromEntries(uploads) as NonNullable<SeedDocument['uploads']> }),
  };
}

/** Exports the rows of service modules. Most mocks have none. */
export function exportRows(state: State): Pick<SeedDocument, 'rows'> {
  const apis = new Map<string, [key: string, value: Json][]>();
  for (const [text, value] of state.transaction.range(getKeyRange('row'))) {
    const [api = '', key = ''] = parseKey(text);
    const rows = apis.get(api);
    if (rows) rows.push([key, value]);
    else apis.set(api, [[key, value]]);
  }
  return apis.size === 0 ? {} : { rows: Object.fromEntries([...apis].map(([api, rows]) => [api, Object.fromEntries(rows)])) };
}

/** Groups rows by owner, in their order. */
export function exportLists(state: State, kind: 'event' | 'log'): Readonly<Record<string, readonly JsonObject[]>> {
  const lists = new Map<string, Json[]>();
  for (const [key, value] of state.transaction.range(getKeyRange(kind))) {
    const [owner = ''] = parseKey(key);
    const list = lists.get(owner);
    if (list) list.push(value);
    else lists.set(owner, [value]);
  }
  return Object.fromEntries(lists) as Readonly<Record<string, readonly JsonObject[]>>;
}
