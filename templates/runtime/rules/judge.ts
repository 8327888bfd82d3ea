/** The rules of an object, as a compiled validator calls them. It names the kinds that it has, so that a program carries no others. */
import type { MessageRule } from '../rule.js';
import type { Direction } from '../validate/direction.js';
import { added, instanceTail, stepsFrom, type Errors, type Step } from '../validate/report.js';
import type { Check, Defaults, Judge, Violation } from './check.js';

export { meet, meetAll } from './non-overlapping.js';

/** What a specification says of a rule. */
export interface Ruling<R extends MessageRule = MessageRule> {
  readonly rule: R;
  readonly defaults?: Defaults;
  /** The document's section. */
  readonly source?: string;
}

/** A rule with all that judging it takes. */
export interface JudgedRule {
  readonly kind: MessageRule['kind'];
  readonly judge: Judge;
}

export function judged<R extends MessageRule>(check: Check<R>, { rule, defaults = {}, source }: Ruling<R>): JudgedRule {
  return { kind: rule.kind, judge: check(rule, { defaults, source }) };
}

type RuleSite = readonly [schemaPath: string, judged: JudgedRule, direction: Direction, rulePath: string, ...steps: readonly Step[]];

/** The errors so far and those of a rule of an object; the site says the places in the schema of both. */
export function judgeRule(errors: Errors, object: unknown, site: RuleSite): Errors {
  const direction = site[2];
  let found = errors;
  for (const violation of site[1].judge(object, { partial: direction.partial || direction.lenient })) found = told(found, violation, site);
  return found;
}

function told(errors: Errors, { path, message, params }: Violation, site: RuleSite): Errors {
  const instancePath = instanceTail(site[0], stepsFrom(site, 4)) + path;
  return added(errors, { instancePath, schemaPath: site[3], keyword: site[1].kind, params, message });
}
