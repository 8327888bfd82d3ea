import type { RuleKindDefinition } from './definition.js';
import { formatAll, formatCode, createFieldUse, createFieldUses } from './rule-prose.js';
import { fieldPathsSchema, textSchema } from './parameter-schemas.js';

export const update: RuleKindDefinition<'update'> = {
  kind: 'update',
  on: 'method',
  description:
    'How an update changes the resource. With `merge: true`, the request body is a JSON merge patch (RFC 7396): absent fields keep their values, and `null` removes a field. With `fields`, the method updates only these fields. With `mask`, a parameter selects the fields to update.',
  schema: {
    properties: {
      merge: { type: 'boolean', const: true, description: 'Whether the request body is a JSON merge patch.' },
      fields: fieldPathsSchema('The fields of the request body that the method updates. It ignores other fields.'),
      mask: textSchema('The query parameter with the fields to update.'),
    },
    optional: { merge: true, fields: true, mask: true },
  },
  listFields: ({ fields, mask }) => [
    ...createFieldUses('fields', fields, { in: 'request' }),
    ...(mask === undefined ? [] : [createFieldUse('mask', mask, { in: 'parameters' })]),
  ],
  describe: ({ merge, fields, mask }) =>
    [
      ...(merge ? ['The request body is a JSON merge patch (RFC 7396): absent fields keep their values, and `null` removes a field.'] : []),
      ...(fields === undefined ? [] : [`Updates only ${formatAll(fields)}. The server ignores other fields of the request body.`]),
      ...(mask === undefined ? [] : [`${formatCode(mask)} selects the fields to update. Default: all fields of the request body.`]),
    ].join(' '),
};
