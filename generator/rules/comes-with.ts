import type { RuleKindDefinition } from './definition.js';
import { placeholders } from './placeholders.js';
import { code, collection, conditionFields, field, holds, stated as shown } from './prose.js';
import { condition, fieldPath, pathTemplate, statedMembers } from './schema.js';

export const comesWith: RuleKindDefinition<'comesWith'> = {
  kind: 'comesWith',
  on: 'schema',
  description:
    'From its creation on, and while `when` holds, the resource has `each` of these below it, one of each for every element of its list `forEach`, where that is named. `{name}` in their texts stands for a field of the resource (of the element).',
  schema: {
    properties: {
      members: pathTemplate('Where they stand.'),
      each: { type: 'array', items: statedMembers('What one of them holds.'), minItems: 1, description: 'What stands there.' },
      forEach: fieldPath('The list of which each element brings its own.'),
      when: condition('Where they are there.'),
      lasting: { type: 'boolean', description: 'They can be changed, but go only with the resource.' },
    },
    optional: { forEach: true, when: true, lasting: true },
  },
  fields: (rule) => [
    ...(rule.forEach === undefined ? [] : [field('forEach', rule.forEach, { kind: 'list' })]),
    ...conditionFields(['when'], rule.when),
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
    const start = when === undefined ? 'It comes with' : `While ${holds(when)}, it has`;
    const every = forEach === undefined ? '' : ` for each element of ${code(forEach)}`;
    const stay = lasting === true ? '; they can be changed but not deleted' : '';
    return `${start} ${each.map(shown).join(' and ')} in ${collection(members)}${every}${stay}.`;
  },
};
