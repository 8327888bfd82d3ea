/** What a body says of fields that only some resources can have. */
import { checkRule } from '../../rules/index.js';
import { emptyObject, pick, type JsonObject } from '../json.js';
import { defaults } from '../shape.js';
import { written } from '../validation.js';
import type { Resource } from '../world/resource.js';
import { invalidField } from './change.js';

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
