/** A mock that enforces credentials, and requests for them. */
import type { JsonObject, MockOptions } from '../../mock/index.js';
import { MemoryMockStore } from '../support/memory-log.js';
import { startMock, type HttpResult, type MockClient } from './request.js';

export const prefix = '{scope_base}/';
export const google = 'https://www.googleapis.com/auth/';
export const reader = 'reader@shop.iam.gserviceaccount.com';
const policies = '/compute/v1/projects/p/global/sslPolicies';
export const tokens = {
  'a-reader': { user: reader, scopes: [`${prefix}compute.readonly`], permissions: ['compute.sslPolicies.list'] },
  'b-viewer': { user: 'viewer@example.com', scopes: [`${prefix}cloud-platform`], permissions: ['compute.projects.get'] },
};

/** The creation of a key takes time, so most mocks of these tests share one. */
const keyLog = new MemoryMockStore().openLog('\u0001signing-key');

function createStore(): MemoryMockStore {
  const store = new MemoryMockStore();
  store.logs.set('\u0001signing-key', keyLog);
  return store;
}

export const start = (options: MockOptions = {}): MockClient =>
  startMock('compute', { auth: 'on', seed: { tokens }, store: createStore(), ...options });

export const list = ({ send }: MockClient, token: unknown, headers = {}): Promise<HttpResult> =>
  send(`GET ${policies}`, undefined, { ...headers, authorization: `Bearer ${String(token)}` });

export async function readCredentials({ admin }: MockClient, query = ''): Promise<JsonObject> {
  return (await admin(`GET credentials${query}`)).body;
}

export const post = ({ send }: MockClient, path: string, parameters: Readonly<Record<string, string>>): Promise<HttpResult> =>
  send(`POST ${path}`, new URLSearchParams(parameters).toString(), { 'content-type': 'application/x-www-form-urlencoded' });
