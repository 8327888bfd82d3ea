/** Checks of rules, and how compiled validators report violations. Validators import only the rule kinds that they use. */
import { findRejection } from '../cel/failure.js';
import type { ValidationError } from '../descriptor.js';
import type { MessageRule } from '../rule.js';
import { append, formatInstancePath, readSteps, type Errors, type Step } from '../validate/report.js';

export interface Violation {
  /** The JSON pointer from the object that has the rule: `/timeoutSec`, or empty. */
  readonly path: string;
  readonly message: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Checks one object, and compares it with its siblings. Values of a wrong type violate no rule, because type checks report them. */
export type RuleCheck<R> = (rule: R, value: unknown, siblings?: readonly unknown[]) => readonly Violation[];

interface CheckedRule {
  readonly check: RuleCheck<MessageRule>;
  readonly rule: MessageRule;
  /** The section of the documentation. */
  readonly source?: string;
}

/** The schema paths of the object and of the rule, and the indexes and keys on the path to the object. */
type RuleSite = readonly [schemaPath: string, rulePath: string, ...steps: readonly Step[]];

/** Appends the violations of a rule to the errors. */
export function validateRule(
  errors: Errors,
  object: unknown,
  [{ check, rule, source }, ...site]: readonly [CheckedRule, ...RuleSite],
): Errors {
  let found = errors;
  for (const { params, ...violation } of check(rule, object))
    found = reportRule(found, { ...violation, params: { ...params, source }, keyword: rule.kind }, site);
  return found;
}

/** Appends the error of a validation whose result rejects the value. */
export function reportValidation(
  errors: Errors,
  result: boolean | symbol | undefined,
  [violation, ...site]: readonly [Violation, ...RuleSite],
): Errors {
  const message = findRejection(result, violation.message);
  return message === undefined ? errors : reportRule(errors, { ...violation, message, keyword: 'x-validations' }, site);
}

/** Appends the error of a rule. */
function reportRule(errors: Errors, { path, message, params, keyword }: Violation & { readonly keyword: string }, site: RuleSite): Errors {
  const build = (): ValidationError => {
    const instancePath = formatInstancePath(site[0], readSteps(site, 2)) + path;
    return { instancePath, schemaPath: site[1], keyword, params, message };
  };
  return append(errors, { place: '', build });
}
