import type { RuleKindDefinition } from './definition.js';
import { listPlaceholderUses } from './placeholders.js';
import {
  formatCode,
  formatCollectionName,
  createConditionFieldUses,
  createFieldUse,
  formatCondition,
  formatStatedValue,
} from './rule-prose.js';
import { conditionSchema, fieldPathSchema, pathTemplateSchema, statedMembersSchema } from './parameter-schemas.js';

export const ownedResources: RuleKindDefinition<'ownedResources'> = {
  kind: 'ownedResources',
  on: 'schema',
  description:
    'The server creates the child resources `each` with the resource: all of them once, or once for each element of the list `forEach`. With `when`, they exist while the condition is met. In string values, `{name}` stands for a field of the resource or of the element.',
  schema: {
    properties: {
      members: pathTemplateSchema('The collection of the child resources.'),
      each: {
        type: 'array',
        items: statedMembersSchema('The fields of one child resource.'),
        minItems: 1,
        description: 'The child resources.',
      },
      forEach: fieldPathSchema('The list whose elements each have their own child resources.'),
      when: conditionSchema('When the child resources exist.'),
      lasting: { type: 'boolean', description: 'The child resources can be changed, but are deleted only with the resource.' },
    },
    optional: { forEach: true, when: true, lasting: true },
  },
  listFields: (rule) => [
    ...(rule.forEach === undefined ? [] : [createFieldUse('forEach', rule.forEach, { kind: 'list' })]),
    ...createConditionFieldUses(['when'], rule.when),
    ...rule.each.flatMap((stated, i) =>
      Object.entries(stated).map(([path, value]) => ({
        path,
        in: 'member' as const,
        of: rule.members,
        pointer: ['each', i, path],
        key: true as const,
        assignedValues: [{ value, pointer: ['each', i, path] }],
      })),
    ),
    ...rule.each.flatMap((stated, i) => listPlaceholderUses(['each', i], stated).map((use) => ({ ...use, listField: rule.forEach }))),
  ],
  listPathTemplates: ({ members }) => [{ path: members, pointer: ['members'] }],
  describe({ members, each, forEach, when, lasting }) {
    const start = when === undefined ? 'With the resource, the server creates' : `While ${formatCondition(when)}, the server maintains`;
    const forEachText = forEach === undefined ? '' : ` for each element of ${formatCode(forEach)}`;
    const lastingNote = lasting === true ? " You can change these members, but you can't delete them." : '';
    return `${start} these members of ${formatCollectionName(members)}${forEachText}: ${each.map(formatStatedValue).join(' and ')}.${lastingNote}`;
  },
};
