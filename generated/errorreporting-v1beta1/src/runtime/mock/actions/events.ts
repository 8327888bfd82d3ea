/** Error events: reported, listed and deleted, and their groups counted. */
import { answerOf, parameter, placeOfCall, textParameter, type Call } from '../call.js';
import { parseInstant, instant } from '../duration.js';
import { Refusal } from '../errors.js';
import { faultOfEvent } from '../events/check.js';
import { addEvent, eventsOf, groupPlace, removeEvents, type StoredEvent } from '../events/store.js';
import { groupIdOf } from '../events/group.js';
import { timedCounts } from '../events/timed-counts.js';
import { isList, isObject, member, memberAt, textMember, type Json, type JsonObject } from '../json.js';
import { limitOf } from '../lists/query.js';
import { readToken, writeToken } from '../lists/token.js';
import { invalidField } from '../rules/change.js';
import { canonicalPath } from '../world/resource.js';
import type { Perform } from './action.js';

/** `projects/p`, `projects/p/locations/l` */
function ownerOf(call: Call): string {
  const { segments } = placeOfCall(call);
  const at = segments.indexOf('projects');
  return canonicalPath(segments.slice(Math.max(0, at)));
}

export const reportEvent: Perform<'reportEvent'> = (call) => {
  const fault = faultOfEvent(call.body);
  if (fault?.missing)
    throw new Refusal('required', { message: `Required value '${fault.field}' is missing.`, location: fault.field, rule: 'event' });
  if (fault) throw invalidField(fault.field, fault.message, 'event');
  addEvent(call.state, ownerOf(call), { body: call.body, at: call.at, reported: true });
  return answerOf({});
};

export const deleteEvents: Perform<'deleteEvents'> = (call) => {
  removeEvents(call.state, ownerOf(call));
  return answerOf({});
};

interface Sorted extends StoredEvent {
  readonly time: number;
  readonly group: string;
}

const periods: ReadonlyMap<string, number> = new Map([
  ['PERIOD_1_HOUR', 3_600_000],
  ['PERIOD_6_HOURS', 21_600_000],
  ['PERIOD_1_DAY', 86_400_000],
  ['PERIOD_1_WEEK', 604_800_000],
  ['PERIOD_30_DAYS', 2_592_000_000],
]);

function beginOf(call: Call): number | undefined {
  const period = textParameter(call, 'timeRange.period');
  if (period === undefined || period === 'PERIOD_UNSPECIFIED') return undefined;
  const length = periods.get(period);
  if (length !== undefined) return call.at - length;
  const message = `Invalid value for parameter 'timeRange.period': expected one of ${[...periods.keys()].join(', ')}, received '${period}'.`;
  throw new Refusal('invalid', { message, location: 'timeRange.period', locationType: 'parameter', rule: 'event' });
}

/** Those that the query selects, latest first. */
function selected(call: Call): readonly Sorted[] {
  const begin = beginOf(call) ?? -Infinity;
  const groups = wantedGroups(call);
  const wanted = ['service', 'version', 'resourceType'].flatMap((name) => {
    const value = textParameter(call, `serviceFilter.${name}`);
    return value === undefined ? [] : [[name, value] as const];
  });
  return eventsOf(call.state, ownerOf(call))
    .map((event): Sorted => ({ ...event, time: parseInstant(textMember(event.body, 'eventTime')) ?? 0, group: groupIdOf(event.body) }))
    .filter(({ time, group, body }) => {
      const inService = wanted.every(([name, value]) => memberAt(body, `serviceContext.${name}`) === value);
      return time >= begin && inService && (groups.length === 0 || groups.includes(group));
    })
    .sort((one, other) => other.time - one.time || (one.key < other.key ? 1 : -1));
}

function wantedGroups(call: Call): readonly string[] {
  const value = parameter(call, 'groupId');
  return (isList(value) ? value : [value]).filter((each): each is string => typeof each === 'string' && each !== '');
}

interface Page<T> {
  readonly items: readonly T[];
  readonly next?: string;
}

/** The page that the call asks for; `cursorOf` sorts as the items do. */
function pageOf<T>(call: Call, items: readonly T[], cursorOf: (item: T) => string): Page<T> {
  const { pageToken: _, pageSize: __, ...query } = call.parameters;
  const binding = JSON.stringify([call.method.id, ownerOf(call), query]);
  const token = textParameter(call, 'pageToken');
  const after = token === undefined ? undefined : readToken(token, binding, 'pageToken');
  const rest = after === undefined ? items : items.filter((item) => cursorOf(item) > after);
  const taken = rest.slice(0, limitOf(call));
  const last = taken.at(-1);
  return { items: taken, ...(rest.length > taken.length && last !== undefined && { next: writeToken(cursorOf(last), binding) }) };
}

/** Later events come first, so their cursors are less. */
function descending(time: number, key: string): string {
  return `${(1e15 - time).toString().padStart(16, '0')} ${[...key].map((character) => String.fromCharCode(0xfffe - character.charCodeAt(0))).join('')}`;
}

function answered(call: Call, items: readonly [string, readonly Json[]], next: string | undefined): ReturnType<typeof answerOf> {
  const begin = beginOf(call);
  return answerOf({
    [items[0]]: items[1],
    ...(next !== undefined && { nextPageToken: next }),
    ...(begin !== undefined && { timeRangeBegin: instant(begin) }),
  });
}

export const listEvents: Perform<'listEvents'> = (call) => {
  const page = pageOf(call, selected(call), ({ time, key }) => descending(time, key));
  return answered(call, ['errorEvents', page.items.map(({ body }) => body)], page.next);
};

export const listGroupStats: Perform<'listGroupStats'> = (call) => {
  const byGroup = new Map<string, Sorted[]>();
  for (const event of selected(call)) {
    const group = byGroup.get(event.group);
    if (group) group.push(event);
    else byGroup.set(event.group, [event]);
  }
  // A group that is asked for by its id is told of though nothing happened in it.
  for (const id of wantedGroups(call)) if (!byGroup.has(id) && isKnown(call, id)) byGroup.set(id, []);
  const order = textParameter(call, 'order');
  const stats = [...byGroup].map(([id, events]) => statsOf(call, id, events));
  const sortKey = (each: JsonObject): string => `${rankOf(order, each)} ${textMember(member(each, 'group'), 'groupId') ?? ''}`;
  const sorted = [...stats].sort((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1));
  const page = pageOf(call, sorted, sortKey);
  return answered(call, ['errorGroupStats', page.items], page.next);
};

/** Text that sorts the greatest first. */
function rankOf(order: string | undefined, stats: JsonObject): string {
  const values: Readonly<Record<string, number>> = {
    COUNT_DESC: Number(stats['count']),
    LAST_SEEN_DESC: parseInstant(stats['lastSeenTime']) ?? 0,
    CREATED_DESC: parseInstant(stats['firstSeenTime']) ?? 0,
    AFFECTED_USERS_DESC: Number(stats['affectedUsersCount'] ?? 0),
  };
  const value = values[order === undefined || !Object.hasOwn(values, order) ? 'COUNT_DESC' : order] ?? 0;
  return (1e15 - value).toString().padStart(16, '0');
}

function statsOf(call: Call, groupId: string, events: readonly Sorted[]): JsonObject {
  const users = new Set(events.flatMap(({ body }) => textMember(member(body, 'context'), 'user') ?? []));
  const services = new Map(
    events.flatMap(({ body }) => {
      const service = member(body, 'serviceContext');
      return isObject(service) ? [[JSON.stringify(service), service] as const] : [];
    }),
  );
  const latest = events[0];
  const earliest = events.at(-1);
  const spans = timedCounts(
    call,
    events.map(({ time }) => time),
    beginOf(call),
  );
  return {
    group: groupOf(call, groupId),
    count: String(events.length),
    ...(users.size > 0 && { affectedUsersCount: String(users.size) }),
    ...(spans && { timedCounts: spans }),
    ...(earliest && { firstSeenTime: instant(earliest.time) }),
    ...(latest && { lastSeenTime: instant(latest.time) }),
    affectedServices: [...services.values()],
    numAffectedServices: services.size,
    ...(latest && { representative: latest.body }),
  };
}

function isKnown(call: Call, groupId: string): boolean {
  const place = groupPlace(call.state, ownerOf(call), groupId);
  return place !== undefined && call.state.entity(place) !== undefined;
}

/** The group as it is kept. */
function groupOf(call: Call, groupId: string): JsonObject {
  const place = groupPlace(call.state, ownerOf(call), groupId);
  const entity = place && call.state.entity(place);
  return { name: `${ownerOf(call)}/groups/${groupId}`, ...entity?.body, groupId };
}
