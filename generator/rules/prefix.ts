import type { RuleKindDefinition } from './definition.js';
import { code, field } from './prose.js';
import { fieldPath, object, text } from './schema.js';

const delimiter = object('How names with a common prefix are grouped.', {
  parameter: text('The query parameter with the delimiter.'),
  prefixes: fieldPath('The list in the response with the common prefixes, each up to and including the delimiter.'),
});

export const prefix: RuleKindDefinition<'prefix'> = {
  kind: 'prefix',
  on: 'method',
  description:
    "`parameter` selects the items whose `field` (default: `name`) starts with it. With `delimiter`, the response doesn't list a name that contains the delimiter after the prefix. It lists the part of the name up to and including the delimiter once in `prefixes`.",
  schema: {
    properties: { parameter: text('The query parameter with the prefix.'), field: fieldPath('The field of an item.'), delimiter },
    optional: { field: true, delimiter: true },
  },
  fields: (rule) => [
    field('parameter', rule.parameter, { in: 'parameters' }),
    ...(rule.field === undefined ? [] : [field('field', rule.field, { in: 'answered' })]),
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
        : ` If you set ${code(groups.parameter)}, names that contain it after the prefix are grouped in ${code(groups.prefixes)}.`;
    return `${code(parameter)} selects the items whose ${code(name)} starts with it.${grouped}`;
  },
};
