import type { RuleKindDefinition } from './definition.js';
import { formatCode, fieldUse } from './rule-prose.js';
import { fieldPathSchema } from './parameter-schemas.js';

export const requiredIfResourceHas: RuleKindDefinition<'requiredIfResourceHas'> = {
  kind: 'requiredIfResourceHas',
  on: 'method',
  description: 'The body must give `field` where the resource that the path names has `has`.',
  schema: {
    properties: {
      field: fieldPathSchema('The field of the body.'),
      has: fieldPathSchema('The field of the stored resource that the path names; it may belong to a shape that is not shown.'),
    },
    optional: {},
  },
  fields: (rule) => [fieldUse('field', rule.field, { in: 'request' }), fieldUse('has', rule.has, { in: 'target' })],
  sentence: (rule) => `${formatCode(rule.field)} must be given where the resource that the path names has ${formatCode(rule.has)}.`,
};
