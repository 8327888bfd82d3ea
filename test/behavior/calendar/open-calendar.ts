/** Opens mocks of Google Calendar, from a short form of its published document and its overlay. */
import { join } from 'node:path';
import { createMock } from '../../../generator/index.js';
import type { Mock, MockOptions } from '../../../mock/index.js';

const config = join(import.meta.dirname, '../../fixtures/calendar/discogen.config.yaml');

// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Body = any;

export interface Calendar {
  readonly mock: Mock;
  /** Sends a request such as `GET calendars/primary`. Throws an error with its status and message. */
  send(request: string, body?: object): Promise<Body>;
  /** Returns the status, the reason, and the message of the error that a request gets. */
  fail(request: string, body?: object): Promise<string>;
  /** Adds an event to the primary calendar, and returns it. Times are in UTC, as in `2026-01-05T10:00`. */
  add(summary: string, start: string, more?: object): Promise<Body>;
  /** Returns the title and the start of each event that a query of the primary calendar selects. */
  list(query?: string): Promise<readonly string[]>;
}

/** The user of all requests is `me@example.com`. The clock stands still at 2026-01-02T03:04:05Z, a Friday. */
export async function openCalendar(options: MockOptions = {}): Promise<Calendar> {
  const tokens = { t: { user: 'me@example.com', scopes: [], permissions: [] } };
  const seed = { tokens, ...(options.seed as object | undefined) };
  const mock = await createMock(['calendar'], { config, randomSeed: 1, now: () => Date.UTC(2026, 0, 2, 3, 4, 5), ...options, seed });
  const call = async (request: string, body?: object): Promise<{ readonly status: number; readonly body: Body }> => {
    const [method = '', path = ''] = request.split(' ');
    const { 'if-match': match, ...content } = (body ?? {}) as Record<string, string>;
    const response = await mock.fetch(`https://www.googleapis.com/calendar/v3/${path}`, {
      method,
      headers: { ...(body && { 'content-type': 'application/json' }), ...(match !== undefined && { 'if-match': match }) },
      ...(body && { body: JSON.stringify(content) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? {} : (JSON.parse(text) as Body) };
  };
  const describe = ({ status, body }: Awaited<ReturnType<typeof call>>): string =>
    `${status} ${body.error?.errors[0].reason}: ${body.error?.message}`;
  const send: Calendar['send'] = async (request, body) => {
    const reply = await call(request, body);
    if (reply.status >= 300) throw new Error(describe(reply));
    return reply.body as unknown;
  };
  return {
    mock,
    send,
    fail: async (request, body) => describe(await call(request, body)),
    add: async (summary, start, more = {}) => {
      const end = new Date(Date.parse(`${start}:00Z`) + 60 * 60 * 1000).toISOString();
      const times = { start: { dateTime: `${start}:00Z`, timeZone: 'UTC' }, end: { dateTime: end, timeZone: 'UTC' } };
      return send('POST calendars/primary/events', { summary, ...times, ...more }) as unknown;
    },
    list: async (query = '') => {
      const { items } = (await send(`GET calendars/primary/events?${query}`)) as Body;
      return items.map(
        ({ summary, start, status }: Body) =>
          `${status === 'cancelled' ? '-' : ''}${summary ?? ''} ${start?.dateTime ?? start?.date ?? ''}`,
      ) as readonly string[];
    },
  };
}
