import type { RuleKindDefinition } from './definition.js';
import { formatCode, fieldUse } from './rule-prose.js';
import { fieldPathSchema } from './parameter-schemas.js';

export const widens: RuleKindDefinition<'widens'> = {
  kind: 'widens',
  on: 'method',
  description: 'The address range in `field` of the body holds the one that the resource has.',
  schema: { properties: { field: fieldPathSchema('The field, of body and resource.') }, optional: {} },
  fields: (rule) => [fieldUse('field', rule.field, { in: 'request' })],
  sentence: ({ field: name }) => `${formatCode(name)} holds the range that the resource has.`,
};
