/** A mock agrees with a tape of its own traffic: uploads, operations, pages of lists, and errors. */
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packageRoot } from '../../../generator/lib/root.js';
import { runInProcess, startInProcess } from '../../support/discogen.js';
import { document } from '../../support/things-document.js';

let folder: string;
const store = join(packageRoot, 'test/fixtures/media/store-v1.json');

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'discogen-tape-'));
  mkdirSync(join(folder, 'cache'));
  writeFileSync(join(folder, 'things.json'), JSON.stringify(document));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: Record<string, unknown>;
}

type Send = (line: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;

/** Sends requests through a proxy. Objects are sent as JSON. */
function createSender(proxy: URL): Send {
  return async (line, body, headers = {}) => {
    const [method = '', url = ''] = line.split(' ');
    const isJson = typeof body === 'object' && !Buffer.isBuffer(body);
    const all = { host: new URL(url).host, ...(isJson && { 'content-type': 'application/json' }), ...headers };
    const sent = request({ host: proxy.hostname, port: proxy.port, method, path: url.replace('https:', 'http:'), headers: all });
    sent.end(isJson ? JSON.stringify(body) : body);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const content = await text(response);
    return {
      status: response.statusCode,
      headers: response.headers,
      body: /json/.test(response.headers['content-type'] ?? '') ? (JSON.parse(content) as Record<string, unknown>) : {},
    };
  };
}

async function callStore(send: Send): Promise<void> {
  const root = 'https://store.example.com';
  await send(`POST ${root}/store/v1/b`, { name: 'photos' });
  await send(`POST ${root}/store/v1/b`, { name: 'photos' });
  const related = (metadata: object, content: string): string =>
    `--x\r\ncontent-type: application/json\r\n\r\n${JSON.stringify(metadata)}\r\n--x\r\ncontent-type: text/plain\r\n\r\n${content}\r\n--x--`;
  const upload = `POST ${root}/upload/store/v1/b/photos/o?uploadType=`;
  for (const name of ['first', 'second', 'third'])
    await send(`${upload}multipart`, related({ name, metadata: { a: 'b' } }, name), { 'content-type': 'multipart/related; boundary=x' });
  await send(`${upload}media&name=bytes`, Buffer.from([0, 255, 254]), { 'content-type': 'application/octet-stream' });
  const { headers } = await send(`${upload}resumable`, { name: 'resumed' }, { 'x-upload-content-type': 'text/plain' });
  await send(`PUT ${headers.location}`, 'content', { 'content-range': 'bytes 0-6/7' });
  let pageToken = '';
  do {
    const { body } = await send(`GET ${root}/store/v1/b/photos/o?maxResults=2${pageToken && `&pageToken=${pageToken}`}`);
    pageToken = typeof body['nextPageToken'] === 'string' ? body['nextPageToken'] : '';
  } while (pageToken !== '');
  const first = `${root}/store/v1/b/photos/o/first`;
  const { etag } = (await send(`GET ${first}`)).body;
  await send(`GET ${first}`, undefined, { 'if-none-match': String(etag) });
  await send(`GET ${first}?alt=media`);
  await send(`GET ${first}?alt=media`, undefined, { range: 'bytes=1-2' });
  await send(`GET ${root}/store/v1/b/photos/o/bytes?alt=media`);
  await send(`PATCH ${first}`, { metadata: { a: null, c: 'd' } }, { 'if-match': String(etag) });
  await send(`PATCH ${first}`, { metadata: {} }, { 'if-match': String(etag) });
  await send(`GET ${first}?fields=name,metadata`);
  await send(`DELETE ${first}`);
  await send(`GET ${first}`);
  await send(`GET ${root}/store/v1/b/none/o`);
}

async function callThings(send: Send): Promise<void> {
  const root = 'https://things.example.com/v1';
  const things = `${root}/projects/my-project/things`;
  const { name } = (await send(`POST ${things}?thingId=thing-one`, { note: 'a' })).body;
  await send(`POST ${things}?thingId=thing-one`, { note: 'a' });
  await send(`POST ${things}?thingId=thing-two`, { notes: 'unknown' });
  await send(`GET ${root}/${String(name)}`);
  await send(`POST ${root}/${String(name)}:wait`, {});
  await send(`GET ${things}/thing-one`);
  await send(`DELETE ${things}/thing-one`);
  await send(`GET ${things}/thing-one`);
}

test('a mock agrees with its own tape', async () => {
  const files = ['things.json', store];
  const proxy = await startInProcess(['proxy', ...files, '--mock', '--record', 'own.tape', '--port', '0'], folder);
  const send = createSender(new URL(/http\S+$/.exec(proxy.line)?.[0] ?? ''));
  await callStore(send);
  await callThings(send);
  await proxy.end();
  const { status, stdout } = await runInProcess(['verify', 'own.tape', ...files.flatMap((file) => ['--api', file]), '--json'], folder);
  const verdict = JSON.parse(stdout) as { readonly compared: number; readonly agree: number; readonly differences?: unknown };
  expect({ status, ...verdict }).toMatchObject({ status: 0, agree: verdict.compared });
  expect(verdict.compared).toBeGreaterThan(25);
});
