import type { RuleKindDefinition } from './definition.js';
import { formatCode, fieldUse } from './rule-prose.js';
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
  fields: (rule) => [
    fieldUse('parameter', rule.parameter, { in: 'parameters' }),
    ...(rule.field === undefined ? [] : [fieldUse('field', rule.field, { in: 'answered' })]),
    ...(rule.delimiter === undefined
      ? []
      : ([
          { path: rule.delimiter.parameter, in: 'parameters', pointer: ['delimiter', 'parameter'] },
          { path: rule.delimiter.prefixes, in: 'response', pointer: ['delimiter', 'prefixes'], kind: 'list' },
        ] as const)),
  ],
  sentence({ parameter, field: name = 'name', delimiter: groups }) {
    const grouped =
      groups === undefined
        ? ''
        : ` If you set ${formatCode(groups.parameter)}, names that contain it after the prefix are grouped in ${formatCode(groups.prefixes)}.`;
    return `${formatCode(parameter)} selects the items whose ${formatCode(name)} starts with it.${grouped}`;
  },
};
