/** Checks of rules, and how compiled validators report violations. Validators import only the rule kinds that they use. */
import { findRejection } from '../cel/failure.js';
import type { MessageRule } from '../rule.js';
import { append, formatInstancePath, readSteps, type BuiltError, type Errors, type PointerStep } from '../validate/report.js';

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
type RuleLocation = readonly [schemaPath: string, rulePath: string, ...steps: readonly PointerStep[]];

/** Appends the violations of a rule to the errors. */
export function validateRule(errors: Errors, object: unknown, site: readonly [CheckedRule, ...RuleLocation]): Errors {
  const [{ check, rule, source }] = site;
  let found = errors;
  for (const { path, message, params } of check(rule, object)) {
    const build = (): readonly BuiltError[] => [createRuleError(site, { path, message, params: { ...params, source } }, rule.kind)];
    found = append(found, { place: '', build });
  }
  return found;
}

/** Appends the error of a validation whose result rejects the value. */
export function reportValidation(
  errors: Errors,
  result: boolean | symbol | undefined,
  site: readonly [Violation, ...RuleLocation],
): Errors {
  const [{ path, message, params }] = site;
  const rejection = findRejection(result, message);
  if (rejection === undefined) return errors;
  const build = (): readonly BuiltError[] => [createRuleError(site, { path, message: rejection, params }, 'x-validations')];
  return append(errors, { place: '', build });
}

function createRuleError(site: readonly [unknown, ...RuleLocation], { path, message, params }: Violation, keyword: string): BuiltError {
  const [, objectPath, schemaPath] = site;
  const instancePath = formatInstancePath(objectPath, readSteps(site, 3)) + path;
  return { error: { instancePath, schemaPath, keyword, params, message } };
}
