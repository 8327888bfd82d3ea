/** Reports a validation that a value violates. */
import { append, formatInstancePath, readSteps, type Errors, type Step } from '../validate/report.js';

/** The contents of an error. */
export interface RuleFacts {
  /** JSON pointer of the field that it names, from the object. */
  readonly path: string;
  readonly message: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** The schema paths of the object and of the rule, and the indexes and keys on the path to the object. */
type RuleSite = readonly [schemaPath: string, rulePath: string, ...steps: readonly Step[]];

/** Appends the error of a violated validation. */
export function reportRule(errors: Errors, { path, message, params }: RuleFacts, site: RuleSite): Errors {
  const instancePath = formatInstancePath(site[0], readSteps(site, 2)) + path;
  return append(errors, { instancePath, schemaPath: site[1], keyword: 'x-validations', params, message });
}
