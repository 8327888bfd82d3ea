import type { RuleKindDefinition } from './definition.js';
import { code, field } from './prose.js';
import { text } from './schema.js';

export const partialSuccess: RuleKindDefinition<'partialSuccess'> = {
  kind: 'partialSuccess',
  on: 'method',
  description: 'Where `parameter` is true, what could be reached is answered instead of a failure.',
  schema: { properties: { parameter: text('The query parameter.') }, optional: {} },
  fields: (rule) => [field('parameter', rule.parameter, { in: 'parameters' })],
  sentence: (rule) => `Where ${code(rule.parameter)} is true, partial results are answered in case of a failure.`,
};
