/** The maximum size of responses that the client parses. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { Agent } from 'undici';
import { describe, expect, test } from 'vitest';
import {
  ApiError,
  applyHttpBody,
  batch,
  createTransport,
  defineListMethod,
  defineMediaMethod,
  defineMethod,
  ParameterError,
} from '../../../../runtime/client/index.js';
import type { ClientOptions, FetchResponse } from '../../../../runtime/client/index.js';
import { undiciFetch } from '../../../../runtime/client/undici.js';
import { api, catchError, connect, createZone, getZone, script, zone } from './support.js';
import type { Values } from './support.js';

const get = defineMethod<Values, unknown>(getZone);
const create = defineMethod<Values, unknown>(createZone);
const chunk = new TextEncoder().encode('x'.repeat(1000));

interface EndlessBody {
  readonly respond: (status?: number, type?: string) => Promise<FetchResponse>;
  /** The number of chunks that the client has read. */
  readonly read: () => number;
  readonly isCancelled: () => boolean;
}

function endlessBody(): EndlessBody {
  let [read, cancelled] = [0, false];
  const respond: EndlessBody['respond'] = async (status = 200, type = 'application/json') => {
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          read += 1;
          controller.enqueue(chunk);
        },
        cancel() {
          cancelled = true;
        },
      },
      { highWaterMark: 0 },
    );
    return new Response(body, { status, headers: { 'content-type': type } });
  };
  return { respond, read: () => read, isCancelled: () => cancelled };
}

const options: ClientOptions = { maxResponseBytes: 10_000 };
const tooLarge = {
  reason: 'responseTooLarge',
  message: 'dns.managedZones.get: the response must be at most 10000 bytes (received more; see maxResponseBytes)',
};

describe('an endless body', () => {
  test.each([200, 404])('of a response with status %i is an ApiError, and the client stops reading', async (status) => {
    const { respond, read, isCancelled } = endlessBody();
    const { fetch, sent } = script(() => respond(status));
    const error = await catchError(ApiError, get(connect(fetch, options), zone));
    expect(error).toMatchObject({ ...tooLarge, status, response: { headers: { 'content-type': 'application/json' } } });
    expect([sent.length, read(), isCancelled()]).toEqual([1, 11, true]);
  });

  test('of a page is an ApiError', async () => {
    const list = defineListMethod({ ...getZone, list: { items: 'items' } });
    await expect(list(connect(script(() => endlessBody().respond()).fetch, options), zone)).rejects.toMatchObject(tooLarge);
  });

  test('of raw content that a body represents is an ApiError', async () => {
    const { respond, isCancelled } = endlessBody();
    const getContent = defineMethod<Values, unknown>({ ...getZone, httpBody: 'response' }, applyHttpBody);
    await expect(getContent(connect(script(() => respond(200, 'text/plain')).fetch, options), zone)).rejects.toMatchObject(tooLarge);
    expect(isCancelled()).toBe(true);
  });

  test('of a batch is an ApiError of each call', async () => {
    const { respond, isCancelled } = endlessBody();
    const { fetch } = script(() => respond(200, 'multipart/mixed; boundary=b'));
    const client = createTransport({ ...api, batchPath: 'batch' }, { rootUrl: 'http://h/', fetch, ...options });
    const calls = batch(client, (bound) => [get(bound, zone), get(bound, zone)]);
    for (const call of calls) expect(await catchError(ApiError, call)).toMatchObject(tooLarge);
    expect(isCancelled()).toBe(true);
  });

  test('of an error of a download is an ApiError, but that of the content is not limited', async () => {
    const getMedia = defineMediaMethod<Values>({ ...getZone, download: 'plain' });
    const failed = endlessBody();
    await expect(getMedia(connect(script(() => failed.respond(404)).fetch, options), zone)).rejects.toMatchObject({
      ...tooLarge,
      status: 404,
    });
    const endless = endlessBody();
    let received = 0;
    for await (const { length } of await getMedia(connect(script(() => endless.respond()).fetch, options), zone)) {
      received += length;
      if (received === 50_000) break;
    }
    expect(received).toBe(50_000);
    expect(endless.isCancelled()).toBe(true);
  });
});

describe('maxResponseBytes', () => {
  const body = { name: 'x'.repeat(90) };
  const size = JSON.stringify(body).length;

  test('is inclusive, and that of a call replaces that of the client', async () => {
    const { fetch } = script({ body });
    expect(await get(connect(fetch, { maxResponseBytes: size }), zone)).toEqual(body);
    await expect(get(connect(fetch, { maxResponseBytes: size - 1 }), zone)).rejects.toMatchObject({ reason: 'responseTooLarge' });
    expect(await get(connect(fetch, { maxResponseBytes: 1 }), zone, { maxResponseBytes: Infinity })).toEqual(body);
    await expect(get(connect(fetch), zone, { maxResponseBytes: 1 })).rejects.toMatchObject({ reason: 'responseTooLarge' });
  });

  test.each([0, -1, NaN, '1x'])('must be positive: %s', async (maxResponseBytes) => {
    const { fetch, sent } = script({});
    const error = await catchError(ParameterError, () => get(connect(fetch, { maxResponseBytes: maxResponseBytes as number }), zone));
    expect(error.message).toMatch(/^dns\.managedZones\.get: maxResponseBytes must be bytes > 0 \(received /);
    expect(sent).toEqual([]);
  });

  test("doesn't change how many requests a call without a retry sends", async () => {
    const { fetch, sent } = script({ body });
    await expect(create(connect(fetch, { maxResponseBytes: 1 }), { project: 'p', requestBody: {} })).rejects.toMatchObject({ status: 200 });
    expect(sent).toHaveLength(1);
  });

  test.each([
    ['fetch', fetch],
    ['undiciFetch', undiciFetch(new Agent())],
  ] as const)('counts decompressed bytes: %s', async (name, send) => {
    const text = JSON.stringify({ name: 'x'.repeat(1_000_000) });
    const server = createServer((_, response) => {
      const isCompressed = name === 'fetch';
      response.writeHead(200, { 'content-type': 'application/json', ...(isCompressed && { 'content-encoding': 'gzip' }) });
      response.end(isCompressed ? gzipSync(text) : text);
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const rootUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      const transport = connect(send as never, { rootUrl });
      await expect(get(transport, zone, { maxResponseBytes: 100_000 })).rejects.toMatchObject({ reason: 'responseTooLarge', status: 200 });
      expect(await get(transport, zone)).toMatchObject({ name: expect.stringMatching(/^x{1000000}$/) });
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});
