import type { RuleKindDefinition } from './definition.js';
import { all, fields } from './prose.js';
import { fieldPaths } from './schema.js';

export const patchable: RuleKindDefinition<'patchable'> = {
  kind: 'patchable',
  on: 'method',
  description: 'Only these `fields` of the body change the resource.',
  schema: { properties: { fields: fieldPaths('Fields that can be changed.') }, optional: {} },
  fields: (rule) => fields('fields', rule.fields, { in: 'request' }),
  sentence: (rule) => `Only ${all(rule.fields)} ${rule.fields.length === 1 ? 'is' : 'are'} changed; other fields of the body are ignored.`,
};
