import type { RuleKindDefinition } from './definition.js';
import { code, field } from './prose.js';
import { text } from './schema.js';

export const fieldMask: RuleKindDefinition<'fieldMask'> = {
  kind: 'fieldMask',
  on: 'method',
  description: '`parameter` selects the fields of the response, or the fields to update.',
  schema: { properties: { parameter: text('The query parameter with the mask.') }, optional: {} },
  fields: (rule) => [field('parameter', rule.parameter, { in: 'parameters' })],
  // Every method can be asked for a part of its answer with `fields`; any other mask is that of a change.
  sentence: ({ parameter }) =>
    parameter === 'fields'
      ? `${code(parameter)} selects the fields of the response. Default: all fields.`
      : `${code(parameter)} selects the fields to update. Default: all fields of the request body.`,
};
