import type { RuleKindDefinition } from './definition.js';
import { formatCode, fieldUse } from './rule-prose.js';
import { fieldPathSchema } from './parameter-schemas.js';

export const freshness: RuleKindDefinition<'freshness'> = {
  kind: 'freshness',
  on: 'schema',
  description:
    'Optional optimistic locking (AIP-154): if an update contains `field`, or a deletion has a parameter with this name, it must have the current value. Otherwise, the request fails with 412 `conditionNotMet`. Each change of the resource changes the value.',
  schema: { properties: { field: fieldPathSchema('The field that changes with the content.') }, optional: {} },
  fields: (rule) => [fieldUse('field', rule.field, { kind: 'string' })],
  // A deletion carries it in the query.
  parameters: (rule) => [rule.field],
  sentence: (rule) =>
    `If a request contains ${formatCode(rule.field)}, it must be the current one. Otherwise, the request fails with 412 \`conditionNotMet\`. Each change of the resource changes ${formatCode(rule.field)}.`,
};
