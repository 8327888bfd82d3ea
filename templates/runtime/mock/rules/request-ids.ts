/** A request that repeats a request id returns the first response. */
import type { RequestIdRule } from '../../rule.js';
import { HttpError } from '../http-error.js';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const zero = /^[0-]+$/;

/** Throws 400 for the UUID of zeros, and where an operation repeats the id for anything but a UUID; else the format of the parameter decides. */
export function validateRequestId(rule: RequestIdRule, value: string): void {
  if ((rule.echo === undefined || uuid.test(value)) && !zero.test(value)) return;
  const message = `Invalid value for parameter '${rule.parameter}': must be a UUID other than zero (received '${value}')`;
  throw new HttpError('invalid', { message, location: rule.parameter, locationType: 'parameter', rule: 'requestId' });
}

/** Counts per method, path (the project is in it) and id. */
export function requestIdKey(httpMethod: string, path: string, id: string): string {
  return `${httpMethod} ${path} ${id.toLowerCase()}`;
}
