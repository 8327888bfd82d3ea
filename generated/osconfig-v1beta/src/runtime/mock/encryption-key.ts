/** Keys that clients supply: kept as their hash, never as themselves. */
import type { FieldBehavior } from '../descriptor.js';
import { encodeBase64, decodeBase64 } from './hashes.js';
import { isObject, getMember, getTextMember, withMember, withoutMember, type JsonObject } from './json.js';
import { getField } from './field-tables.js';
import type { Fields } from './world/resource.js';

const secretFields = ['rawKey', 'rsaEncryptedKey'] as const;

/** SHA-256 of the key's bytes, in base64; `undefined` where none is given. A wrapped key is hashed as it was sent. */
export async function hashKey(key: JsonObject): Promise<string | undefined> {
  const text = getTextMember(key, 'rawKey') ?? getTextMember(key, 'rsaEncryptedKey');
  const bytes = text === undefined ? undefined : decodeBase64(text);
  return bytes && encodeBase64(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

/** The hash of a key as it is kept: computed long ago, or given by a seed; `undefined` where no client supplied it. */
export async function getStoredKeyHash(key: JsonObject): Promise<string | undefined> {
  return getTextMember(key, 'sha256') ?? (await hashKey(key));
}

/** An object with an output-only `sha256`. */
export function isEncryptionKey(field: FieldBehavior | undefined): boolean {
  return getField(field?.fields, 'sha256')?.readOnly === true;
}

/** With every key among the fields replaced by its hash. */
export async function hashKeys(fields: Fields | undefined, body: JsonObject): Promise<JsonObject> {
  let hashed = body;
  for (const [name, field] of Object.entries(fields ?? {})) {
    const key = getMember(body, name);
    if (!isObject(key) || !isEncryptionKey(field)) continue;
    const hash = await hashKey(key);
    if (hash === undefined) continue;
    const kept = secretFields.reduce((left, secret) => withoutMember(left, secret), key);
    hashed = withMember(hashed, name, withMember(kept, 'sha256', hash));
  }
  return hashed;
}
