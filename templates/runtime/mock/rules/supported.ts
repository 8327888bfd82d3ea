/** What a body says of fields that only some resources can have. */
import type { ValidationError } from '../../descriptor.js';
import { checkRule, messageRules } from '../../rules/index.js';
import { emptyObject, isObject, member, pick, type JsonObject } from '../json.js';
import { defaults } from '../shape.js';
import { pathOf, written } from '../validation.js';
import { ruleOf, type Method } from '../world/method.js';
import type { Resource } from '../world/resource.js';
import { invalidField } from './change.js';

/**
 * Whether an error of a request stands only because a field that the method ignores was read beside another one. A rule among fields sees
 * those that are taken, later beside what the resource has, and each ignored one by itself.
 */
export function isBesideIgnored(method: Method, value: JsonObject, error: ValidationError): boolean {
  const patchable = ruleOf(method, 'patchable');
  const { validate } = method.behaviour;
  const body = member(value, 'requestBody');
  if (!patchable || !validate || !isObject(body) || !Object.hasOwn(messageRules, error.keyword)) return false;
  const [, head = ''] = pathOf(error);
  validate({ ...value, requestBody: pick(body, [...patchable.fields, head]) });
  return !validate.errors?.some(({ keyword, instancePath }) => keyword === error.keyword && instancePath === error.instancePath);
}

/** Throws 400 where a body gives a field that the resource, as it stands, cannot have: whether it would be taken over or ignored. */
export function requireSupported({ rules, fields }: Resource, sent: JsonObject, present: JsonObject): void {
  const known = { defaults: defaults(fields, emptyObject) };
  for (const rule of rules) {
    if (rule.kind !== 'onlyWhen') continue;
    const heads = rule.fields.map((field) => field.split('.', 1)[0] ?? '');
    const [violation] = checkRule(rule, { ...present, ...pick(sent, heads) }, known);
    if (violation) throw invalidField(written(violation.path.split('/').slice(1)), violation.message, rule.kind);
  }
}
