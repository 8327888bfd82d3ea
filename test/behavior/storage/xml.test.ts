/** The XML API: what programs read and write at `/BUCKET/OBJECT`, and URLs that a service account has signed. */
import { createHash, createSign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openStorage, origin, type Storage } from './open-storage.js';

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

describe('an object', () => {
  test('is read with its headers, completely or in part', async () => {
    const { send, upload } = await openStorage(['photos']);
    const { generation } = await upload('photos', 'sea/blue one.txt', 'blue');
    const whole = await send('GET /photos/sea/blue%20one.txt');
    expect([whole.status, whole.text]).toEqual([200, 'blue']);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'text/plain',
      etag: `"${md5('blue')}"`,
      'x-goog-generation': generation,
      'x-goog-metageneration': '1',
      'x-goog-stored-content-length': '4',
      'x-goog-storage-class': 'STANDARD',
      'x-goog-hash': expect.stringMatching(/^crc32c=.+,md5=.+/) as string,
    });
    const part = await send('GET /photos/sea/blue%20one.txt', undefined, { range: 'bytes=-2' });
    expect([part.status, part.text, part.headers.get('content-range')]).toEqual([206, 'ue', 'bytes 2-3/4']);
    const head = await send('HEAD /photos/sea/blue%20one.txt');
    expect([head.status, head.text, head.headers.get('x-goog-generation')]).toEqual([200, '', generation]);
    expect((await send('GET /photos/sea/blue%20one.txt', undefined, { 'if-none-match': `"${md5('blue')}"` })).status).toBe(304);
  });

  test('is written with its metadata, and deleted', async () => {
    const { send } = await openStorage(['photos']);
    const headers = { 'content-type': 'text/css', 'cache-control': 'no-cache', 'x-goog-meta-color': 'blue', 'x-goog-acl': 'public-read' };
    const written = await send('PUT /photos/a/b.css', 'blue', headers);
    expect([written.status, written.text, written.headers.get('etag')]).toEqual([200, '', `"${md5('blue')}"`]);
    const { body } = await send('GET /storage/v1/b/photos/o/a%2Fb.css');
    expect(body).toMatchObject({ contentType: 'text/css', cacheControl: 'no-cache', metadata: { color: 'blue' }, size: '4' });
    expect((await send('GET /photos/a/b.css')).headers.get('x-goog-meta-color')).toBe('blue');
    expect((await send('DELETE /photos/a/b.css')).status).toBe(204);
    expect((await send('GET /photos/a/b.css')).status).toBe(404);
  });

  test('is copied from another one', async () => {
    const { send, upload } = await openStorage(['photos', 'archive']);
    await upload('photos', 'sea', 'blue');
    expect((await send('PUT /archive/sea', undefined, { 'x-goog-copy-source': '/photos/sea' })).text).toContain('<CopyObjectResult>');
    expect((await send('GET /archive/sea')).text).toBe('blue');
  });

  test('is not stored if its digest is another one than the request states', async () => {
    const { send } = await openStorage(['photos']);
    expect((await send('PUT /photos/sea', 'blue', { 'x-goog-hash': 'md5=AAAAAAAAAAAAAAAAAAAAAA==' })).status).toBe(400);
    expect((await send('GET /storage/v1/b/photos/o/sea')).status).toBe(404);
  });

  test('has preconditions', async () => {
    const { send } = await openStorage(['photos']);
    const put = async (generation: string): Promise<number> =>
      (await send('PUT /photos/sea', 'blue', { 'x-goog-if-generation-match': generation })).status;
    expect([await put('1'), await put('0'), await put('0')]).toEqual([412, 200, 412]);
  });
});

test('a list has pages of names and common prefixes', async () => {
  const { send, upload } = await openStorage(['photos']);
  for (const name of ['a&b', 'c/d', 'c/e', 'f']) await upload('photos', name, 'x');
  const read = (text: string, element: string): readonly string[] =>
    [...text.matchAll(new RegExp(`<${element}>([^<]*)</${element}>`, 'g'))].map(([, value = '']) => value);
  const { text: first } = await send('GET /photos?delimiter=/&max-keys=2');
  expect(read(first, 'Key')).toEqual(['a&amp;b']);
  expect(first).toContain('<CommonPrefixes><Prefix>c/</Prefix></CommonPrefixes>');
  expect([read(first, 'IsTruncated'), read(first, 'NextMarker')]).toEqual([['true'], ['c/']]);
  const { text: last } = await send('GET /photos?delimiter=/&max-keys=2&marker=c/');
  expect([read(last, 'Key'), read(last, 'IsTruncated')]).toEqual([['f'], ['false']]);
  const { text: second } = await send('GET /photos/?list-type=2&prefix=c/');
  expect([read(second, 'Key'), read(second, 'KeyCount')]).toEqual([['c/d', 'c/e'], ['2']]);
});

test('errors are XML', async () => {
  const { send, upload } = await openStorage(['photos']);
  await upload('photos', 'sea', 'blue');
  const getError = async (request: string, headers = {}): Promise<unknown> => {
    const { status, text } = await send(request, undefined, headers);
    return [status, /<Code>(.*?)<\/Code>/.exec(text)?.[1]];
  };
  expect(await getError('GET /photos/none')).toEqual([404, 'NoSuchKey']);
  expect(await getError('GET /none/sea')).toEqual([404, 'NoSuchBucket']);
  expect(await getError('GET /none')).toEqual([404, 'NoSuchBucket']);
  expect(await getError('GET /photos/sea', { range: 'bytes=9-' })).toEqual([416, 'InvalidRange']);
  expect(await getError('GET /photos/sea?acl')).toEqual([501, 'NotImplemented']);
  expect(await getError('GET /photos?uploads')).toEqual([501, 'NotImplemented']);
  expect(await getError('POST /photos/sea?uploads')).toEqual([501, 'NotImplemented']);
});

test('with authentication, only objects for all users can be read without a credential', async () => {
  const { send } = await openStorage([], {
    auth: 'on',
    seed: {
      tokens: { t: { user: 'ann@example.com', scopes: ['https://www.googleapis.com/auth/devstorage.read_write'], permissions: [] } },
      resources: {
        '/storage/v1/b/photos': { name: 'photos' },
        '/storage/v1/b/photos/o/public': { name: 'public', acl: [{ entity: 'allUsers', role: 'READER' }] },
        '/storage/v1/b/photos/o/private': { name: 'private' },
      },
    },
  });
  expect((await send('GET /photos/public')).status).toBe(200);
  expect(await send('GET /photos/private')).toMatchObject({
    status: 403,
    text: expect.stringContaining('Anonymous caller does not have storage.objects.get access to photos/private.') as string,
  });
  expect((await send('GET /photos/private', undefined, { authorization: 'Bearer t' })).status).toBe(200);
  expect((await send('PUT /photos/public', 'x')).status).toBe(403);
});

/** Signs a URL as the client libraries of the service do. */
async function sign({ mock }: Storage, request: string, { seconds = 60, headers = {} as Record<string, string> } = {}): Promise<string> {
  const [method = '', path = ''] = request.split(' ');
  const credentials = (await (
    await mock.fetch(`${origin}/__admin/credentials?type=service_account&user=robot@p.iam.gserviceaccount.com`)
  ).json()) as {
    private_key: string;
    client_email: string;
  };
  const scope = '20260102/auto/storage/goog4_request';
  const signed: Record<string, string> = { host: 'storage.googleapis.com', ...headers };
  const names = Object.keys(signed).sort();
  const query = new URLSearchParams({
    'X-Goog-Algorithm': 'GOOG4-RSA-SHA256',
    'X-Goog-Credential': `${credentials.client_email}/${scope}`,
    'X-Goog-Date': '20260102T030405Z',
    'X-Goog-Expires': String(seconds),
    'X-Goog-SignedHeaders': names.join(';'),
  }).toString();
  const lines = names.map((name) => `${name}:${signed[name] ?? ''}`);
  const canonical = [method, path, query, ...lines, '', names.join(';'), 'UNSIGNED-PAYLOAD'].join('\n');
  const digest = createHash('sha256').update(canonical).digest('hex');
  const text = ['GOOG4-RSA-SHA256', '20260102T030405Z', scope, digest].join('\n');
  const signature = createSign('RSA-SHA256').update(text).sign(credentials.private_key, 'hex');
  return `${path}?${query}&X-Goog-Signature=${signature}`;
}

describe('a signed URL', () => {
  const robot = 'robot@p.iam.gserviceaccount.com';
  const resources = { '/storage/v1/b/photos': { name: 'photos' }, '/storage/v1/b/photos/o/sea': { name: 'sea' } };
  const options = { auth: 'on', seed: { tokens: { t: { user: robot, scopes: [], permissions: [] } }, resources } } as const;
  const getCode = async (storage: Storage, request: string, headers = {}): Promise<unknown> => {
    const { status, text } = await storage.send(request, undefined, headers);
    return text === '' ? status : [status, /<Code>(.*?)<\/Code>/.exec(text)?.[1]];
  };

  test('is a credential for its method, until it expires', async () => {
    const storage = await openStorage([], options);
    const url = await sign(storage, 'GET /photos/sea');
    expect(await getCode(storage, `GET ${url}`)).toBe(200);
    expect(await getCode(storage, `DELETE ${url}`)).toEqual([403, 'SignatureDoesNotMatch']);
    await storage.mock.clock.advance(61_000);
    expect(await getCode(storage, `GET ${url}`)).toEqual([400, 'ExpiredToken']);
  });

  test('covers the path, the query, and the signed headers', async () => {
    const storage = await openStorage([], options);
    const url = await sign(storage, 'PUT /photos/new', { headers: { 'content-type': 'text/plain' } });
    const mismatch = [403, 'SignatureDoesNotMatch'];
    expect(await getCode(storage, `PUT ${url.replace('/new', '/sea')}`, { 'content-type': 'text/plain' })).toEqual(mismatch);
    expect(await getCode(storage, `PUT ${url.replace('Expires=60', 'Expires=90')}`, { 'content-type': 'text/plain' })).toEqual(mismatch);
    expect(await getCode(storage, `PUT ${url}&generation=1`, { 'content-type': 'text/plain' })).toEqual(mismatch);
    expect(await getCode(storage, `PUT ${url}`, { 'content-type': 'text/css' })).toEqual(mismatch);
    expect(await getCode(storage, `PUT ${url}`, { 'content-type': 'text/plain' })).toBe(200);
  });

  test('is verified without authentication, too', async () => {
    const storage = await openStorage(['photos']);
    await storage.upload('photos', 'sea', 'blue');
    const url = await sign(storage, 'GET /photos/sea');
    expect((await storage.send(`GET ${url}`)).text).toBe('blue');
    expect(await getCode(storage, `GET ${url.slice(0, -2)}00`)).toEqual([403, 'SignatureDoesNotMatch']);
  });

  test('has a form', async () => {
    const storage = await openStorage([], options);
    const url = await sign(storage, 'GET /photos/sea');
    const malformed = [400, 'MalformedSecurityHeader'];
    expect(await getCode(storage, `GET ${url.replace('Expires=60', 'Expires=604801')}`)).toEqual(malformed);
    expect(await getCode(storage, `GET ${url.replace('goog4_request', 'aws4_request')}`)).toEqual(malformed);
    expect(await getCode(storage, `GET ${url.replace('20260102T030405Z', 'now')}`)).toEqual(malformed);
    expect(await getCode(storage, `GET ${url.replace('GOOG4-RSA-SHA256', 'GOOG4-HMAC-SHA256')}`)).toEqual([501, 'NotImplemented']);
    expect(await getCode(storage, 'GET /photos/sea?GoogleAccessId=a&Expires=1&Signature=s')).toEqual([501, 'NotImplemented']);
  });
});
