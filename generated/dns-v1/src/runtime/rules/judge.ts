/** The rules of an object, as a compiled validator calls them. */
import type { MessageRule } from '../rule.js';
import type { Direction } from '../validate/direction.js';
import { added, instanceTail, stepsFrom, type Errors, type Step } from '../validate/report.js';
import { checkRule, type RuleContext } from './index.js';

export { isPresent } from './fields.js';
export { meet, meetAll } from './non-overlapping.js';
export { mayRepeat } from './unique.js';

/** A rule with all that judging it takes. */
export interface JudgedRule {
  readonly rule: MessageRule;
  readonly defaults?: RuleContext['defaults'];
  /** The document's section. */
  readonly source?: string;
}

type RuleSite = readonly [schemaPath: string, judged: JudgedRule, direction: Direction, rulePath: string, ...steps: readonly Step[]];

/** The errors so far and those of a rule of an object; the site says the places in the schema of both. */
export function judgeRule(errors: Errors, object: unknown, site: RuleSite): Errors {
  const { rule, defaults, source } = site[1];
  const direction = site[2];
  let found = errors;
  for (const { path, message, params } of checkRule(rule, object, { partial: direction.partial || direction.lenient, defaults })) {
    if (source !== undefined) params['source'] = source;
    const instancePath = instanceTail(site[0], stepsFrom(site, 4)) + path;
    found = added(found, { instancePath, schemaPath: site[3], keyword: rule.kind, params, message });
  }
  return found;
}
