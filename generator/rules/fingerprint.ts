import type { RuleKindDefinition } from './definition.js';
import { all, code, field, fields } from './prose.js';
import { fieldPath, fieldPaths } from './schema.js';

export const fingerprint: RuleKindDefinition<'fingerprint'> = {
  kind: 'fingerprint',
  on: 'schema',
  description:
    'Optimistic locking: an update must carry the current value of `field`, else it fails with 412 conditionNotMet. The value is renewed by each change of what it `covers` (all content, without `covers`).',
  schema: {
    properties: { field: fieldPath('The field with the fingerprint.'), covers: fieldPaths('Fields whose change renews it.') },
    optional: { covers: true },
  },
  fields: (rule) => [field('field', rule.field, { kind: 'string' }), ...fields('covers', rule.covers)],
  sentence: (rule) =>
    `An update${rule.covers === undefined ? '' : ` of ${all(rule.covers)}`} must carry the current ${code(rule.field)}, else it fails with 412 conditionNotMet; ${code(rule.field)} is renewed by each such change.`,
};
