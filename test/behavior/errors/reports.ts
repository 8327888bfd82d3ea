/** Reports errors to a mock, and asks it for what it made of them. */
import type { JsonObject } from '../../../templates/runtime/mock/index.js';
import { serve, type Asked } from '../ask.js';

export const base = '/v1beta1/projects/p';
export const location = `${base}/locations/l`;
export const start = (options: Parameters<typeof serve>[1] = {}): Asked => serve('errorReporting', options);
export const report = (asked: Asked, message: string, more: JsonObject = {}): ReturnType<Asked['send']> =>
  asked.send(`POST ${base}/events:report`, { message, serviceContext: { service: 's' }, ...more });
export const events = async ({ send }: Asked, path = base, query = ''): Promise<readonly JsonObject[]> =>
  ((await send(`GET ${path}/events${query}`)).body['errorEvents'] ?? []) as readonly JsonObject[];
export const stats = async ({ send }: Asked, path = base, query = ''): Promise<readonly JsonObject[]> =>
  ((await send(`GET ${path}/groupStats${query}`)).body['errorGroupStats'] ?? []) as readonly JsonObject[];
export const groupOf = (each: JsonObject | undefined): JsonObject => (each?.['group'] ?? {}) as JsonObject;
