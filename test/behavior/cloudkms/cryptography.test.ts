/** What keys of Cloud KMS encrypt and sign. Node verifies the results. */
import { constants, createHash, createHmac, createPublicKey, publicEncrypt, verify } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { decode, encode, openService, type OpenService } from '../../support/open-service.js';

const ring = '/v1/projects/p/locations/us-central1/keyRings/r';
const key = `${ring}/cryptoKeys/k`;
const version = `${key}/cryptoKeyVersions/1`;

async function openKey(purpose: string, algorithm: string): Promise<OpenService> {
  const service = await openService('cloudkms');
  await service.call('POST /v1/projects/p/locations/us-central1/keyRings?keyRingId=r', {});
  await service.call(`POST ${ring}/cryptoKeys?cryptoKeyId=k`, { purpose, versionTemplate: { algorithm } });
  return service;
}

describe('a symmetric key', () => {
  test('decrypts what it has encrypted, with the same additional data', async () => {
    const { call, send } = await openKey('ENCRYPT_DECRYPT', 'GOOGLE_SYMMETRIC_ENCRYPTION');
    const additionalAuthenticatedData = encode('context');
    const encrypted = await call(`POST ${key}:encrypt`, { plaintext: encode('123456789'), additionalAuthenticatedData });
    expect(encrypted).toMatchObject({ name: version.slice(4), protectionLevel: 'SOFTWARE' });
    const { ciphertext } = encrypted;
    expect(decode(ciphertext)).not.toContain('123456789');
    expect(await call(`POST ${key}:decrypt`, { ciphertext, additionalAuthenticatedData })).toEqual({
      plaintext: encode('123456789'),
      plaintextCrc32c: '3808858755',
      usedPrimary: true,
      protectionLevel: 'SOFTWARE',
    });
    const { status, message } = await send(`POST ${key}:decrypt`, { ciphertext });
    expect([status, message]).toEqual([400, "Decryption failed: verify that 'name' refers to the correct CryptoKey."]);
  });

  test('compares data with the checksums of a request', async () => {
    const { call, send } = await openKey('ENCRYPT_DECRYPT', 'GOOGLE_SYMMETRIC_ENCRYPTION');
    const encrypt = { plaintext: encode('123456789'), plaintextCrc32c: '3808858755' };
    expect(await call(`POST ${key}:encrypt`, encrypt)).toMatchObject({ verifiedPlaintextCrc32c: true });
    expect((await send(`POST ${key}:encrypt`, { ...encrypt, plaintextCrc32c: '1' })).message).toBe(
      'The checksum in field plaintext_crc32c did not match the data in field plaintext.',
    );
  });

  test('encrypts at most 65,536 bytes', async () => {
    const { send } = await openKey('ENCRYPT_DECRYPT', 'GOOGLE_SYMMETRIC_ENCRYPTION');
    const encrypt = async (length: number): Promise<number> =>
      (await send(`POST ${key}:encrypt`, { plaintext: encode('x'.repeat(length)) })).status;
    expect([await encrypt(65_536), await encrypt(65_537)]).toEqual([200, 400]);
  });
});

test.each(['AES_256_GCM', 'AES_128_CBC', 'AES_256_CTR'])('a raw key decrypts what it has encrypted: %s', async (algorithm) => {
  const { call } = await openKey('RAW_ENCRYPT_DECRYPT', algorithm);
  const plaintext = encode('sixteen letters.');
  const { ciphertext, initializationVector } = await call(`POST ${version}:rawEncrypt`, { plaintext });
  expect(Buffer.from(ciphertext, 'base64').length).toBe(algorithm.endsWith('GCM') ? 32 : 16);
  expect((await call(`POST ${version}:rawDecrypt`, { ciphertext, initializationVector })).plaintext).toBe(plaintext);
});

describe('a signature', () => {
  const message = Buffer.from('text');

  test.each([
    ['EC_SIGN_P256_SHA256', 'sha256', {}],
    ['EC_SIGN_P384_SHA384', 'sha384', {}],
    ['EC_SIGN_SECP256K1_SHA256', 'sha256', {}],
    ['RSA_SIGN_PKCS1_2048_SHA256', 'sha256', {}],
    ['RSA_SIGN_PSS_2048_SHA256', 'sha256', { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }],
  ])('of a digest is valid for the public key: %s', async (algorithm, hash, options) => {
    const { call, send } = await openKey('ASYMMETRIC_SIGN', algorithm);
    const { pem } = await call(`GET ${version}/publicKey`);
    const digest = createHash(hash).update(message).digest('base64');
    const { signature } = await call(`POST ${version}:asymmetricSign`, { digest: { [hash]: digest } });
    expect(verify(hash, message, { key: createPublicKey(pem), ...options }, Buffer.from(signature, 'base64'))).toBe(true);
    expect((await send(`POST ${version}:asymmetricSign`, { digest: { sha512: digest } })).status).toBe(400);
  });

  test('of data is valid for the public key', async () => {
    const { call } = await openKey('ASYMMETRIC_SIGN', 'EC_SIGN_ED25519');
    const { publicKey, publicKeyFormat } = await call(`GET ${version}/publicKey?publicKeyFormat=DER`);
    const { signature } = await call(`POST ${version}:asymmetricSign`, { data: message.toString('base64') });
    expect(publicKeyFormat).toBe('DER');
    const der = createPublicKey({ key: Buffer.from(publicKey.data, 'base64'), format: 'der', type: 'spki' });
    expect(verify(null, message, der, Buffer.from(signature, 'base64'))).toBe(true);
  });
});

test('a private key decrypts what its public key has encrypted', async () => {
  const { call, send } = await openKey('ASYMMETRIC_DECRYPT', 'RSA_DECRYPT_OAEP_2048_SHA256');
  const { pem } = await call(`GET ${version}/publicKey`);
  const ciphertext = publicEncrypt({ key: pem, oaepHash: 'sha256' }, Buffer.from('text')).toString('base64');
  expect((await call(`POST ${version}:asymmetricDecrypt`, { ciphertext })).plaintext).toBe(encode('text'));
  expect((await send(`POST ${version}:asymmetricDecrypt`, { ciphertext: encode('other') })).status).toBe(400);
  expect((await send(`POST ${version}:asymmetricSign`, { data: encode('text') })).status).toBe(400);
});

test('a MAC is valid for its data only', async () => {
  const service = await openKey('MAC', 'HMAC_SHA256');
  const { call, mock } = service;
  const { mac } = await call(`POST ${version}:macSign`, { data: encode('text') });
  const rows = ((await mock.state()).rows as Record<string, Record<string, string>>)['cloudkms'] ?? {};
  const material = Buffer.from(rows[`material${version}`] ?? '', 'base64');
  expect(mac).toBe(createHmac('sha256', material).update('text').digest('base64'));
  expect(await call(`POST ${version}:macVerify`, { data: encode('text'), mac })).toMatchObject({
    success: true,
    verifiedSuccessIntegrity: true,
  });
  expect(await call(`POST ${version}:macVerify`, { data: encode('other'), mac })).not.toHaveProperty('success');
});

test('a location generates random bytes', async () => {
  const { call, send } = await openService('cloudkms');
  const location = '/v1/projects/p/locations/us-central1';
  const { data } = await call(`POST ${location}:generateRandomBytes`, { lengthBytes: 32, protectionLevel: 'HSM' });
  expect(Buffer.from(data, 'base64').length).toBe(32);
  expect((await send(`POST ${location}:generateRandomBytes`, { lengthBytes: 4, protectionLevel: 'HSM' })).status).toBe(400);
});
