/** Error events: reported, listed and deleted, and their groups counted. */
import { planResponse, getParameter, resourcePlace, getTextParameter, type CallContext } from '../call.js';
import { formatInstant } from '../instants.js';
import { HttpError } from '../http-error.js';
import { findEventFault } from '../events/validate-event.js';
import { addEvent, listStoredEvents, findGroupPlace, removeEvents, type StoredEvent } from '../events/event-store.js';
import { computeGroupId } from '../events/group.js';
import { createGroupSorter } from '../events/group-order.js';
import { getEventTime, parseTimeRange, type EventTime, type TimeRange } from '../events/time-range.js';
import { createTimedCounter } from '../events/timed-counts.js';
import {
  toCanonicalText,
  compareText,
  isList,
  isObject,
  getMember,
  getMemberAt,
  getTextMember,
  type Json,
  type JsonObject,
} from '../json.js';
import { readPageSize } from '../lists/list-query.js';
import { readPageToken, writePageToken } from '../lists/list-token.js';
import { invalidFieldError } from '../rules/resource-change.js';
import { addDefaults } from '../field-tables.js';
import { toCanonicalPath } from '../world/resource.js';
import type { PlanAction } from './action.js';

/** `projects/p`, `projects/p/locations/l` */
function getOwner(call: CallContext): string {
  const { segments } = resourcePlace(call);
  const at = segments.indexOf('projects');
  return toCanonicalPath(segments.slice(Math.max(0, at)));
}

export const reportEvent: PlanAction<'reportEvent'> = (call) => {
  const fault = findEventFault(call.body);
  if (fault?.missing)
    throw new HttpError('required', { message: `Required value '${fault.field}' is missing.`, location: fault.field, rule: 'event' });
  if (fault) throw invalidFieldError(fault.field, fault.message, 'event');
  addEvent(call.state, getOwner(call), { body: call.body, at: call.at, reported: true });
  return planResponse({});
};

export const deleteEvents: PlanAction<'deleteEvents'> = (call) => {
  removeEvents(call.state, getOwner(call));
  return planResponse({});
};

interface SortedEvent extends StoredEvent, EventTime {
  readonly group: string;
  readonly cursor: string;
}

/** Those of the services that the query names, latest first, whenever they happened. */
function listServiceEvents(call: CallContext): readonly SortedEvent[] {
  const wanted = ['service', 'version', 'resourceType'].flatMap((name) => {
    const value = getTextParameter(call, `serviceFilter.${name}`);
    return value === undefined ? [] : [[name, value] as const];
  });
  return listStoredEvents(call.state, getOwner(call))
    .filter(({ body }) => wanted.every(([name, value]) => getMemberAt(body, `serviceContext.${name}`) === value))
    .map((event): SortedEvent => {
      const at = getEventTime(event.body);
      return { ...event, ...at, group: computeGroupId(event.body), cursor: createCursor(at, event.key) };
    })
    .sort((one, other) => compareText(one.cursor, other.cursor));
}

function createRangeTest({ begin = -Infinity, end }: TimeRange): (event: SortedEvent) => boolean {
  return ({ time }) => time >= begin && time <= end;
}

function readGroupIds(call: CallContext): readonly string[] {
  const value = getParameter(call, 'groupId');
  return (isList(value) ? value : [value]).filter((each): each is string => typeof each === 'string' && each !== '');
}

interface Page<T> {
  readonly items: readonly T[];
  readonly next?: string;
}

/** The page that the call asks for; `createCursor` sorts as the items do. */
function createPage<T>(call: CallContext, items: readonly T[], cursorOf: (item: T) => string): Page<T> {
  const { pageToken: _, pageSize: __, ...query } = call.parameters;
  const binding = JSON.stringify([call.method.id, getOwner(call), query]);
  const token = getTextParameter(call, 'pageToken');
  const after = token === undefined ? undefined : readPageToken(token, binding, 'pageToken');
  const rest = after === undefined ? items : items.filter((item) => cursorOf(item) > after);
  const taken = rest.slice(0, readPageSize(call));
  const last = taken.at(-1);
  return { items: taken, ...(rest.length > taken.length && last !== undefined && { next: writePageToken(cursorOf(last), binding) }) };
}

/** Later events come first, so their cursors are less: the number that ends a key tells which of two at one time came later. */
function createCursor({ time, nanoseconds: beyond }: EventTime, key: string): string {
  return `${2e15 - time} ${2e6 - Number(beyond)} ${2e12 - Number(key.slice(-12))}`;
}

function createListPlan(
  call: CallContext,
  items: readonly [string, readonly Json[]],
  next: string | undefined,
): ReturnType<typeof planResponse> {
  const { begin } = parseTimeRange(call);
  return planResponse({
    [items[0]]: items[1],
    ...(next !== undefined && { nextPageToken: next }),
    ...(begin !== undefined && { timeRangeBegin: formatInstant(begin) }),
  });
}

export const listEvents: PlanAction<'listEvents'> = (call) => {
  const groups = readGroupIds(call);
  const found = listServiceEvents(call)
    .filter(createRangeTest(parseTimeRange(call)))
    .filter(({ group }) => groups.length === 0 || groups.includes(group));
  const page = createPage(call, found, ({ cursor }) => cursor);
  return createListPlan(call, ['errorEvents', page.items.map(({ body }) => body)], page.next);
};

/** A group's events, latest first. */
interface Occurrences {
  readonly ever: SortedEvent[];
  readonly within: SortedEvent[];
}

export const listGroupStats: PlanAction<'listGroupStats'> = (call) => {
  const rank = createGroupSorter(call);
  const countsOf = createTimedCounter(call, parseTimeRange(call));
  const sortKey = (each: JsonObject): string => `${rank(each)} ${getTextMember(getMember(each, 'group'), 'groupId') ?? ''}`;
  const stats = [...collectOccurrences(call)]
    .map(([id, events]) => ({ group: getGroup(call, id), ...createStats(events, countsOf) }))
    .sort((one, other) => compareText(sortKey(one), sortKey(other)));
  const page = createPage(call, stats, sortKey);
  return createListPlan(call, ['errorGroupStats', page.items], page.next);
};

/** Of each group that the call asks for. One that is asked for by its id is told of though nothing happened in it. */
function collectOccurrences(call: CallContext): ReadonlyMap<string, Occurrences> {
  const inRange = createRangeTest(parseTimeRange(call));
  const wanted = readGroupIds(call);
  const found = new Map<string, Occurrences>(wanted.filter((id) => isKnownGroup(call, id)).map((id) => [id, { ever: [], within: [] }]));
  for (const event of listServiceEvents(call)) {
    if (wanted.length > 0 && !wanted.includes(event.group)) continue;
    const group = found.get(event.group) ?? { ever: [], within: [] };
    group.ever.push(event);
    if (inRange(event)) group.within.push(event);
    found.set(event.group, group);
  }
  return new Map([...found].filter(([id, { within }]) => within.length > 0 || wanted.includes(id)));
}

/** First and last are those of the group, whatever the time range is; all else is of the range. */
function createStats({ ever, within }: Occurrences, countsOf: (times: readonly number[]) => readonly JsonObject[] | undefined): JsonObject {
  // Who is not named is told by the address that the request came from.
  const users = new Set(
    within.flatMap(({ body }) => {
      const context = getMember(body, 'context');
      return getTextMember(context, 'user') || getTextMember(getMember(context, 'httpRequest'), 'remoteIp') || [];
    }),
  );
  const services = new Map(
    within.flatMap(({ body }) => {
      const service = getMember(body, 'serviceContext');
      return isObject(service) ? [[toCanonicalText(service), service] as const] : [];
    }),
  );
  const [latest] = ever;
  const earliest = ever.at(-1);
  const [representative] = within;
  const spans = countsOf(within.map(({ time }) => time));
  return {
    count: String(within.length),
    ...(users.size > 0 && { affectedUsersCount: String(users.size) }),
    ...(spans && { timedCounts: spans }),
    ...(earliest && { firstSeenTime: formatInstant(earliest.time) }),
    ...(latest && { lastSeenTime: formatInstant(latest.time) }),
    affectedServices: [...services.values()],
    numAffectedServices: services.size,
    ...(representative && { representative: representative.body }),
  };
}

function isKnownGroup(call: CallContext, groupId: string): boolean {
  const place = findGroupPlace(call.state, getOwner(call), groupId);
  return place !== undefined && call.state.entity(place) !== undefined;
}

/** The group as it is shown. */
function getGroup(call: CallContext, groupId: string): JsonObject {
  const place = findGroupPlace(call.state, getOwner(call), groupId);
  const entity = place && call.state.entity(place);
  return addDefaults(place?.resource.fields, { name: `${getOwner(call)}/groups/${groupId}`, ...entity?.body, groupId });
}
