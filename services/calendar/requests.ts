/** The preconditions and errors of requests that events and calendars share. */
import { HttpError, type HandlerCall, type JsonObject } from '../../mock/service.js';

/** Throws 412 if the request expects another version. */
export function requireMatch(call: HandlerCall, { etag }: JsonObject): void {
  const expected = call.headers['if-match'];
  const normalize = (text: unknown): string => String(text).replaceAll('"', '');
  if (expected !== undefined && expected !== '*' && normalize(expected) !== normalize(etag))
    call.reject('conditionNotMet', 'Precondition Failed', { location: 'If-Match', locationType: 'header' });
}

export interface CalendarError {
  readonly code: number;
  readonly reason: string;
  readonly message: string;
  /** The parameter that is wrong. */
  readonly parameter?: string;
}

/** Throws an error of the domain `calendar`. */
export function rejectWith({ code, reason, message, parameter }: CalendarError): never {
  throw new HttpError('invalid', {
    message,
    code,
    rule: 'handler',
    stated: { reason, domain: 'calendar', code },
    ...(parameter !== undefined && { location: parameter, locationType: 'parameter' }),
  });
}

export const rejectEmptyRange = (parameter: string): never =>
  rejectWith({ code: 400, reason: 'timeRangeEmpty', message: 'The specified time range is empty.', parameter });
