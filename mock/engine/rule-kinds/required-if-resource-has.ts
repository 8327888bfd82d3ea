/** The `requiredIfResourceHas` rule: a field of the body is required, and must match, if the target has a certain field. */
import type { RequiredIfResourceHasRule } from '../../../runtime/rule.js';
import { HttpError } from '../../lib/http-error.js';
import { isEmpty, isObject, getMemberAt, type JsonObject } from '../../lib/json.js';
import { getStoredKeyHash, hashKey } from '../generated-values/encryption-key.js';
import { getField } from '../../catalog/field-tables.js';
import type { ResourceFields } from '../../catalog/resource.js';
import { createInvalidFieldError } from '../resource-change.js';

interface TargetRequest {
  /** The request body without output-only fields. */
  readonly sent: JsonObject;
  readonly target: JsonObject;
  /** The fields of the request body. */
  readonly fields: ResourceFields | undefined;
}

/**
 * Throws 400 if the field is missing. Throws 400 for an encryption key if the target has a customer-supplied key, and this is a different
 * one.
 */
export async function requireFieldOfTarget(rule: RequiredIfResourceHasRule, { sent, target, fields }: TargetRequest): Promise<void> {
  const stored = getMemberAt(target, rule.has);
  if (isEmpty(stored)) return;
  const received = getMemberAt(sent, rule.field);
  if (!getField(fields, rule.field)?.encryptionKey) {
    if (isEmpty(received)) throw createMissingFieldError(rule);
    return;
  }
  const expected = isObject(stored) ? await getStoredKeyHash(stored) : undefined;
  // A key of a key management service isn't customer-supplied.
  if (expected === undefined) return;
  const hash = isObject(received) ? await hashKey(received) : undefined;
  if (hash === undefined) throw createMissingFieldError(rule);
  if (hash !== expected) throw createInvalidFieldError(rule.field, 'it must be the key of the resource', 'requiredIfResourceHas');
}

function createMissingFieldError({ field, has }: RequiredIfResourceHasRule): HttpError {
  const message = `Required value '${field}' is missing: the resource has '${has}'.`;
  return new HttpError('required', { message, location: field, rule: 'requiredIfResourceHas' });
}
