import type { RuleKindDefinition } from './definition.js';
import { formatAll, fieldUses } from './rule-prose.js';
import { fieldPathsSchema } from './parameter-schemas.js';

export const updatableFields: RuleKindDefinition<'updatableFields'> = {
  kind: 'updatableFields',
  on: 'method',
  description: 'The method updates only these `fields` of the request body.',
  schema: { properties: { fields: fieldPathsSchema('Fields that can be changed.') }, optional: {} },
  fields: (rule) => fieldUses('fields', rule.fields, { in: 'request' }),
  sentence: (rule) => `Updates only ${formatAll(rule.fields)}. The server ignores other fields of the request body.`,
};
