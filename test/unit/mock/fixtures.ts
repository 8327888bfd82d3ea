/** Creates a mock of three small APIs with a short request function. */
import type { ApiBehavior } from '../../../runtime/behavior.js';
import { createMockServer, type JsonObject, type Mock, type MockOptions } from '../../../mock/index.js';
import { compute } from './apis/compute.js';
import { dns } from './apis/dns.js';
import { verbs } from './apis/verbs.js';

export { compute, dns, verbs };

/** Noon of January 1, 2026, in UTC. */
export const noon: number = Date.UTC(2026, 0, 1, 12);

export interface HttpResult {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: JsonObject;
}

export interface TestMock {
  readonly mock: Mock;
  /** Sends `GET /path` with a JSON body; strings and bytes are sent unchanged. */
  send(line: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<HttpResult>;
}

/** Creates a mock of the three APIs. Its system clock stays at noon. */
export function createTestMock(options: MockOptions = {}, apis: readonly ApiBehavior[] = [dns, compute, verbs]): TestMock {
  const mock = createMockServer(apis, { now: () => noon, ...options });
  return {
    mock,
    async send(line, body, headers = {}) {
      const space = line.indexOf(' ');
      const raw = body === undefined || typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
      const response = await mock.handle({
        method: line.slice(0, space),
        url: `http://mock.test${line.slice(space + 1)}`,
        headers,
        body: raw,
      });
      return {
        status: response.status,
        headers: response.headers,
        body: response.body === '' ? {} : (JSON.parse(response.body) as JsonObject),
      };
    },
  };
}

/** Returns the reason of the first error. */
export function readReason({ body }: HttpResult): unknown {
  const { error } = body as { error?: { errors?: readonly { reason?: unknown }[] } };
  return error?.errors?.[0]?.reason;
}

export function readMessage({ body }: HttpResult): string {
  const { error } = body as { error?: { message?: string } };
  return error?.message ?? '';
}
