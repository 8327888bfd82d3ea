/** The mock's responses to media requests on the wire. */
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { computeCrc32c, computeMd5 } from '../../templates/runtime/mock/media/digests.js';
import type { Mock } from '../../templates/runtime/mock/index.js';
import { bytes, importPackage, type Store, type Words } from './store.js';

const store = await importPackage<Store>('store-v1');
const grain = 256 * 1024;
const origin = 'https://store.example.com';
const seed = { resources: { '/store/v1/b/b': { name: 'b' } } };

type Answer = Awaited<ReturnType<Mock['handle']>>;

function send(mock: Mock, request: string, body?: string | Uint8Array, headers: Record<string, string> = {}): Promise<Answer> {
  const [method = '', url = ''] = request.split(' ');
  return mock.handle({ method, url: url.startsWith('/') ? origin + url : url, headers, ...(body !== undefined && { body }) });
}

async function begun(mock: Mock, headers: Record<string, string> = {}): Promise<string> {
  const answer = await send(mock, 'POST /upload/store/v1/b/b/o?uploadType=resumable&name=o', '{}', headers);
  return answer.headers['location'] ?? '';
}

describe('a single-request upload', () => {
  test.each([
    [
      'quoted boundary',
      'multipart/related; boundary="a b"',
      '--a b\r\ncontent-type: application/json\r\n\r\n{"name":"o"}\r\n--a b\r\ncontent-type: text/x\r\n\r\n\r\n--a\r\n\r\n--a b--',
    ],
    [
      'base64',
      'multipart/related; boundary=x',
      '--x\r\n\r\n{"name":"o"}\r\n--x\r\ncontent-type: text/x\r\ncontent-transfer-encoding: base64\r\n\r\nDQotLWENCg==\r\n--x--\r\n',
    ],
  ])('accepts multipart, %s', async (_, type, body) => {
    const mock = store.createMock({ seed });
    expect(await send(mock, 'POST /upload/store/v1/b/b/o?uploadType=multipart', body, { 'content-type': type })).toMatchObject({
      status: 200,
    });
    const { body: text, headers } = await send(mock, 'GET /store/v1/b/b/o/o?alt=media');
    expect([text, headers['content-type']]).toEqual(['\r\n--a\r\n', 'text/x']);
  });

  test.each([
    ['no boundary', 'multipart/related', '{}', 400],
    ['no end', 'multipart/related; boundary=x', '--x\r\n\r\n{}\r\n--x\r\n\r\n', 400],
    ['one part', 'multipart/related; boundary=x', '--x\r\n\r\n{}\r\n--x--', 400],
    ['metadata that is not JSON', 'multipart/related; boundary=x', '--x\r\n\r\n{\r\n--x\r\n\r\nx\r\n--x--', 400],
  ])('%s', async (_, type, body, status) => {
    const mock = store.createMock({ seed });
    expect((await send(mock, 'POST /upload/store/v1/b/b/o?uploadType=multipart', body, { 'content-type': type })).status).toBe(status);
  });

  test('enforces the limits of the method, the mock, and the media types', async () => {
    const mock = store.createMock({ seed, maxBody: 5000 });
    const notes = 'POST /upload/store/v1/b/b/notes?uploadType=media';
    expect((await send(mock, notes, 'x'.repeat(1025), { 'content-type': 'text/plain' })).status).toBe(413);
    expect((await send(mock, notes, 'x', { 'content-type': 'image/png' })).status).toBe(400);
    expect((await send(mock, notes, 'x', { 'content-type': 'text/plain; charset=utf-8' })).status).toBe(200);
    expect((await send(mock, 'POST /upload/store/v1/b/b/o?name=o', new Uint8Array(5001))).status).toBe(413);
    expect((await send(mock, 'POST /upload/store/v1/b/b/notes?uploadType=resumable')).status).toBe(400);
  });

  test('checks credentials first', async () => {
    const mock = store.createMock({ seed, auth: 'on' });
    expect((await send(mock, 'POST /upload/store/v1/b/b/notes', 'x'.repeat(2000))).status).toBe(401);
    expect((await send(mock, 'POST /upload/store/v1/b/b/o?uploadType=resumable')).status).toBe(401);
  });
});

describe('a resumable upload', () => {
  const piece = (mock: Mock, session: string, range: string, body?: Uint8Array): Promise<Answer> =>
    send(mock, `PUT ${session}`, body, { 'content-range': range });

  test('returns 308 with the received range until it is complete', async () => {
    const mock = store.createMock({ seed });
    const session = await begun(mock);
    expect(await piece(mock, session, 'bytes */*')).toMatchObject({ status: 308, body: '' });
    const first = await piece(mock, session, `bytes 0-${grain - 1}/*`, bytes(grain));
    expect([first.status, first.headers['range']]).toEqual([308, `bytes=0-${grain - 1}`]);
    const status = await piece(mock, session, `bytes */${grain + 5}`);
    expect([status.status, status.headers['range']]).toEqual([308, `bytes=0-${grain - 1}`]);
    const last = await piece(mock, session, `bytes ${grain}-${grain + 4}/${grain + 5}`, bytes(5));
    expect([last.status, JSON.parse(last.body)]).toMatchObject([200, { name: 'o', size: String(grain + 5) }]);
    const again = await piece(mock, session, `bytes */${grain + 5}`);
    expect(again.body).toBe(last.body);
    expect(mock.requests.every(({ methodId }) => methodId === 'store.objects.insert')).toBe(true);
  });

  test('returns 200 with a header for clients that cannot see 308', async () => {
    const mock = store.createMock({ seed });
    const answer = await send(mock, `PUT ${await begun(mock)}`, undefined, { 'content-range': 'bytes */*', 'x-guploader-no-308': 'yes' });
    expect([answer.status, answer.headers['x-http-status-code-override']]).toEqual([200, '308']);
  });

  test('accepts the legacy address and a single piece', async () => {
    const mock = store.createMock({ seed });
    const { headers } = await send(mock, 'POST /resumable/upload/store/v1/b/b/o?uploadType=resumable', '{"name":"o"}');
    expect((await send(mock, `PUT ${headers['location'] ?? ''}`, 'all of it')).status).toBe(200);
    expect((await send(mock, 'GET /download/store/v1/b/b/o/o')).body).toBe('all of it');
  });

  test.each<[string, string, Uint8Array | undefined, number]>([
    ['a gap', `bytes ${grain}-${2 * grain - 1}/*`, bytes(grain), 400],
    ['another length', 'bytes 0-9/10', bytes(9), 400],
    ['no multiple', 'bytes 0-99/*', bytes(100), 400],
    ['no range', 'bytes 0/10', bytes(1), 400],
    ['beyond its total', 'bytes 0-9/5', bytes(10), 400],
    ['another total', 'bytes 0-9/10', bytes(10), 400],
  ])('rejects %s', async (_, range, body, status) => {
    const mock = store.createMock({ seed });
    expect((await piece(mock, await begun(mock, { 'x-upload-content-length': '1000000' }), range, body)).status).toBe(status);
  });

  test('counts repeated bytes once', async () => {
    const mock = store.createMock({ seed });
    const session = await begun(mock);
    const content = bytes(2 * grain);
    await piece(mock, session, `bytes 0-${grain - 1}/*`, content.subarray(0, grain));
    const { body } = await piece(mock, session, `bytes 0-${2 * grain - 1}/${2 * grain}`, content);
    expect(JSON.parse(body)).toMatchObject({ md5Hash: createHash('md5').update(content).digest('base64') });
  });

  test('rejects at the start what the last piece would be rejected for', async () => {
    const mock = store.createMock({ seed });
    expect((await send(mock, 'POST /upload/store/v1/b/none/o?uploadType=resumable', '{"name":"o"}')).status).toBe(404);
    expect((await send(mock, 'POST /upload/store/v1/b/b/o?uploadType=resumable', '{"name":5}')).status).toBe(400);
    expect(await mock.state()).not.toHaveProperty('uploads');
  });

  test('can be canceled', async () => {
    const mock = store.createMock({ seed });
    const session = await begun(mock);
    expect((await send(mock, `DELETE ${session}`)).status).toBe(499);
    expect((await piece(mock, session, 'bytes */*')).status).toBe(404);
  });

  test('is part of the exported state, with its content', async () => {
    const mock = store.createMock({ seed });
    await send(mock, 'POST /upload/store/v1/b/b/o?name=done', 'done', { 'content-type': 'text/plain' });
    const session = await begun(mock);
    await piece(mock, session, `bytes 0-${grain - 1}/*`, bytes(grain));
    const other = store.createMock({ seed: await mock.state() });
    expect((await send(other, 'GET /store/v1/b/b/o/done?alt=media')).body).toBe('done');
    expect((await piece(other, session, `bytes */${grain}`)).status).toBe(200);
    expect(await other.state()).toMatchObject({ media: { '/store/v1/b/b/o/o': { data: Buffer.from(bytes(grain)).toString('base64') } } });
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

  test('has an etag that avoids a second download', async () => {
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
  ])('rejects a seed: %o', (media, fault) => {
    expect(() => store.createMock({ seed: { ...seed, media: media as never } })).toThrow(fault);
  });

  test('is available in a composed mock, with errors', async () => {
    const words = await importPackage<Words>('words-v2');
    const both = words.compose(words.createMock(), store.createMock({ seed }));
    expect((await send(both, 'POST /upload/store/v1/b/b/o?name=o', 'x')).status).toBe(200);
    expect((await send(both, 'POST /upload/store/v1/b/b/o?name=o', 'x')).status).toBe(409);
    expect((await send(both, 'GET /store/v1/b/b/o/o?alt=media', undefined, { range: 'bytes=5-' })).status).toBe(416);
    expect((await send(both, 'POST /words/v2/words', '{"data":{"name":"w"}}')).body).toContain('"data"');
  });

  test('has digests', () => {
    expect(Buffer.from(computeCrc32c(Buffer.from('123456789'))).toString('hex')).toBe('e3069283');
    for (const length of [0, 1, 55, 56, 63, 64, 65, 1000]) {
      const content = bytes(length);
      expect(Buffer.from(computeMd5(content)).toString('hex')).toBe(createHash('md5').update(content).digest('hex'));
    }
  });
});
