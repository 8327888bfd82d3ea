import type { RuleKindDefinition } from './definition.js';
import { code, field } from './prose.js';
import { fieldPath } from './schema.js';

export const requiredIfTarget: RuleKindDefinition<'requiredIfTarget'> = {
  kind: 'requiredIfTarget',
  on: 'method',
  description: 'The request body must contain `field` if the resource in the path has the field `has`.',
  schema: {
    properties: {
      field: fieldPath('The field of the body.'),
      has: fieldPath("The field of the stored resource in the path. It can belong to a schema that the specification doesn't describe."),
    },
    optional: {},
  },
  fields: (rule) => [field('field', rule.field, { in: 'request' }), field('has', rule.has, { in: 'target' })],
  sentence: (rule) => `${code(rule.field)} is required if the resource in the path has ${code(rule.has)}.`,
};
