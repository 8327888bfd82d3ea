/** Rules that depend on only one message. Compiled validators check them, too. */
import type { MessageRule } from '../../../runtime/rule.js';
import type { RuleCheck } from '../../../runtime/rules/rule-check.js';
import { throwInvalidBody } from '../../lib/request-validation.js';
import type { PlacedResource } from '../../state/entity.js';
import type { RuleHooks } from './rule-hooks.js';

/** Creates a hook that throws 400 if a resource without a validator violates the rule. */
export function createMessageValidation<R extends MessageRule>(check: RuleCheck<R>): NonNullable<RuleHooks<R>['validate']> {
  return ({ place, next }: PlacedResource, rule) => {
    const [violation] = place.resource.behavior.validate ? [] : check(rule, next);
    if (!violation) return;
    const { path, params, message } = violation;
    throwInvalidBody([{ instancePath: path, schemaPath: '', keyword: rule.kind, params, message }]);
  };
}
