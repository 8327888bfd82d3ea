/** Customer-supplied encryption keys. The mock stores only their hashes. */
import { toBase64 } from '../../../runtime/values/encoded-values.js';
import { decodeBase64 } from '../../lib/hashes.js';
import { isObject, getMember, getTextMember, withMember, withoutMember, type JsonObject } from '../../lib/json.js';
import type { CompiledResource } from '../../catalog/resource.js';

const secretFields = ['rawKey', 'rsaEncryptedKey'] as const;

/** Returns the SHA-256 of the key in base64, or `undefined` without a key. A wrapped key is hashed as sent. */
export async function hashKey(key: JsonObject): Promise<string | undefined> {
  const text = getTextMember(key, 'rawKey') ?? getTextMember(key, 'rsaEncryptedKey');
  const bytes = text === undefined ? undefined : decodeBase64(text);
  return bytes && toBase64(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

/** Returns the hash of a stored key, from its `sha256` or from a raw key in a seed. Returns `undefined` if the client supplied no key. */
export async function getStoredKeyHash(key: JsonObject): Promise<string | undefined> {
  return getTextMember(key, 'sha256') ?? (await hashKey(key));
}

/** Replaces every encryption key in the body with its hash. */
export async function hashEncryptionKeys({ encryptionKeyFields }: CompiledResource, body: JsonObject): Promise<JsonObject> {
  let hashed = body;
  for (const name of encryptionKeyFields) {
    const key = getMember(body, name);
    const hash = isObject(key) ? await hashKey(key) : undefined;
    if (!isObject(key) || hash === undefined) continue;
    const withoutSecrets = secretFields.reduce((left, secret) => withoutMember(left, secret), key);
    hashed = withMember(hashed, name, withMember(withoutSecrets, 'sha256', hash));
  }
  return hashed;
}
