/** The forms in which clients send uploads to the mock: quoted boundaries, line ends, open ranges, and the `X-Goog-Upload-*` protocol. */
import { describe, expect, test } from 'vitest';
import type { Mock } from '../../mock/index.js';
import { bytes, importPackage, type Store } from './store.js';

const store = await importPackage<Store>('store-v1');
const chunkUnit = 256 * 1024;
const origin = 'https://store.example.com';
const uploadPath = '/upload/store/v1/b/b/o';
const seed = { resources: { '/store/v1/b/b': { name: 'b' } } };

type Headers = Readonly<Record<string, string>>;
type MockResponse = Awaited<ReturnType<Mock['handle']>>;

function send(mock: Mock, request: string, headers: Headers = {}, body?: string | Uint8Array): Promise<MockResponse> {
  const [method = '', url = ''] = request.split(' ');
  return mock.handle({ method, url: url.startsWith('/') ? origin + url : url, headers, ...(body !== undefined && { body }) });
}

const readMessage = ({ body }: MockResponse): string => (JSON.parse(body) as { error: { message: string } }).error.message;
const download = async (mock: Mock, object: string): Promise<string> => (await send(mock, `GET /store/v1/b/b/o/${object}?alt=media`)).body;

describe('a multipart body', () => {
  const parts = (boundary: string, lineEnd: string, content = 'one\ntwo'): string =>
    [
      `--${boundary}`,
      'Content-Type: application/json',
      '',
      '{"name":"o"}',
      `--${boundary}`,
      'Content-Type: text/plain',
      '',
      content,
      `--${boundary}--`,
    ].join(lineEnd);

  test.each([
    ['an unquoted boundary', 'multipart/related; boundary=x', 'x'],
    ['a quoted boundary', 'multipart/related; boundary="x y"', 'x y'],
    ['an unquoted boundary that should be quoted', 'multipart/related; boundary===x:y?==', '==x:y?=='],
    ['a boundary that an escape quotes', 'multipart/related; boundary="x\\"\\y"', 'x"y'],
    ['single quotes that the body has', `multipart/related; boundary="'x'"`, `'x'`],
    ['single quotes that the body lacks', `multipart/related; boundary='==x=='`, '==x=='],
    ['single quotes in quotes that the body lacks', `multipart/related; boundary="'x'"`, 'x'],
    ['single quotes inside the boundary', `multipart/related; boundary=x'y'z`, `x'y'z`],
    ['other parameters around it', 'Multipart/Related; type="a/b; boundary=y"; BOUNDARY = x ; start=z', 'x'],
    ['the subtype of e-mails', 'multipart/mixed; boundary=x', 'x'],
    ['the subtype of forms', 'multipart/form-data; boundary=x', 'x'],
  ])('can have %s', async (_, type, boundary) => {
    for (const lineEnd of ['\r\n', '\n']) {
      const mock = store.createMock({ seed });
      const request = `POST ${uploadPath}?uploadType=multipart`;
      expect(await send(mock, request, { 'content-type': type }, parts(boundary, lineEnd))).toMatchObject({ status: 200 });
      expect(await download(mock, 'o')).toBe('one\ntwo');
    }
  });

  test.each([
    ['lines that end in LF', parts('x', '\n', 'a\r\nb\r'), 'a\r\nb\r'],
    ['lines that end in CRLF', parts('x', '\r\n', 'a\nb\n'), 'a\nb\n'],
    ['headers that end in LF between delimiters that end in CRLF', parts('x', '\r\n').replace('json\r\n\r\n', 'json\n\n'), 'one\ntwo'],
    [
      'white space after its delimiters, and text around them',
      `before\n${parts('x', '\n').replaceAll(/--x(?:--)?/g, '$& \t')}\nafter`,
      'one\ntwo',
    ],
    ['content with a line that begins like a delimiter', parts('x', '\n', '--xy\n--x-\n--'), '--xy\n--x-\n--'],
    ['empty content', parts('x', '\n', ''), ''],
    ['a header on two lines', parts('x', '\r\n').replace('text/plain', '\r\n text/plain'), 'one\ntwo'],
  ])('keeps the bytes of the content with %s', async (_, body, content) => {
    const mock = store.createMock({ seed });
    const type = { 'content-type': 'multipart/related; boundary=x' };
    expect((await send(mock, `POST ${uploadPath}?uploadType=multipart`, type, body)).status).toBe(200);
    const { body: text, headers } = await send(mock, 'GET /store/v1/b/b/o/o?alt=media');
    expect([text, headers['content-type']]).toEqual([content, 'text/plain']);
  });

  test.each([
    [
      'a transfer encoding that the mock does not decode',
      parts('x', '\n').replaceAll('Content-Type: text/plain', 'Content-Transfer-Encoding: quoted-printable'),
      'quoted-printable',
    ],
    ['three parts', parts('x', '\n', 'a\n--x\n\nb'), 'two parts'],
    ['another boundary', parts('y', '\n'), 'no closing boundary'],
  ])('is rejected with %s', async (_, body, message) => {
    const type = { 'content-type': 'multipart/related; boundary=x' };
    const response = await send(store.createMock({ seed }), `POST ${uploadPath}?uploadType=multipart`, type, body);
    expect(response.status).toBe(400);
    expect(readMessage(response)).toContain(message);
  });
});

describe('a resumable upload with an open range', () => {
  async function start(mock: Mock, headers: Headers = {}): Promise<string> {
    const { headers: received } = await send(mock, `POST ${uploadPath}?uploadType=resumable`, headers, '{"name":"o"}');
    return received['location'] ?? '';
  }

  test.each([
    ['bytes 0-*/*', 'hello', {}],
    ['bytes 0-*/5', 'hello', {}],
    ['bytes 0-*/*', 'hello', { 'x-upload-content-length': '5' }],
    ['bytes 0-*/*', '', {}],
    ['bytes 0-*/0', '', {}],
  ])('ends with the body of %s: %j', async (range, body, headers) => {
    const mock = store.createMock({ seed });
    const response = await send(mock, `PUT ${await start(mock, headers)}`, { 'content-range': range }, body);
    expect([response.status, JSON.parse(response.body)]).toMatchObject([200, { name: 'o', size: String(body.length) }]);
  });

  test('continues at an offset, and skips what the server has', async () => {
    const content = bytes(chunkUnit + 10);
    for (const range of [`bytes ${chunkUnit}-*/*`, `bytes ${chunkUnit}-*/${content.length}`, 'bytes 0-*/*']) {
      const mock = store.createMock({ seed });
      const url = await start(mock);
      await send(mock, `PUT ${url}`, { 'content-range': `bytes 0-${chunkUnit - 1}/*` }, content.subarray(0, chunkUnit));
      const rest = range.startsWith('bytes 0-') ? content : content.subarray(chunkUnit);
      const response = await send(mock, `PUT ${url}`, { 'content-range': range }, rest);
      expect([response.status, JSON.parse(response.body)], range).toMatchObject([200, { size: String(content.length) }]);
      expect(Buffer.compare((await send(mock, 'GET /store/v1/b/b/o/o?alt=media')).bytes ?? new Uint8Array(), content), range).toBe(0);
    }
  });

  test.each<[string, Headers]>([
    ['bytes 0-*/4', {}],
    ['bytes 0-*/6', {}],
    ['bytes 0-*/*', { 'x-upload-content-length': '6' }],
    ['bytes 1-*/*', {}],
    ['bytes *-*/*', {}],
    ['bytes */5', {}],
    ['bytes 0-*', {}],
  ])('rejects 5 bytes with %s after %j', async (range, headers) => {
    const mock = store.createMock({ seed });
    const response = await send(mock, `PUT ${await start(mock, headers)}`, { 'content-range': range }, 'hello');
    expect(response.status).toBe(400);
    expect((await send(mock, 'GET /store/v1/b/b/o/o')).status).toBe(404);
  });

  test('rejects a GET request to its URL, and a malformed size', async () => {
    const mock = store.createMock({ seed });
    expect((await send(mock, `GET ${await start(mock)}`)).status).toBe(405);
    const headers = { 'x-upload-content-length': 'many' };
    expect((await send(mock, `POST ${uploadPath}?uploadType=resumable`, headers, '{}')).status).toBe(400);
  });
});

describe('the X-Goog-Upload protocol', () => {
  const startHeaders = {
    'x-goog-upload-protocol': 'resumable',
    'x-goog-upload-command': 'start',
    'x-goog-upload-header-content-type': 'text/plain',
    'content-type': 'application/json',
  };

  async function start(mock: Mock, headers: Headers = {}): Promise<string> {
    const response = await send(mock, `POST ${uploadPath}`, { ...startHeaders, ...headers }, '{"name":"o","metadata":{"a":"b"}}');
    expect([response.status, response.body, response.headers]).toMatchObject([
      200,
      '',
      { 'x-goog-upload-status': 'active', 'x-goog-upload-chunk-granularity': String(chunkUnit) },
    ]);
    return response.headers['x-goog-upload-url'] ?? '';
  }

  const command = (mock: Mock, url: string, text: string, body?: string | Uint8Array, offset?: number): Promise<MockResponse> =>
    send(
      mock,
      `POST ${url}`,
      { 'x-goog-upload-command': text, ...(offset !== undefined && { 'x-goog-upload-offset': String(offset) }) },
      body,
    );

  test('starts without an effect, and uploads and finalizes in one request', async () => {
    const mock = store.createMock({ seed });
    const url = await start(mock);
    expect((await send(mock, 'GET /store/v1/b/b/o/o')).status).toBe(404);
    const response = await command(mock, url, 'upload, finalize', 'hello', 0);
    expect([response.status, response.headers['x-goog-upload-status'], JSON.parse(response.body)]).toMatchObject([
      200,
      'final',
      { name: 'o', size: '5', contentType: 'text/plain', metadata: { a: 'b' } },
    ]);
    expect(await download(mock, 'o')).toBe('hello');
    const repeated = await command(mock, url, 'query');
    expect([repeated.headers['x-goog-upload-status'], repeated.body]).toEqual(['final', response.body]);
    expect(mock.requests.flatMap(({ ignored = [] }) => ignored)).toEqual([]);
  });

  test.each([['finalize'], ['upload, finalize']])('uploads chunks, reports what it received, and ends with %s', async (last) => {
    const mock = store.createMock({ seed });
    const content = bytes(2 * chunkUnit);
    const url = await start(mock, { 'x-goog-upload-header-content-length': String(content.length) });
    const first = await command(mock, url, 'upload', content.subarray(0, chunkUnit), 0);
    const status = await command(mock, url, 'query');
    for (const { headers } of [first, status])
      expect(headers).toMatchObject({ 'x-goog-upload-status': 'active', 'x-goog-upload-size-received': String(chunkUnit) });
    if (last === 'finalize') {
      const second = await command(mock, url, 'upload', content.subarray(chunkUnit), chunkUnit);
      expect(second.headers).toMatchObject({ 'x-goog-upload-status': 'active', 'x-goog-upload-size-received': String(content.length) });
    }
    const response =
      last === 'finalize' ? await command(mock, url, last) : await command(mock, url, last, content.subarray(chunkUnit), chunkUnit);
    expect([response.headers['x-goog-upload-status'], JSON.parse(response.body)]).toMatchObject([
      'final',
      { size: String(content.length) },
    ]);
  });

  test('cancels an upload', async () => {
    const mock = store.createMock({ seed });
    const url = await start(mock);
    expect((await command(mock, url, 'cancel')).headers['x-goog-upload-status']).toBe('cancelled');
    expect((await command(mock, url, 'upload, finalize', 'hello', 0)).status).toBe(404);
    expect(await mock.state()).not.toHaveProperty('uploads');
  });

  test('keeps an unfinished upload in the state', async () => {
    const mock = store.createMock({ seed });
    const url = await start(mock);
    const other = store.createMock({ seed: await mock.state() });
    expect((await send(other, `PUT ${url}`, {}, 'hello')).status).toBe(400);
    expect((await command(other, url, 'upload, finalize', 'hello', 0)).status).toBe(200);
  });

  test('accepts the protocols raw and multipart', async () => {
    const mock = store.createMock({ seed });
    const raw = { 'x-goog-upload-protocol': 'raw', 'x-goog-upload-header-content-type': 'a/b', 'content-type': 'text/plain' };
    expect(JSON.parse((await send(mock, `POST ${uploadPath}?name=raw`, raw, 'hello')).body)).toMatchObject({
      size: '5',
      contentType: 'a/b',
    });
    const multipart = { 'x-goog-upload-protocol': 'multipart', 'content-type': 'multipart/mixed; boundary=x' };
    const body = '--x\r\n\r\n{"name":"parts"}\r\n--x\r\ncontent-type: c/d\r\n\r\nhello\r\n--x--';
    expect(JSON.parse((await send(mock, `POST ${uploadPath}`, multipart, body)).body)).toMatchObject({ size: '5', contentType: 'c/d' });
    const query = { 'content-type': 'text/plain' };
    expect((await send(mock, `POST ${uploadPath}?name=query&upload_protocol=raw`, query, 'hello')).status).toBe(200);
  });

  test.each<[string, Headers, string?]>([
    ['an unknown protocol', { 'x-goog-upload-protocol': 'tus' }],
    ['no command', { 'x-goog-upload-protocol': 'resumable' }],
    [
      'a later command',
      { 'x-goog-upload-protocol': 'resumable', 'x-goog-upload-command': 'upload, finalize', 'x-goog-upload-offset': '0' },
    ],
    ['all commands at once', { 'x-goog-upload-protocol': 'resumable', 'x-goog-upload-command': 'start, upload, finalize' }],
    ['a method without resumable uploads', startHeaders, '/upload/store/v1/b/b/notes'],
    ['an unknown uploadType', {}, `${uploadPath}?uploadType=chunked`],
    ['an unknown upload_protocol', {}, `${uploadPath}?upload_protocol=tus`],
  ])('rejects a first request with %s', async (_, headers, path = uploadPath) => {
    const mock = store.createMock({ seed });
    const response = await send(mock, `POST ${path}${path.includes('?') ? '&' : '?'}name=o`, headers, '{}');
    expect(response.status).toBe(400);
    expect(readMessage(response)).toMatch(/X-Goog-Upload|resumable uploads|uploadType|upload_protocol/);
    expect((await send(mock, 'GET /store/v1/b/b/o/o')).status).toBe(404);
  });

  test.each<[string, string, string | undefined, number | undefined]>([
    ['an unknown command', 'append', 'hello', 0],
    ['a repeated start', 'start', undefined, undefined],
    ['commands in the wrong order', 'finalize, upload', 'hello', 0],
    ['an upload without an offset', 'upload, finalize', 'hello', undefined],
    ['an offset after the received content', 'upload, finalize', 'hello', 5],
    ['a chunk that is not a multiple of the granularity', 'upload', 'hello', 0],
    ['more content than announced', 'upload, finalize', 'hello!', 0],
    ['less content than announced', 'upload, finalize', 'hell', 0],
    ['content with the command finalize', 'finalize', 'hello', undefined],
    ['the end of an upload without its content', 'finalize', undefined, undefined],
  ])('rejects a request with %s', async (_, text, body, offset) => {
    const mock = store.createMock({ seed });
    const url = await start(mock, { 'x-goog-upload-header-content-length': '5' });
    const response = await command(mock, url, text, body, offset);
    expect(response.status).toBe(400);
    expect((await command(mock, url, 'upload, finalize', 'hello', 0)).status).toBe(200);
  });
});
