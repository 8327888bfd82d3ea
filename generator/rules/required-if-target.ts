import type { RuleKindDefinition } from './definition.js';
import { code, field } from './prose.js';
import { fieldPath } from './schema.js';

export const requiredIfTarget: RuleKindDefinition<'requiredIfTarget'> = {
  kind: 'requiredIfTarget',
  on: 'method',
  description: 'The body must give `field` where the resource that the path names has `has`.',
  schema: {
    properties: {
      field: fieldPath('The field of the body.'),
      has: fieldPath('The field of the stored resource that the path names; it may belong to a shape that is not shown.'),
    },
    optional: {},
  },
  fields: (rule) => [field('field', rule.field, { in: 'request' }), field('has', rule.has, { in: 'target' })],
  sentence: (rule) => `${code(rule.field)} must be given where the resource that the path names has ${code(rule.has)}.`,
};
