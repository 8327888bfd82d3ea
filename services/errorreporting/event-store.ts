/** Stores error events by owner (`projects/p`, `projects/p/locations/l`), in the order of arrival. */
import {
  createKey,
  formatTimestamp,
  getChildRange,
  getKeyRange,
  getTextMember,
  parseInstant,
  toCanonicalForm,
  toCanonicalPath,
  withMember,
  type Effect,
  type JsonObject,
  type Place,
  type SchemaRule,
  type State,
  type Catalog,
} from '../../mock/service.js';
import type { ReopenRule } from './rules.js';
import { computeGroupId } from './group.js';

export interface NewEvent {
  readonly body: JsonObject;
  /** The arrival time. Also the event time if the event has none. */
  readonly at: number;
  /** Whether a call reports the event: then it is also logged, and its group is reopened. `false` for an event of a seed. */
  readonly reported: boolean;
}

export interface StoredEvent {
  readonly key: string;
  readonly body: JsonObject;
}

interface GroupKey {
  readonly owner: string;
  readonly groupId: string;
}

const counterWidth = 12;

export function addEvent(state: State, owner: string, { body, at, reported }: NewEvent): void {
  const time = getTextMember(body, 'eventTime') ?? '';
  const eventTime = parseInstant(time) === undefined ? formatTimestamp(at) : toCanonicalForm('google-datetime', time);
  const timed = withMember(body, 'eventTime', eventTime);
  const number = state.nextNumber('event');
  state.transaction.put(createKey('event', owner, String(number).padStart(counterWidth, '0')), timed);
  const project = getProject(owner);
  for (const groupOwner of [project, owner === project ? getGlobalOwner(project) : owner])
    storeGroup(state, { owner: groupOwner, groupId: computeGroupId(timed) }, reported);
  if (reported)
    state.appendToLog(project, {
      timestamp: formatTimestamp(at),
      severity: 'ERROR',
      logName: `${project}/logs/errors`,
      jsonPayload: timed,
    });
}

/** Creates the group of an event with its first event. */
function storeGroup(state: State, { owner, groupId }: GroupKey, reported: boolean): void {
  const place = findGroupPlace(state, owner, groupId);
  if (!place) return;
  const before = state.findEntity(place);
  if (!before) state.put(place, { ...getMirroredGroup(state, place), name: `${owner}/groups/${groupId}`, groupId });
  else if (reported) state.put(place, reopenGroup(place.resource.rules, before.body));
}

/** Reopens a resolved group when another event of the group occurs. */
function reopenGroup(rules: readonly SchemaRule[], group: JsonObject): JsonObject {
  return rules.reduce(
    (body, rule) => (rule.kind === 'service' && rule.module === 'errorreporting/reopen' ? reopenByRule(body, rule as ReopenRule) : body),
    group,
  );
}

function reopenByRule(body: JsonObject, { options: { status, from, to } }: ReopenRule): JsonObject {
  return from.includes(getTextMember(body, status) ?? '') ? withMember(body, status, to) : body;
}

/** Returns the group's fields under its other name. */
function getMirroredGroup(state: State, place: Place): JsonObject | undefined {
  const mirror = findMirror(state, place);
  return mirror && state.findEntity(mirror)?.body;
}

/** Returns the place of a group, or `undefined` if the API has no groups there. */
export function findGroupPlace({ catalog }: State, owner: string, groupId: string): Place | undefined {
  const prefix = getPathPrefix(catalog);
  if (prefix === undefined) return undefined;
  return catalog.findPlace(`/${[prefix, owner, 'groups', groupId].filter((part) => part !== '').join('/')}`);
}

/** Lists the events of a location, or of a project and all its locations. The global location includes events without a location. */
export function listStoredEvents(state: State, owner: string): readonly StoredEvent[] {
  const owners = isGlobalOwner(owner) ? [getProject(owner), owner] : [owner];
  const direct = owners.flatMap((eventOwner) => state.transaction.range(getKeyRange('event', eventOwner)));
  const inLocations = state.transaction.range(getChildRange('event', owner));
  return [...direct, ...inLocations].map(([key, body]) => ({ key, body: body as JsonObject }));
}

export function removeEvents(state: State, owner: string): void {
  for (const { key } of listStoredEvents(state, owner)) state.transaction.delete(key);
}

const suffix = '/locations/global';

/** `projects/p` */
function getProject(owner: string): string {
  return owner.split('/').slice(0, 2).join('/');
}

/** `projects/p/locations/global` */
function getGlobalOwner(project: string): string {
  return `${project}${suffix}`;
}

function isGlobalOwner(owner: string): boolean {
  return owner === getGlobalOwner(getProject(owner));
}

/** The paths of error groups before `projects/…`, for mocks that have an API with error events. */
const pathPrefixes = new WeakMap<Catalog, string | undefined>();

function getPathPrefix(catalog: Catalog): string | undefined {
  if (!pathPrefixes.has(catalog)) pathPrefixes.set(catalog, findPathPrefix(catalog));
  return pathPrefixes.get(catalog);
}

function findPathPrefix({ methods }: Catalog): string | undefined {
  const actions = methods.flatMap(({ behavior: { action } }) => (action.kind === 'service' ? action : []));
  return actions.find(({ module }) => module.startsWith('errorreporting/'))?.resource.replace(/\/?projects\/.*$/, '');
}

/** Returns the place of the same group under its other name. Returns `undefined` if the place isn't a group or is in another location. */
function findMirror({ catalog }: State, { path }: Place): Place | undefined {
  const prefix = getPathPrefix(catalog);
  if (prefix === undefined) return undefined;
  const base = prefix === '' ? '' : `${prefix}/`;
  const name = path.startsWith(base) ? /^(projects\/[^/]+)(\/locations\/global)?(\/groups\/[^/]+)$/.exec(path.slice(base.length)) : null;
  return name ? catalog.findPlace(`/${base}${name[1]}${name[2] === undefined ? suffix : ''}${name[3]}`) : undefined;
}

/** Returns the fields of a group under its other name. */
function createMirrorBody(mirror: Place, body: JsonObject): JsonObject {
  const at = mirror.segments.indexOf('projects');
  return getTextMember(body, 'name') === undefined ? body : withMember(body, 'name', toCanonicalPath(mirror.segments.slice(at)));
}

/** Returns the effects of a group's change on the same group under its other name. */
export function createMirrorEffects(state: State, place: Place, body: JsonObject): readonly Effect[] {
  const mirror = findMirror(state, place);
  return mirror && state.findEntity(mirror) ? [{ kind: 'put', path: mirror.path, body: createMirrorBody(mirror, body) }] : [];
}

/** Stores a seeded group under its other name, unless the seed contains that too. */
export function putMirror(state: State, place: Place, body: JsonObject): void {
  const mirror = findMirror(state, place);
  if (mirror && !state.findEntity(mirror)) state.put(mirror, createMirrorBody(mirror, body));
}
