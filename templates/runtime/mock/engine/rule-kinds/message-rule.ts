/** The rules that depend on only one message. Compiled validators check them, too. */
import type { SchemaRule } from '../../../rule.js';
import { checkRule, isMessageRule } from '../../../rules/index.js';
import { throwInvalidBody } from '../../lib/request-validation.js';
import type { PlacedResource } from '../../state/entity.js';

/** Throws 400 if a resource without a validator violates the rule. */
export function validateMessage({ place, next }: PlacedResource, rule: SchemaRule): void {
  if (place.resource.behavior.validate || !isMessageRule(rule)) return;
  const [violation] = checkRule(rule, next);
  if (!violation) return;
  const { path, params, message } = violation;
  throwInvalidBody([{ instancePath: path, schemaPath: '', keyword: rule.kind, params, message }]);
}
