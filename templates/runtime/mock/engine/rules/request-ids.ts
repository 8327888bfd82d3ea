/** A request that repeats a request id returns the first response. */
import type { RequestIdRule } from '../../../rule.js';
import { HttpError } from '../../lib/http-error.js';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const zeros = /^[0-]+$/;

/**
 * Throws 400 for a UUID of zeros, and for a value that isn't a UUID if operations echo the ID. Otherwise the format of the parameter
 * decides.
 */
export function validateRequestId(rule: RequestIdRule, value: string): void {
  if ((rule.echo === undefined || uuid.test(value)) && !zeros.test(value)) return;
  const message = `Invalid value for parameter '${rule.parameter}': must be a UUID other than zero (received '${value}')`;
  throw new HttpError('invalid', { message, location: rule.parameter, locationType: 'parameter', rule: 'requestId' });
}

/** Creates the key of a request ID. The ID is unique per method and path, which contains the project. */
export function createRequestIdKey(httpMethod: string, path: string, id: string): string {
  return `${httpMethod} ${path} ${id.toLowerCase()}`;
}
