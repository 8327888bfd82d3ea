import type { RuleKindDefinition } from './definition.js';
import { code, field } from './prose.js';
import { text } from './schema.js';

export const fieldMask: RuleKindDefinition<'fieldMask'> = {
  kind: 'fieldMask',
  on: 'method',
  description: '`parameter` lists the fields of the response that are wanted, or of the resource that are changed.',
  schema: { properties: { parameter: text('The query parameter with the mask.') }, optional: {} },
  fields: (rule) => [field('parameter', rule.parameter, { in: 'parameters' })],
  // Every method can be asked for a part of its answer with `fields`; any other mask is that of a change.
  sentence: ({ parameter }) =>
    parameter === 'fields'
      ? `${code(parameter)} names the fields that the answer holds; all, where it is absent.`
      : `${code(parameter)} names the fields that are changed; all that are sent, where it is absent.`,
};
