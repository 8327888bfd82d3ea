/** Reads the parts of requests and responses that every format has. */
import { quote } from '../lib/diagnostics.js';
import type { Part } from './part.js';

/** Returns an HTTP method in capitals. */
export function readMethod(part: Part | undefined): string | undefined {
  const text = part?.asText();
  if (part === undefined || text === undefined) return undefined;
  return /^[A-Za-z]{1,20}$/.test(text) ? text.toUpperCase() : rejectForm(part, 'an HTTP method');
}

/** Returns an absolute URL. The path alone is accepted too, because a gRPC call has no more. */
export function readUrl(part: Part | undefined): string | undefined {
  const text = part?.asText();
  if (part === undefined || text === undefined) return undefined;
  return /^(?:https?:\/\/[^/?#\s]+|\/)\S*$/.test(text) ? text : rejectForm(part, 'an absolute URL such as https://example.com/v1/things');
}

export function readStatus(part: Part | undefined): number | undefined {
  const status = part?.asInteger();
  if (part === undefined || status === undefined) return undefined;
  return status >= 100 && status <= 599 ? status : rejectForm(part, 'an HTTP status from 100 to 599');
}

/** Returns a time (RFC 3339) in milliseconds since 1970. */
export function readTime(part: Part | undefined): number | undefined {
  const text = part?.asText();
  if (part === undefined || text === undefined) return undefined;
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(time) ? rejectForm(part, 'a time such as 2024-04-01T12:34:56.123Z') : time;
}

function rejectForm(part: Part, expected: string): undefined {
  const found = typeof part.value === 'string' ? quote(part.value, 60) : String(part.value);
  part.context.report('wrong-form', { what: part.name, expected, found }, part.at);
  return undefined;
}
