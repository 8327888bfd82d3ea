import type { RuleKindDefinition } from './definition.js';
import { code, field } from './prose.js';
import { text } from './schema.js';

export const fieldMask: RuleKindDefinition<'fieldMask'> = {
  kind: 'fieldMask',
  on: 'method',
  description: '`parameter` lists the fields of the response that are wanted.',
  schema: { properties: { parameter: text('The query parameter with the mask.') }, optional: {} },
  fields: (rule) => [field('parameter', rule.parameter, { in: 'parameters' })],
  sentence: (rule) => `${code(rule.parameter)} names the fields that the answer holds; all, where it is absent.`,
};
