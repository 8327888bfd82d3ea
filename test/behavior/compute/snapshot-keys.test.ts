/** disks.createSnapshot: keys that the customer supplies. */
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../mock/index.js';
import { summarizeError, startMock, type MockClient } from '../request.js';

const base = '/compute/v1/projects/p';
const disk = `${base}/zones/z/disks/disk`;
const snap = `${base}/global/snapshots/snap`;
const create = `POST ${disk}/createSnapshot`;

function start(body: JsonObject = {}, others: Readonly<Record<string, JsonObject>> = {}): MockClient {
  return startMock('compute', { seed: { resources: { [disk]: { name: 'disk', ...body }, ...others } } });
}
const key = Buffer.alloc(32, 7).toString('base64');
const hash = createHash('sha256').update(Buffer.from(key, 'base64')).digest('base64');
const otherKey = Buffer.alloc(32, 8).toString('base64');
const wrapped = Buffer.alloc(256, 9).toString('base64');

describe('customer-supplied encryption keys', () => {
  const keyFields = ['snapshotEncryptionKey', 'sourceDiskEncryptionKey', 'sourceInstantSnapshotEncryptionKey'] as const;

  test.each(keyFields)('stores %s only as a hash', async (field) => {
    const { send, readStored, mock } = start();
    expect((await send(create, { name: 'snap', [field]: { rawKey: key } })).status).toBe(200);
    expect((await readStored(snap))?.[field]).toEqual({ sha256: hash });
    expect(JSON.stringify((await mock.state()).resources)).not.toContain(key);
  });

  test('stores a wrapped key as a hash', async () => {
    const { send, readStored } = start();
    expect((await send(create, { name: 'snap', snapshotEncryptionKey: { rsaEncryptedKey: wrapped } })).status).toBe(200);
    expect((await readStored(snap))?.['snapshotEncryptionKey']).toEqual({
      sha256: expect.stringMatching(/^[A-Za-z0-9+/]{43}=$/) as unknown,
    });
  });

  test('stores the name of a key in the key management service', async () => {
    const { send, readStored } = start();
    await send(create, { name: 'snap', snapshotEncryptionKey: { kmsKeyName: 'k', kmsKeyServiceAccount: 's' } });
    expect((await readStored(snap))?.['snapshotEncryptionKey']).toMatchObject({ kmsKeyName: 'k', kmsKeyServiceAccount: 's' });
  });

  test('returns no key if the request has none', async () => {
    const { send, readStored } = start();
    await send(create, { name: 'snap' });
    for (const field of keyFields) expect(await readStored(snap)).not.toHaveProperty(field);
  });

  test.each(
    keyFields.flatMap(
      (field) =>
        [
          [field, 'both forms', { rawKey: key, rsaEncryptedKey: wrapped }],
          [field, '31 bytes', { rawKey: Buffer.alloc(31).toString('base64') }],
          [field, '33 bytes', { rawKey: Buffer.alloc(33).toString('base64') }],
          [field, 'text that is not base64', { rawKey: '*'.repeat(44) }],
          [field, 'a number', { rawKey: 7 }],
        ] as const,
    ),
  )('%s with %s is rejected with 400', async (field, _, encryptionKey) => {
    const { send, mock } = start();
    expect(summarizeError(await send(create, { name: 'snap', [field]: encryptionKey }))).toMatchObject({ status: 400, reason: 'invalid' });
    expect(Object.keys((await mock.state()).resources ?? {})).toEqual([disk]);
  });

  test('reports a missing source before an existing name, and that before a key', async () => {
    const { send } = start({ diskEncryptionKey: { sha256: hash } }, { [snap]: { name: 'snap' } });
    const missing = { name: 'snap', sourceInstantSnapshot: 'zones/z/instantSnapshots/none' };
    expect((await send(create, missing)).status).toBe(404);
    expect((await send(create, { name: 'snap' })).status).toBe(409);
    expect((await send(create, { name: 'new' })).status).toBe(400);
  });

  const encrypted = { sha256: hash };
  test.each([
    ['none', encrypted, undefined, 'required'],
    ['an empty value', encrypted, {}, 'required'],
    ['only its hash, which is output-only', encrypted, { sha256: hash }, 'required'],
    ['a key of a key management service', encrypted, { kmsKeyName: 'k' }, 'required'],
    ['a service account of a key management service', encrypted, { kmsKeyServiceAccount: 'a' }, 'required'],
    ['another one', encrypted, { rawKey: otherKey }, 'invalid'],
    ['its own', encrypted, { rawKey: key }, undefined],
    ['its own in base64url', encrypted, { rawKey: key.replaceAll('+', '-').replaceAll('/', '_') }, undefined],
    ['its own, which a seed contains', { rawKey: key }, { rawKey: key }, undefined],
    ['none if a key management service has it', { kmsKeyName: 'k' }, undefined, undefined],
  ])('requires the key of an encrypted disk: %s', async (_, diskEncryptionKey, sourceDiskEncryptionKey, reason) => {
    const response = await start({ diskEncryptionKey }).send(create, {
      name: 'snap',
      ...(sourceDiskEncryptionKey && { sourceDiskEncryptionKey }),
    });
    expect(summarizeError(response)).toMatchObject({ status: reason === undefined ? 200 : 400, reason });
  });
});
