import type { RuleKindDefinition } from './definition.js';
import { all, fields } from './prose.js';
import { fieldPaths } from './schema.js';

export const patchable: RuleKindDefinition<'patchable'> = {
  kind: 'patchable',
  on: 'method',
  description: 'The method updates only these `fields` of the request body.',
  schema: { properties: { fields: fieldPaths('Fields that can be changed.') }, optional: {} },
  fields: (rule) => fields('fields', rule.fields, { in: 'request' }),
  sentence: (rule) => `Updates only ${all(rule.fields)}. The server ignores other fields of the request body.`,
};
