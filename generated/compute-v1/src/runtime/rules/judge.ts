/** The rules of an object, as a compiled validator calls them. */
import type { ValidationError } from '../descriptor.js';
import type { MessageRule } from '../rule.js';
import type { Direction } from '../validate/direction.js';
import { instanceTail, joined, withSource, type Errors, type Step } from '../validate/report.js';
import { checkRule, type RuleContext } from './index.js';

/** A rule with all that judging it takes. */
export interface JudgedRule {
  readonly rule: MessageRule;
  readonly defaults?: RuleContext['defaults'];
  /** The document's section. */
  readonly source?: string;
  /** It concerns output-only fields, which a request's server ignores. */
  readonly outputOnly?: true;
}

type RulesSite = readonly [
  schemaPath: string,
  object: unknown,
  rules: readonly JudgedRule[],
  direction: Direction,
  ...steps: readonly Step[],
];

/** Kinds whose condition could rest on a value that a lenient reader does not know yet. */
const strictOnly: ReadonlySet<MessageRule['kind']> = new Set(['requires', 'onlyWhen']);

/** The errors so far and those of the rules. */
export function judgeRules(errors: Errors, instancePath: string, site: RulesSite): Errors {
  const [schemaPath, object, rules, direction, ...steps] = site;
  const partial = direction.partial || direction.lenient;
  let found = errors;
  for (let index = 0; index < rules.length; index += 1) {
    const judged = rules[index];
    if (judged === undefined) continue;
    const { rule, defaults, source, outputOnly } = judged;
    if ((outputOnly && direction.request) || (direction.lenient && strictOnly.has(rule.kind))) continue;
    const violations = checkRule(rule, object, { partial, defaults });
    if (violations.length === 0) continue;
    const errorsOfRule = violations.map(({ path, message, params }): ValidationError => ({
      instancePath: `${instancePath}${instanceTail(schemaPath, steps)}${path}`,
      schemaPath: `${schemaPath}/rules/${index}`,
      keyword: rule.kind,
      params: withSource(params, source),
      message,
    }));
    found = joined(found, errorsOfRule);
  }
  return found;
}
