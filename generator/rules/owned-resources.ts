import type { RuleKindDefinition } from './definition.js';
import { placeholders } from './placeholders.js';
import { formatCode, collectionName, conditionFieldUses, fieldUse, formatCondition, formatStatedValue as shown } from './rule-prose.js';
import { conditionSchema, fieldPathSchema, pathTemplateSchema, statedMembersSchema } from './parameter-schemas.js';

export const ownedResources: RuleKindDefinition<'ownedResources'> = {
  kind: 'ownedResources',
  on: 'schema',
  description:
    'From its creation on, and while `when` holds, the resource has `each` of these below it, one of each for every element of its list `forEach`, where that is named. `{name}` in their texts stands for a field of the resource (of the element).',
  schema: {
    properties: {
      members: pathTemplateSchema('Where they stand.'),
      each: { type: 'array', items: statedMembersSchema('What one of them holds.'), minItems: 1, description: 'What stands there.' },
      forEach: fieldPathSchema('The list of which each element brings its own.'),
      when: conditionSchema('Where they are there.'),
      lasting: { type: 'boolean', description: 'They can be changed, but go only with the resource.' },
    },
    optional: { forEach: true, when: true, lasting: true },
  },
  fields: (rule) => [
    ...(rule.forEach === undefined ? [] : [fieldUse('forEach', rule.forEach, { kind: 'list' })]),
    ...conditionFieldUses(['when'], rule.when),
    ...rule.each.flatMap((stated, i) =>
      Object.entries(stated).map(([path, value]) => ({
        path,
        in: 'member' as const,
        of: rule.members,
        pointer: ['each', i, path],
        key: true as const,
        given: [{ value, pointer: ['each', i, path] }],
      })),
    ),
    ...rule.each.flatMap((stated, i) => placeholders(['each', i], stated).map((use) => ({ ...use, within: rule.forEach }))),
  ],
  places: ({ members }) => [{ path: members, pointer: ['members'] }],
  sentence({ members, each, forEach, when, lasting }) {
    const start = when === undefined ? 'It comes with' : `While ${formatCondition(when)}, it has`;
    const every = forEach === undefined ? '' : ` for each element of ${formatCode(forEach)}`;
    const stay = lasting === true ? '; they can be changed but not deleted' : '';
    return `${start} ${each.map(shown).join(' and ')} in ${collectionName(members)}${every}${stay}.`;
  },
};
