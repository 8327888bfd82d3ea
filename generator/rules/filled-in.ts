import type { RuleKindDefinition } from './definition.js';
import { code, conditionFields, field, holds, stated as shown } from './prose.js';
import { condition, fieldPath, stated } from './schema.js';

export const filledIn: RuleKindDefinition<'filledIn'> = {
  kind: 'filledIn',
  on: 'schema',
  description:
    'Where nobody gives `field` at creation (or when `when` comes to hold), the server fills in `value`; `{name}` in its texts stands for another field.',
  schema: {
    properties: {
      field: fieldPath('The field.'),
      value: stated('What is filled in.'),
      when: condition('Where it is.'),
    },
    optional: { when: true },
  },
  fields: (rule) => [field('field', rule.field), ...conditionFields(['when'], rule.when)],
  sentence: ({ field: name, value, when }) =>
    `The server sets ${code(name)} to ${shown(value)} where it is not given${when === undefined ? '' : ` and ${holds(when)}`}.`,
};
