import type { RuleKindDefinition } from './definition.js';
import { formatAny, formatCode, fieldUse, fieldUses } from './rule-prose.js';
import { fieldPathSchema, fieldPathsSchema } from './parameter-schemas.js';

export const fingerprint: RuleKindDefinition<'fingerprint'> = {
  kind: 'fingerprint',
  on: 'schema',
  description:
    'Optimistic locking: an update must contain the current value of `field`. Otherwise, it fails with 412 `conditionNotMet`. Each change of the fields that `covers` lists (default: all fields) changes the value.',
  schema: {
    properties: { field: fieldPathSchema('The field with the fingerprint.'), covers: fieldPathsSchema('Fields whose change renews it.') },
    optional: { covers: true },
  },
  fields: (rule) => [fieldUse('field', rule.field, { kind: 'string' }), ...fieldUses('covers', rule.covers)],
  sentence: (rule) =>
    `An update${rule.covers === undefined ? '' : ` of ${formatAny(rule.covers)}`} must contain the current ${formatCode(rule.field)}. Otherwise, it fails with 412 \`conditionNotMet\`. Each such update changes ${formatCode(rule.field)}.`,
};
