/** A field of the body that must be given, and match, where the target has something. */
import type { RequiredIfTargetRule } from '../../rule.js';
import { Refusal } from '../errors.js';
import { isEmpty, isObject, memberAt, textMember, type JsonObject } from '../json.js';
import { keyHash } from '../encryption-key.js';
import { invalidField } from './change.js';

/** Throws 400 where the field is missing, or is a key whose hash is not the target's. */
export async function requireForTarget(rule: RequiredIfTargetRule, sent: JsonObject, target: JsonObject): Promise<void> {
  const held = memberAt(target, rule.has);
  if (isEmpty(held)) return;
  const given = memberAt(sent, rule.field);
  if (isEmpty(given) || !isObject(given)) {
    const message = `Required value '${rule.field}' is missing: the resource has '${rule.has}'.`;
    throw new Refusal('required', { message, location: rule.field, rule: 'requiredIfTarget' });
  }
  const expected = textMember(held, 'sha256');
  const hash = await keyHash(given);
  if (expected !== undefined && hash !== undefined && hash !== expected) {
    throw invalidField(rule.field, 'it is not the key of the resource', 'requiredIfTarget');
  }
}
