/** Sends control requests in memory and over HTTP. */
import type { AnyMock, RunningServer } from '../../../mock/index.js';

export type Fetch = (path: string, init?: RequestInit) => Promise<Response>;

/** The origin of requests in memory. */
export const origin = 'http://mock.test';

/** Returns a function that sends requests to the mock in memory, and one that sends them to its server. */
export function createTransports(mock: AnyMock, server: RunningServer): readonly (readonly [name: string, fetch: Fetch])[] {
  return [
    ['in memory', (path, init) => mock.fetch(`${origin}${path}`, init)],
    ['over HTTP', (path, init) => fetch(`${server.url}${path}`, init)],
  ];
}

export interface ServerEvent {
  readonly event: string;
  readonly data: unknown;
  readonly id?: string;
}

/** Reads server-sent events one after another. The iteration ends with the stream. */
export async function* readEvents(response: Response): AsyncGenerator<ServerEvent> {
  let text = '';
  const decoder = new TextDecoder();
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      text += decoder.decode(part.value, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s, 2) as [string, string]));
        if (fields['event'] !== undefined)
          yield { ...fields, event: fields['event'], data: JSON.parse(fields['data'] ?? 'null') as unknown };
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Reads events until one has this name. */
export async function readUntil(events: AsyncGenerator<ServerEvent>, name: string): Promise<ServerEvent> {
  for (let next = await events.next(); !next.done; next = await events.next()) if (next.value.event === name) return next.value;
  throw new Error(`the stream ended without the event ${name}`);
}
