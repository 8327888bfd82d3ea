import type { FieldUse, RuleKindDefinition } from './definition.js';
import { all, code, conditionFields, field, fields, holds } from './prose.js';
import { condition, fieldPath, fieldPaths, object, text } from './schema.js';

const drain = object('How the former active resource drains.', {
  field: fieldPath('The field that tells that it drains.'),
  during: text('Its value while draining.'),
  after: text('Its value afterwards.'),
  parameter: text('The query parameter with the seconds.'),
  when: condition('Where the parameter applies; elsewhere draining takes no time.'),
});

export const exclusiveRole: RuleKindDefinition<'exclusiveRole'> = {
  kind: 'exclusiveRole',
  on: 'schema',
  description:
    'In a group of resources one holds the `active` role. A `standby` one that is set to `active` swaps roles with it, and the former active one drains.',
  schema: {
    properties: {
      field: fieldPath('The field with the role.'),
      active: text('The value of the one that is in use.'),
      standby: text('The value of one that can take over.'),
      group: fieldPaths('Fields that the resources of one group share.'),
      when: condition('Which resources take part.'),
      drain,
    },
    optional: {},
  },
  fields(rule) {
    const role: FieldUse = {
      ...field('field', rule.field),
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
      ...fields('group', rule.group),
      ...conditionFields(['when'], rule.when),
      draining,
      parameter,
      ...conditionFields(['drain', 'when'], rule.drain.when),
    ];
  },
  sentence(rule) {
    const { drain: hand } = rule;
    return (
      `Where ${holds(rule.when)}, one resource among those with the same ${all(rule.group)} has ${code(rule.field)} ${code(rule.active)}: ` +
      `setting ${code(rule.active)} on one that is ${code(rule.standby)} swaps the two, and the former ${code(rule.active)} one has ${code(hand.field)} ${code(hand.during)} until it is ${code(hand.after)} ` +
      `(within ${code(hand.parameter)} seconds where ${holds(hand.when)}, else at once).`
    );
  },
};
