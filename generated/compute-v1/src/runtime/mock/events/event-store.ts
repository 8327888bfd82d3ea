/** Error events as they are kept: by owner (`projects/p`, `projects/p/locations/l`), in the order in which they came. */
import { formatInstant, parseInstant } from '../instants.js';
import { getTextMember, withMember, type JsonObject } from '../json.js';
import { createKey, parseKey, keyRange } from '../state/keys.js';
import { getGlobalOwner, isGlobalOwner, findMirror, getProject } from './global-location.js';
import { mapByServices } from '../../services/index.js';
import type { State } from '../state/state.js';
import type { Place } from '../world/resource.js';
import { computeGroupId } from './group.js';

export interface NewEvent {
  readonly body: JsonObject;
  /** When it came; also when it happened, where it does not say. */
  readonly at: number;
  /** Whether it is reported now: then the project's log gets it too, and its group is open again. Else it is part of a state that was given. */
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

const width = 12;

export function addEvent(state: State, owner: string, { body, at, reported }: NewEvent): void {
  const timed = parseInstant(getTextMember(body, 'eventTime')) === undefined ? withMember(body, 'eventTime', formatInstant(at)) : body;
  const number = state.nextCount('event');
  state.transaction.put(createKey('event', owner, String(number).padStart(width, '0')), timed);
  const project = getProject(owner);
  for (const each of [project, owner === project ? getGlobalOwner(project) : owner])
    storeGroup(state, { owner: each, groupId: computeGroupId(timed) }, reported);
  if (reported)
    appendToLog(state, project, { timestamp: formatInstant(at), severity: 'ERROR', logName: `${project}/logs/errors`, jsonPayload: timed });
}

/** What is in a project's log already stays before it. */
export function appendToLog(state: State, project: string, entry: JsonObject): void {
  state.transaction.put(createKey('log', project, String(state.nextCount('log')).padStart(width, '0')), entry);
}

/** The group of an event exists from its first event on. */
function storeGroup(state: State, { owner, groupId }: GroupKey, reported: boolean): void {
  const place = findGroupPlace(state, owner, groupId);
  if (!place) return;
  const before = state.entity(place);
  if (!before) state.put(place, { ...getMirroredGroup(state, place), name: `${owner}/groups/${groupId}`, groupId });
  else if (reported) state.put(place, mapByServices('handleEvent', place.resource.rules, before.body));
}

/** What is known of a group under its other name. */
function getMirroredGroup(state: State, place: Place): JsonObject | undefined {
  const mirror = findMirror(state, place);
  return mirror && state.entity(mirror)?.body;
}

/** Where a group is kept; `undefined` where the API has no groups there. */
export function findGroupPlace({ world }: State, owner: string, groupId: string): Place | undefined {
  if (world.eventBase === undefined) return undefined;
  return world.place(`/${[world.eventBase, owner, 'groups', groupId].filter((part) => part !== '').join('/')}`);
}

/** Those of a location, or of a project and all its locations. What was reported without a location is in the global one. */
export function listStoredEvents(state: State, owner: string): readonly StoredEvent[] {
  const owners = isGlobalOwner(owner) ? [getProject(owner), owner] : [owner];
  const own = owners.flatMap((each) => state.transaction.range(keyRange('event', each)));
  const below = state.transaction.range({
    from: `${keyRange('event', owner).from.slice(0, -1)}/`,
    to: `${keyRange('event', owner).from.slice(0, -1)}0`,
  });
  return [...own, ...below].map(([text, body]) => ({ owner: parseKey(text)[0] ?? '', key: text, body: body as JsonObject }));
}

export function removeEvents(state: State, owner: string): void {
  for (const { key: text } of listStoredEvents(state, owner)) state.transaction.delete(text);
}
