/** Validates error events, reported or seeded. */
import { parseInstant } from '../../lib/instants.js';
import { isObject, type JsonObject } from '../../lib/json.js';

export interface EventError {
  readonly field: string;
  /** Set if a required field is missing. */
  readonly missing?: true;
  readonly message: string;
}

/** Returns the first error, or `undefined` if the event is valid. */
export function findEventError({ message, eventTime, serviceContext }: JsonObject): EventError | undefined {
  if (message === undefined || message === '') return { field: 'message', missing: true, message: 'is missing' };
  if (typeof message !== 'string') return { field: 'message', message: 'must be a string' };
  if (eventTime !== undefined && parseInstant(eventTime) === undefined) return { field: 'eventTime', message: 'must be an RFC 3339 time' };
  if (serviceContext !== undefined && !isObject(serviceContext)) return { field: 'serviceContext', message: 'must be an object' };
  return undefined;
}
