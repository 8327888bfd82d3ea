import type { RuleKindDefinition } from './definition.js';
import { any, code, field, fields } from './prose.js';
import { fieldPath, fieldPaths } from './schema.js';

export const fingerprint: RuleKindDefinition<'fingerprint'> = {
  kind: 'fingerprint',
  on: 'schema',
  description:
    'Optimistic locking: an update must contain the current value of `field`. Otherwise, it fails with 412 `conditionNotMet`. Each change of the fields that `covers` lists (default: all fields) changes the value.',
  schema: {
    properties: { field: fieldPath('The field with the fingerprint.'), covers: fieldPaths('Fields whose change renews it.') },
    optional: { covers: true },
  },
  fields: (rule) => [field('field', rule.field, { kind: 'string' }), ...fields('covers', rule.covers)],
  sentence: (rule) =>
    `An update${rule.covers === undefined ? '' : ` of ${any(rule.covers)}`} must contain the current ${code(rule.field)}. Otherwise, it fails with 412 \`conditionNotMet\`. Each such update changes ${code(rule.field)}.`,
};
