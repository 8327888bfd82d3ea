/** Stores error events by owner (`projects/p`, `projects/p/locations/l`), in the order of arrival. */
import { formatInstant, parseInstant } from '../../lib/instants.js';
import { getTextMember, withMember, type JsonObject } from '../../lib/json.js';
import { createKey, parseKey, getKeyRange } from '../../state/keys.js';
import { getGlobalOwner, isGlobalOwner, findMirror, getProject } from './global-location.js';
import { mapByServices } from '../../../services/index.js';
import type { State } from '../../state/state.js';
import type { Place } from '../../world/resource.js';
import { computeGroupId } from './group.js';

export interface NewEvent {
  readonly body: JsonObject;
  /** The arrival time. Also the event time if the event has none. */
  readonly at: number;
  /** Whether a call reports the event: then it is also logged, and its group is reopened. `false` for an event of a seed. */
  readonly reported: boolean;
}

export interface StoredEvent {
  readonly owner: string;
  readonly key: string;
  readonly body: JsonObject;
}

interface GroupKey {
  readonly owner: string;
  readonly groupId: string;
}

const counterWidth = 12;

export function addEvent(state: State, owner: string, { body, at, reported }: NewEvent): void {
  const timed = parseInstant(getTextMember(body, 'eventTime')) === undefined ? withMember(body, 'eventTime', formatInstant(at)) : body;
  const number = state.nextNumber('event');
  state.transaction.put(createKey('event', owner, String(number).padStart(counterWidth, '0')), timed);
  const project = getProject(owner);
  for (const groupOwner of [project, owner === project ? getGlobalOwner(project) : owner])
    storeGroup(state, { owner: groupOwner, groupId: computeGroupId(timed) }, reported);
  if (reported)
    appendToLog(state, project, { timestamp: formatInstant(at), severity: 'ERROR', logName: `${project}/logs/errors`, jsonPayload: timed });
}

/** Appends an entry after the entries that the log already has. */
export function appendToLog(state: State, project: string, entry: JsonObject): void {
  state.transaction.put(createKey('log', project, String(state.nextNumber('log')).padStart(counterWidth, '0')), entry);
}

/** Creates the group of an event with its first event. */
function storeGroup(state: State, { owner, groupId }: GroupKey, reported: boolean): void {
  const place = findGroupPlace(state, owner, groupId);
  if (!place) return;
  const before = state.findEntity(place);
  if (!before) state.put(place, { ...getMirroredGroup(state, place), name: `${owner}/groups/${groupId}`, groupId });
  else if (reported) state.put(place, mapByServices('handleEvent', place.resource.rules, before.body));
}

/** Returns the group's fields under its other name. */
function getMirroredGroup(state: State, place: Place): JsonObject | undefined {
  const mirror = findMirror(state, place);
  return mirror && state.findEntity(mirror)?.body;
}

/** Returns the place of a group, or `undefined` if the API has no groups there. */
export function findGroupPlace({ world }: State, owner: string, groupId: string): Place | undefined {
  if (world.eventPathPrefix === undefined) return undefined;
  return world.findPlace(`/${[world.eventPathPrefix, owner, 'groups', groupId].filter((part) => part !== '').join('/')}`);
}

/** Lists the events of a location, or of a project and all its locations. The global location includes events without a location. */
export function listStoredEvents(state: State, owner: string): readonly StoredEvent[] {
  const owners = isGlobalOwner(owner) ? [getProject(owner), owner] : [owner];
  const direct = owners.flatMap((eventOwner) => state.transaction.range(getKeyRange('event', eventOwner)));
  const inLocations = state.transaction.range({
    from: `${getKeyRange('event', owner).from.slice(0, -1)}/`,
    to: `${getKeyRange('event', owner).from.slice(0, -1)}0`,
  });
  return [...direct, ...inLocations].map(([text, body]) => ({ owner: parseKey(text)[0] ?? '', key: text, body: body as JsonObject }));
}

export function removeEvents(state: State, owner: string): void {
  for (const { key: text } of listStoredEvents(state, owner)) state.transaction.delete(text);
}
