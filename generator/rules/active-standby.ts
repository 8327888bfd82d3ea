import type { FieldUse, RuleKindDefinition } from './definition.js';
import { formatAll, formatCode, conditionFieldUses, fieldUse, fieldUses, formatCondition } from './rule-prose.js';
import { conditionSchema, fieldPathSchema, fieldPathsSchema, objectSchema, textSchema } from './parameter-schemas.js';

const drain = objectSchema('How the former active resource drains.', {
  field: fieldPathSchema('The field that tells that it drains.'),
  during: textSchema('Its value while draining.'),
  after: textSchema('Its value afterwards.'),
  parameter: textSchema('The query parameter with the seconds.'),
  when: conditionSchema('Where the parameter applies; elsewhere draining takes no time.'),
});

export const activeStandby: RuleKindDefinition<'activeStandby'> = {
  kind: 'activeStandby',
  on: 'schema',
  description:
    'In a group of resources one holds the `active` role. A `standby` one that is set to `active` swaps roles with it, and the former active one drains.',
  schema: {
    properties: {
      field: fieldPathSchema('The field with the role.'),
      active: textSchema('The value of the one that is in use.'),
      standby: textSchema('The value of one that can take over.'),
      group: fieldPathsSchema('Fields that the resources of one group share.'),
      when: conditionSchema('Which resources take part.'),
      drain,
    },
    optional: {},
  },
  fields(rule) {
    const role: FieldUse = {
      ...fieldUse('field', rule.field),
      values: [
        { value: rule.active, pointer: ['active'] },
        { value: rule.standby, pointer: ['standby'] },
      ],
    };
    const draining: FieldUse = {
      path: rule.drain.field,
      in: 'self',
      pointer: ['drain', 'field'],
      values: [
        { value: rule.drain.during, pointer: ['drain', 'during'] },
        { value: rule.drain.after, pointer: ['drain', 'after'] },
      ],
    };
    const parameter: FieldUse = { path: rule.drain.parameter, in: 'anyParameters', pointer: ['drain', 'parameter'] };
    return [
      role,
      ...fieldUses('group', rule.group),
      ...conditionFieldUses(['when'], rule.when),
      draining,
      parameter,
      ...conditionFieldUses(['drain', 'when'], rule.drain.when),
    ];
  },
  sentence(rule) {
    const { drain: hand } = rule;
    return (
      `Where ${formatCondition(rule.when)}, one resource among those with the same ${formatAll(rule.group)} has ${formatCode(rule.field)} ${formatCode(rule.active)}: ` +
      `setting ${formatCode(rule.active)} on one that is ${formatCode(rule.standby)} swaps the two, and the former ${formatCode(rule.active)} one has ${formatCode(hand.field)} ${formatCode(hand.during)} until it is ${formatCode(hand.after)} ` +
      `(within ${formatCode(hand.parameter)} seconds where ${formatCondition(hand.when)}, else at once).`
    );
  },
};
