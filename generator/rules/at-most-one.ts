import type { RuleKindDefinition } from './definition.js';
import { formatAll, fieldUses } from './rule-prose.js';
import { fieldPathsSchema } from './parameter-schemas.js';

export const atMostOne: RuleKindDefinition<'atMostOne'> = {
  kind: 'atMostOne',
  on: 'schema',
  description: 'At most one of the `fields` is present.',
  schema: { properties: { fields: fieldPathsSchema('Fields that exclude each other.', 2) }, optional: {} },
  fields: (rule) => fieldUses('fields', rule.fields),
  sentence: (rule) => `At most one of ${formatAll(rule.fields)} may be given.`,
};
