import type { RuleKindDefinition } from './definition.js';
import { formatCode, createFieldUse } from './rule-prose.js';
import { fieldPathSchema, objectSchema, textSchema } from './parameter-schemas.js';

const delimiter = objectSchema('How names with a common prefix are grouped.', {
  parameter: textSchema('The query parameter with the delimiter.'),
  prefixes: fieldPathSchema('The list in the response with the common prefixes, each up to and including the delimiter.'),
});

export const prefix: RuleKindDefinition<'prefix'> = {
  kind: 'prefix',
  on: 'method',
  description:
    "`parameter` selects the items whose `field` (default: `name`) starts with it. With `delimiter`, the response doesn't list a name that contains the delimiter after the prefix. It lists the part of the name up to and including the delimiter once in `prefixes`.",
  schema: {
    properties: {
      parameter: textSchema('The query parameter with the prefix.'),
      field: fieldPathSchema('The field of an item.'),
      delimiter,
    },
    optional: { field: true, delimiter: true },
  },
  listFields: (rule) => [
    createFieldUse('parameter', rule.parameter, { in: 'parameters' }),
    ...(rule.field === undefined ? [] : [createFieldUse('field', rule.field, { in: 'returned' })]),
    ...(rule.delimiter === undefined
      ? []
      : ([
          { path: rule.delimiter.parameter, in: 'parameters', pointer: ['delimiter', 'parameter'] },
          { path: rule.delimiter.prefixes, in: 'response', pointer: ['delimiter', 'prefixes'], kind: 'list' },
        ] as const)),
  ],
  describe({ parameter, field: name = 'name', delimiter: delimiterRule }) {
    const delimiterText =
      delimiterRule === undefined
        ? ''
        : ` If you set ${formatCode(delimiterRule.parameter)}, names that contain it after the prefix are grouped in ${formatCode(delimiterRule.prefixes)}.`;
    return `${formatCode(parameter)} selects the items whose ${formatCode(name)} starts with it.${delimiterText}`;
  },
};
