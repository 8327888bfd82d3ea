import type { RuleKindDefinition } from './definition.js';
import { code, field } from './prose.js';
import { text } from './schema.js';

export const partialSuccess: RuleKindDefinition<'partialSuccess'> = {
  kind: 'partialSuccess',
  on: 'method',
  description: 'If `parameter` is true, the method returns partial results in case of a failure.',
  schema: { properties: { parameter: text('The query parameter.') }, optional: {} },
  fields: (rule) => [field('parameter', rule.parameter, { in: 'parameters' })],
  sentence: (rule) => `If ${code(rule.parameter)} is true, the method returns partial results in case of a failure.`,
};
