/** Reports, lists, and deletes error events, and counts their groups. */
import {
  HttpError,
  addDefaults,
  compareText,
  createInvalidFieldError,
  formatTimestamp,
  getMember,
  getMemberAt,
  getParameter,
  getTextMember,
  getTextParameter,
  isList,
  isObject,
  toCanonicalPath,
  toCanonicalText,
  type Json,
  type JsonObject,
  type ServiceCall,
  type ServiceHandler,
} from '../../mock/service.js';
import { findEventError } from './event-records.js';
import { addEvent, listStoredEvents, findGroupPlace, removeEvents, type StoredEvent } from './event-store.js';
import { computeGroupId } from './group.js';
import { getEventTime, parseTimeRange, type EventTime, type TimeRange, createGroupSorter } from './group-parameters.js';
import { createTimedCounter } from './timed-counts.js';

/** Returns the project or location of the call: `projects/p`, `projects/p/locations/l`. */
function getOwner({ place: { segments } }: ServiceCall): string {
  return toCanonicalPath(segments.slice(Math.max(0, segments.indexOf('projects'))));
}

export const reportEvent: ServiceHandler = (call) => {
  const body = call.requestBody ?? {};
  const error = findEventError(body);
  if (error?.missing)
    throw new HttpError('required', { message: `Required value '${error.field}' is missing.`, location: error.field, rule: 'event' });
  if (error) throw createInvalidFieldError(error.field, error.message, 'event');
  addEvent(call.stored, getOwner(call), { body, at: call.now, reported: true });
  return {};
};

export const deleteEvents: ServiceHandler = (call) => {
  removeEvents(call.stored, getOwner(call));
  return {};
};

interface SortedEvent extends StoredEvent, EventTime {
  readonly group: string;
  readonly cursor: string;
}

/** Lists the events of the services in the query, latest first. */
function listServiceEvents(call: ServiceCall): readonly SortedEvent[] {
  const filters = ['service', 'version', 'resourceType'].flatMap((name) => {
    const value = getTextParameter(call, `serviceFilter.${name}`);
    return value === undefined ? [] : [[name, value] as const];
  });
  return listStoredEvents(call.stored, getOwner(call))
    .filter(({ body }) => filters.every(([name, value]) => getMemberAt(body, `serviceContext.${name}`) === value))
    .map((event): SortedEvent => {
      const eventTime = getEventTime(event.body);
      return { ...event, ...eventTime, group: computeGroupId(event.body), cursor: createCursor(eventTime, event.key) };
    })
    .sort((one, other) => compareText(one.cursor, other.cursor));
}

function createRangeTest({ begin = -Infinity, end }: TimeRange): (event: SortedEvent) => boolean {
  return ({ time }) => time >= begin && time <= end;
}

function readGroupIds(call: ServiceCall): readonly string[] {
  const value = getParameter(call, 'groupId');
  return (isList(value) ? value : [value]).filter((each): each is string => typeof each === 'string' && each !== '');
}

/** Later events sort first, so their cursors are smaller. The number at the end of a key orders events of the same time. */
function createCursor({ time, nanoseconds }: EventTime, key: string): string {
  return `${2e15 - time} ${2e6 - Number(nanoseconds)} ${2e12 - Number(key.slice(-12))}`;
}

function createListResponse(call: ServiceCall, items: readonly [string, readonly Json[]], next: string | undefined): JsonObject {
  const { begin } = parseTimeRange(call);
  return {
    [items[0]]: items[1],
    ...(next !== undefined && { nextPageToken: next }),
    ...(begin !== undefined && { timeRangeBegin: formatTimestamp(begin) }),
  };
}

export const listEvents: ServiceHandler = (call) => {
  const groups = readGroupIds(call);
  const events = listServiceEvents(call)
    .filter(createRangeTest(parseTimeRange(call)))
    .filter(({ group }) => groups.length === 0 || groups.includes(group));
  const page = call.getPage(events, ({ cursor }) => cursor);
  return createListResponse(call, ['errorEvents', page.items.map(({ body }) => body)], page.next);
};

/** A group's events, latest first. */
interface Occurrences {
  readonly all: SortedEvent[];
  readonly inRange: SortedEvent[];
}

export const listGroupStats: ServiceHandler = (call) => {
  const formatRank = createGroupSorter(call);
  const countEvents = createTimedCounter(call, parseTimeRange(call));
  const sortKey = (stats: JsonObject): string => `${formatRank(stats)} ${getTextMember(getMember(stats, 'group'), 'groupId') ?? ''}`;
  const stats = [...collectOccurrences(call)]
    .map(([id, events]) => ({ group: getGroup(call, id), ...createStats(events, countEvents) }))
    .sort((one, other) => compareText(sortKey(one), sortKey(other)));
  const page = call.getPage(stats, sortKey);
  return createListResponse(call, ['errorGroupStats', page.items], page.next);
};

/** Collects the events of the requested groups. A group that `groupId` names is included even if it has no events. */
function collectOccurrences(call: ServiceCall): ReadonlyMap<string, Occurrences> {
  const isInRange = createRangeTest(parseTimeRange(call));
  const groupIds = readGroupIds(call);
  const groups = new Map<string, Occurrences>(groupIds.filter((id) => isKnownGroup(call, id)).map((id) => [id, { all: [], inRange: [] }]));
  for (const event of listServiceEvents(call)) {
    if (groupIds.length > 0 && !groupIds.includes(event.group)) continue;
    const group = groups.get(event.group) ?? { all: [], inRange: [] };
    group.all.push(event);
    if (isInRange(event)) group.inRange.push(event);
    groups.set(event.group, group);
  }
  return new Map([...groups].filter(([id, { inRange }]) => inRange.length > 0 || groupIds.includes(id)));
}

/** The first and last times cover the whole group. All other fields cover the time range. */
function createStats(
  { all, inRange }: Occurrences,
  countEvents: (times: readonly number[]) => readonly JsonObject[] | undefined,
): JsonObject {
  // A user without a name is identified by the IP address of the request.
  const users = new Set(
    inRange.flatMap(({ body }) => {
      const context = getMember(body, 'context');
      return getTextMember(context, 'user') || getTextMember(getMember(context, 'httpRequest'), 'remoteIp') || [];
    }),
  );
  const services = new Map(
    inRange.flatMap(({ body }) => {
      const service = getMember(body, 'serviceContext');
      return isObject(service) ? [[toCanonicalText(service), service] as const] : [];
    }),
  );
  const [latest] = all;
  const earliest = all.at(-1);
  const [representative] = inRange;
  const timedCounts = countEvents(inRange.map(({ time }) => time));
  return {
    count: String(inRange.length),
    ...(users.size > 0 && { affectedUsersCount: String(users.size) }),
    ...(timedCounts && { timedCounts }),
    ...(earliest && { firstSeenTime: formatTimestamp(earliest.time) }),
    ...(latest && { lastSeenTime: formatTimestamp(latest.time) }),
    affectedServices: [...services.values()],
    numAffectedServices: services.size,
    ...(representative && { representative: representative.body }),
  };
}

function isKnownGroup(call: ServiceCall, groupId: string): boolean {
  const place = findGroupPlace(call.stored, getOwner(call), groupId);
  return place !== undefined && call.stored.findEntity(place) !== undefined;
}

/** Returns the group as the API shows it, with defaults. */
function getGroup(call: ServiceCall, groupId: string): JsonObject {
  const place = findGroupPlace(call.stored, getOwner(call), groupId);
  const entity = place && call.stored.findEntity(place);
  return addDefaults(place?.resource.fields, { name: `${getOwner(call)}/groups/${groupId}`, ...entity?.body, groupId });
}
