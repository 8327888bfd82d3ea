/** The times at which calendars are busy. */
import { formatInstant, getTextMember, isList, isObject, parseInstant, type HandlerCall, type JsonObject } from '../../mock/service.js';
import { getCalendarPath, getZone } from './calendars.js';
import { isCancelled, listEvents, type EventCall } from './events.js';
import { getInstant, readTime } from './event-times.js';
import { isInRange, listInstances } from './instances.js';
import { isRecurring } from './recurrence.js';
import { rejectEmptyRange } from './requests.js';
import { formatInZone, isZone } from './zones.js';

interface Period {
  readonly start: number;
  readonly end: number;
}

export function queryFreeBusy(call: HandlerCall): JsonObject {
  const { timeMin, timeMax, timeZone, items } = (call.requestBody ?? {}) as JsonObject;
  const [start, end] = [parseInstant(timeMin), parseInstant(timeMax)];
  if (start === undefined || end === undefined)
    return call.reject('required', `Missing ${start === undefined ? 'timeMin' : 'timeMax'} parameter.`);
  if (start >= end) return rejectEmptyRange('timeMax');
  const zone = typeof timeZone === 'string' ? timeZone : 'UTC';
  if (!isZone(zone)) call.reject('invalid', 'Invalid time zone value.');
  const ids = (isList(items) ? items : []).flatMap((item) => getTextMember(item, 'id') ?? []);
  const describe = (id: string): JsonObject => {
    const calendar = call.state.get(getCalendarPath(id === 'primary' ? call.account : id));
    if (!calendar) return { errors: [{ domain: 'global', reason: 'notFound' }], busy: [] };
    const busy = listBusyPeriods({ call, calendar }, { start, end });
    return { busy: busy.map((period) => ({ start: formatInZone(period.start, zone), end: formatInZone(period.end, zone) })) };
  };
  return {
    kind: 'calendar#freeBusy',
    timeMin: formatInstant(start),
    timeMax: formatInstant(end),
    calendars: Object.fromEntries(ids.map((id) => [id, describe(id)])),
  };
}

/** Returns the periods in a range, joined and in order. */
function listBusyPeriods(at: EventCall, range: Period): readonly Period[] {
  const zone = getZone(at.calendar);
  const recurring = new Set(
    listEvents(at)
      .filter(isRecurring)
      .map(({ id }) => id),
  );
  const events = listEvents(at).flatMap((event) => {
    if (isRecurring(event)) return listInstances(at, event, range);
    return recurring.has(event['recurringEventId'] ?? '') ? [] : [event];
  });
  const periods = events
    .filter((event) => isBusy(at, event) && isInRange(event, range, zone))
    .flatMap((event) => {
      const [start, end] = [readTime(event['start'], zone), readTime(event['end'], zone)];
      return start && end ? [{ start: Math.max(getInstant(start), range.start), end: Math.min(getInstant(end), range.end) }] : [];
    })
    .sort((one, other) => one.start - other.start);
  const joined: Period[] = [];
  for (const period of periods) {
    const last = joined.at(-1);
    if (last && period.start <= last.end) joined[joined.length - 1] = { start: last.start, end: Math.max(last.end, period.end) };
    else joined.push(period);
  }
  return joined;
}

function isBusy({ calendar }: EventCall, event: JsonObject): boolean {
  const { attendees } = event;
  const own = isList(attendees) ? attendees.filter(isObject).find(({ email }) => email === calendar['id']) : undefined;
  return !isCancelled(event) && event['transparency'] !== 'transparent' && own?.['responseStatus'] !== 'declined';
}
