/** Keys that clients supply: kept as their hash, never as themselves. */
import type { FieldBehaviour } from '../descriptor.js';
import { base64, fromBase64 } from './hash.js';
import { isObject, member, textMember, withMember, withoutMember, type JsonObject } from './json.js';
import { fieldOf } from './shape.js';
import type { Fields } from './world/resource.js';

const secrets = ['rawKey', 'rsaEncryptedKey'] as const;

/** SHA-256 of the key's bytes, in base64; `undefined` where none is given. A wrapped key is hashed as it was sent. */
export async function keyHash(key: JsonObject): Promise<string | undefined> {
  const text = textMember(key, 'rawKey') ?? textMember(key, 'rsaEncryptedKey');
  const bytes = text === undefined ? undefined : fromBase64(text);
  return bytes && base64(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

/** The hash of a key as it is kept: computed long ago, or given by a seed; `undefined` where no client supplied it. */
export async function heldHash(key: JsonObject): Promise<string | undefined> {
  return textMember(key, 'sha256') ?? (await keyHash(key));
}

/** An object with an output-only `sha256`. */
export function isKey(field: FieldBehaviour | undefined): boolean {
  return fieldOf(field?.fields, 'sha256')?.readOnly === true;
}

/** With every key among the fields replaced by its hash. */
export async function hashKeys(fields: Fields | undefined, body: JsonObject): Promise<JsonObject> {
  let hashed = body;
  for (const [name, field] of Object.entries(fields ?? {})) {
    const key = member(body, name);
    if (!isObject(key) || !isKey(field)) continue;
    const hash = await keyHash(key);
    if (hash === undefined) continue;
    const kept = secrets.reduce((left, secret) => withoutMember(left, secret), key);
    hashed = withMember(hashed, name, withMember(kept, 'sha256', hash));
  }
  return hashed;
}
