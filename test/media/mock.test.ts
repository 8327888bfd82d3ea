/** The mock's responses to media requests on the wire. */
import { createHash } from 'node:crypto';
import { get } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { computeCrc32c, computeMd5 } from '../../mock/engine/content/digests.js';
import type { Mock } from '../../mock/index.js';
import { bytes, importPackage, type Store, type Words } from './store.js';

const store = await importPackage<Store>('store-v1');
const chunkUnit = 256 * 1024;
const origin = 'https://store.example.com';
const seed = { resources: { '/store/v1/b/b': { name: 'b' } } };

type MockResponse = Awaited<ReturnType<Mock['handle']>>;

function send(mock: Mock, request: string, body?: string | Uint8Array, headers: Record<string, string> = {}): Promise<MockResponse> {
  const [method = '', url = ''] = request.split(' ');
  return mock.handle({ method, url: url.startsWith('/') ? origin + url : url, headers, ...(body !== undefined && { body }) });
}

async function startSession(mock: Mock, headers: Record<string, string> = {}): Promise<string> {
  const response = await send(mock, 'POST /upload/store/v1/b/b/o?uploadType=resumable&name=o', '{}', headers);
  return response.headers['location'] ?? '';
}

describe('a single-request upload', () => {
  test.each([
    [
      'a quoted boundary',
      'multipart/related; boundary="a b"',
      '--a b\r\ncontent-type: application/json\r\n\r\n{"name":"o"}\r\n--a b\r\ncontent-type: text/x\r\n\r\n\r\n--a\r\n\r\n--a b--',
    ],
    [
      'base64 content',
      'multipart/related; boundary=x',
      '--x\r\n\r\n{"name":"o"}\r\n--x\r\ncontent-type: text/x\r\ncontent-transfer-encoding: base64\r\n\r\nDQotLWENCg==\r\n--x--\r\n',
    ],
  ])('accepts a multipart body with %s', async (_, type, body) => {
    const mock = store.createMock({ seed });
    expect(await send(mock, 'POST /upload/store/v1/b/b/o?uploadType=multipart', body, { 'content-type': type })).toMatchObject({
      status: 200,
    });
    const { body: text, headers } = await send(mock, 'GET /store/v1/b/b/o/o?alt=media');
    expect([text, headers['content-type']]).toEqual(['\r\n--a\r\n', 'text/x']);
  });

  test.each([
    ['rejects a multipart type without a boundary', 'multipart/related', '{}', 400],
    ['rejects a multipart body without an end', 'multipart/related; boundary=x', '--x\r\n\r\n{}\r\n--x\r\n\r\n', 400],
    ['rejects a multipart body with one part', 'multipart/related; boundary=x', '--x\r\n\r\n{}\r\n--x--', 400],
    ['rejects metadata that is not JSON', 'multipart/related; boundary=x', '--x\r\n\r\n{\r\n--x\r\n\r\nx\r\n--x--', 400],
  ])('%s', async (_, type, body, status) => {
    const mock = store.createMock({ seed });
    expect((await send(mock, 'POST /upload/store/v1/b/b/o?uploadType=multipart', body, { 'content-type': type })).status).toBe(status);
  });

  test('enforces the size limits of the method and the mock, and the allowed media types', async () => {
    const mock = store.createMock({ seed, maxBody: 5000 });
    const notes = 'POST /upload/store/v1/b/b/notes?uploadType=media';
    expect((await send(mock, notes, 'x'.repeat(1025), { 'content-type': 'text/plain' })).status).toBe(413);
    expect((await send(mock, notes, 'x', { 'content-type': 'image/png' })).status).toBe(400);
    expect((await send(mock, notes, 'x', { 'content-type': 'text/plain; charset=utf-8' })).status).toBe(200);
    expect((await send(mock, 'POST /upload/store/v1/b/b/o?name=o', new Uint8Array(5001))).status).toBe(413);
    expect((await send(mock, 'POST /upload/store/v1/b/b/notes?uploadType=resumable')).status).toBe(400);
  });

  test('checks credentials before the body', async () => {
    const mock = store.createMock({ seed, auth: 'on' });
    expect((await send(mock, 'POST /upload/store/v1/b/b/notes', 'x'.repeat(2000))).status).toBe(401);
    expect((await send(mock, 'POST /upload/store/v1/b/b/o?uploadType=resumable')).status).toBe(401);
  });
});

describe('a resumable upload', () => {
  const sendPiece = (mock: Mock, session: string, range: string, body?: Uint8Array): Promise<MockResponse> =>
    send(mock, `PUT ${session}`, body, { 'content-range': range });

  test('returns 308 with the received range until the upload is complete', async () => {
    const mock = store.createMock({ seed });
    const session = await startSession(mock);
    expect(await sendPiece(mock, session, 'bytes */*')).toMatchObject({ status: 308, body: '' });
    const first = await sendPiece(mock, session, `bytes 0-${chunkUnit - 1}/*`, bytes(chunkUnit));
    expect([first.status, first.headers['range']]).toEqual([308, `bytes=0-${chunkUnit - 1}`]);
    const status = await sendPiece(mock, session, `bytes */${chunkUnit + 5}`);
    expect([status.status, status.headers['range']]).toEqual([308, `bytes=0-${chunkUnit - 1}`]);
    const last = await sendPiece(mock, session, `bytes ${chunkUnit}-${chunkUnit + 4}/${chunkUnit + 5}`, bytes(5));
    expect([last.status, JSON.parse(last.body)]).toMatchObject([200, { name: 'o', size: String(chunkUnit + 5) }]);
    const repeated = await sendPiece(mock, session, `bytes */${chunkUnit + 5}`);
    expect(repeated.body).toBe(last.body);
    expect(mock.requests.every(({ methodId }) => methodId === 'store.objects.insert')).toBe(true);
  });

  test('returns 200 with an override header to clients that cannot read a 308', async () => {
    const mock = store.createMock({ seed });
    const response = await send(mock, `PUT ${await startSession(mock)}`, undefined, {
      'content-range': 'bytes */*',
      'x-guploader-no-308': 'yes',
    });
    expect([response.status, response.headers['x-http-status-code-override']]).toEqual([200, '308']);
  });

  test('accepts the legacy address and a single piece', async () => {
    const mock = store.createMock({ seed });
    const { headers } = await send(mock, 'POST /resumable/upload/store/v1/b/b/o?uploadType=resumable', '{"name":"o"}');
    expect((await send(mock, `PUT ${headers['location'] ?? ''}`, 'all of it')).status).toBe(200);
    expect((await send(mock, 'GET /download/store/v1/b/b/o/o')).body).toBe('all of it');
  });

  test.each<[string, string, Uint8Array | undefined, number]>([
    ['a gap', `bytes ${chunkUnit}-${2 * chunkUnit - 1}/*`, bytes(chunkUnit), 400],
    ['a body that is shorter than its range', 'bytes 0-9/10', bytes(9), 400],
    ['a piece that is not a multiple of 256 KiB', 'bytes 0-99/*', bytes(100), 400],
    ['an invalid range', 'bytes 0/10', bytes(1), 400],
    ['a range beyond its total', 'bytes 0-9/5', bytes(10), 400],
    ['a total that differs from the announced size', 'bytes 0-9/10', bytes(10), 400],
  ])('rejects %s', async (_, range, body, status) => {
    const mock = store.createMock({ seed });
    expect((await sendPiece(mock, await startSession(mock, { 'x-upload-content-length': '1000000' }), range, body)).status).toBe(status);
  });

  test('counts repeated bytes once', async () => {
    const mock = store.createMock({ seed });
    const session = await startSession(mock);
    const content = bytes(2 * chunkUnit);
    await sendPiece(mock, session, `bytes 0-${chunkUnit - 1}/*`, content.subarray(0, chunkUnit));
    const { body } = await sendPiece(mock, session, `bytes 0-${2 * chunkUnit - 1}/${2 * chunkUnit}`, content);
    expect(JSON.parse(body)).toMatchObject({ md5Hash: createHash('md5').update(content).digest('base64') });
  });

  test('rejects an invalid resource when the upload starts', async () => {
    const mock = store.createMock({ seed });
    expect((await send(mock, 'POST /upload/store/v1/b/none/o?uploadType=resumable', '{"name":"o"}')).status).toBe(404);
    expect((await send(mock, 'POST /upload/store/v1/b/b/o?uploadType=resumable', '{"name":5}')).status).toBe(400);
    expect(await mock.state()).not.toHaveProperty('uploads');
  });

  test('ends when the client deletes its session', async () => {
    const mock = store.createMock({ seed });
    const session = await startSession(mock);
    expect((await send(mock, `DELETE ${session}`)).status).toBe(499);
    expect((await sendPiece(mock, session, 'bytes */*')).status).toBe(404);
  });

  test('exports unfinished uploads without the admin token', async () => {
    const mock = store.createMock({ seed, adminToken: 'secret' });
    await startSession(mock, { authorization: 'Bearer secret' });
    await startSession(mock, { authorization: 'Bearer other' });
    const state = JSON.stringify(await mock.state());
    expect(state).toContain('Bearer other');
    expect(state).not.toContain('secret');
  });

  test('exports unfinished uploads and content with the state', async () => {
    const mock = store.createMock({ seed });
    await send(mock, 'POST /upload/store/v1/b/b/o?name=done', 'done', { 'content-type': 'text/plain' });
    const session = await startSession(mock);
    await sendPiece(mock, session, `bytes 0-${chunkUnit - 1}/*`, bytes(chunkUnit));
    const other = store.createMock({ seed: await mock.state() });
    expect((await send(other, 'GET /store/v1/b/b/o/done?alt=media')).body).toBe('done');
    expect((await sendPiece(other, session, `bytes */${chunkUnit}`)).status).toBe(200);
    expect(await other.state()).toMatchObject({
      media: { '/store/v1/b/b/o/o': { data: Buffer.from(bytes(chunkUnit)).toString('base64') } },
    });
  });
});

describe('what client libraries repeat', () => {
  test('is accepted: a path parameter in a body without such a field', async () => {
    const mock = store.createMock({ seed });
    const create = (bucket: string): Promise<MockResponse> =>
      send(mock, 'POST /store/v1/b/b/notes', JSON.stringify({ bucket, title: 't' }), { 'content-type': 'application/json' });
    expect(JSON.parse((await create('b')).body)).not.toHaveProperty('bucket');
    expect((await create('other')).headers['x-mock-ignored']).toBe('requestBody.bucket');
  });

  test('is reported as ignored: a parameter of a list, or a field of the resource in a read', async () => {
    const mock = store.createMock({ seed });
    const { status, headers } = await send(mock, 'GET /store/v1/b/b?maxResults=1&labels=x');
    expect([status, headers['x-mock-ignored']]).toEqual([200, 'maxResults, labels']);
    expect((await send(mock, 'GET /store/v1/b/b?maxResult=1')).status).toBe(400);
    expect((await send(mock, 'POST /store/v1/b?labels=x', '{"name":"c"}')).status).toBe(400);
    expect((await send(store.createMock({ seed, ignored: 'all' }), 'GET /store/v1/b/b?maxResults=1')).status).toBe(501);
  });
});

describe('content', () => {
  test('is deleted with its resource', async () => {
    const mock = store.createMock({ seed });
    await send(mock, 'POST /upload/store/v1/b/b/o?name=o', 'x');
    await send(mock, 'DELETE /store/v1/b/b/o/o');
    expect((await send(mock, 'GET /store/v1/b/b/o/o?alt=media')).status).toBe(404);
    expect(await mock.state()).not.toHaveProperty('media');
  });

  test('has the digests and the encoding of the resource as headers', async () => {
    const mock = store.createMock({ seed });
    const content = gzipSync('hello');
    const multipart = Buffer.concat([
      Buffer.from('--x\r\n\r\n{"name":"o","contentEncoding":"gzip"}\r\n--x\r\ncontent-type: text/x\r\n\r\n'),
      content,
      Buffer.from('\r\n--x--'),
    ]);
    const type = { 'content-type': 'multipart/related; boundary=x' };
    await send(mock, 'POST /upload/store/v1/b/b/o?uploadType=multipart', multipart, type);
    const { headers, bytes: received } = await send(mock, 'GET /store/v1/b/b/o/o?alt=media');
    const md5 = createHash('md5').update(content).digest('base64');
    const crc32c = Buffer.from(computeCrc32c(content)).toString('base64');
    expect([headers['content-encoding'], headers['x-goog-hash']]).toEqual(['gzip', `crc32c=${crc32c},md5=${md5}`]);
    expect(received).toEqual(new Uint8Array(content));
    const part = await send(mock, 'GET /store/v1/b/b/o/o?alt=media', undefined, { range: 'bytes=0-1' });
    expect(part.headers).not.toHaveProperty('content-encoding');
  });

  test('has an error that is not compressed, because clients read it as content', async () => {
    const server = await store.createMock({ seed }).listen();
    const requestHeaders = { 'accept-encoding': 'gzip' };
    const getEncoding = (path: string): Promise<string | undefined> =>
      new Promise((resolve, reject) => {
        get(server.url + path, { headers: requestHeaders }, (response) => {
          resolve(response.resume().headers['content-encoding']);
        }).on('error', reject);
      });
    expect(await getEncoding('/store/v1/b/b/o/none?alt=media')).toBeUndefined();
    expect(await getEncoding('/download/store/v1/b/b/o/none')).toBeUndefined();
    expect(await getEncoding('/store/v1/b/b/o/none')).toBe('gzip');
    await server.close();
  });

  test('returns 304 for a matching etag', async () => {
    const mock = store.createMock({ seed });
    await send(mock, 'POST /upload/store/v1/b/b/o?name=o', 'x');
    const { headers, bytes: content } = await send(mock, 'GET /store/v1/b/b/o/o?alt=media');
    expect([headers['accept-ranges'], content]).toEqual(['bytes', new Uint8Array([120])]);
    expect((await send(mock, 'GET /store/v1/b/b/o/o?alt=media', undefined, { 'if-none-match': headers['etag'] ?? '' })).status).toBe(304);
  });

  test.each([
    [{ '/store/v1/b/b': { type: 'a/b' } }, 'media./store/v1/b/b: expected { type, data }, data in base64'],
    [{ '/store/v1/b/b/o/none': { type: 'a/b', data: '' } }, 'media./store/v1/b/b/o/none: the resource does not exist'],
    [{ '/nowhere': { type: 'a/b', data: '' } }, 'media./nowhere: no resource has this path'],
    [{ '/store/v1/bb/b': { type: 'a/b', data: '' } }, 'no resource has this path; did you mean "/store/v1/b/b"?'],
    [{ 'no/slash': { type: 'a/b', data: '' } }, 'media.no/slash: expected a path that begins with a slash'],
  ])('rejects a seed: %o', (media, message) => {
    expect(() => store.createMock({ seed: { ...seed, media: media as never } })).toThrow(message);
  });

  test('is available in a composed mock', async () => {
    const words = await importPackage<Words>('words-v2');
    const composed = words.compose(words.createMock(), store.createMock({ seed }));
    expect((await send(composed, 'POST /upload/store/v1/b/b/o?name=o', 'x')).status).toBe(200);
    expect((await send(composed, 'POST /upload/store/v1/b/b/o?name=o', 'x')).status).toBe(409);
    expect((await send(composed, 'GET /store/v1/b/b/o/o?alt=media', undefined, { range: 'bytes=5-' })).status).toBe(416);
    expect((await send(composed, 'POST /words/v2/words', '{"data":{"name":"w"}}')).body).toContain('"data"');
  });

  test('computes CRC32C and MD5 digests', () => {
    expect(Buffer.from(computeCrc32c(Buffer.from('123456789'))).toString('hex')).toBe('e3069283');
    for (const length of [0, 1, 55, 56, 63, 64, 65, 1000]) {
      const content = bytes(length);
      expect(Buffer.from(computeMd5(content)).toString('hex')).toBe(createHash('md5').update(content).digest('hex'));
    }
  });
});

describe('the budget for unfinished uploads', () => {
  const sendChunk = (mock: Mock, location: string, chunks = 1): Promise<MockResponse> =>
    send(mock, `PUT ${location}`, bytes(chunks * chunkUnit), { 'content-range': `bytes 0-${chunks * chunkUnit - 1}/*` });

  test('rejects what exceeds it with 429 in any session, until an upload is canceled', async () => {
    const mock = store.createMock({ seed, maxUploads: 1_000_000 });
    const other = mock.session('other') as unknown as Mock;
    const [first, second, third] = [await startSession(mock), await startSession(mock), await startSession(other)];
    expect([(await sendChunk(mock, first)).status, (await sendChunk(mock, second)).status]).toEqual([308, 308]);
    const rejected = await sendChunk(other, third);
    expect([rejected.status, rejected.body]).toEqual([429, expect.stringContaining('--max-uploads')]);
    await send(mock, `DELETE ${first}`);
    expect((await sendChunk(other, third)).status).toBe(308);
  });

  test('rejects a larger upload with 413, also when it starts', async () => {
    const mock = store.createMock({ seed, maxUploads: 1_000_000 });
    expect((await sendChunk(mock, await startSession(mock), 3)).status).toBe(413);
    const started = await send(mock, 'POST /upload/store/v1/b/b/o?uploadType=resumable&name=o', '{}', {
      'x-upload-content-length': '900000',
    });
    expect(started.status).toBe(413);
  });

  test('has nothing of uploads that are complete, and forgets them before it rejects others', async () => {
    const mock = store.createMock({ seed, maxUploads: 1_000_000 });
    for (let index = 0; index < 300; index++) {
      const { headers } = await send(mock, `POST /upload/store/v1/b/b/o?uploadType=resumable&name=o${index}`, '{}');
      const { status, body } = await send(mock, `PUT ${headers['location']}`, 'x', { 'content-range': 'bytes 0-0/1' });
      expect([index, status, body]).toEqual([index, 200, expect.anything()]);
    }
    expect((await sendChunk(mock, await startSession(mock), 2)).status).toBe(308);
  });
});
