import type { RuleKindDefinition } from './definition.js';
import { placeholders } from './placeholders.js';
import { code, collection, conditionFields, field, holds, stated as shown } from './prose.js';
import { condition, fieldPath, pathTemplate, statedMembers } from './schema.js';

export const comesWith: RuleKindDefinition<'comesWith'> = {
  kind: 'comesWith',
  on: 'schema',
  description:
    'The server creates the child resources `each` with the resource: all of them once, or once for each element of the list `forEach`. With `when`, they exist while the condition is met. In string values, `{name}` stands for a field of the resource or of the element.',
  schema: {
    properties: {
      members: pathTemplate('The collection of the child resources.'),
      each: { type: 'array', items: statedMembers('The fields of one child resource.'), minItems: 1, description: 'The child resources.' },
      forEach: fieldPath('The list whose elements each have their own child resources.'),
      when: condition('When the child resources exist.'),
      lasting: { type: 'boolean', description: 'The child resources can be changed, but are deleted only with the resource.' },
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
    const start = when === undefined ? 'With the resource, the server creates' : `While ${holds(when)}, the server maintains`;
    const every = forEach === undefined ? '' : ` for each element of ${code(forEach)}`;
    const stay = lasting === true ? " You can change these members, but you can't delete them." : '';
    return `${start} these members of ${collection(members)}${every}: ${each.map(shown).join(' and ')}.${stay}`;
  },
};
