import type { RuleKindDefinition } from './definition.js';
import { code, field } from './prose.js';
import { fieldPath } from './schema.js';

export const nameWithin: RuleKindDefinition<'nameWithin'> = {
  kind: 'nameWithin',
  on: 'schema',
  description: 'The domain name in `field` is the one in the field `of` of the parent resource, or a subdomain of it.',
  schema: {
    properties: { field: fieldPath('The field with the name.'), of: fieldPath('The field of the resource above.') },
    optional: {},
  },
  fields: (rule) => [field('field', rule.field, { kind: 'string' }), field('of', rule.of, { in: 'above' })],
  sentence: ({ field: name, of }) => `${code(name)} must be the ${code(of)} of the parent resource or a subdomain of it.`,
};
