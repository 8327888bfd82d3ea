import type { RuleKindDefinition } from './definition.js';
import { code, field } from './prose.js';
import { fieldPath } from './schema.js';

export const freshness: RuleKindDefinition<'freshness'> = {
  kind: 'freshness',
  on: 'schema',
  description:
    'Locking for those who ask for it (AIP-154): an update that carries `field`, or a deletion with a parameter of that name, must carry the current value, else it fails with 412 conditionNotMet. The value is renewed by each change.',
  schema: { properties: { field: fieldPath('The field that changes with the content.') }, optional: {} },
  fields: (rule) => [field('field', rule.field, { kind: 'string' })],
  // A deletion carries it in the query.
  parameters: (rule) => [rule.field],
  sentence: (rule) =>
    `A request that carries ${code(rule.field)} must carry the current one, else it fails with 412 conditionNotMet; ${code(rule.field)} is renewed by each change.`,
};
