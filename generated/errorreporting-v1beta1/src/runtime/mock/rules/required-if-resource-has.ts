/** A field of the body that must be given, and match, where the target has something. */
import type { RequiredIfResourceHasRule } from '../../rule.js';
import { HttpError } from '../http-error.js';
import { isEmpty, isObject, getMemberAt, type JsonObject } from '../json.js';
import { getStoredKeyHash, isEncryptionKey, hashKey } from '../encryption-key.js';
import { getField } from '../field-tables.js';
import type { Fields } from '../world/resource.js';
import { invalidFieldError } from './resource-change.js';

interface Asked {
  /** What the request may say: without output-only fields. */
  readonly sent: JsonObject;
  readonly target: JsonObject;
  /** Of what is sent. */
  readonly fields: Fields | undefined;
}

/** Throws 400 where the field is missing; or, where it is a key, where the target has one that its client supplied, and this is not that one. */
export async function requireForTarget(rule: RequiredIfResourceHasRule, { sent, target, fields }: Asked): Promise<void> {
  const held = getMemberAt(target, rule.has);
  if (isEmpty(held)) return;
  const given = getMemberAt(sent, rule.field);
  if (!isEncryptionKey(getField(fields, rule.field))) {
    if (isEmpty(given)) throw missing(rule);
    return;
  }
  const expected = isObject(held) ? await getStoredKeyHash(held) : undefined;
  // A key of a key management service is none that a client supplies.
  if (expected === undefined) return;
  const hash = isObject(given) ? await hashKey(given) : undefined;
  if (hash === undefined) throw missing(rule);
  if (hash !== expected) throw invalidFieldError(rule.field, 'it is not the key of the resource', 'requiredIfResourceHas');
}

function missing({ field, has }: RequiredIfResourceHasRule): HttpError {
  const message = `Required value '${field}' is missing: the resource has '${has}'.`;
  return new HttpError('required', { message, location: field, rule: 'requiredIfResourceHas' });
}
