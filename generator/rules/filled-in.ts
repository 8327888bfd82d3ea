import type { RuleKindDefinition } from './definition.js';
import { placeholders } from './placeholders.js';
import { code, conditionFields, field, holds, join, stated as shown } from './prose.js';
import { condition, fieldPath, stated } from './schema.js';

const moments = { create: 'at creation', update: 'with each change' } as const;

export const filledIn: RuleKindDefinition<'filledIn'> = {
  kind: 'filledIn',
  on: 'schema',
  description:
    "If a request doesn't set `field` at creation, or when the condition `when` starts to be met, the server sets it to `value`. With `on`, only the server sets the field, at creation (`create`) or with each change (`update`), whatever the request contains. In string values, `{name}` stands for another field, `{now}` for the server time in the format of the field, and `{parameter.name}` for a parameter of the request or of the resource path.",
  schema: {
    properties: {
      field: fieldPath('The field.'),
      value: stated('The value that the server sets.'),
      when: condition('When the rule applies.'),
      on: {
        type: 'array',
        items: { type: 'string', enum: Object.keys(moments) },
        minItems: 1,
        uniqueItems: true,
        description: 'When the server sets the field, whatever the request contains.',
      },
    },
    optional: { when: true, on: true },
  },
  fields: (rule) => [
    { ...field('field', rule.field), given: [{ value: rule.value, pointer: ['value'] }] },
    ...placeholders(['value'], rule.value, { request: true }),
    ...conditionFields(['when'], rule.when),
  ],
  sentence({ field: name, value, when, on }) {
    const suffix = when === undefined ? '' : ` if ${holds(when)}`;
    if (on === undefined) return `If you don't set ${code(name)}, the server sets it to ${shown(value)}${suffix}.`;
    const times = on.map((each) => moments[each]);
    return `The server sets ${code(name)} to ${shown(value)} ${join(times, 'and')}${suffix}.`;
  },
};
