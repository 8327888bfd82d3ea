/** A field of the body that must be given, and match, where the target has something. */
import type { RequiredIfTargetRule } from '../../rule.js';
import { Refusal } from '../errors.js';
import { isEmpty, isObject, memberAt, type JsonObject } from '../json.js';
import { heldHash, isKey, keyHash } from '../encryption-key.js';
import { fieldOf } from '../shape.js';
import type { Fields } from '../world/resource.js';
import { invalidField } from './change.js';

interface Asked {
  /** What the request may say: without output-only fields. */
  readonly sent: JsonObject;
  readonly target: JsonObject;
  /** Of what is sent. */
  readonly fields: Fields | undefined;
}

/** Throws 400 where the field is missing; or, where it is a key, where the target has one that its client supplied, and this is not that one. */
export async function requireForTarget(rule: RequiredIfTargetRule, { sent, target, fields }: Asked): Promise<void> {
  const held = memberAt(target, rule.has);
  if (isEmpty(held)) return;
  const given = memberAt(sent, rule.field);
  if (!isKey(fieldOf(fields, rule.field))) {
    if (isEmpty(given)) throw missing(rule);
    return;
  }
  const expected = isObject(held) ? await heldHash(held) : undefined;
  // A key of a key management service is none that a client supplies.
  if (expected === undefined) return;
  const hash = isObject(given) ? await keyHash(given) : undefined;
  if (hash === undefined) throw missing(rule);
  if (hash !== expected) throw invalidField(rule.field, 'it is not the key of the resource', 'requiredIfTarget');
}

function missing({ field, has }: RequiredIfTargetRule): Refusal {
  const message = `Required value '${field}' is missing: the resource has '${has}'.`;
  return new Refusal('required', { message, location: field, rule: 'requiredIfTarget' });
}
