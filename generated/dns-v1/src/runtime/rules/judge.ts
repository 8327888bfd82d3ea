/** The rules of an object, as a compiled validator calls them. */
import type { ValidationError } from '../descriptor.js';
import type { MessageRule } from '../rule.js';
import type { Direction } from '../validate/direction.js';
import { instanceTail, noted, stepsFrom, type Fault, type Faults, type Step } from '../validate/report.js';
import { findings, type Finding, type RuleContext } from './index.js';

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

type RuleSite = readonly [schemaPath: string, judged: JudgedRule, direction: Direction, index: number, ...steps: readonly Step[]];

/** The faults so far and those of the rule with this index in its object. */
export function judgeRule(faults: Faults, object: unknown, site: RuleSite): Faults {
  const { rule, defaults } = site[1];
  const direction = site[2];
  let found = faults;
  for (const finding of findings(rule, object, { partial: direction.partial || direction.lenient, defaults })) {
    found = noted(found, { place: '', tell: tellRule, site, found: finding });
  }
  return found;
}

function tellRule(errors: ValidationError[], { place, site, found }: Fault): void {
  const of = site as RuleSite;
  const schemaPath = of[0];
  const { rule, source } = of[1];
  const { path, message, params } = (found as Finding)();
  errors.push({
    instancePath: place + instanceTail(schemaPath, stepsFrom(of, 4)) + path,
    schemaPath: `${schemaPath}/rules/${of[3]}`,
    keyword: rule.kind,
    params: source === undefined ? params : Object.assign(params, { source }),
    message,
  });
}
