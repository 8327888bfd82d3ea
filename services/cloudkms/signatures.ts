/** Signatures, MACs, and decryption with the private keys of versions, and their public keys. */
import { decodeBase64, isObject, toBase64, type HandlerCall, type Handlers, type JsonObject } from '../../mock/service.js';
import { formatCrc32c } from '../checksums.js';
import { getField } from '../requests.js';
import { findAlgorithm, type Algorithm, type Hash } from './algorithms.js';
import { formatData, limitData, readData, requireText, verifyChecksum } from './call.js';
import { encodeCurveKey, signWithCurve } from './curves.js';
import { getRsaKey, getSecret } from './material.js';
import { decryptOaep, encodeRsaKey, signPkcs1, signPss } from './rsa.js';
import { requireUsable } from './versions.js';

interface KeyVersion {
  readonly path: string;
  readonly version: JsonObject;
  readonly algorithm: Algorithm;
}

/** Returns the version that a call names. Throws 404, and 400 if it isn't enabled, or if its algorithm is for something else. */
function openVersion(call: HandlerCall, kinds: readonly Algorithm['kind'][]): KeyVersion {
  const path = (call.path ?? '').replace(/\/publicKey$/, '');
  const version = requireUsable(call, path);
  const name = requireText(version, 'algorithm');
  const algorithm = findAlgorithm(name);
  if (!algorithm) return call.reject('notImplemented', `The mock doesn't implement the algorithm ${name}.`);
  if (!kinds.includes(algorithm.kind))
    call.reject(
      'failedPrecondition',
      `${requireText(version, 'name')} has the algorithm ${name}, with which ${call.methodId} is not possible.`,
    );
  return { path, version, algorithm };
}

const getLevel = (version: JsonObject): JsonObject => ({ protectionLevel: version['protectionLevel'] ?? 'SOFTWARE' });

const digestFields: Readonly<Record<string, Hash>> = { sha256: 'SHA-256', sha384: 'SHA-384', sha512: 'SHA-512' };
const digestSizes: Readonly<Record<Hash, number>> = { 'SHA-1': 20, 'SHA-256': 32, 'SHA-384': 48, 'SHA-512': 64 };

interface SigningInput {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly checks: JsonObject;
}

/** Returns the digest to sign, which the request contains or which is computed from its data. Without `hash`, the data is signed itself. */
async function readInput(call: HandlerCall, hash: Hash | undefined): Promise<SigningInput> {
  const digest = getField(call, 'digest');
  if (isObject(digest)) {
    const [[field = '', text] = []] = Object.entries(digest);
    const bytes = decodeBase64(typeof text === 'string' ? text : '') ?? new Uint8Array();
    if (hash === undefined || digestFields[field] !== hash || bytes.length !== digestSizes[hash])
      call.reject(
        'invalid',
        `The digest must be ${hash === undefined ? 'absent: the algorithm signs data' : `one of ${hash}`} (received ${field} with ${bytes.length} bytes).`,
      );
    const isVerified = verifyChecksum(call, 'digest', { bytes, stated: getField(call, 'digestCrc32c') });
    return { bytes, checks: isVerified ? { verifiedDigestCrc32c: true } : {} };
  }
  const data = readData(call, 'data');
  limitData(call, 'data', data);
  const bytes = hash === undefined ? data.bytes : new Uint8Array(await crypto.subtle.digest(hash, data.bytes));
  return { bytes, checks: data.isVerified ? { verifiedDataCrc32c: true } : {} };
}

async function sign(call: HandlerCall): Promise<JsonObject> {
  const { path, version, algorithm } = openVersion(call, ['rsaSign', 'ecSign']);
  const hash = 'hash' in algorithm ? algorithm.hash : undefined;
  const { bytes, checks } = await readInput(call, hash);
  return {
    name: version['name'] ?? '',
    ...formatData('signature', await createSignature(call, { path, algorithm, input: bytes })),
    ...checks,
    ...getLevel(version),
  };
}

async function createSignature(
  call: HandlerCall,
  { path, algorithm, input }: { readonly path: string; readonly algorithm: Algorithm; readonly input: Uint8Array },
): Promise<Uint8Array> {
  if (algorithm.kind === 'ecSign') return signWithCurve(algorithm.curve, getSecret(call, path, algorithm), input);
  if (algorithm.kind !== 'rsaSign') throw new TypeError(`${algorithm.kind} can't sign`);
  const { size, hash, padding } = algorithm;
  const key = await getRsaKey(call, path, size);
  if (padding === 'PSS' && hash) return signPss(key, size, { input, hash });
  return (
    signPkcs1(key, size, { input, hash }) ??
    call.reject('invalid', `The data is too long for a key of ${size} bits (received ${input.length} bytes).`)
  );
}

async function decrypt(call: HandlerCall): Promise<JsonObject> {
  const { path, version, algorithm } = openVersion(call, ['rsaDecrypt']);
  const { bytes, isVerified } = readData(call, 'ciphertext');
  if (algorithm.kind !== 'rsaDecrypt') throw new TypeError(`${algorithm.kind} can't decrypt`);
  const key = await getRsaKey(call, path, algorithm.size);
  const plaintext = await decryptOaep(key, algorithm.hash, bytes).catch(() =>
    call.reject('invalid', 'Decryption failed: the ciphertext is invalid.'),
  );
  return { ...formatData('plaintext', plaintext), ...(isVerified && { verifiedCiphertextCrc32c: true }), ...getLevel(version) };
}

const toPem = (der: Uint8Array): string =>
  `-----BEGIN PUBLIC KEY-----\n${toBase64(der).replaceAll(/.{64}(?=.)/g, '$&\n')}\n-----END PUBLIC KEY-----\n`;

async function getPublicKey(call: HandlerCall): Promise<JsonObject> {
  const { path, version, algorithm } = openVersion(call, ['rsaSign', 'ecSign', 'rsaDecrypt']);
  const format = call.parameters['publicKeyFormat'];
  if (format !== undefined && format !== 'PEM' && format !== 'DER')
    call.reject('invalid', `The key has no public key in the format ${String(format)}.`);
  const der =
    algorithm.kind === 'ecSign'
      ? encodeCurveKey(algorithm.curve, getSecret(call, path, algorithm))
      : await encodeRsaKey(await getRsaKey(call, path, 'size' in algorithm ? algorithm.size : 2048));
  const pem = toPem(der);
  const pemBytes = new TextEncoder().encode(pem);
  const key = format === 'DER' ? der : pemBytes;
  return {
    name: version['name'] ?? '',
    algorithm: version['algorithm'] ?? '',
    ...getLevel(version),
    ...(format !== 'DER' && { pem, pemCrc32c: formatCrc32c(pemBytes) }),
    ...(format !== undefined && {
      publicKeyFormat: format as string,
      publicKey: { data: toBase64(key), crc32cChecksum: formatCrc32c(key) },
    }),
  };
}

async function importHmac(call: HandlerCall, { path, algorithm }: KeyVersion): Promise<CryptoKey> {
  const hash = algorithm.kind === 'hmac' ? algorithm.hash : 'SHA-256';
  return crypto.subtle.importKey('raw', getSecret(call, path, algorithm), { name: 'HMAC', hash }, false, ['sign', 'verify']);
}

async function macSign(call: HandlerCall): Promise<JsonObject> {
  const opened = openVersion(call, ['hmac']);
  const data = readData(call, 'data');
  limitData(call, 'data', data);
  const mac = new Uint8Array(await crypto.subtle.sign('HMAC', await importHmac(call, opened), data.bytes));
  return {
    name: opened.version['name'] ?? '',
    ...formatData('mac', mac),
    ...(data.isVerified && { verifiedDataCrc32c: true }),
    ...getLevel(opened.version),
  };
}

async function macVerify(call: HandlerCall): Promise<JsonObject> {
  const opened = openVersion(call, ['hmac']);
  const [data, mac] = [readData(call, 'data'), readData(call, 'mac')];
  const success = await crypto.subtle.verify('HMAC', await importHmac(call, opened), mac.bytes, data.bytes);
  return {
    name: opened.version['name'] ?? '',
    // ProtoJSON omits `false`.
    ...(success && { success, verifiedSuccessIntegrity: true }),
    ...(data.isVerified && { verifiedDataCrc32c: true }),
    ...(mac.isVerified && { verifiedMacCrc32c: true }),
    ...getLevel(opened.version),
  };
}

export const signatureHandlers: Handlers = {
  asymmetricSign: sign,
  asymmetricDecrypt: decrypt,
  getPublicKey,
  macSign,
  macVerify,
};
