import type { RuleKindDefinition } from './definition.js';
import { all, fields } from './prose.js';
import { fieldPaths } from './schema.js';

export const atMostOne: RuleKindDefinition<'atMostOne'> = {
  kind: 'atMostOne',
  on: 'schema',
  description: 'At most one of the `fields` is present.',
  schema: { properties: { fields: fieldPaths('Fields that exclude each other.', 2) }, optional: {} },
  fields: (rule) => fields('fields', rule.fields),
  sentence: (rule) => `At most one of ${all(rule.fields)} can be set.`,
};
