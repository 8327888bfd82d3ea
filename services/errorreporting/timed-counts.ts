/** Counts events in consecutive time spans of equal length, cut off at the ends of the time range. */
import { formatTimestamp, getTextParameter, parseInstant, type JsonObject, type ServiceCall } from '../../mock/service.js';
import { type TimeRange, createInvalidParameterError } from './group-parameters.js';

interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns a function that counts times in spans, earliest first and without empty spans. It returns `undefined` if the call requests no
 * counts. Throws 400 for an invalid length or alignment.
 */
export function createTimedCounter(
  call: ServiceCall,
  { begin = -Infinity, end }: TimeRange,
): (times: readonly number[]) => readonly JsonObject[] | undefined {
  const length = readSpanLength(call);
  const base = readSpanBase(call, length ?? 0);
  if (length === undefined) return () => undefined;
  // The end is exclusive, except that an event at the current time belongs to the span that ends now.
  const findSpan = (time: number): Span => {
    const start = base + Math.floor(((time === call.now ? time - 1 : time) - base) / length) * length;
    return { start: Math.max(start, begin), end: Math.min(start + length, end) };
  };
  return (times) => countSpans(times, findSpan);
}

function countSpans(times: readonly number[], findSpan: (time: number) => Span): readonly JsonObject[] {
  const counts = new Map<number, { readonly span: Span; count: number }>();
  for (const time of times) {
    const span = findSpan(time);
    const counted = counts.get(span.start);
    if (counted) counted.count += 1;
    else counts.set(span.start, { span, count: 1 });
  }
  return [...counts.values()]
    .sort((one, other) => one.span.start - other.span.start)
    .map(({ span, count }) => ({ count: String(count), startTime: formatTimestamp(span.start), endTime: formatTimestamp(span.end) }));
}

function readSpanLength(call: ServiceCall): number | undefined {
  const text = getTextParameter(call, 'timedCountDuration');
  if (text === undefined) return undefined;
  const seconds = Number(/^(\d+(?:\.\d+)?)s$/.exec(text)?.[1]);
  if (seconds > 0) return seconds * 1000;
  throw createInvalidParameterError('timedCountDuration', `must be a duration in seconds, such as '3600s' (received '${text}')`);
}

/** Returns a start time of a span: derived from the current time, or `alignmentTime` for a rounded alignment. */
function readSpanBase(call: ServiceCall, length: number): number {
  const alignment = getTextParameter(call, 'alignment') ?? 'ALIGNMENT_EQUAL_AT_END';
  const text = getTextParameter(call, 'alignmentTime');
  const time = text === undefined ? 0 : parseInstant(text);
  if (time === undefined) throw createInvalidParameterError('alignmentTime', `must be an RFC 3339 time (received '${String(text)}')`);
  if (alignment === 'ALIGNMENT_EQUAL_AT_END' || alignment === 'ERROR_COUNT_ALIGNMENT_UNSPECIFIED') return call.now - length;
  if (alignment === 'ALIGNMENT_EQUAL_ROUNDED') return time;
  throw createInvalidParameterError('alignment', `must be ALIGNMENT_EQUAL_ROUNDED or ALIGNMENT_EQUAL_AT_END (received '${alignment}')`);
}
