/** Exports the seed that a person would write: without what a mock fills in itself. */
import { findParent } from '../call.js';
import { renderResourceAt } from '../../catalog/links.js';
import { getField } from '../../catalog/field-tables.js';
import type { ResourceFields, Place } from '../../catalog/resource.js';
import { Random } from '../../lib/random.js';
import { compareText, isEqual, isList, isObject, withMember, withoutMember, type Json, type JsonObject } from '../../lib/json.js';
import type { PlacedResource } from '../../state/entity.js';
import type { State } from '../../state/state.js';
import type { SeedDocument, SeedExportOptions } from '../../types/seed.js';
import { completeNewResource, omitEtags } from '../server-fields.js';
import { exportLists, exportMedia, exportRows, listExportedResources } from './export-seed.js';

type SeedEntry = readonly [name: string, value: Json];

/** Exports the selected resources, with the parents that they need, and what belongs to them. Members without content are absent. */
export function exportMinimalSeed(state: State, options: SeedExportOptions): SeedDocument {
  const selection = options.only?.map((path) => path.replace(/\/$/, ''));
  const resources = exportResources(state, { ...options, only: selection });
  const paths = new Set(resources.map(([path]) => path));
  const hasResource = ([path]: SeedEntry): boolean => paths.has(path);
  const isOfSelectedProject = ([owner]: SeedEntry): boolean => {
    const project = `/${owner.split('/').slice(0, 2).join('/')}/`;
    return selection?.some((path) => `${path}/`.includes(project)) ?? true;
  };
  const members: Readonly<Record<string, readonly SeedEntry[]>> = {
    resources,
    iamPolicies: state.listRows('policy').map(toPolicy).filter(hasResource),
    events: Object.entries(exportLists(state, 'event')).filter(isOfSelectedProject),
    media: Object.entries(exportMedia(state).media ?? {}).filter(hasResource),
    ancestors: state.listRows('ancestors').filter(isOfSelectedProject),
    tokens: state.listRows('token'),
    // Rows don't belong to a resource.
    rows: selection === undefined ? Object.entries(exportRows(state).rows ?? {}) : [],
  };
  const filled = Object.entries(members).filter(([, entries]) => entries.length > 0);
  return Object.fromEntries(filled.map(([name, entries]) => [name, toSortedObject(entries)]));
}

function exportResources(state: State, { only, outputOnly = false }: SeedExportOptions): readonly SeedEntry[] {
  const isSelected = (path: string): boolean => only?.some((each) => path === each || path.startsWith(`${each}/`)) ?? true;
  const isRecord = ({ resource: { behavior } }: Place): boolean => behavior.operation !== undefined || behavior.recordStates !== undefined;
  const stored = listExportedResources(state).flatMap(({ path, place, entity }) =>
    place && (!isRecord(place) || only?.includes(path)) ? [{ path, place, next: entity.body }] : [],
  );
  const needed = new Set(stored.filter(({ path }) => isSelected(path)).flatMap(({ place }) => listWithParents(state, place)));
  const selected = stored.filter(({ place }) => needed.has(place.path));
  if (outputOnly) return selected.map(({ path, place, next }) => [path, renderResourceAt(place, next, 'http://localhost')]);
  const minimal = selected.map((resource) => ({ ...resource, body: omitRestoredFields(state, resource) }));
  const texts = new Set(minimal.flatMap(({ body }) => listTexts(body)));
  return minimal.flatMap(({ path, place, next, body }): readonly SeedEntry[] => {
    // Other resources can refer to a generated ID.
    const ids = Object.entries(next).filter(([name, value]) => isId(place.resource.fields, name) && texts.has(value));
    const members = { ...Object.fromEntries(ids), ...body };
    const isImplied = place.resource.behavior.implicit === true && Object.keys(members).length === 0;
    return isImplied ? [] : [[path, sortFields(place, members)]];
  });
}

/** Returns the storage paths of a resource and of everything above it. */
function listWithParents(state: State, place: Place): readonly string[] {
  const parent = state.getParent(place);
  return [place.path, ...(parent ? listWithParents(state, parent) : [])];
}

/** Omits the values that a mock restores in a resource that is seeded without them, except names. */
function omitRestoredFields(state: State, { place, next }: PlacedResource): JsonObject {
  const fillContext = {
    at: state.controls.now(),
    createId: () => '1',
    getRandom: () => new Random(0),
    getProjectNumber: (id: string) => state.getProjectNumber(id),
    getParent: (each: Place) => findParent(state, each),
  };
  const { idFields, generatedIds, implicit } = place.resource.behavior;
  const names = implicit ? [] : idFields.filter((field) => !generatedIds?.includes(field));
  const expected = omitGeneratedFields(place, next);
  const isRestored = (body: JsonObject): boolean =>
    isEqual(omitGeneratedFields(place, completeNewResource(place, body, fillContext)), expected);
  return omitWhile(next, (body) => names.every((name) => Object.hasOwn(body, name) === Object.hasOwn(next, name)) && isRestored(body));
}

/** Omits each value, at any depth, that `canOmit` allows: it receives the object without the value. */
function omitWhile(object: JsonObject, canOmit: (remaining: JsonObject) => boolean): JsonObject {
  return Object.entries(object).reduce((kept, [name, value]) => {
    const remaining = withoutMember(kept, name);
    if (canOmit(remaining)) return remaining;
    const replaceBy = (replacement: Json): JsonObject => withMember(kept, name, replacement);
    if (isObject(value)) return replaceBy(omitWhile(value, (inner) => canOmit(replaceBy(inner))));
    if (!isList(value)) return kept;
    const items = value.reduce<readonly Json[]>((list, item, index) => {
      const replaceItem = (inner: Json): readonly Json[] => list.map((each, at) => (at === index ? inner : each));
      return isObject(item) ? replaceItem(omitWhile(item, (inner) => canOmit(replaceBy(replaceItem(inner))))) : list;
    }, value);
    return replaceBy(items);
  }, object);
}

/** Omits what the server generates anew: IDs, times, version numbers, and etags. */
function omitGeneratedFields({ resource }: Place, body: JsonObject): JsonObject {
  return omitEtags(resource, omitGeneratedIn(resource.fields, body));
}

function omitGeneratedIn(fields: ResourceFields | undefined, object: JsonObject): JsonObject {
  const entries = Object.entries(object).flatMap(([name, value]): readonly SeedEntry[] => {
    const field = getField(fields, name);
    if (field?.etag !== undefined || (field?.readOnly && field.serverValue !== undefined)) return [];
    return [[name, isObject(value) ? omitGeneratedIn(field?.fields, value) : value]];
  });
  return Object.fromEntries(entries);
}

function isId(fields: ResourceFields | undefined, name: string): boolean {
  const serverValue = getField(fields, name)?.serverValue;
  return serverValue === 'id' || serverValue === 'uuid';
}

function listTexts(value: Json): readonly Json[] {
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : [value];
}

function toPolicy([path, policy]: SeedEntry): SeedEntry {
  const { version, etag: _, ...content } = policy as JsonObject;
  return [`/${path}`, version === 1 || version === undefined ? content : { version, ...content }];
}

/** Sorts the fields by name, after those that identify the resource. */
function sortFields({ resource: { behavior } }: Place, body: JsonObject): JsonObject {
  const names = behavior.idFields.filter((field) => Object.hasOwn(body, field));
  return { ...Object.fromEntries(names.map((name) => [name, body[name] ?? null])), ...toSortedObject(Object.entries(body)) };
}

function toSortedObject(entries: readonly SeedEntry[]): JsonObject {
  return Object.fromEntries([...entries].sort(([one], [other]) => compareText(one, other)));
}
