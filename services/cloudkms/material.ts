/** The key material of versions, which is generated at the first use, and which rows contain. */
import { decodeBase64, isObject, toBase64, type HandlerCall, type JsonObject } from '../../mock/service.js';
import type { Algorithm } from './algorithms.js';
import { generateCurveKey } from './curves.js';

const getKey = (version: string): string => `material${version}`;

/** Returns the bytes of a symmetric key or of the private key of a curve. */
export function getSecret(call: HandlerCall, version: string, algorithm: Algorithm): Uint8Array<ArrayBuffer> {
  const stored = call.rows().get(getKey(version));
  const bytes = typeof stored === 'string' ? decodeBase64(stored) : undefined;
  if (bytes) return bytes;
  const generated =
    algorithm.kind === 'ecSign' ? generateCurveKey(algorithm.curve) : crypto.getRandomValues(new Uint8Array(getSize(algorithm)));
  call.rows().put(getKey(version), toBase64(generated));
  return generated;
}

const hmacSizes = { 'SHA-1': 20, 'SHA-256': 32, 'SHA-384': 48, 'SHA-512': 64 } as const;

/** In bytes. */
function getSize(algorithm: Algorithm): number {
  if (algorithm.kind === 'hmac') return hmacSizes[algorithm.hash];
  return algorithm.kind === 'aes' ? algorithm.size / 8 : 32;
}

/** Returns an RSA key as a private JSON Web Key. */
export async function getRsaKey(call: HandlerCall, version: string, size: number): Promise<JsonObject> {
  const stored = call.rows().get<JsonObject>(getKey(version));
  if (isObject(stored)) return stored;
  const { privateKey } = await crypto.subtle.generateKey(
    { name: 'RSA-OAEP', hash: 'SHA-256', modulusLength: size, publicExponent: new Uint8Array([1, 0, 1]) },
    true,
    ['encrypt', 'decrypt'],
  );
  const { n = '', e = '', d = '', p = '', q = '', dp = '', dq = '', qi = '' } = await crypto.subtle.exportKey('jwk', privateKey);
  const key = { kty: 'RSA', n, e, d, p, q, dp, dq, qi };
  call.rows().put(getKey(version), key);
  return key;
}

export const deleteMaterial = (call: HandlerCall, version: string): boolean => call.rows().delete(getKey(version));
