import type { RuleKindDefinition } from './definition.js';
import { any, code, collection, field, fields, join } from './prose.js';
import { fieldPath, fieldPaths, text } from './schema.js';

export const counter: RuleKindDefinition<'counter'> = {
  kind: 'counter',
  on: 'schema',
  description:
    "The server counts in `field`. With `members`, it counts the resources at this path template. With `methods`, it counts calls. Otherwise, it counts the versions of the resource: 1 at creation, and 1 more with each change of the fields that `covers` lists (default: all fields). Requests can't set the field.",
  schema: {
    properties: {
      field: fieldPath('The field with the number.'),
      covers: fieldPaths('The fields whose changes increase the number.'),
      members: text('The path template of the child resources to count.'),
      methods: fieldPaths('The IDs of the methods whose successful calls to count.'),
    },
    optional: { covers: true, members: true, methods: true },
  },
  exclusive: ['covers', 'members', 'methods'],
  fields: (rule) => [field('field', rule.field, { kind: 'number' }), ...fields('covers', rule.covers)],
  places: ({ members }) => (members === undefined ? [] : [{ path: members, pointer: ['members'] }]),
  methods: ({ methods = [] }) => methods.map((id, i) => ({ id, pointer: ['methods', i] })),
  sentence({ field: name, covers, members, methods }) {
    if (members !== undefined) return `${code(name)} is the number of ${collection(members)} that the resource contains.`;
    if (methods !== undefined) return `${code(name)} is the number of calls of ${join(methods.map(code), 'and')}.`;
    return `${code(name)} is 1 at creation and increases by 1 with each change${covers === undefined ? '' : ` of ${any(covers)}`}.`;
  },
};
