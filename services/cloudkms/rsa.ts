/** RSA signatures of digests (RFC 8017). Web Crypto signs only whole messages. */
import { decodeBase64, encodeHex, getTextMember, type JsonObject } from '../../mock/service.js';
import type { Hash } from './algorithms.js';

const toNumber = (bytes: Uint8Array): bigint => BigInt(`0x${encodeHex(bytes) || '0'}`);
const readNumber = (key: JsonObject, name: string): bigint => toNumber(decodeBase64(getTextMember(key, name) ?? '') ?? new Uint8Array());

function toBytes(value: bigint, length: number): Uint8Array<ArrayBuffer> {
  const digits = value.toString(16).padStart(length * 2, '0');
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function raise(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n;
  let factor = base % modulus;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * factor) % modulus;
    factor = (factor * factor) % modulus;
  }
  return result;
}

/** Applies the private key, by the Chinese remainder theorem. */
function applyPrivateKey(key: JsonObject, message: Uint8Array): Uint8Array<ArrayBuffer> {
  const [n, p, q, dp, dq, qi] = ['n', 'p', 'q', 'dp', 'dq', 'qi'].map((name) => readNumber(key, name)) as [
    bigint,
    bigint,
    bigint,
    bigint,
    bigint,
    bigint,
  ];
  const value = toNumber(message);
  const [one, other] = [raise(value, dp, p), raise(value, dq, q)];
  const difference = (((one - other) % p) + p) % p;
  return toBytes(other + q * ((qi * difference) % p), Math.ceil(n.toString(16).length / 2));
}

/** The beginning of `DigestInfo` by hash. */
const digestInfos: Readonly<Record<Hash, string>> = {
  'SHA-1': '3021300906052b0e03021a05000414',
  'SHA-256': '3031300d060960864801650304020105000420',
  'SHA-384': '3041300d060960864801650304020205000430',
  'SHA-512': '3051300d060960864801650304020305000440',
};

const fromHex = (digits: string): Uint8Array => Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** Signs a digest, or without `hash` any data (PKCS #1 v1.5). Returns `undefined` if the data is too long. */
export function signPkcs1(
  key: JsonObject,
  size: number,
  { input, hash }: { readonly input: Uint8Array; readonly hash: Hash | undefined },
): Uint8Array | undefined {
  const content = [...(hash ? fromHex(digestInfos[hash]) : []), ...input];
  const padding = size / 8 - content.length - 3;
  if (padding < 8) return undefined;
  return applyPrivateKey(key, Uint8Array.from([0, 1, ...new Uint8Array(padding).fill(0xff), 0, ...content]));
}

const digest = async (hash: Hash, bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await crypto.subtle.digest(hash, bytes));

/** Signs a digest with a salt that is as long as the digest (PSS with MGF1). */
export async function signPss(
  key: JsonObject,
  size: number,
  { input, hash }: { readonly input: Uint8Array; readonly hash: Hash },
): Promise<Uint8Array> {
  const salt = crypto.getRandomValues(new Uint8Array(input.length));
  const hashed = await digest(hash, Uint8Array.from([...new Uint8Array(8), ...input, ...salt]));
  const block = Uint8Array.from([...new Uint8Array(size / 8 - salt.length - hashed.length - 2), 1, ...salt]);
  const mask: number[] = [];
  for (let counter = 0; mask.length < block.length; counter += 1)
    mask.push(...(await digest(hash, Uint8Array.from([...hashed, counter >>> 24, counter >>> 16, counter >>> 8, counter]))));
  const masked = block.map((byte, index) => byte ^ (mask[index] as number));
  masked[0] = (masked[0] as number) & 0x7f;
  return applyPrivateKey(key, Uint8Array.from([...masked, ...hashed, 0xbc]));
}

/** Returns the public key as SubjectPublicKeyInfo in DER. */
export async function encodeRsaKey(key: JsonObject): Promise<Uint8Array> {
  const { kty, n, e } = key as { readonly [name in 'kty' | 'n' | 'e']: string };
  const imported = await crypto.subtle.importKey('jwk', { kty, n, e }, { name: 'RSA-OAEP', hash: 'SHA-256' }, true, ['encrypt']);
  return new Uint8Array(await crypto.subtle.exportKey('spki', imported));
}

/** Decrypts data (OAEP). Throws if that isn't possible. */
export async function decryptOaep(key: JsonObject, hash: Hash, ciphertext: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const imported = await crypto.subtle.importKey('jwk', key as JsonWebKey, { name: 'RSA-OAEP', hash }, false, ['decrypt']);
  return new Uint8Array(await crypto.subtle.decrypt({ name: 'RSA-OAEP' }, imported, ciphertext));
}
