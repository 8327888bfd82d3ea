/** Mocks that share a store. */
import type { MockOptions } from '../../mock/index.js';
import { MemoryMockStore } from '../support/memory-log.js';
import { readNames, startMock, type MockClient } from './request.js';

export const base = '/compute/v1/projects/p';
export const checks = `${base}/global/httpHealthChecks`;
export const seed = { resources: { [`${checks}/seeded`]: { name: 'seeded', port: 80 } } };

/** Starts replicas, which have different random numbers like processes that were started at different times. */
export function startReplicas(
  count: number,
  options: MockOptions = {},
): { readonly store: MemoryMockStore; readonly replicas: readonly MockClient[] } {
  const store = new MemoryMockStore();
  const replicas = Array.from({ length: count }, (_, index) => startMock('compute', { seed, store, randomSeed: index + 1, ...options }));
  return { store, replicas };
}

export const listNames = async ({ send }: MockClient, session = 'default'): Promise<readonly unknown[]> =>
  readNames(await send(`GET ${checks}`, undefined, { 'x-mock-session': session }));
