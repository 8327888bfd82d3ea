import type { RuleKindDefinition } from './definition.js';
import { formatCode, createFieldUse } from './rule-prose.js';
import { textSchema } from './parameter-schemas.js';

export const allowMissing: RuleKindDefinition<'allowMissing'> = {
  kind: 'allowMissing',
  on: 'method',
  description:
    "An update or a patch of a resource that doesn't exist creates it, and a deletion of one succeeds (AIP-134, AIP-135). With `parameter`, only if this boolean query parameter is true.",
  schema: { properties: { parameter: textSchema('The boolean query parameter that allows it.') }, optional: { parameter: true } },
  listFields: (rule) => (rule.parameter === undefined ? [] : [createFieldUse('parameter', rule.parameter, { in: 'parameters' })]),
  describe: ({ parameter }) =>
    `${parameter === undefined ? 'A' : `If ${formatCode(parameter)} is true, a`} request for a resource that doesn't exist succeeds. An update creates the resource.`,
};
