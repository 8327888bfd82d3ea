/** Encryption with symmetric keys. Ciphertexts of the mock have a form of their own: the number of the version, 12 bytes of initialization vector, and the data. */
import { getTextMember, toBase64, type HandlerCall, type Handlers, type JsonObject } from '../../mock/service.js';
import { formatCrc32c } from '../checksums.js';
import { findAlgorithm, type Algorithm } from './algorithms.js';
import {
  formatData,
  getId,
  getKeyPath,
  getName,
  getVersionPath,
  isVersionPath,
  limitData,
  readData,
  requireText,
  type Data,
} from './call.js';
import { readPurpose } from './keys.js';
import { getSecret } from './material.js';
import { rotateKey } from './rotation.js';
import { requireUsable } from './versions.js';

const vectorSize = 12;
const headerSize = 4 + vectorSize;
const symmetric: Algorithm = { kind: 'symmetric' };

const importKey = (bytes: Uint8Array<ArrayBuffer>, name: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', bytes, name, false, ['encrypt', 'decrypt']);

const getGcm = (iv: Uint8Array<ArrayBuffer>, { bytes }: Data): AesGcmParams => ({ name: 'AES-GCM', iv, additionalData: bytes });

/** Returns the key that a call names. Throws 404, and 400 for another purpose. */
function requireKey(call: HandlerCall, purpose: string): JsonObject {
  const path = getKeyPath(call.path ?? '');
  const key = rotateKey(call, path);
  if (readPurpose(key) !== purpose)
    call.reject(
      'failedPrecondition',
      `${getName(path)} has the purpose ${String(readPurpose(key))}, and ${call.methodId} requires ${purpose}.`,
    );
  return key;
}

const listChecks = (checks: Readonly<Record<string, boolean>>): JsonObject =>
  Object.fromEntries(Object.entries(checks).filter(([, isVerified]) => isVerified));

async function encrypt(call: HandlerCall): Promise<JsonObject> {
  const path = call.path ?? '';
  const key = requireKey(call, 'ENCRYPT_DECRYPT');
  const primary = getTextMember(key['primary'], 'name');
  if (!isVersionPath(path) && primary === undefined) call.reject('failedPrecondition', `${getName(path)} has no primary version.`);
  const versionPath = isVersionPath(path) ? path : getVersionPath(path, getId(primary ?? ''));
  const version = requireUsable(call, versionPath);
  const [plaintext, additional] = [readData(call, 'plaintext'), readData(call, 'additionalAuthenticatedData')];
  limitData(call, 'plaintext', plaintext);
  limitData(call, 'additionalAuthenticatedData', additional);
  const header = new Uint8Array(headerSize);
  new DataView(header.buffer).setUint32(0, Number(getId(versionPath)));
  const iv = crypto.getRandomValues(header.subarray(4));
  const secret = await importKey(getSecret(call, versionPath, symmetric), 'AES-GCM');
  const encrypted = new Uint8Array(await crypto.subtle.encrypt(getGcm(iv, additional), secret, plaintext.bytes));
  return {
    name: version['name'] ?? '',
    ...formatData('ciphertext', Uint8Array.from([...header, ...encrypted])),
    ...listChecks({ verifiedPlaintextCrc32c: plaintext.isVerified, verifiedAdditionalAuthenticatedDataCrc32c: additional.isVerified }),
    protectionLevel: version['protectionLevel'] ?? 'SOFTWARE',
  };
}

async function decrypt(call: HandlerCall): Promise<JsonObject> {
  const path = call.path ?? '';
  const key = requireKey(call, 'ENCRYPT_DECRYPT');
  const [{ bytes }, additional] = [readData(call, 'ciphertext'), readData(call, 'additionalAuthenticatedData')];
  const fail = (): never => call.reject('invalid', "Decryption failed: verify that 'name' refers to the correct CryptoKey.");
  if (bytes.length < headerSize) return fail();
  const versionPath = getVersionPath(path, String(new DataView(bytes.buffer, bytes.byteOffset).getUint32(0)));
  if (call.state.get(versionPath) === undefined) return fail();
  const version = requireUsable(call, versionPath);
  const secret = await importKey(getSecret(call, versionPath, symmetric), 'AES-GCM');
  const plaintext = await crypto.subtle
    .decrypt(getGcm(bytes.slice(4, headerSize), additional), secret, bytes.slice(headerSize))
    .then((buffer) => new Uint8Array(buffer), fail);
  return {
    ...formatData('plaintext', plaintext),
    ...(getTextMember(key['primary'], 'name') === version['name'] && { usedPrimary: true }),
    protectionLevel: version['protectionLevel'] ?? 'SOFTWARE',
  };
}

const blockSize = 16;

function getParameters(
  mode: 'GCM' | 'CBC' | 'CTR',
  iv: Uint8Array<ArrayBuffer>,
  additional: Data,
): AesGcmParams | AesCbcParams | AesCtrParams {
  if (mode === 'GCM') return getGcm(iv, additional);
  return mode === 'CBC' ? { name: 'AES-CBC', iv } : { name: 'AES-CTR', counter: iv, length: 128 };
}

/** Encrypts and decrypts without padding, which Web Crypto adds to CBC: a block at the end is removed or computed. */
async function applyRaw(
  parameters: AesGcmParams | AesCbcParams | AesCtrParams,
  secret: CryptoKey,
  { input, decrypts }: { readonly input: Uint8Array<ArrayBuffer>; readonly decrypts: boolean },
): Promise<Uint8Array<ArrayBuffer>> {
  const isCbc = parameters.name === 'AES-CBC';
  if (!decrypts) {
    const encrypted = new Uint8Array(await crypto.subtle.encrypt(parameters, secret, input));
    return isCbc ? encrypted.slice(0, -blockSize) : encrypted;
  }
  if (!isCbc || input.length === 0) return new Uint8Array(await crypto.subtle.decrypt(parameters, secret, input));
  const padding = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-CBC', iv: input.slice(-blockSize) }, secret, new Uint8Array()));
  return new Uint8Array(await crypto.subtle.decrypt(parameters, secret, Uint8Array.from([...input, ...padding])));
}

interface RawCall {
  readonly version: JsonObject;
  readonly mode: 'GCM' | 'CBC' | 'CTR';
  readonly secret: CryptoKey;
}

async function openRawKey(call: HandlerCall): Promise<RawCall> {
  requireKey(call, 'RAW_ENCRYPT_DECRYPT');
  const path = call.path ?? '';
  const version = requireUsable(call, path);
  const algorithm = findAlgorithm(requireText(version, 'algorithm'));
  if (algorithm?.kind !== 'aes') return call.reject('notImplemented', `The mock doesn't implement ${requireText(version, 'algorithm')}.`);
  return { version, mode: algorithm.mode, secret: await importKey(getSecret(call, path, algorithm), `AES-${algorithm.mode}`) };
}

async function rawEncrypt(call: HandlerCall): Promise<JsonObject> {
  const { version, mode, secret } = await openRawKey(call);
  const [plaintext, additional, vector] = ['plaintext', 'additionalAuthenticatedData', 'initializationVector'].map((field) =>
    readData(call, field),
  ) as [Data, Data, Data];
  limitData(call, 'plaintext', plaintext);
  if (mode === 'GCM' && vector.bytes.length > 0) call.reject('invalid', 'The initialization vector of AES-GCM is generated.');
  if (mode !== 'GCM' && additional.bytes.length > 0) call.reject('invalid', `AES-${mode} has no additional authenticated data.`);
  if (mode === 'CBC' && plaintext.bytes.length % blockSize !== 0)
    call.reject('invalid', `The length of the plaintext must be a multiple of ${blockSize} bytes (received ${plaintext.bytes.length}).`);
  const size = mode === 'GCM' ? vectorSize : blockSize;
  const iv = vector.bytes.length > 0 ? requireVector(call, vector, size) : crypto.getRandomValues(new Uint8Array(size));
  const encrypted = await applyRaw(getParameters(mode, iv, additional), secret, { input: plaintext.bytes, decrypts: false });
  return {
    name: version['name'] ?? '',
    ...formatData('ciphertext', encrypted),
    ...formatData('initializationVector', iv),
    ...(mode === 'GCM' && { tagLength: blockSize }),
    ...listChecks({
      verifiedPlaintextCrc32c: plaintext.isVerified,
      verifiedAdditionalAuthenticatedDataCrc32c: additional.isVerified,
      verifiedInitializationVectorCrc32c: vector.isVerified,
    }),
    protectionLevel: version['protectionLevel'] ?? 'SOFTWARE',
  };
}

function requireVector(call: HandlerCall, { bytes }: Data, size: number): Uint8Array<ArrayBuffer> {
  if (bytes.length !== size) call.reject('invalid', `The initialization vector must have ${size} bytes (received ${bytes.length}).`);
  return bytes;
}

async function rawDecrypt(call: HandlerCall): Promise<JsonObject> {
  const { version, mode, secret } = await openRawKey(call);
  const [ciphertext, additional, vector] = ['ciphertext', 'additionalAuthenticatedData', 'initializationVector'].map((field) =>
    readData(call, field),
  ) as [Data, Data, Data];
  const iv = requireVector(call, vector, mode === 'GCM' ? vectorSize : blockSize);
  const plaintext = await applyRaw(getParameters(mode, iv, additional), secret, { input: ciphertext.bytes, decrypts: true }).catch(() =>
    call.reject('invalid', 'Decryption failed: the ciphertext is invalid.'),
  );
  return {
    ...formatData('plaintext', plaintext),
    ...listChecks({
      verifiedCiphertextCrc32c: ciphertext.isVerified,
      verifiedAdditionalAuthenticatedDataCrc32c: additional.isVerified,
      verifiedInitializationVectorCrc32c: vector.isVerified,
    }),
    protectionLevel: version['protectionLevel'] ?? 'SOFTWARE',
  };
}

const minRandom = 8;
const maxRandom = 1024;

function generateRandomBytes(call: HandlerCall): JsonObject {
  const { lengthBytes, protectionLevel } = (call.requestBody ?? call.parameters) as JsonObject;
  const length = typeof lengthBytes === 'number' ? lengthBytes : 0;
  if (length < minRandom || length > maxRandom)
    call.reject('invalid', `length_bytes must be from ${minRandom} to ${maxRandom} (received ${length}).`);
  if (protectionLevel !== 'HSM') call.reject('invalid', 'Only the protection level HSM is supported.');
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  return { data: toBase64(bytes), dataCrc32c: formatCrc32c(bytes) };
}

export const encryptionHandlers: Handlers = {
  'keyRings.cryptoKeys.encrypt': encrypt,
  'keyRings.cryptoKeys.decrypt': decrypt,
  'keyRings.cryptoKeys.cryptoKeyVersions.rawEncrypt': rawEncrypt,
  'keyRings.cryptoKeys.cryptoKeyVersions.rawDecrypt': rawDecrypt,
  generateRandomBytes,
};
