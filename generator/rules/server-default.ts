import type { RuleKindDefinition } from './definition.js';
import { placeholders } from './placeholders.js';
import { formatCode, conditionFieldUses, fieldUse, formatCondition, joinWords, formatStatedValue as shown } from './rule-prose.js';
import { conditionSchema, fieldPathSchema, statedValueSchema } from './parameter-schemas.js';

const moments = { create: 'at creation', update: 'with each change' } as const;

export const serverDefault: RuleKindDefinition<'serverDefault'> = {
  kind: 'serverDefault',
  on: 'schema',
  description:
    'Where nobody gives `field` at creation (or when `when` comes to hold), the server fills in `value`. With `on`, the server alone sets the field, at creation (`create`) or with each change (`update`), whatever a request holds. In the texts of `value`, `{name}` stands for another field, `{now}` for the time of the server in the format of the field, `{parameter.name}` for a parameter of the request or of the path of the resource.',
  schema: {
    properties: {
      field: fieldPathSchema('The field.'),
      value: statedValueSchema('What is filled in.'),
      when: conditionSchema('Where it is.'),
      on: {
        type: 'array',
        items: { type: 'string', enum: Object.keys(moments) },
        minItems: 1,
        uniqueItems: true,
        description: 'When the server sets the field, whatever a request holds.',
      },
    },
    optional: { when: true, on: true },
  },
  fields: (rule) => [
    { ...fieldUse('field', rule.field), given: [{ value: rule.value, pointer: ['value'] }] },
    ...placeholders(['value'], rule.value, { request: true }),
    ...conditionFieldUses(['when'], rule.when),
  ],
  sentence({ field: name, value, when, on }) {
    const where = when === undefined ? '' : formatCondition(when);
    if (on !== undefined)
      return `The server sets ${formatCode(name)} to ${shown(value)} ${joinWords(
        on.map((each) => moments[each]),
        'and',
      )}${where === '' ? '' : ` where ${where}`}.`;
    return `The server sets ${formatCode(name)} to ${shown(value)} where it is not given${where === '' ? '' : ` and ${where}`}.`;
  },
};
