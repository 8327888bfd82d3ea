import type { RuleKindDefinition } from './definition.js';
import { formatCode, fieldUse } from './rule-prose.js';
import { textSchema } from './parameter-schemas.js';

export const fieldMask: RuleKindDefinition<'fieldMask'> = {
  kind: 'fieldMask',
  on: 'method',
  description: '`parameter` selects the fields of the response, or the fields to update.',
  schema: { properties: { parameter: textSchema('The query parameter with the mask.') }, optional: {} },
  fields: (rule) => [fieldUse('parameter', rule.parameter, { in: 'parameters' })],
  // Every method can be asked for a part of its answer with `fields`; any other mask is that of a change.
  sentence: ({ parameter }) =>
    parameter === 'fields'
      ? `${formatCode(parameter)} selects the fields of the response. Default: all fields.`
      : `${formatCode(parameter)} selects the fields to update. Default: all fields of the request body.`,
};
