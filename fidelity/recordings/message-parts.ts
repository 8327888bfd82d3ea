/** Reads the parts of requests and responses that several formats have. */
import { quote } from '../../generator/lib/diagnostics.js';
import { decodeBase64Part } from './body.js';
import type { RecordedHeaders } from './exchange.js';
import type { RecordingPart } from './part.js';

export const methodForm = 'an HTTP method';
export const isMethod = (value: unknown): value is string => typeof value === 'string' && /^[A-Za-z]{1,20}$/.test(value);

export const urlForm = 'a URL such as https://example.com/v1/things';
export const isUrl = (value: unknown): value is string => typeof value === 'string' && /^(?:https?:\/\/[^/?#\s]+|\/)\S*$/.test(value);

export const statusForm = 'an HTTP status from 100 to 599';
export const isStatus = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 100 && (value as number) <= 599;

/** Returns an HTTP method in capitals. */
export function readMethod(part: RecordingPart | undefined): string | undefined {
  const text = part?.asText();
  if (part === undefined || text === undefined) return undefined;
  return isMethod(text) ? text.toUpperCase() : rejectForm(part, methodForm);
}

/** Returns an absolute URL, or a path if the recording doesn't have the host. */
export function readUrl(part: RecordingPart | undefined): string | undefined {
  const text = part?.asText();
  return part === undefined || text === undefined ? undefined : readUrlText(part, text);
}

/** Returns a URL that a part determines. */
export function readUrlText(part: RecordingPart, text: string): string | undefined {
  return isUrl(text) ? text : rejectForm(part, urlForm, text);
}

export function readStatus(part: RecordingPart | undefined): number | undefined {
  const status = part?.asInteger();
  if (part === undefined || status === undefined) return undefined;
  return isStatus(status) ? status : rejectForm(part, statusForm);
}

/** Returns the value of a header. Recorders write some values as numbers, and some as `!binary`. */
export function readHeaderText(part: RecordingPart | undefined): string | undefined {
  if (typeof part?.value === 'number') return String(part.value);
  const base64 = part?.find('base64');
  return base64 === undefined ? part?.asText() : decodeBase64Part(base64)?.toString('utf8');
}

/** Reads a mapping of names to values or lists of values. */
export function readHeaderMembers(headers: RecordingPart | undefined): RecordedHeaders {
  return (headers?.asObject()?.listMembers() ?? []).flatMap(([name, part]) => {
    const values = Array.isArray(part.value) ? (part.asList() ?? []) : [part];
    return values.flatMap((each): RecordedHeaders => {
      const value = readHeaderText(each);
      return value === undefined ? [] : [[name.toLowerCase(), value]];
    });
  });
}

const timeForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d|^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;

/** Returns a time (RFC 3339, or that of an HTTP header) in milliseconds since 1970. Without a zone, it is in UTC. */
export function readTime(part: RecordingPart | undefined): number | undefined {
  const text = part?.asText();
  if (part === undefined || text === undefined) return undefined;
  const isZoned = /Z$|[+-]\d\d:?\d\d$|GMT$/i.test(text);
  const time = timeForm.test(text) ? Date.parse(isZoned ? text : `${text}Z`) : NaN;
  return Number.isNaN(time) ? rejectForm(part, 'a time such as 2024-04-01T12:34:56.123Z') : time;
}

function rejectForm(part: RecordingPart, expected: string, value = part.value): undefined {
  const found = typeof value === 'string' ? quote(value, 60) : String(value);
  part.context.report('wrong-form', { what: part.name, expected, found }, part.at);
  return undefined;
}
