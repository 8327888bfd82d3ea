import type { RuleKindDefinition } from './definition.js';
import { formatAll, formatCode, fieldUse, fieldUses } from './rule-prose.js';
import { fieldPathSchema, fieldPathsSchema } from './parameter-schemas.js';

export const fingerprint: RuleKindDefinition<'fingerprint'> = {
  kind: 'fingerprint',
  on: 'schema',
  description:
    'Optimistic locking: an update must carry the current value of `field`, else it fails with 412 conditionNotMet. The value is renewed by each change of what it `covers` (all content, without `covers`).',
  schema: {
    properties: { field: fieldPathSchema('The field with the fingerprint.'), covers: fieldPathsSchema('Fields whose change renews it.') },
    optional: { covers: true },
  },
  fields: (rule) => [fieldUse('field', rule.field, { kind: 'string' }), ...fieldUses('covers', rule.covers)],
  sentence: (rule) =>
    `An update${rule.covers === undefined ? '' : ` of ${formatAll(rule.covers)}`} must carry the current ${formatCode(rule.field)}, else it fails with 412 conditionNotMet; ${formatCode(rule.field)} is renewed by each such change.`,
};
