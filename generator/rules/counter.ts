import type { RuleKindDefinition } from './definition.js';
import { formatAny, formatCode, formatCollectionName, createFieldUse, createFieldUses, joinWords } from './rule-prose.js';
import { fieldPathSchema, fieldPathsSchema, textSchema } from './parameter-schemas.js';

export const counter: RuleKindDefinition<'counter'> = {
  kind: 'counter',
  on: 'schema',
  description:
    "The server counts in `field`. With `members`, it counts the resources at this path template. With `methods`, it counts calls. Otherwise, it counts the versions of the resource: 1 at creation, and 1 more with each change of the fields that `covers` lists (default: all fields). Requests can't set the field.",
  schema: {
    properties: {
      field: fieldPathSchema('The field with the number.'),
      covers: fieldPathsSchema('The fields whose changes increase the number.'),
      members: textSchema('The path template of the child resources to count.'),
      methods: fieldPathsSchema('The IDs of the methods whose successful calls to count.'),
    },
    optional: { covers: true, members: true, methods: true },
  },
  exclusive: ['covers', 'members', 'methods'],
  listFields: (rule) => [createFieldUse('field', rule.field, { kind: 'number' }), ...createFieldUses('covers', rule.covers)],
  listPathTemplates: ({ members }) => (members === undefined ? [] : [{ path: members, pointer: ['members'] }]),
  listMethods: ({ methods = [] }) => methods.map((id, i) => ({ id, pointer: ['methods', i] })),
  describe({ field: name, covers, members, methods }) {
    if (members !== undefined) return `${formatCode(name)} is the number of ${formatCollectionName(members)} that the resource contains.`;
    if (methods !== undefined) return `${formatCode(name)} is the number of calls of ${joinWords(methods.map(formatCode), 'and')}.`;
    return `${formatCode(name)} is 1 at creation and increases by 1 with each change${covers === undefined ? '' : ` of ${formatAny(covers)}`}.`;
  },
};
