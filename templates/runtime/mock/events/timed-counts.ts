/** Events in spans of time: consecutive, of one length, cut off at the ends of the time range. */
import { getTextParameter, type CallContext } from '../call.js';
import { formatInstant, parseInstant } from '../instants.js';
import type { JsonObject } from '../json.js';
import { invalidParameterError } from './invalid-parameter.js';
import type { TimeRange } from './time-range.js';

interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Counts times in spans: earliest first, those without events left out; `undefined` where none are asked for. Throws 400 for a length or an alignment
 * that is none, whether anything is to be counted or not.
 */
export function createTimedCounter(call: CallContext, range: TimeRange): (times: readonly number[]) => readonly JsonObject[] | undefined {
  const spanOf = createSpanFinder(call, range);
  return (times) => spanOf && countSpans(times, spanOf);
}

function countSpans(times: readonly number[], spanOf: (time: number) => Span): readonly JsonObject[] {
  const counts = new Map<number, { readonly span: Span; count: number }>();
  for (const time of times) {
    const span = spanOf(time);
    const found = counts.get(span.start);
    if (found) found.count += 1;
    else counts.set(span.start, { span, count: 1 });
  }
  return [...counts.values()]
    .sort((one, other) => one.span.start - other.span.start)
    .map(({ span, count }) => ({ count: String(count), startTime: formatInstant(span.start), endTime: formatInstant(span.end) }));
}

/** The span in which a time lies. The end is not part of a span, but what happens at this instant is of the one that ends now. */
function createSpanFinder(call: CallContext, { begin = -Infinity, end }: TimeRange): ((time: number) => Span) | undefined {
  const length = readSpanLength(call);
  const base = readSpanBase(call, length ?? 0);
  if (length === undefined) return undefined;
  return (time) => {
    const start = base + Math.floor(((time === call.at ? time - 1 : time) - base) / length) * length;
    return { start: Math.max(start, begin), end: Math.min(start + length, end) };
  };
}

function readSpanLength(call: CallContext): number | undefined {
  const text = getTextParameter(call, 'timedCountDuration');
  if (text === undefined) return undefined;
  const seconds = Number(/^(\d+(?:\.\d+)?)s$/.exec(text)?.[1]);
  if (seconds > 0) return seconds * 1000;
  throw invalidParameterError('timedCountDuration', `must be a duration in seconds, such as '3600s' (received '${text}')`);
}

/** A time at which a span begins: the end of the range, or where the alignment is rounded the time that is given. */
function readSpanBase(call: CallContext, length: number): number {
  const alignment = getTextParameter(call, 'alignment') ?? 'ALIGNMENT_EQUAL_AT_END';
  const text = getTextParameter(call, 'alignmentTime');
  const time = text === undefined ? 0 : parseInstant(text);
  if (time === undefined) throw invalidParameterError('alignmentTime', `must be an RFC 3339 time (received '${String(text)}')`);
  if (alignment === 'ALIGNMENT_EQUAL_AT_END' || alignment === 'ERROR_COUNT_ALIGNMENT_UNSPECIFIED') return call.at - length;
  if (alignment === 'ALIGNMENT_EQUAL_ROUNDED') return time;
  throw invalidParameterError('alignment', `must be ALIGNMENT_EQUAL_ROUNDED or ALIGNMENT_EQUAL_AT_END (received '${alignment}')`);
}
