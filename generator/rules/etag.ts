import type { RuleKindDefinition } from './definition.js';
import { formatAny, formatCode, createFieldUse, createFieldUses } from './rule-prose.js';
import { enumSchema, fieldPathSchema, fieldPathsSchema } from './parameter-schemas.js';

export const etag: RuleKindDefinition<'etag'> = {
  kind: 'etag',
  on: 'schema',
  description:
    'Optimistic locking (AIP-154). With `match: required`, an update must contain the current value of `field`. With `match: optional`, it can, and a deletion can have a parameter with this name. Another value fails with 412 `conditionNotMet`. Each change of the fields that `covers` lists (default: all fields) changes the value.',
  schema: {
    properties: {
      field: fieldPathSchema('The field with the version of the resource.'),
      match: enumSchema('Whether a request must contain the field.', ['required', 'optional']),
      covers: fieldPathsSchema('The fields whose changes renew the value.'),
    },
    optional: { covers: true },
  },
  listFields: ({ field, covers }) => [createFieldUse('field', field, { kind: 'string' }), ...createFieldUses('covers', covers)],
  // The query of a deletion contains it.
  listParameters: ({ field, match }) => (match === 'optional' ? [field] : []),
  describe({ field, match, covers }) {
    const name = formatCode(field);
    if (match === 'optional') {
      const change = covers === undefined ? 'of the resource' : `of ${formatAny(covers)}`;
      return `If a request contains ${name}, it must be the current one. Otherwise, the request fails with 412 \`conditionNotMet\`. Each change ${change} changes ${name}.`;
    }
    return `An update${covers === undefined ? '' : ` of ${formatAny(covers)}`} must contain the current ${name}. Otherwise, it fails with 412 \`conditionNotMet\`. Each such update changes ${name}.`;
  },
};
