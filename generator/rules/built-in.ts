import type { StatedValue } from '../../templates/runtime/resource-rules.js';
import type { FieldUse, RuleKindDefinition } from './definition.js';
import { placeholders } from './placeholders.js';
import { formatAll } from './rule-prose.js';
import { statedMembersSchema } from './parameter-schemas.js';

export const builtIn: RuleKindDefinition<'builtIn'> = {
  kind: 'builtIn',
  on: 'schema',
  description:
    'Resources of this kind exist without being created: lists show these `members`, and any other name can be read; `values` is what all of them hold. Links may be relative to the resource itself.',
  schema: {
    properties: {
      members: {
        type: 'array',
        items: statedMembersSchema('One of them, its name included.'),
        minItems: 1,
        description: 'Those that lists show.',
      },
      values: statedMembersSchema('What all of them hold.'),
    },
    optional: { values: true },
  },
  fields({ members, values = {} }) {
    const [first = {}] = members;
    // What names a resource is stated for each of them.
    const known = Object.keys(first).filter((name) => members.every((member) => Object.hasOwn(member, name)));
    return [...members.flatMap((member, i) => stated(['members', i], member, known)), ...stated(['values'], values, known)];
  },
  sentence: ({ members }) =>
    `Resources of this kind exist without being created, among them ${formatAll(members.map((member) => String(Object.values(member)[0])))}.`,
};

function stated(
  pointer: readonly (string | number)[],
  values: Readonly<Record<string, StatedValue>>,
  known: readonly string[],
): readonly FieldUse[] {
  return Object.entries(values).flatMap(([path, value]): readonly FieldUse[] => {
    const at = [...pointer, path];
    return [{ path, in: 'self', pointer: at, key: true, given: [{ value, pointer: at }] }, ...placeholders(at, value, { known })];
  });
}
