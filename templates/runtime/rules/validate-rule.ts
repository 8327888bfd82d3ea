/** The rules of an object, as a compiled validator calls them. It names the kinds that it has, so that a program carries no others. */
import type { MessageRule } from '../rule.js';
import type { Direction } from '../validate/direction.js';
import { append, formatInstanceTail, readSteps, type Errors, type Step } from '../validate/report.js';
import type { CreateCheck, Defaults, CheckObject, Violation } from './rule-check.js';

export { countOverlap, countOverlaps } from './non-overlapping.js';

/** What a specification says of a rule. */
export interface RuleStatement<R extends MessageRule = MessageRule> {
  readonly rule: R;
  readonly defaults?: Defaults;
  /** The document's section. */
  readonly source?: string;
}

/** A rule with all that judging it takes. */
export interface CompiledRule {
  readonly kind: MessageRule['kind'];
  readonly judge: CheckObject;
}

export function compileRule<R extends MessageRule>(check: CreateCheck<R>, { rule, defaults = {}, source }: RuleStatement<R>): CompiledRule {
  return { kind: rule.kind, judge: check(rule, { defaults, source }) };
}

type RuleSite = readonly [schemaPath: string, judged: CompiledRule, direction: Direction, rulePath: string, ...steps: readonly Step[]];

/** The errors so far and those of a rule of an object; the site says the places in the schema of both. */
export function validateRule(errors: Errors, object: unknown, site: RuleSite): Errors {
  const direction = site[2];
  let found = errors;
  for (const violation of site[1].judge(object, { partial: direction.partial || direction.lenient })) found = told(found, violation, site);
  return found;
}

function told(errors: Errors, { path, message, params }: Violation, site: RuleSite): Errors {
  const instancePath = formatInstanceTail(site[0], readSteps(site, 4)) + path;
  return append(errors, { instancePath, schemaPath: site[3], keyword: site[1].kind, params, message });
}
