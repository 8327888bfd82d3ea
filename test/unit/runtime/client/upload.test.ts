/** The requests of resumable uploads. */
import { expect, test } from 'vitest';
import { batch, createTransport, defineMethod, applyUpload } from '../../../../runtime/client/index.js';
import type { UploadOptions } from '../../../../runtime/client/index.js';
import { api, connect, createZone, script } from './support.js';
import type { ScriptedResponse, Values } from './support.js';

const insert = defineMethod<Values, unknown>({ ...createZone, body: 'optional', upload: { resumable: true } }, applyUpload);

test.each<[string, () => NonNullable<UploadOptions['media']>['body'], string | undefined]>([
  ['bytes', () => Uint8Array.of(1, 2, 3), '3'],
  [
    'a stream of unknown size',
    async function* () {
      yield Uint8Array.of(1, 2, 3);
    },
    undefined,
  ],
])('sends type and size of %s at the start, and pieces with their ranges', async (_, body, length) => {
  const { fetch, sent } = script({ headers: { location: '/session?id=1' } }, { body: { name: 'z' } });
  const options: UploadOptions = { media: { body: body(), type: 'a/b', resumable: true } };
  expect(await insert(connect(fetch), { project: 'p', requestBody: { name: 'z' } }, options)).toEqual({ name: 'z' });
  expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'POST http://service.test/upload/dns/v1/projects/p/managedZones?uploadType=resumable',
    'PUT http://service.test/session?id=1',
  ]);
  expect([sent[0]?.headers['x-upload-content-type'], sent[0]?.headers['x-upload-content-length']]).toEqual(['a/b', length]);
  expect(sent[1]?.headers).toMatchObject({ 'content-type': 'a/b', 'content-range': 'bytes 0-2/3', 'x-guploader-no-308': 'yes' });
});

test('reports each progress once', async () => {
  const sentCounts: number[] = [];
  const { fetch } = script({ headers: { location: '/session' } }, {});
  const media = { body: '', resumable: true, onProgress: ({ sent }: { readonly sent: number }) => void sentCounts.push(sent) };
  await insert(connect(fetch), { project: 'p' }, { media } as UploadOptions);
  expect(sentCounts).toEqual([0]);
});

test('starts a session outside a batch', async () => {
  const { fetch, sent } = script({ headers: { location: '/session' } }, { body: { name: 'z' } });
  const client = createTransport({ ...api, batchPath: 'batch' }, { rootUrl: 'http://service.test/', fetch });
  const options: UploadOptions = { media: { body: 'abc', resumable: true } };
  const [call] = batch(client, (batchClient) => [insert(batchClient, { project: 'p', requestBody: {} }, options)]);
  expect(await call).toEqual({ name: 'z' });
  expect(sent.map(({ url }) => new URL(url).pathname)).toEqual(['/upload/dns/v1/projects/p/managedZones', '/session']);
});

test.each<[string, ScriptedResponse, string]>([
  ['status 308 at the confirmed byte', { status: 308, headers: { range: 'bytes=0-0' } }, 'bytes 1-2/3'],
  [
    'status 200 and an override header of 308 at the confirmed byte',
    { headers: { range: 'bytes=0-1', 'x-http-status-code-override': '308' } },
    'bytes 2-2/3',
  ],
  ['status 308 and a location by a redirect', { status: 308, headers: { location: '/moved' } }, 'bytes 0-2/3'],
])('continues after a response with %s', async (_, response, range) => {
  const { fetch, sent } = script({ headers: { location: '/session' } }, response, { body: { name: 'z' } });
  const options: UploadOptions = { media: { body: 'abc', resumable: true } };
  expect(await insert(connect(fetch), { project: 'p' }, options)).toEqual({ name: 'z' });
  expect(sent.slice(2).map(({ headers }) => headers['content-range'])).toEqual([range]);
});
