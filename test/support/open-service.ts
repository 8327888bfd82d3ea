/** Opens mocks of published services that have a module, from short forms of their documents and their overlays. */
import { join } from 'node:path';
import { createMock } from '../../generator/index.js';
import type { JsonObject, Mock, MockOptions } from '../../mock/index.js';

const config = join(import.meta.dirname, '../fixtures/services/discogen.config.yaml');

/** The time at which the clock of the mocks stands: 2026-01-02T03:04:05.678Z. */
export const start = Date.UTC(2026, 0, 2, 3, 4, 5, 678);

export interface ServiceReply {
  readonly status: number;
  /** The body of a JSON response. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly body: any;
  /** The message of an error. */
  readonly message: string | undefined;
}

export interface OpenService {
  readonly mock: Mock;
  /** Sends a request such as `GET /v1/projects/p/topics`. An object is sent as JSON. */
  send(request: string, body?: object): Promise<ServiceReply>;
  /** Sends a request, and returns the body of its response. Throws for an error. */
  call(request: string, body?: object): Promise<ServiceReply['body']>;
}

export async function openService(name: string, options: MockOptions = {}): Promise<OpenService> {
  const mock = await createMock([name], { config, randomSeed: 1, now: () => start, ...options });
  const send: OpenService['send'] = async (request, body) => {
    const [method = '', path = ''] = request.split(' ');
    const response = await mock.fetch(`https://${name}.googleapis.com${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const text = await response.text();
    const json = text === '' ? {} : (JSON.parse(text) as JsonObject);
    return { status: response.status, body: json, message: (json['error'] as { message?: string } | undefined)?.message };
  };
  return {
    mock,
    send,
    call: async (request, body) => {
      const reply = await send(request, body);
      if (reply.status >= 300) throw new Error(`${request}: ${reply.status} ${reply.message}`);
      return reply.body as unknown;
    },
  };
}

/** Encodes text in base64. */
export const encode = (text: string): string => Buffer.from(text).toString('base64');
export const decode = (data: string): string => Buffer.from(data, 'base64').toString();
