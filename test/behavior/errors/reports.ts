/** Reports errors to a mock and reads the results. */
import type { JsonObject } from '../../../mock/index.js';
import { startMock, type MockClient } from '../request.js';

export const base = '/v1beta1/projects/p';
export const location = `${base}/locations/l`;
export const start = (options: Parameters<typeof startMock>[1] = {}): MockClient => startMock('errorReporting', options);
export const report = (client: MockClient, message: string, fields: JsonObject = {}): ReturnType<MockClient['send']> =>
  client.send(`POST ${base}/events:report`, { message, serviceContext: { service: 's' }, ...fields });
export const listEvents = async ({ send }: MockClient, path = base, query = ''): Promise<readonly JsonObject[]> =>
  ((await send(`GET ${path}/events${query}`)).body['errorEvents'] ?? []) as readonly JsonObject[];
export const listGroupStats = async ({ send }: MockClient, path = base, query = ''): Promise<readonly JsonObject[]> =>
  ((await send(`GET ${path}/groupStats${query}`)).body['errorGroupStats'] ?? []) as readonly JsonObject[];
export const getGroup = (stats: JsonObject | undefined): JsonObject => (stats?.['group'] ?? {}) as JsonObject;
