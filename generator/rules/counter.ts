import type { RuleKindDefinition } from './definition.js';
import { formatAll, formatCode, collectionName, fieldUse, fieldUses, joinWords } from './rule-prose.js';
import { fieldPathSchema, fieldPathsSchema, textSchema } from './parameter-schemas.js';

export const counter: RuleKindDefinition<'counter'> = {
  kind: 'counter',
  on: 'schema',
  description:
    'The server counts in `field`: the resources at the path template `members`, or the calls of `methods`; without either, the versions of the resource, from 1 on: each change of what it `covers` (all content, without `covers`) adds one. Requests cannot set the field.',
  schema: {
    properties: {
      field: fieldPathSchema('The number.'),
      covers: fieldPathsSchema('The fields whose changes count.'),
      members: textSchema('Counts the resources at this path template, below the one that has the rule.'),
      methods: fieldPathsSchema('Counts the successful calls of these methods, by their ids.'),
    },
    optional: { covers: true, members: true, methods: true },
  },
  exclusive: ['covers', 'members', 'methods'],
  fields: (rule) => [fieldUse('field', rule.field, { kind: 'number' }), ...fieldUses('covers', rule.covers)],
  places: ({ members }) => (members === undefined ? [] : [{ path: members, pointer: ['members'] }]),
  methods: ({ methods = [] }) => methods.map((id, i) => ({ id, pointer: ['methods', i] })),
  sentence({ field: name, covers, members, methods }) {
    if (members !== undefined) return `${formatCode(name)} is the number of ${collectionName(members)} below it.`;
    if (methods !== undefined) return `${formatCode(name)} counts the calls of ${joinWords(methods.map(formatCode), 'and')}.`;
    return `${formatCode(name)} is 1 at creation and increases by 1 with each change${covers === undefined ? '' : ` of ${formatAll(covers)}`}.`;
  },
};
