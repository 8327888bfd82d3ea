import type { RuleKindDefinition } from './definition.js';
import { all, code, collection, field, fields, join } from './prose.js';
import { fieldPath, fieldPaths, text } from './schema.js';

export const counter: RuleKindDefinition<'counter'> = {
  kind: 'counter',
  on: 'schema',
  description:
    'The server counts in `field`: the resources at the path template `members`, or the calls of `methods`; without either, the versions of the resource, from 1 on: each change of what it `covers` (all content, without `covers`) adds one. Requests cannot set the field.',
  schema: {
    properties: {
      field: fieldPath('The number.'),
      covers: fieldPaths('The fields whose changes count.'),
      members: text('Counts the resources at this path template, below the one that has the rule.'),
      methods: fieldPaths('Counts the successful calls of these methods, by their ids.'),
    },
    optional: { covers: true, members: true, methods: true },
  },
  exclusive: ['covers', 'members', 'methods'],
  fields: (rule) => [field('field', rule.field, { kind: 'number' }), ...fields('covers', rule.covers)],
  places: ({ members }) => (members === undefined ? [] : [{ path: members, pointer: ['members'] }]),
  methods: ({ methods = [] }) => methods.map((id, i) => ({ id, pointer: ['methods', i] })),
  sentence({ field: name, covers, members, methods }) {
    if (members !== undefined) return `${code(name)} is the number of ${collection(members)} below it.`;
    if (methods !== undefined) return `${code(name)} counts the calls of ${join(methods.map(code), 'and')}.`;
    return `${code(name)} is 1 at creation and increases by 1 with each change${covers === undefined ? '' : ` of ${all(covers)}`}.`;
  },
};
