/** Parameters of the lists of events and groups. */
import { Refusal } from '../errors.js';

/** 400 for a parameter. */
export function refusedParameter(name: string, problem: string): Refusal {
  const message = `Invalid value for parameter '${name}': ${problem}.`;
  return new Refusal('invalid', { message, location: name, locationType: 'parameter', rule: 'event' });
}
