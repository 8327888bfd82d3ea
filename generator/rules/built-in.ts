import type { StatedValue } from '../../templates/runtime/resource-rules.js';
import type { FieldUse, RuleKindDefinition } from './definition.js';
import { listPlaceholderUses } from './placeholders.js';
import { formatAll } from './rule-prose.js';
import { statedMembersSchema } from './parameter-schemas.js';

export const builtIn: RuleKindDefinition<'builtIn'> = {
  kind: 'builtIn',
  on: 'schema',
  description:
    "The service provides the resources of this kind, and clients don't create them. Lists return these `members`, and any other name can be read. All of them have the fields `values`. Links can be relative to the resource itself.",
  schema: {
    properties: {
      members: {
        type: 'array',
        items: statedMembersSchema('One of them, its name included.'),
        minItems: 1,
        description: 'The resources that lists return.',
      },
      values: statedMembersSchema('The fields that all of them have.'),
    },
    optional: { values: true },
  },
  listFields({ members, values = {} }) {
    const [first = {}] = members;
    // Each member states the fields that identify it.
    const commonFields = Object.keys(first).filter((name) => members.every((member) => Object.hasOwn(member, name)));
    return [
      ...members.flatMap((member, i) => listValueUses(['members', i], member, commonFields)),
      ...listValueUses(['values'], values, commonFields),
    ];
  },
  describe: ({ members }) =>
    `The service provides these resources, such as ${formatAll(members.slice(0, 3).map((member) => String(Object.values(member)[0])))}. You don't create them.`,
};

function listValueUses(
  pointer: readonly (string | number)[],
  values: Readonly<Record<string, StatedValue>>,
  commonFields: readonly string[],
): readonly FieldUse[] {
  return Object.entries(values).flatMap(([path, value]): readonly FieldUse[] => {
    const at = [...pointer, path];
    return [
      { path, in: 'self', pointer: at, key: true, assignedValues: [{ value, pointer: at }] },
      ...listPlaceholderUses(at, value, { known: commonFields }),
    ];
  });
}
