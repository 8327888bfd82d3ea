import type { RuleKindDefinition } from './definition.js';
import { code, field } from './prose.js';
import { fieldPath, object, text } from './schema.js';

const delimiter = object('How names that share a beginning are grouped.', {
  parameter: text('The query parameter with the delimiter.'),
  prefixes: fieldPath('The list in the response with the beginnings, each up to and including the delimiter.'),
});

export const prefix: RuleKindDefinition<'prefix'> = {
  kind: 'prefix',
  on: 'method',
  description:
    '`parameter` selects the items whose `field` (default: `name`) begins with it. With `delimiter`, a name that has the delimiter after the prefix is not an item: the response lists its beginning, up to and including the delimiter, once in `prefixes`.',
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
        : `; where ${code(groups.parameter)} is given, names that have it after the prefix are grouped in ${code(groups.prefixes)}`;
    return `${code(parameter)} selects the items whose ${code(name)} begins with it${grouped}.`;
  },
};
