/** Opens mocks of Cloud Storage, from a short form of its published document and its overlay. */
import { join } from 'node:path';
import { createMock } from '../../../generator/index.js';
import type { Mock, MockOptions } from '../../../mock/index.js';

export const origin = 'https://storage.googleapis.com';
const config = join(import.meta.dirname, '../../fixtures/storage/discogen.config.yaml');

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body of a JSON response. */
  readonly body: Record<string, never> & {
    readonly error?: { readonly message: string; readonly errors: readonly { readonly reason: string }[] };
  };
}

export interface Storage {
  readonly mock: Mock;
  /** Sends a request such as `GET /storage/v1/b/photos`. An object is sent as JSON, and text as it is. */
  send(request: string, body?: object | string, headers?: Record<string, string>): Promise<Reply>;
  /** Uploads text, and returns the resource. */
  upload(bucket: string, name: string, text: string, query?: string): Promise<Record<string, string>>;
}

/** The buckets are created in the project `p`. */
export async function openStorage(buckets: readonly (string | object)[], options: MockOptions = {}): Promise<Storage> {
  const mock = await createMock(['storage'], { config, randomSeed: 1, now: () => Date.UTC(2026, 0, 2, 3, 4, 5, 678), ...options });
  const send: Storage['send'] = async (request, body, headers = {}) => {
    const [method = '', path = ''] = request.split(' ');
    const isJson = typeof body === 'object';
    const response = await mock.fetch(path.startsWith('https:') ? path : origin + path, {
      method,
      headers: { ...(isJson && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: isJson ? JSON.stringify(body) : body }),
    });
    const text = await response.text();
    const isObject = text.startsWith('{');
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isObject ? (JSON.parse(text) as Reply['body']) : ({} as Reply['body']),
    };
  };
  for (const bucket of buckets) {
    const body = typeof bucket === 'string' ? { name: bucket } : bucket;
    const { status, text } = await send('POST /storage/v1/b?project=p', body);
    if (status !== 200) throw new Error(text);
  }
  return {
    mock,
    send,
    upload: async (bucket, name, text, query = '') => {
      const path = `/upload/storage/v1/b/${bucket}/o?uploadType=media&name=${encodeURIComponent(name)}${query}`;
      return (await send(`POST ${path}`, text, { 'content-type': 'text/plain' })).body as unknown as Record<string, string>;
    },
  };
}
