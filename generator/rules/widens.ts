import type { RuleKindDefinition } from './definition.js';
import { code, field } from './prose.js';
import { fieldPath } from './schema.js';

export const widens: RuleKindDefinition<'widens'> = {
  kind: 'widens',
  on: 'method',
  description: 'The address range in `field` of the request body contains the current range of the resource.',
  schema: { properties: { field: fieldPath('The field, of body and resource.') }, optional: {} },
  fields: (rule) => [field('field', rule.field, { in: 'request' })],
  sentence: ({ field: name }) => `${code(name)} must contain the current range of the resource.`,
};
