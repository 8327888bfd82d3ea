import type { RuleKindDefinition } from './definition.js';
import { formatCode, fieldUse } from './rule-prose.js';
import { textSchema } from './parameter-schemas.js';

export const fieldMask: RuleKindDefinition<'fieldMask'> = {
  kind: 'fieldMask',
  on: 'method',
  description: '`parameter` lists the fields of the response that are wanted, or of the resource that are changed.',
  schema: { properties: { parameter: textSchema('The query parameter with the mask.') }, optional: {} },
  fields: (rule) => [fieldUse('parameter', rule.parameter, { in: 'parameters' })],
  // Every method can be asked for a part of its answer with `fields`; any other mask is that of a change.
  sentence: ({ parameter }) =>
    parameter === 'fields'
      ? `${formatCode(parameter)} names the fields that the answer holds; all, where it is absent.`
      : `${formatCode(parameter)} names the fields that are changed; all that are sent, where it is absent.`,
};
