import type { RuleKindDefinition } from './definition.js';
import { formatAll, fieldUses } from './rule-prose.js';
import { fieldPathsSchema } from './parameter-schemas.js';

export const updatableFields: RuleKindDefinition<'updatableFields'> = {
  kind: 'updatableFields',
  on: 'method',
  description: 'Only these `fields` of the body change the resource.',
  schema: { properties: { fields: fieldPathsSchema('Fields that can be changed.') }, optional: {} },
  fields: (rule) => fieldUses('fields', rule.fields, { in: 'request' }),
  sentence: (rule) =>
    `Only ${formatAll(rule.fields)} ${rule.fields.length === 1 ? 'is' : 'are'} changed; other fields of the body are ignored.`,
};
