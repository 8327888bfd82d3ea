/** Parameters of the lists of events and groups. */
import { HttpError } from '../http-error.js';

/** 400 for a parameter. */
export function invalidParameterError(name: string, problem: string): HttpError {
  const message = `Invalid value for parameter '${name}': ${problem}.`;
  return new HttpError('invalid', { message, location: name, locationType: 'parameter', rule: 'event' });
}
