import type { RuleKindDefinition } from './definition.js';
import { listPlaceholderUses } from './placeholders.js';
import { formatCode, createConditionFieldUses, createFieldUse, formatCondition, joinWords, formatStatedValue } from './rule-prose.js';
import { conditionSchema, fieldPathSchema, statedValueSchema } from './parameter-schemas.js';

const moments = { create: 'at creation', update: 'with each change' } as const;

export const serverDefault: RuleKindDefinition<'serverDefault'> = {
  kind: 'serverDefault',
  on: 'schema',
  description:
    "If a request doesn't set `field` at creation, or when the condition `when` starts to be met, the server sets it to `value`. With `on`, only the server sets the field, at creation (`create`) or with each change (`update`), whatever the request contains. In string values, `{name}` stands for another field, `{now}` for the server time in the format of the field, and `{parameter.name}` for a parameter of the request or of the resource path.",
  schema: {
    properties: {
      field: fieldPathSchema('The field.'),
      value: statedValueSchema('The value that the server sets.'),
      when: conditionSchema('When the rule applies.'),
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
  listFields: (rule) => [
    { ...createFieldUse('field', rule.field), assignedValues: [{ value: rule.value, pointer: ['value'] }] },
    ...listPlaceholderUses(['value'], rule.value, { allowsRequestNames: true }),
    ...createConditionFieldUses(['when'], rule.when),
  ],
  describe({ field: name, value, when, on }) {
    const suffix = when === undefined ? '' : ` if ${formatCondition(when)}`;
    if (on === undefined) return `If you don't set ${formatCode(name)}, the server sets it to ${formatStatedValue(value)}${suffix}.`;
    const times = on.map((each) => moments[each]);
    return `The server sets ${formatCode(name)} to ${formatStatedValue(value)} ${joinWords(times, 'and')}${suffix}.`;
  },
};
