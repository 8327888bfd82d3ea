/** Opens mocks of the People API, from a short form of its published document and its overlay. */
import { join } from 'node:path';
import { createMock } from '../../../generator/index.js';
import type { Mock, MockOptions } from '../../../mock/index.js';

const config = join(import.meta.dirname, '../../fixtures/people/discogen.config.yaml');

// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Body = any;

export interface People {
  readonly mock: Mock;
  /** Sends a request such as `GET people/me?personFields=names`. Throws an error with its status and message. */
  send(request: string, body?: object): Promise<Body>;
  /** Returns the status and the message of the error that a request gets. */
  fail(request: string, body?: object): Promise<string>;
  /** Adds a contact with a name, and returns it. */
  add(givenName: string, familyName: string, more?: object): Promise<Body>;
  /** Returns the display names of the contacts. */
  list(query?: string): Promise<readonly string[]>;
}

/** The user of all requests is `me@example.com`. The clock stands still at 2026-01-02T03:04:05Z. */
export async function openPeople(options: MockOptions = {}): Promise<People> {
  const tokens = { t: { user: 'me@example.com', scopes: [], permissions: [] } };
  const seed = { tokens, ...(options.seed as object | undefined) };
  const mock = await createMock(['people'], { config, randomSeed: 1, now: () => Date.UTC(2026, 0, 2, 3, 4, 5), ...options, seed });
  const call = async (request: string, body?: object): Promise<{ readonly status: number; readonly body: Body }> => {
    const [method = '', path = ''] = request.split(' ');
    const response = await mock.fetch(`https://people.googleapis.com/v1/${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    return { status: response.status, body: (await response.json()) as Body };
  };
  const describe = ({ status, body }: Awaited<ReturnType<typeof call>>): string => `${status} ${body.error?.message}`;
  const send: People['send'] = async (request, body) => {
    const reply = await call(request, body);
    if (reply.status >= 300) throw new Error(describe(reply));
    return reply.body as unknown;
  };
  return {
    mock,
    send,
    fail: async (request, body) => describe(await call(request, body)),
    add: async (givenName, familyName, more = {}) =>
      send('POST people:createContact', { names: [{ givenName, familyName }], ...more }) as unknown,
    list: async (query = '') => {
      const { connections = [] } = (await send(`GET people/me/connections?personFields=names,metadata&${query}`)) as Body;
      return connections.map(({ names, metadata }: Body) => (metadata.deleted ? '(deleted)' : names?.[0].displayName)) as readonly string[];
    },
  };
}
