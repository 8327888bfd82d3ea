/** Each load at a tenth of its size, with smaller limits. `npm run test:load` sends the full size. */
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createMock } from '../../generator/index.js';
import type { Mock, MockOptions, RunningServer } from '../../mock/index.js';
import { root } from '../packages/support.js';
import { loads, seed, send } from './lines.js';

const scale = 0.1;
const mebibyte = 2 ** 20;

let server: RunningServer | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function start(options: MockOptions = {}): Promise<{ readonly mock: Mock; readonly url: string }> {
  const mock = await createMock([join(root, 'test/load/depot.json')], {
    seed,
    warn: () => undefined,
    maxBodies: 100 * mebibyte * scale,
    maxUploads: 64 * mebibyte * scale,
    maxJournalBytes: 16 * mebibyte * scale,
    maxHistoryBytes: 16 * mebibyte * scale,
    ...options,
  });
  server = await mock.listen();
  return { mock, url: server.url };
}

test.each(loads.map((load) => [load.name, load] as const))('a tenth of %s', async (_, load) => {
  const { url } = await start();
  expect(load.expected).toEqual(expect.arrayContaining(Object.keys(await load.send({ url, scale }))));
  // The mock serves others again, and has nothing left of the load in flight.
  expect((await send(url, 'GET /depot/v1/buckets/b')).status).toBe('200');
});
