import type { RuleKindDefinition } from './definition.js';
import { any, code, field, valuesAt } from './prose.js';
import { fieldPath, text, texts } from './schema.js';

export const reopens: RuleKindDefinition<'reopens'> = {
  kind: 'reopens',
  on: 'schema',
  description: 'A new error event of the group changes `field` from one of the values `from` to the value `to`.',
  schema: {
    properties: {
      field: fieldPath('The field with the status.'),
      from: texts('The values that it leaves.'),
      to: text('The new value.'),
    },
    optional: {},
  },
  fields: (rule) => [
    {
      ...field('field', rule.field, { kind: 'string' }),
      values: [...valuesAt('from', rule.from), { value: rule.to, pointer: ['to'] }],
    },
  ],
  sentence: ({ field: name, from, to }) => `A new event of the group changes ${code(name)} from ${any(from)} to ${code(to)}.`,
};
