import type { RuleKindDefinition } from './definition.js';
import { formatCode, fieldUse } from './rule-prose.js';
import { textSchema } from './parameter-schemas.js';

export const partialSuccess: RuleKindDefinition<'partialSuccess'> = {
  kind: 'partialSuccess',
  on: 'method',
  description: 'Where `parameter` is true, what could be reached is answered instead of a failure.',
  schema: { properties: { parameter: textSchema('The query parameter.') }, optional: {} },
  fields: (rule) => [fieldUse('parameter', rule.parameter, { in: 'parameters' })],
  sentence: (rule) => `Where ${formatCode(rule.parameter)} is true, partial results are answered in case of a failure.`,
};
