/** Opens mocks of Gmail, from a short form of its published document and its overlay. */
import { join } from 'node:path';
import { createMock } from '../../../generator/index.js';
import type { Mock, MockOptions } from '../../../mock/index.js';

const origin = 'https://gmail.googleapis.com';
const config = join(import.meta.dirname, '../../fixtures/gmail/discogen.config.yaml');

export interface Part {
  readonly partId: string;
  readonly mimeType: string;
  readonly filename: string;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly body: { readonly size: number; readonly data?: string; readonly attachmentId?: string };
  readonly parts?: readonly Part[];
}

export interface Message {
  readonly id: string;
  readonly threadId: string;
  readonly labelIds?: readonly string[];
  readonly historyId: string;
  readonly payload: Part;
}

type Body = Record<string, never> & { readonly error?: { readonly message: string } };

export interface Gmail {
  readonly mock: Mock;
  /** Sends a request such as `GET messages?q=is:unread`, below the mailbox of `me`. Throws an error with its status and message. */
  send(request: string, body?: object): Promise<Body>;
  /** Returns the status and the message of the error that a request gets. */
  fail(request: string, body?: object): Promise<string>;
  /** Sends any request. */
  fetch(path: string, init: RequestInit): Promise<Response>;
  /** Adds a message that consists of lines, and returns it. */
  receive(lines: readonly string[], labelIds?: readonly string[]): Promise<Message>;
  /** Returns the subjects of the messages that a query selects. */
  search(query: string): Promise<readonly string[]>;
}

export const encode = (lines: readonly string[]): string => toBase64Url(lines.join('\r\n'));
/** Gmail pads the text. */
export const toBase64Url = (text: string): string => Buffer.from(text).toString('base64').replaceAll('+', '-').replaceAll('/', '_');
export const decode = (data: string | undefined): string => Buffer.from(data ?? '', 'base64url').toString();

/** The user of all requests is `me@example.com`. The clock stands still at 2026-01-02T03:04:05Z. */
export async function openGmail(options: MockOptions = {}): Promise<Gmail> {
  const tokens = { t: { user: 'me@example.com', scopes: [], permissions: [] } };
  const seed = { tokens, ...(options.seed as object | undefined) };
  const mock = await createMock(['gmail'], { config, randomSeed: 1, now: () => Date.UTC(2026, 0, 2, 3, 4, 5), ...options, seed });
  const fetch: Gmail['fetch'] = async (path, { headers = {}, ...init }) =>
    mock.fetch(origin + path, { ...init, headers: { authorization: 'Bearer t', ...(headers as object) } });
  const call = async (request: string, body?: object): Promise<{ readonly status: number; readonly body: Body }> => {
    const [method = '', path = ''] = request.split(' ');
    const response = await fetch(path.startsWith('/') ? path : `/gmail/v1/users/me/${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const text = await response.text();
    return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as Body };
  };
  const describe = ({ status, body }: Awaited<ReturnType<typeof call>>): string => `${status} ${body.error?.message ?? ''}`;
  const send: Gmail['send'] = async (request, body) => {
    const reply = await call(request, body);
    if (reply.status >= 300) throw new Error(describe(reply));
    return reply.body;
  };
  return {
    mock,
    fetch,
    send,
    fail: async (request, body) => describe(await call(request, body)),
    receive: async (lines, labelIds = ['INBOX', 'UNREAD']) => {
      const { id } = await send('POST messages/import', { raw: encode(lines), labelIds });
      return (await send(`GET messages/${String(id)}`)) as unknown as Message;
    },
    search: async (query) => {
      const { messages = [] } = (await send(`GET messages?q=${encodeURIComponent(query)}`)) as { messages?: { id: string }[] };
      const all = await Promise.all(messages.map(async ({ id }) => (await send(`GET messages/${id}`)) as unknown as Message));
      return all.map(({ payload }) => payload.headers.find(({ name }) => name === 'Subject')?.value ?? '');
    },
  };
}
