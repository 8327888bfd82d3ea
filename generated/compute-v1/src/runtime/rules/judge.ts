/** The rules of an object, as a compiled validator calls them. */
import type { ValidationError } from '../descriptor.js';
import type { MessageRule } from '../rule.js';
import type { Direction } from '../validate/direction.js';
import { instanceTail, stepsFrom, type Errors, type Step } from '../validate/report.js';
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

type RuleSite = readonly [
  schemaPath: string,
  object: unknown,
  judged: JudgedRule,
  direction: Direction,
  index: number,
  ...steps: readonly Step[],
];

/** The errors so far and those of the rule with this index in its object. */
export function judgeRule(errors: Errors, site: RuleSite): Errors {
  const [schemaPath, object, { rule, defaults, source }, direction, index] = site;
  const violations = checkRule(rule, object, { partial: direction.partial || direction.lenient, defaults });
  if (violations.length === 0) return errors;
  const place = instanceTail(schemaPath, stepsFrom(site, 5));
  const found = errors ?? [];
  for (const { path, message, params } of violations) {
    const error: ValidationError = {
      instancePath: place + path,
      schemaPath: `${schemaPath}/rules/${index}`,
      keyword: rule.kind,
      params: source === undefined ? params : Object.assign(params, { source }),
      message,
    };
    found.push(error);
  }
  return found;
}
