import type { RuleKindDefinition } from './definition.js';
import { formatCode, fieldUse } from './rule-prose.js';
import { fieldPathSchema } from './parameter-schemas.js';

export const freshness: RuleKindDefinition<'freshness'> = {
  kind: 'freshness',
  on: 'schema',
  description:
    'Locking for those who ask for it (AIP-154): an update that carries `field`, or a deletion with a parameter of that name, must carry the current value, else it fails with 412 conditionNotMet. The value is renewed by each change.',
  schema: { properties: { field: fieldPathSchema('The field that changes with the content.') }, optional: {} },
  fields: (rule) => [fieldUse('field', rule.field, { kind: 'string' })],
  // A deletion carries it in the query.
  parameters: (rule) => [rule.field],
  sentence: (rule) =>
    `A request that carries ${formatCode(rule.field)} must carry the current one, else it fails with 412 conditionNotMet; ${formatCode(rule.field)} is renewed by each change.`,
};
