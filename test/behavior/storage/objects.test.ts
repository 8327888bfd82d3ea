/** What programs do with buckets and objects, and what Cloud Storage adds to a published document. */
import { describe, expect, test } from 'vitest';
import { openStorage } from './open-storage.js';

test('a new bucket can contain fields that the service ignores', async () => {
  const { send } = await openStorage([]);
  const { status, headers, body } = await send('POST /storage/v1/b?project=p', { name: 'photos', project: 'p' });
  expect([status, headers.get('x-mock-ignored')]).toEqual([200, 'requestBody.project']);
  expect(body).not.toHaveProperty('project');
});

describe('a new object', () => {
  test('has the address of its content, its version, and the storage class of its bucket', async () => {
    const { send, upload } = await openStorage([{ name: 'photos', storageClass: 'NEARLINE' }]);
    const object = await upload('photos', 'sea/blue one.txt', 'blue');
    expect(object).toMatchObject({
      id: 'photos/sea/blue one.txt/1767323045678000',
      mediaLink: 'https://storage.googleapis.com/download/storage/v1/b/photos/o/sea%2Fblue%20one.txt?generation=1767323045678000&alt=media',
      etag: 'CLCX3bLv65EDEAE=',
      storageClass: 'NEARLINE',
      timeStorageClassUpdated: '2026-01-02T03:04:05.678Z',
      size: '4',
    });
    expect((await send(`GET ${object['mediaLink']}`)).text).toBe('blue');
  });

  test('must have a name of a valid form', async () => {
    const { send } = await openStorage(['photos']);
    const insert = async (name: string): Promise<unknown> =>
      (await send(`POST /upload/storage/v1/b/photos/o?uploadType=media&name=${encodeURIComponent(name)}`, 'x')).body.error?.message;
    expect(await insert('')).toBe('Required');
    expect(await insert('two\nlines')).toBe("Disallowed unicode characters present in object name ''two\nlines''");
    expect(await insert('a'.repeat(1025))).toMatch(/^The maximum object length is 1024 characters, but got a name with 1025 characters/);
  });
});

test('a list selects names by a range and a pattern', async () => {
  const { send, upload } = await openStorage(['photos']);
  for (const name of ['a.txt', 'b.png', 'c/d.txt', 'c/e/f.txt']) await upload('photos', name, 'x');
  const list = async (query: string): Promise<unknown> => {
    const { body } = await send(`GET /storage/v1/b/photos/o?${query}`);
    return [...((body['items'] ?? []) as { name: string }[]).map(({ name }) => name), ...((body['prefixes'] ?? []) as string[])];
  };
  expect(await list('startOffset=b.png&endOffset=c/e')).toEqual(['b.png', 'c/d.txt']);
  expect(await list('matchGlob=*.txt')).toEqual(['a.txt']);
  expect(await list('matchGlob=c/**.txt')).toEqual(['c/d.txt', 'c/e/f.txt']);
  expect(await list('matchGlob={a,b}.[pt]*')).toEqual(['a.txt', 'b.png']);
  expect(await list('delimiter=/')).toEqual(['a.txt', 'b.png', 'c/']);
});

test('the items of a list include an object that ends at the delimiter, if the request asks for it', async () => {
  const { send, upload } = await openStorage(['photos']);
  for (const name of ['c/', 'c/d.txt']) await upload('photos', name, '');
  const { body } = await send('GET /storage/v1/b/photos/o?delimiter=/&includeTrailingDelimiter=true&fields=items(name),prefixes');
  expect(body).toEqual({ items: [{ name: 'c/' }], prefixes: ['c/'] });
});

describe('a copy', () => {
  test('has the content and the metadata of its source', async () => {
    const { send, upload } = await openStorage(['photos', 'archive']);
    await upload('photos', 'sea', 'blue');
    await send('PATCH /storage/v1/b/photos/o/sea', { metadata: { color: 'blue' }, cacheControl: 'no-cache' });
    const { body } = await send('POST /storage/v1/b/photos/o/sea/copyTo/b/archive/o/2026%2Fsea', {});
    expect(body).toMatchObject({
      name: '2026/sea',
      bucket: 'archive',
      metadata: { color: 'blue' },
      cacheControl: 'no-cache',
      metageneration: '1',
    });
    expect((await send('GET /storage/v1/b/archive/o/2026%2Fsea?alt=media')).text).toBe('blue');
  });

  test('has only the metadata of the request, if there is any', async () => {
    const { send, upload } = await openStorage(['photos']);
    await upload('photos', 'sea', 'blue');
    await send('PATCH /storage/v1/b/photos/o/sea', { cacheControl: 'no-cache' });
    const { body } = await send('POST /storage/v1/b/photos/o/sea/copyTo/b/photos/o/copy', { contentType: 'text/css' });
    expect(body).toMatchObject({ contentType: 'text/css' });
    expect(body).not.toHaveProperty('cacheControl');
  });

  test('depends on the versions that the request expects of the source and the destination', async () => {
    const { send, upload } = await openStorage(['photos']);
    const { generation } = await upload('photos', 'sea', 'blue');
    const copy = async (query: string): Promise<number> =>
      (await send(`POST /storage/v1/b/photos/o/sea/copyTo/b/photos/o/copy?${query}`)).status;
    expect(await copy('ifSourceGenerationMatch=1')).toBe(412);
    expect(await copy(`ifSourceGenerationMatch=${generation}&ifGenerationMatch=0`)).toBe(200);
    expect(await copy('ifGenerationMatch=0')).toBe(412);
  });
});

describe('a rewrite', () => {
  test('is done at once in the same location and storage class', async () => {
    const { send, upload } = await openStorage(['photos']);
    await upload('photos', 'sea', 'blue');
    const { body } = await send('POST /storage/v1/b/photos/o/sea/rewriteTo/b/photos/o/copy', 'null', {
      'content-type': 'application/json',
    });
    expect(body).toMatchObject({
      kind: 'storage#rewriteResponse',
      done: true,
      objectSize: '4',
      totalBytesRewritten: '4',
      resource: { name: 'copy' },
    });
  });

  test('to another storage class takes as many calls as its limit requires', async () => {
    const { send, upload } = await openStorage(['photos', { name: 'archive', storageClass: 'COLDLINE' }]);
    await upload('photos', 'sea', 'x'.repeat(1_500_000));
    const path = 'POST /storage/v1/b/photos/o/sea/rewriteTo/b/archive/o/sea?maxBytesRewrittenPerCall=1048576';
    const { body: first } = await send(path);
    expect(first).toMatchObject({ done: false, totalBytesRewritten: '1048576', rewriteToken: expect.any(String) as string });
    const { body: last } = await send(`${path}&rewriteToken=${String(first['rewriteToken'])}`);
    expect(last).toMatchObject({ done: true, totalBytesRewritten: '1500000', resource: { storageClass: 'COLDLINE' } });
  });
});

test('a composed object joins others, and has no MD5 digest', async () => {
  const { send, upload } = await openStorage(['photos']);
  await upload('photos', 'one', 'sea ');
  await upload('photos', 'two', 'and sky');
  const request = { sourceObjects: [{ name: 'one' }, { name: 'two' }], destination: { contentType: 'text/plain' } };
  const { body } = await send('POST /storage/v1/b/photos/o/both/compose', request);
  expect(body).toMatchObject({ size: '11', componentCount: 2, crc32c: expect.any(String) as string });
  expect(body).not.toHaveProperty('md5Hash');
  expect((await send('GET /storage/v1/b/photos/o/both?alt=media')).text).toBe('sea and sky');
  expect((await send('POST /storage/v1/b/photos/o/both/compose', { sourceObjects: [{ name: 'none' }] })).body.error?.message).toBe(
    'No such object: photos/none',
  );
});

test('a bucket with objects remains, and an empty one is deleted with its notification configurations', async () => {
  const { send, upload } = await openStorage(['photos']);
  await send('POST /storage/v1/b/photos/notificationConfigs', {
    topic: '//pubsub.googleapis.com/projects/p/topics/t',
    payload_format: 'NONE',
  });
  await upload('photos', 'sea', 'blue');
  expect(await send('DELETE /storage/v1/b/photos')).toMatchObject({
    status: 409,
    body: { error: { message: 'The bucket you tried to delete is not empty.' } },
  });
  await send('DELETE /storage/v1/b/photos/o/sea');
  expect((await send('DELETE /storage/v1/b/photos')).status).toBe(204);
});

test('a project lists its own buckets, has a service account, and can read where a bucket is', async () => {
  const { send } = await openStorage(['photos']);
  await send('POST /storage/v1/b?project=other', { name: 'letters' });
  const { body } = await send('GET /storage/v1/b?project=p&fields=items(name,projectNumber)');
  expect(body).toEqual({ items: [{ name: 'photos', projectNumber: expect.any(String) as string }] });
  const [{ projectNumber = '' } = {}] = body['items'] as unknown as { projectNumber: string }[];
  const { body: account } = await send('GET /storage/v1/projects/p/serviceAccount');
  expect(account['email_address']).toBe(`service-${projectNumber}@gs-project-accounts.iam.gserviceaccount.com`);
  expect((await send('GET /storage/v1/b/photos/storageLayout')).body).toEqual({
    kind: 'storage#storageLayout',
    bucket: 'photos',
    location: 'US',
    locationType: 'multi-region',
    hierarchicalNamespace: { enabled: false },
  });
});

test('a request with an encryption key is not implemented', async () => {
  const { send, upload } = await openStorage(['photos']);
  await upload('photos', 'sea', 'blue');
  expect((await send('GET /storage/v1/b/photos/o/sea?alt=media', undefined, { 'x-goog-encryption-key': 'a2V5' })).status).toBe(501);
  expect((await send('POST /storage/v1/b/photos/o/sea/rewriteTo/b/photos/o/s?destinationKmsKeyName=k')).status).toBe(501);
});

test('HMAC keys, which the mock could not verify, are not implemented', async () => {
  const { send } = await openStorage([]);
  expect((await send('POST /storage/v1/projects/p/hmacKeys?serviceAccountEmail=a@example.com')).status).toBe(501);
});
