import type { RuleKindDefinition } from './definition.js';
import { code, field } from './prose.js';
import { text } from './schema.js';

export const allowMissing: RuleKindDefinition<'allowMissing'> = {
  kind: 'allowMissing',
  on: 'method',
  description:
    'An update or a patch of a resource that does not exist creates it, and a deletion of one succeeds (AIP-134, AIP-135): where the boolean `parameter` is true, or always, without one.',
  schema: { properties: { parameter: text('The query parameter that asks for it.') }, optional: { parameter: true } },
  fields: (rule) => (rule.parameter === undefined ? [] : [field('parameter', rule.parameter, { in: 'parameters' })]),
  sentence: ({ parameter }) =>
    `${parameter === undefined ? 'The' : `Where ${code(parameter)} is true, the`} call also succeeds if the resource does not exist: an update creates it.`,
};
