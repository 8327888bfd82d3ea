/** Versions of objects, and what keeps them from being deleted. */
import { describe, expect, test } from 'vitest';
import { openStorage, type Storage } from './open-storage.js';

async function listVersions({ send }: Storage, bucket: string): Promise<unknown> {
  const { body } = await send(`GET /storage/v1/b/${bucket}/o?versions=true`);
  return ((body['items'] ?? []) as Record<string, string>[]).map(({ name, generation, timeDeleted }) => [
    name,
    generation,
    timeDeleted !== undefined,
  ]);
}

describe('a bucket with versioning', () => {
  test('keeps the versions that are replaced or deleted', async () => {
    const storage = await openStorage([{ name: 'photos', versioning: { enabled: true } }]);
    const { send, upload } = storage;
    const { generation: first = '' } = await upload('photos', 'sea', 'blue');
    const { generation: second = '' } = await upload('photos', 'sea', 'green');
    await send('DELETE /storage/v1/b/photos/o/sea');
    expect(await listVersions(storage, 'photos')).toEqual([
      ['sea', first, true],
      ['sea', second, true],
    ]);
    expect((await send('GET /storage/v1/b/photos/o/sea')).status).toBe(404);
    expect((await send(`GET /storage/v1/b/photos/o/sea?generation=${first}&alt=media`)).text).toBe('blue');
    const range = await send(`GET /storage/v1/b/photos/o/sea?generation=${first}&alt=media`, undefined, { range: 'bytes=1-2' });
    expect([range.status, range.text, range.headers.get('content-range')]).toEqual([206, 'lu', 'bytes 1-2/4']);
  });

  test('restores a version by copying it', async () => {
    const { send, upload } = await openStorage([{ name: 'photos', versioning: { enabled: true } }]);
    const { generation = '' } = await upload('photos', 'sea', 'blue');
    await upload('photos', 'sea', 'green');
    await send(`POST /storage/v1/b/photos/o/sea/rewriteTo/b/photos/o/sea?sourceGeneration=${generation}`);
    expect((await send('GET /storage/v1/b/photos/o/sea?alt=media')).text).toBe('blue');
  });

  test('deletes a version whose generation the request states, and can be deleted without any', async () => {
    const storage = await openStorage([{ name: 'photos', versioning: { enabled: true } }]);
    const { send, upload } = storage;
    const { generation: first = '' } = await upload('photos', 'sea', 'blue');
    const { generation: second = '' } = await upload('photos', 'sea', 'green');
    expect((await send(`DELETE /storage/v1/b/photos/o/sea?generation=${first}`)).status).toBe(204);
    expect((await send(`DELETE /storage/v1/b/photos/o/sea?generation=${first}`)).status).toBe(404);
    expect(await listVersions(storage, 'photos')).toEqual([['sea', second, false]]);
    await send('DELETE /storage/v1/b/photos/o/sea');
    expect((await send('DELETE /storage/v1/b/photos')).status).toBe(409);
    await send(`DELETE /storage/v1/b/photos/o/sea?generation=${second}`);
    expect((await send('DELETE /storage/v1/b/photos')).status).toBe(204);
  });

  test('never gives two versions of an object the same generation', async () => {
    const { send, upload } = await openStorage([{ name: 'photos', versioning: { enabled: true } }]);
    const { generation: first = '' } = await upload('photos', 'sea', 'blue');
    await send('DELETE /storage/v1/b/photos/o/sea');
    const { generation: second = '' } = await upload('photos', 'sea', 'green');
    expect(BigInt(second)).toBeGreaterThan(BigInt(first));
    expect((await send('GET /storage/v1/b/photos/o/sea?alt=media')).text).toBe('green');
  });

  test('lists versions page by page', async () => {
    const { send, upload } = await openStorage([{ name: 'photos', versioning: { enabled: true } }]);
    for (const text of ['one', 'two', 'three']) await upload('photos', 'sea', text);
    const { body: first } = await send('GET /storage/v1/b/photos/o?versions=true&maxResults=2');
    const { body: last } = await send(
      `GET /storage/v1/b/photos/o?versions=true&pageToken=${encodeURIComponent(first['nextPageToken'] as never)}`,
    );
    expect([first, last].map((page) => (page['items'] as unknown as object[]).length)).toEqual([2, 1]);
  });
});

describe('an object can not be deleted or replaced', () => {
  test('while it has a hold', async () => {
    const { send, upload } = await openStorage(['photos']);
    await upload('photos', 'sea', 'blue');
    await send('PATCH /storage/v1/b/photos/o/sea', { temporaryHold: true });
    expect(await send('DELETE /storage/v1/b/photos/o/sea')).toMatchObject({
      status: 403,
      body: {
        error: {
          message:
            "Object 'photos/sea' is under active Temporary hold and cannot be deleted, overwritten or archived until hold is removed.",
        },
      },
    });
    expect(await upload('photos', 'sea', 'green')).toMatchObject({ error: { code: 403 } });
    await send('PATCH /storage/v1/b/photos/o/sea', { temporaryHold: false });
    expect((await send('DELETE /storage/v1/b/photos/o/sea')).status).toBe(204);
  });

  test('before the retention period of its bucket is over', async () => {
    const { mock, send, upload } = await openStorage([{ name: 'photos', retentionPolicy: { retentionPeriod: '60' } }]);
    expect(await upload('photos', 'sea', 'blue')).toMatchObject({ retentionExpirationTime: '2026-01-02T03:05:05.678Z' });
    expect((await send('DELETE /storage/v1/b/photos/o/sea')).status).toBe(403);
    await mock.clock.advance(60_000);
    expect((await send('DELETE /storage/v1/b/photos/o/sea')).status).toBe(204);
  });

  test('if the policy is locked, whose period can only grow', async () => {
    const { send } = await openStorage([{ name: 'photos', retentionPolicy: { retentionPeriod: '60' } }]);
    expect((await send('POST /storage/v1/b/photos/lockRetentionPolicy?ifMetagenerationMatch=7')).status).toBe(412);
    const { body } = await send('POST /storage/v1/b/photos/lockRetentionPolicy?ifMetagenerationMatch=1');
    expect(body).toMatchObject({ metageneration: '2', retentionPolicy: { isLocked: true, effectiveTime: '2026-01-02T03:04:05.678Z' } });
    const change = async (retentionPolicy: object | null): Promise<number> =>
      (await send('PATCH /storage/v1/b/photos', { retentionPolicy })).status;
    expect(await change(null)).toBe(403);
    expect(await change({ retentionPeriod: '59' })).toBe(403);
    expect(await change({ retentionPeriod: '90' })).toBe(200);
  });
});
