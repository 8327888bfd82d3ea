import type { FieldUse, RuleKindDefinition } from './definition.js';
import { all, code, conditionFields, field, fields, holds } from './prose.js';
import { condition, fieldPath, fieldPaths, object, text } from './schema.js';

const drain = object('How the formerly active resource drains.', {
  field: fieldPath('The field with the draining state.'),
  during: text('The value while the resource drains.'),
  after: text('The value after the resource drained.'),
  parameter: text('The query parameter with the maximum time in seconds.'),
  when: condition('When the parameter applies. Otherwise, draining takes no time.'),
});

export const exclusiveRole: RuleKindDefinition<'exclusiveRole'> = {
  kind: 'exclusiveRole',
  on: 'schema',
  description:
    'At most one resource of a group has the `active` role. Setting a `standby` resource to `active` swaps the roles of the two resources, and the formerly active resource drains.',
  schema: {
    properties: {
      field: fieldPath('The field with the role.'),
      active: text('The value of the active resource.'),
      standby: text('The value of a standby resource.'),
      group: fieldPaths('The fields that have equal values in all resources of a group.'),
      when: condition('The resources that the rule applies to.'),
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
  sentence({ field: role, active, standby, group, when, drain: draining }) {
    return (
      `If ${holds(when)}, at most one of the resources with the same ${all(group)} has the ${code(role)} ${code(active)}. ` +
      `Setting the ${code(role)} of a ${code(standby)} resource to ${code(active)} swaps the roles of the two resources. ` +
      `The ${code(draining.field)} of the formerly ${code(active)} resource is ${code(draining.during)} while its connections drain, and ${code(draining.after)} afterwards. ` +
      `Draining takes up to ${code(draining.parameter)} seconds if ${holds(draining.when)}, and no time otherwise.`
    );
  },
};
