/** How compiled validators report a validation that a value doesn't meet. */
import { append, formatInstanceTail, readSteps, type Errors, type Step } from '../validate/report.js';

/** What an error says. */
export interface RuleFacts {
  /** JSON pointer of the field that it names, from the object. */
  readonly path: string;
  readonly message: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** The places of the object and of the rule in the schema, and the open segments on the way to the object. */
type RuleSite = readonly [schemaPath: string, rulePath: string, ...steps: readonly Step[]];

/** The errors so far and one more. */
export function reportRule(errors: Errors, { path, message, params }: RuleFacts, site: RuleSite): Errors {
  const instancePath = formatInstanceTail(site[0], readSteps(site, 2)) + path;
  return append(errors, { instancePath, schemaPath: site[1], keyword: 'x-validations', params, message });
}
