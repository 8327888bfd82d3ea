import type { RuleKindDefinition } from './definition.js';
import { formatCode, fieldUse } from './rule-prose.js';
import { textSchema } from './parameter-schemas.js';

export const partialSuccess: RuleKindDefinition<'partialSuccess'> = {
  kind: 'partialSuccess',
  on: 'method',
  description: 'If `parameter` is true, the method returns partial results in case of a failure.',
  schema: { properties: { parameter: textSchema('The query parameter.') }, optional: {} },
  fields: (rule) => [fieldUse('parameter', rule.parameter, { in: 'parameters' })],
  sentence: (rule) => `If ${formatCode(rule.parameter)} is true, the method returns partial results in case of a failure.`,
};
