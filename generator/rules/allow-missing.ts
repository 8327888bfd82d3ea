import type { RuleKindDefinition } from './definition.js';
import { formatCode, fieldUse } from './rule-prose.js';
import { textSchema } from './parameter-schemas.js';

export const allowMissing: RuleKindDefinition<'allowMissing'> = {
  kind: 'allowMissing',
  on: 'method',
  description:
    'An update or a patch of a resource that does not exist creates it, and a deletion of one succeeds (AIP-134, AIP-135): where the boolean `parameter` is true, or always, without one.',
  schema: { properties: { parameter: textSchema('The query parameter that asks for it.') }, optional: { parameter: true } },
  fields: (rule) => (rule.parameter === undefined ? [] : [fieldUse('parameter', rule.parameter, { in: 'parameters' })]),
  sentence: ({ parameter }) =>
    `${parameter === undefined ? 'The' : `Where ${formatCode(parameter)} is true, the`} call also succeeds if the resource does not exist: an update creates it.`,
};
