/** Errors for the parameters of event and group lists. */
import { HttpError } from '../../lib/http-error.js';

export function createInvalidParameterError(name: string, problem: string): HttpError {
  const message = `Invalid value for parameter '${name}': ${problem}.`;
  return new HttpError('invalid', { message, location: name, locationType: 'parameter', rule: 'event' });
}
