import type { RuleKindDefinition } from './definition.js';
import { formatCode, createFieldUse } from './rule-prose.js';
import { fieldPathSchema } from './parameter-schemas.js';

export const requiredIfResourceHas: RuleKindDefinition<'requiredIfResourceHas'> = {
  kind: 'requiredIfResourceHas',
  on: 'method',
  description: 'The request body must contain `field` if the resource in the path has the field `has`.',
  schema: {
    properties: {
      field: fieldPathSchema('The field of the body.'),
      has: fieldPathSchema(
        "The field of the stored resource in the path. It can belong to a schema that the specification doesn't describe.",
      ),
    },
    optional: {},
  },
  listFields: (rule) => [createFieldUse('field', rule.field, { in: 'request' }), createFieldUse('has', rule.has, { in: 'target' })],
  describe: (rule) => `${formatCode(rule.field)} is required if the resource in the path has ${formatCode(rule.has)}.`,
};
