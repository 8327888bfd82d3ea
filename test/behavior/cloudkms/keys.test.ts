/** Keys and their versions in Cloud KMS: the primary version, rotation, and destruction. */
import { describe, expect, test } from 'vitest';
import { encode, openService, type OpenService } from '../../support/open-service.js';

const ring = '/v1/projects/p/locations/us-central1/keyRings/r';
const key = `${ring}/cryptoKeys/k`;
const day = 86_400_000;

async function openKey(body: object = { purpose: 'ENCRYPT_DECRYPT' }, query = ''): Promise<OpenService> {
  const service = await openService('cloudkms');
  await service.call('POST /v1/projects/p/locations/us-central1/keyRings?keyRingId=r', {});
  await service.call(`POST ${ring}/cryptoKeys?cryptoKeyId=k${query}`, body);
  return service;
}

const listVersions = async ({ call }: OpenService): Promise<readonly string[]> =>
  ((await call(`GET ${key}/cryptoKeyVersions`)).cryptoKeyVersions ?? []).map(
    ({ name, state }: Record<string, string>) => `${name?.split('/').pop()} ${state}`,
  );

describe('a new key', () => {
  test('has a first version, which is the primary one', async () => {
    const service = await openKey();
    expect(await service.call(`GET ${key}`)).toMatchObject({
      destroyScheduledDuration: '2592000s',
      versionTemplate: { algorithm: 'GOOGLE_SYMMETRIC_ENCRYPTION', protectionLevel: 'SOFTWARE' },
      primary: { name: expect.stringMatching(/\/k\/cryptoKeyVersions\/1$/) as string, state: 'ENABLED' },
    });
    expect(await listVersions(service)).toEqual(['1 ENABLED']);
  });

  test('has no primary version, if it signs', async () => {
    const { call } = await openKey({ purpose: 'ASYMMETRIC_SIGN', versionTemplate: { algorithm: 'EC_SIGN_P256_SHA256' } });
    expect(await call(`GET ${key}`)).not.toHaveProperty('primary');
  });

  test('has no version, if the request skips it', async () => {
    const service = await openKey({ purpose: 'ENCRYPT_DECRYPT' }, '&skipInitialVersionCreation=true');
    expect(await listVersions(service)).toEqual([]);
    expect((await service.send(`POST ${key}:encrypt`, { plaintext: encode('text') })).body.error.status).toBe('FAILED_PRECONDITION');
  });

  test('must have an algorithm that fits its purpose, and that the mock implements', async () => {
    const { send } = await openKey();
    const create = async (purpose: string, algorithm?: string, protectionLevel = 'SOFTWARE'): Promise<number> =>
      (await send(`POST ${ring}/cryptoKeys?cryptoKeyId=other`, { purpose, versionTemplate: { algorithm, protectionLevel } })).status;
    expect(await create('ASYMMETRIC_SIGN')).toBe(400);
    expect(await create('ASYMMETRIC_SIGN', 'HMAC_SHA256')).toBe(400);
    expect(await create('ASYMMETRIC_SIGN', 'PQ_SIGN_ML_DSA_65')).toBe(501);
    expect(await create('ENCRYPT_DECRYPT', 'GOOGLE_SYMMETRIC_ENCRYPTION', 'EXTERNAL')).toBe(501);
  });
});

test('another version becomes the primary one', async () => {
  const { call, send } = await openKey();
  await call(`POST ${key}/cryptoKeyVersions`, {});
  const { ciphertext } = await call(`POST ${key}:encrypt`, { plaintext: encode('text') });
  const { primary } = await call(`POST ${key}:updatePrimaryVersion`, { cryptoKeyVersionId: '2' });
  expect(primary.name).toMatch(/\/cryptoKeyVersions\/2$/);
  expect(await call(`POST ${key}:decrypt`, { ciphertext })).not.toHaveProperty('usedPrimary');
  expect((await send(`POST ${key}:updatePrimaryVersion`, { cryptoKeyVersionId: '3' })).status).toBe(404);
});

describe('a version', () => {
  test('can be disabled and enabled', async () => {
    const { call, send } = await openKey();
    const version = `${key}/cryptoKeyVersions/1`;
    await call(`PATCH ${version}?updateMask=state`, { state: 'DISABLED' });
    expect((await call(`GET ${key}`)).primary.state).toBe('DISABLED');
    const { status, message } = await send(`POST ${key}:encrypt`, { plaintext: encode('text') });
    expect([status, message]).toEqual([400, `${version.slice(4)} is not enabled, current state is: DISABLED.`]);
    await call(`PATCH ${version}?updateMask=state`, { state: 'ENABLED' });
    expect((await send(`POST ${key}:encrypt`, { plaintext: encode('text') })).status).toBe(200);
    expect((await send(`PATCH ${version}?updateMask=state`, { state: 'DESTROYED' })).status).toBe(400);
  });

  test('is destroyed after the delay of its key, unless it is restored before', async () => {
    const service = await openKey({ purpose: 'ENCRYPT_DECRYPT', destroyScheduledDuration: '86400s' });
    const { mock, call, send } = service;
    await call(`POST ${key}/cryptoKeyVersions`, {});
    for (const version of [1, 2])
      expect(await call(`POST ${key}/cryptoKeyVersions/${version}:destroy`, {})).toMatchObject({
        state: 'DESTROY_SCHEDULED',
        destroyTime: '2026-01-03T03:04:05.678Z',
      });
    const restored = await call(`POST ${key}/cryptoKeyVersions/2:restore`, {});
    expect(restored).toMatchObject({ state: 'DISABLED' });
    expect(restored).not.toHaveProperty('destroyTime');
    await mock.clock.advance(day);
    expect(await listVersions(service)).toEqual(['1 DESTROYED', '2 DISABLED']);
    expect(await call(`GET ${key}/cryptoKeyVersions/1`)).toMatchObject({ destroyEventTime: '2026-01-03T03:04:05.678Z' });
    expect((await send(`POST ${key}/cryptoKeyVersions/1:restore`, {})).status).toBe(400);
  });
});

test('a key with a rotation period gets new primary versions at the times of its rotation', async () => {
  const service = await openKey({ purpose: 'ENCRYPT_DECRYPT', rotationPeriod: '86400s', nextRotationTime: '2026-01-03T00:00:00Z' });
  const { ciphertext } = await service.call(`POST ${key}:encrypt`, { plaintext: encode('text') });
  await service.mock.clock.advance(2 * day);
  expect(await service.call(`GET ${key}`)).toMatchObject({
    nextRotationTime: '2026-01-05T00:00:00Z',
    primary: { name: expect.stringMatching(/\/3$/) as string, createTime: '2026-01-04T00:00:00Z' },
  });
  expect((await listVersions(service)).length).toBe(3);
  expect((await service.call(`POST ${key}:decrypt`, { ciphertext })).plaintext).toBe(encode('text'));
});
