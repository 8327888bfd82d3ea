/** Error events: reported, listed and deleted, and their groups counted. */
import { answerOf, parameter, placeOfCall, textParameter, type Call } from '../call.js';
import { instant } from '../duration.js';
import { Refusal } from '../errors.js';
import { faultOfEvent } from '../events/check.js';
import { addEvent, eventsOf, groupPlace, removeEvents, type StoredEvent } from '../events/store.js';
import { groupIdOf } from '../events/group.js';
import { rankIn } from '../events/order.js';
import { eventTimeOf, timeRangeOf, type EventTime, type TimeRange } from '../events/time-range.js';
import { timedCounts } from '../events/timed-counts.js';
import { canonical, compareText, isList, isObject, member, memberAt, textMember, type Json, type JsonObject } from '../json.js';
import { limitOf } from '../lists/query.js';
import { readToken, writeToken } from '../lists/token.js';
import { invalidField } from '../rules/change.js';
import { withDefaults } from '../shape.js';
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

interface Sorted extends StoredEvent, EventTime {
  readonly group: string;
  readonly cursor: string;
}

/** Those of the services that the query names, latest first, whenever they happened. */
function ofServices(call: Call): readonly Sorted[] {
  const wanted = ['service', 'version', 'resourceType'].flatMap((name) => {
    const value = textParameter(call, `serviceFilter.${name}`);
    return value === undefined ? [] : [[name, value] as const];
  });
  return eventsOf(call.state, ownerOf(call))
    .filter(({ body }) => wanted.every(([name, value]) => memberAt(body, `serviceContext.${name}`) === value))
    .map((event): Sorted => {
      const at = eventTimeOf(event.body);
      return { ...event, ...at, group: groupIdOf(event.body), cursor: cursorOf(at, event.key) };
    })
    .sort((one, other) => compareText(one.cursor, other.cursor));
}

function isWithin({ begin = -Infinity, end }: TimeRange): (event: Sorted) => boolean {
  return ({ time }) => time >= begin && time <= end;
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

/** Later events come first, so their cursors are less: the number that ends a key tells which of two at one time came later. */
function cursorOf({ time, beyond }: EventTime, key: string): string {
  return `${2e15 - time} ${2e6 - Number(beyond)} ${2e12 - Number(key.slice(-12))}`;
}

function answered(call: Call, items: readonly [string, readonly Json[]], next: string | undefined): ReturnType<typeof answerOf> {
  const { begin } = timeRangeOf(call);
  return answerOf({
    [items[0]]: items[1],
    ...(next !== undefined && { nextPageToken: next }),
    ...(begin !== undefined && { timeRangeBegin: instant(begin) }),
  });
}

export const listEvents: Perform<'listEvents'> = (call) => {
  const groups = wantedGroups(call);
  const found = ofServices(call)
    .filter(isWithin(timeRangeOf(call)))
    .filter(({ group }) => groups.length === 0 || groups.includes(group));
  const page = pageOf(call, found, ({ cursor }) => cursor);
  return answered(call, ['errorEvents', page.items.map(({ body }) => body)], page.next);
};

/** A group's events, latest first. */
interface Occurrences {
  readonly ever: Sorted[];
  readonly within: Sorted[];
}

export const listGroupStats: Perform<'listGroupStats'> = (call) => {
  const rank = rankIn(call);
  const countsOf = timedCounts(call, timeRangeOf(call));
  const sortKey = (each: JsonObject): string => `${rank(each)} ${textMember(member(each, 'group'), 'groupId') ?? ''}`;
  const stats = [...occurrences(call)]
    .map(([id, events]) => ({ group: groupOf(call, id), ...statsOf(events, countsOf) }))
    .sort((one, other) => compareText(sortKey(one), sortKey(other)));
  const page = pageOf(call, stats, sortKey);
  return answered(call, ['errorGroupStats', page.items], page.next);
};

/** Of each group that the call asks for. One that is asked for by its id is told of though nothing happened in it. */
function occurrences(call: Call): ReadonlyMap<string, Occurrences> {
  const inRange = isWithin(timeRangeOf(call));
  const wanted = wantedGroups(call);
  const found = new Map<string, Occurrences>(wanted.filter((id) => isKnown(call, id)).map((id) => [id, { ever: [], within: [] }]));
  for (const event of ofServices(call)) {
    if (wanted.length > 0 && !wanted.includes(event.group)) continue;
    const group = found.get(event.group) ?? { ever: [], within: [] };
    group.ever.push(event);
    if (inRange(event)) group.within.push(event);
    found.set(event.group, group);
  }
  return new Map([...found].filter(([id, { within }]) => within.length > 0 || wanted.includes(id)));
}

/** First and last are those of the group, whatever the time range is; all else is of the range. */
function statsOf({ ever, within }: Occurrences, countsOf: (times: readonly number[]) => readonly JsonObject[] | undefined): JsonObject {
  // Who is not named is told by the address that the request came from.
  const users = new Set(
    within.flatMap(({ body }) => {
      const context = member(body, 'context');
      return textMember(context, 'user') || textMember(member(context, 'httpRequest'), 'remoteIp') || [];
    }),
  );
  const services = new Map(
    within.flatMap(({ body }) => {
      const service = member(body, 'serviceContext');
      return isObject(service) ? [[canonical(service), service] as const] : [];
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
    ...(earliest && { firstSeenTime: instant(earliest.time) }),
    ...(latest && { lastSeenTime: instant(latest.time) }),
    affectedServices: [...services.values()],
    numAffectedServices: services.size,
    ...(representative && { representative: representative.body }),
  };
}

function isKnown(call: Call, groupId: string): boolean {
  const place = groupPlace(call.state, ownerOf(call), groupId);
  return place !== undefined && call.state.entity(place) !== undefined;
}

/** The group as it is shown. */
function groupOf(call: Call, groupId: string): JsonObject {
  const place = groupPlace(call.state, ownerOf(call), groupId);
  const entity = place && call.state.entity(place);
  return withDefaults(place?.resource.fields, { name: `${ownerOf(call)}/groups/${groupId}`, ...entity?.body, groupId });
}
