import type { RuleKindDefinition } from './definition.js';
import { formatCode, createFieldUse } from './rule-prose.js';
import { fieldPathSchema } from './parameter-schemas.js';

export const subdomainOf: RuleKindDefinition<'subdomainOf'> = {
  kind: 'subdomainOf',
  on: 'schema',
  description: 'The domain name in `field` is the one in the field `of` of the parent resource, or a subdomain of it.',
  schema: {
    properties: { field: fieldPathSchema('The field with the name.'), of: fieldPathSchema('The field of the resource above.') },
    optional: {},
  },
  listFields: (rule) => [createFieldUse('field', rule.field, { kind: 'string' }), createFieldUse('of', rule.of, { in: 'parent' })],
  describe: ({ field: name, of }) => `${formatCode(name)} must be the ${formatCode(of)} of the parent resource or a subdomain of it.`,
};
