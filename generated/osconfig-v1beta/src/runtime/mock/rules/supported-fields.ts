/** What a body says of fields that only some resources can have. */
import type { ValidationError } from '../../descriptor.js';
import { checkRule, messageRules } from '../../rules/index.js';
import { emptyObject, isObject, getMember, pick, type JsonObject } from '../json.js';
import { getDefaults } from '../field-tables.js';
import { errorPath, formatPath } from '../request-validation.js';
import { getRule, type Method } from '../world/method.js';
import type { Resource } from '../world/resource.js';
import { invalidFieldError } from './resource-change.js';

/**
 * Whether an error of a request stands only because a field that the method ignores was read beside another one. A rule among fields sees
 * those that are taken, later beside what the resource has, and each ignored one by itself.
 */
export function isCausedByIgnoredField(method: Method, value: JsonObject, error: ValidationError): boolean {
  const patchable = getRule(method, 'updatableFields');
  const { validate } = method.behavior;
  const body = getMember(value, 'requestBody');
  if (!patchable || !validate || !isObject(body) || !Object.hasOwn(messageRules, error.keyword)) return false;
  const [, head = ''] = errorPath(error);
  validate({ ...value, requestBody: pick(body, [...patchable.fields, head]) });
  return !validate.errors?.some(({ keyword, instancePath }) => keyword === error.keyword && instancePath === error.instancePath);
}

/** Throws 400 where a body gives a field that the resource, as it stands, cannot have: whether it would be taken over or ignored. */
export function requireSupportedFields({ rules, fields }: Resource, sent: JsonObject, present: JsonObject): void {
  const known = { defaults: getDefaults(fields, emptyObject) };
  for (const rule of rules) {
    if (rule.kind !== 'onlyWhen') continue;
    const heads = rule.fields.map((field) => field.split('.', 1)[0] ?? '');
    const [violation] = checkRule(rule, { ...present, ...pick(sent, heads) }, known);
    if (violation) throw invalidFieldError(formatPath(violation.path.split('/').slice(1)), violation.message, rule.kind);
  }
}
