/** The versions of content: conditional requests, digests of uploads, and the headers of downloads. */
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { buildBehavior } from '../../../support/mock-of.js';
import type { JsonObject } from '../../../../generator/lib/json.js';
import { buildModel } from '../../../../generator/model/build.js';
import { createMockServer, type MockResponse } from '../../../../mock/index.js';
import { media } from '../../../../mock/media-entry.js';

const query = { type: 'string', location: 'query' };
const path = { type: 'string', location: 'path', required: true };
const conditions = Object.fromEntries(
  ['Generation', 'Metageneration', 'Etag'].flatMap((name) => [
    [`if${name}Match`, query],
    [`if${name}NotMatch`, query],
  ]),
);
const member = { path: 'files/{file}', parameters: { file: path, ...conditions }, response: { $ref: 'File' } };
const document = {
  kind: 'discovery#restDescription',
  name: 'files',
  version: 'v1',
  rootUrl: 'https://files.example/',
  servicePath: 'v1/',
  parameters: { alt: query, uploadType: query },
  schemas: {
    File: {
      id: 'File',
      type: 'object',
      properties: Object.fromEntries(
        (
          'name note contentType contentEncoding contentDisposition contentLanguage cacheControl storageClass md5Hash crc32c size ' +
          'generation metageneration etag'
        )
          .split(' ')
          .map((name) => [name, { type: 'string', ...(/generation/.test(name) && { format: 'int64' }) }]),
      ),
    },
    Files: { id: 'Files', type: 'object', properties: { items: { type: 'array', items: { $ref: 'File' } } } },
  },
  resources: {
    files: {
      methods: {
        insert: {
          id: 'files.files.insert',
          httpMethod: 'POST',
          path: 'files',
          parameters: { name: query, ...conditions },
          request: { $ref: 'File' },
          response: { $ref: 'File' },
          supportsMediaUpload: true,
          mediaUpload: {
            accept: ['*/*'],
            protocols: { simple: { path: '/upload/v1/files' }, resumable: { path: '/resumable/upload/v1/files' } },
          },
        },
        get: { ...member, id: 'files.files.get', httpMethod: 'GET', supportsMediaDownload: true },
        update: { ...member, id: 'files.files.update', httpMethod: 'PUT', request: { $ref: 'File' } },
        delete: { ...member, id: 'files.files.delete', httpMethod: 'DELETE' },
        list: { id: 'files.files.list', httpMethod: 'GET', path: 'files', response: { $ref: 'Files' } },
      },
    },
  },
};
const model = buildModel(document as unknown as JsonObject, { variables: {} });

type Send = (line: string, body?: string, headers?: Record<string, string>) => Promise<MockResponse & { readonly data: JsonObject }>;

function start(): Send {
  const mock = createMockServer({ ...buildBehavior(model), media });
  return async (line, body, headers = {}) => {
    const [method = '', url = ''] = line.split(' ');
    const response = await mock.handle({
      method,
      url: url.startsWith('https:') ? url : `https://files.example/${url}`,
      headers,
      ...(body !== undefined && { body }),
    });
    return { ...response, data: /json/.test(response.headers['content-type'] ?? '') ? (JSON.parse(response.body) as JsonObject) : {} };
  };
}

const multipart = (metadata: object, content: string, part = ''): string =>
  `--x\r\ncontent-type: application/json\r\n\r\n${JSON.stringify(metadata)}\r\n--x\r\ncontent-type: text/plain\r\n${part}\r\n${content}\r\n--x--`;
const upload = 'POST upload/v1/files?uploadType=multipart';
const related = { 'content-type': 'multipart/related; boundary=x' };

describe('conditional requests', () => {
  test.each([
    ['GET', 'ifGenerationNotMatch=GENERATION', 304],
    ['GET', 'ifGenerationNotMatch=1', 200],
    ['GET', 'ifMetagenerationNotMatch=1', 304],
    ['GET', 'ifEtagNotMatch=ETAG', 304],
    ['GET', 'ifEtagMatch=other', 412],
    ['GET', 'ifGenerationMatch=1', 412],
    ['GET', 'ifGenerationMatch=1&ifMetagenerationNotMatch=1', 412],
    ['GET', 'alt=media&ifGenerationNotMatch=GENERATION', 304],
    ['GET', 'alt=media&ifEtagNotMatch=other', 200],
    ['PUT', 'ifGenerationNotMatch=GENERATION', 412],
    ['PUT', 'ifEtagNotMatch=other', 200],
    ['DELETE', 'ifMetagenerationNotMatch=1', 412],
    ['DELETE', 'ifEtagMatch=ETAG', 200],
  ])('%s with %s: %i', async (verb, condition, status) => {
    const send = start();
    const { data } = await send(upload, multipart({ name: 'a' }, 'content'), related);
    const query = condition.replace('GENERATION', String(data['generation'])).replace('ETAG', encodeURIComponent(String(data['etag'])));
    const response = await send(`${verb} v1/files/a?${query}`, verb === 'PUT' ? '{}' : undefined);
    expect(response.status).toBe(status);
    if (status === 304) expect(response).toMatchObject({ body: '', headers: { etag: expect.any(String) as unknown } });
    if (status === 304) expect(Object.keys(response.headers).filter((name) => /^content-(?:type|length)$/.test(name))).toEqual([]);
  });

  test.each([
    ['GET v1/files/a', 304],
    ['GET v1/files/a?alt=media', 304],
    ['PUT v1/files/a', 412],
    ['DELETE v1/files/a', 412],
  ])('%s with the current etag in If-None-Match: %i', async (line, status) => {
    const send = start();
    const { data } = await send(upload, multipart({ name: 'a' }, 'content'), related);
    const headers = { 'if-none-match': `"other", "${String(data['etag'])}"` };
    expect((await send(line, line.startsWith('PUT') ? '{}' : undefined, headers)).status).toBe(status);
    expect((await send(line, line.startsWith('PUT') ? '{}' : undefined, { 'if-none-match': '"other"' })).status).toBe(200);
  });

  test('a list has an etag, too', async () => {
    const send = start();
    const { headers } = await send('GET v1/files');
    expect((await send('GET v1/files', undefined, { 'if-none-match': headers['etag'] ?? '' })).status).toBe(304);
  });

  test('an upload that replaces content only if there is none', async () => {
    const send = start();
    const create = (): Promise<MockResponse> => send(upload, multipart({ name: 'a' }, 'content'), { ...related, 'if-none-match': '*' });
    expect((await create()).status).toBe(200);
    expect((await create()).status).toBe(412);
  });
});

const hash = (text: string): string => createHash('md5').update(text).digest('base64');

describe('digests of an upload', () => {
  const crc32c = 'mnG7TA==';

  test.each([
    ['no digest', {}, {}, 200],
    ['the right digests', { md5Hash: hash('hello'), crc32c }, {}, 200],
    ['another md5Hash', { md5Hash: hash('other') }, {}, 400],
    ['another crc32c', { crc32c: 'AAAAAA==' }, {}, 400],
    ['an md5Hash without padding', { md5Hash: hash('hello').replace(/=+$/, '') }, {}, 400],
    ['X-Goog-Hash with the right digests', {}, { 'x-goog-hash': `crc32c=${crc32c}, md5=${hash('hello')}` }, 200],
    ['X-Goog-Hash with one wrong digest', {}, { 'x-goog-hash': `crc32c=${crc32c},md5=${hash('other')}` }, 400],
    ['Content-MD5 of the content', {}, { 'content-md5': hash('hello') }, 200],
    ['Content-MD5 of the body', {}, { 'content-md5': hash(multipart({ name: 'a' }, 'hello')) }, 200],
    ['another Content-MD5', {}, { 'content-md5': hash('other') }, 400],
  ])('%s', async (_name, metadata, headers, status) => {
    const send = start();
    const response = await send(upload, multipart({ name: 'a', ...metadata }, 'hello'), { ...related, ...headers });
    expect(response.status).toBe(status);
    if (status === 400)
      expect(response.data).toMatchObject({ error: { message: expect.stringContaining("doesn't match calculated") as unknown } });
    expect((await send('GET v1/files/a')).status).toBe(status === 200 ? 200 : 404);
    expect(response.headers['x-mock-ignored']).toBeUndefined();
  });

  test('of the part with the content', async () => {
    const send = start();
    expect((await send(upload, multipart({ name: 'a' }, 'hello', `content-md5: ${hash('other')}\r\n`), related)).status).toBe(400);
  });

  test.each([
    [{ 'x-goog-hash': `md5=${hash('other')}` }, 400],
    [{ 'content-md5': hash('other') }, 400],
    [{ 'content-md5': hash('hello') }, 200],
  ])('of a simple upload: %j', async (headers, status) => {
    expect((await start()('POST upload/v1/files?uploadType=media&name=a', 'hello', headers)).status).toBe(status);
  });

  test.each([
    [{ md5Hash: hash('other') }, {}, {}, 400],
    [{}, { 'x-goog-hash': `md5=${hash('other')}` }, {}, 400],
    [{}, { 'content-md5': hash('{"name":"a"}') }, {}, 200],
    [{}, {}, { 'x-goog-hash': `md5=${hash('other')}` }, 400],
    [{}, {}, { 'x-goog-hash': `md5=${hash('hello')}` }, 200],
  ])('of a resumable upload: %j %j %j', async (metadata, first, last, status) => {
    const send = start();
    const begin = await send('POST upload/v1/files?uploadType=resumable', JSON.stringify({ name: 'a', ...metadata }), {
      'content-type': 'application/json',
      ...first,
    });
    expect((await send(`PUT ${begin.headers['location']}`, 'hello', last)).status).toBe(status);
  });
});

test('a download has the headers that the resource states', async () => {
  const send = start();
  const metadata = {
    name: 'a',
    contentType: 'text/csv',
    contentEncoding: 'br',
    contentDisposition: 'attachment',
    contentLanguage: 'de',
    cacheControl: 'no-store',
    storageClass: 'COLD',
  };
  const { data } = await send(upload, multipart(metadata, 'hello'), related);
  const { headers } = await send('GET v1/files/a?alt=media');
  expect(headers).toMatchObject({
    'content-type': 'text/csv',
    'content-encoding': 'br',
    'content-disposition': 'attachment',
    'content-language': 'de',
    'cache-control': 'no-store',
    'x-goog-hash': `crc32c=${String(data['crc32c'])},md5=${String(data['md5Hash'])}`,
    'x-goog-generation': data['generation'],
    'x-goog-metageneration': '1',
    'x-goog-stored-content-length': '5',
    'x-goog-stored-content-encoding': 'br',
    'x-goog-storage-class': 'COLD',
    etag: `"${String(data['etag'])}"`,
  });
});

test('a download omits what no header can contain', async () => {
  const send = start();
  await send(
    upload,
    multipart({ name: 'a', contentType: 'a/b\r\nx-a: b', cacheControl: 'a\nb', contentLanguage: '\u2603' }, 'hello'),
    related,
  );
  const { status, headers } = await send('GET v1/files/a?alt=media');
  expect([status, headers['content-type'], headers['cache-control'], headers['content-language']]).toEqual([
    200,
    'text/plain',
    'private',
    undefined,
  ]);
});
