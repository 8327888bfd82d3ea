/** Distinguishes the requests for which a part of the server must be loaded. */
import type { ApiBehavior } from '../../runtime/behavior.js';
import { splitUrl, type ParsedRequest, type RawRequest } from '../lib/http-request.js';

export const adminPath = '/__admin';

/** Returns whether a percent-encoded path belongs to the control routes. */
export function isControlPath(path: string): boolean {
  return path === adminPath || path.startsWith(`${adminPath}/`);
}

export function isControlRequest(request: RawRequest): boolean {
  return request.url.includes(adminPath) && isControlPath(splitUrl(request).path);
}

/** Returns whether a request is a batch: at the `batchPath` of its API, or at a common path (`/batch`, `/batch/API/VERSION`). */
export function isBatch({ method, path }: ParsedRequest, apis: readonly ApiBehavior[]): boolean {
  if (method !== 'POST') return false;
  return commonPath.test(path) || apis.some(({ batchPath }) => batchPath !== undefined && path.replace(/\/$/, '') === `/${batchPath}`);
}

const commonPath = /^\/batch(?:\/[^/]+){0,2}\/?$/;

/** Returns the content coding of the body in lower case: `identity` if it isn't compressed. */
export function getEncoding({ body, headers }: RawRequest): string {
  if (headers === undefined || !(body instanceof Uint8Array)) return 'identity';
  const name = Object.keys(headers).find((header) => header.toLowerCase() === 'content-encoding');
  return (name === undefined ? '' : String(headers[name]).trim().toLowerCase()) || 'identity';
}
