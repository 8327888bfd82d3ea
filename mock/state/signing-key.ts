/**
 * The key pair that signs the tokens of the mock and, as the key of every service account, those of its clients. It is created on first use.
 * It has a log of its own in the store, because all sessions share it, and neither a reset nor a rewind changes it.
 */
import { toBase64 } from '../../runtime/values/encoded-values.js';
import { decodeBase64, encodeHex } from '../lib/hashes.js';
import { hasValidSignature, parseJwt, rsaAlgorithm, signJwt } from '../lib/jwt.js';
import type { Json, JsonObject } from '../lib/json.js';
import type { MaybePromise } from '../lib/maybe-promise.js';
import { callLog } from '../store/call-log.js';
import type { MockStore } from '../types/store.js';

/** No header can contain it, so it names no session that a request selects. */
export const signingKeyLog = '\u0001signing-key';
const maxVerifiedTokens = 1000;

/** What clients get of the key pair. */
interface ExportedKey {
  /** The private key as PKCS #8 in PEM text. */
  readonly pem: string;
  /** Identifies the key: 40 hexadecimal digits. */
  readonly id: string;
  /** A JSON Web Key. */
  readonly publicJwk: JsonObject;
}

interface KeyPair extends ExportedKey {
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
}

export class SigningKey {
  readonly #store: MockStore | undefined;
  #pair: Promise<KeyPair> | undefined;
  /** The claims of tokens, or `undefined` for a token with an invalid signature. Oldest first. */
  readonly #verified = new Map<string, JsonObject | undefined>();

  constructor(store: MockStore | undefined) {
    this.#store = store;
  }

  async sign(claims: JsonObject, type: string = 'JWT'): Promise<string> {
    const { id, privateKey } = await this.#load();
    return signJwt(privateKey, { typ: type, kid: id }, claims);
  }

  /** Returns the claims and the type of a token, or `undefined` if the key hasn't signed it. */
  verify(token: string): MaybePromise<JsonObject | undefined> {
    return this.#verified.has(token) ? this.#verified.get(token) : this.#verify(token);
  }

  async #verify(token: string): Promise<JsonObject | undefined> {
    const jwt = parseJwt(token);
    const isValid = jwt !== undefined && (await hasValidSignature((await this.#load()).publicKey, jwt));
    const claims = isValid ? { ...jwt.claims, typ: jwt.header['typ'] ?? 'JWT' } : undefined;
    const [oldest] = this.#verified.keys();
    if (oldest !== undefined && this.#verified.size >= maxVerifiedTokens) this.#verified.delete(oldest);
    this.#verified.set(token, claims);
    return claims;
  }

  /** Returns whether the key has signed the bytes (RSA with SHA-256, PKCS #1 v1.5). */
  async verifyBytes(bytes: Uint8Array, signature: Uint8Array): Promise<boolean> {
    return crypto.subtle.verify(rsaAlgorithm, (await this.#load()).publicKey, signature as BufferSource, bytes as BufferSource);
  }

  /** Rejects with 503 if the store is not available. */
  export(): Promise<ExportedKey> {
    return this.#load();
  }

  #load(): Promise<KeyPair> {
    this.#pair ??= readOrCreateKey(this.#store).then(importKey);
    this.#pair.catch(() => {
      this.#pair = undefined;
    });
    return this.#pair;
  }
}

/** Returns the key in the store, which another process may have created. */
async function readOrCreateKey(store: MockStore | undefined): Promise<string> {
  const log = store?.openLog(signingKeyLog);
  const read = async (): Promise<Json | undefined> => (log ? (await callLog(() => log.read(0, 1)))[0]?.writes[0]?.[1] : undefined);
  const stored = await read();
  if (stored !== undefined) return stored as string;
  const { privateKey } = await crypto.subtle.generateKey(
    { ...rsaAlgorithm, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) },
    true,
    ['sign', 'verify'],
  );
  const created = toBase64(new Uint8Array(await crypto.subtle.exportKey('pkcs8', privateKey)));
  if (!log || (await callLog(() => log.append(0, { writes: [['key', created]] }))) === 'appended') return created;
  return (await read()) as string;
}

/** `text`: PKCS #8 in base64. */
async function importKey(text: string): Promise<KeyPair> {
  const privateKey = await crypto.subtle.importKey('pkcs8', decodeBase64(text) ?? new Uint8Array(), rsaAlgorithm, true, ['sign']);
  const { n = '', e = '' } = await crypto.subtle.exportKey('jwk', privateKey);
  const publicKey = await crypto.subtle.importKey('jwk', { kty: 'RSA', n, e }, rsaAlgorithm, true, ['verify']);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(n)));
  const id = encodeHex(digest.subarray(0, 20));
  const pem = `-----BEGIN PRIVATE KEY-----\n${text.replaceAll(/.{64}(?=.)/g, '$&\n')}\n-----END PRIVATE KEY-----\n`;
  return { pem, id, privateKey, publicKey, publicJwk: { kty: 'RSA', n, e, kid: id, use: 'sig', alg: 'RS256' } };
}
