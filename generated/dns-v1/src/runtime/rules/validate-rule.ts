/** Checks the rules of an object for compiled validators, which import only the rule kinds that they use. */
import type { MessageRule } from '../rule.js';
import type { Direction } from '../validate/direction.js';
import { append, formatInstancePath, readSteps, type Errors, type Step } from '../validate/report.js';
import type { CreateCheck, Defaults, CheckObject, Violation } from './rule-check.js';

export { addDisjointRange, addDisjointRanges } from './non-overlapping.js';

/** A rule as the specification states it, with the defaults of its fields. */
export interface RuleStatement<R extends MessageRule = MessageRule> {
  readonly rule: R;
  readonly defaults?: Defaults;
  /** The section of the documentation. */
  readonly source?: string;
}

/** A rule with its check. */
export interface CompiledRule {
  readonly kind: MessageRule['kind'];
  readonly check: CheckObject;
}

export function compileRule<R extends MessageRule>(check: CreateCheck<R>, { rule, defaults = {}, source }: RuleStatement<R>): CompiledRule {
  return { kind: rule.kind, check: check(rule, { defaults, source }) };
}

type RuleSite = readonly [schemaPath: string, rule: CompiledRule, direction: Direction, rulePath: string, ...steps: readonly Step[]];

/** Appends the violations of a rule to the errors. The site has the schema paths of the object and of the rule. */
export function validateRule(errors: Errors, object: unknown, site: RuleSite): Errors {
  const direction = site[2];
  let found = errors;
  for (const violation of site[1].check(object, { partial: direction.partial || direction.lenient }))
    found = appendViolation(found, violation, site);
  return found;
}

function appendViolation(errors: Errors, { path, message, params }: Violation, site: RuleSite): Errors {
  const instancePath = formatInstancePath(site[0], readSteps(site, 4)) + path;
  return append(errors, { instancePath, schemaPath: site[3], keyword: site[1].kind, params, message });
}
