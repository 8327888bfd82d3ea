import type { FieldUse, RuleKindDefinition } from './definition.js';
import { formatAll, formatCode, createConditionFieldUses, createFieldUse, createFieldUses, formatCondition } from './rule-prose.js';
import { conditionSchema, fieldPathSchema, fieldPathsSchema, objectSchema, textSchema } from './parameter-schemas.js';

const drain = objectSchema('How the formerly active resource drains.', {
  field: fieldPathSchema('The field with the draining state.'),
  during: textSchema('The value while the resource drains.'),
  after: textSchema('The value after the resource drained.'),
  parameter: textSchema('The query parameter with the maximum time in seconds.'),
  when: conditionSchema('When the parameter applies. Otherwise, draining takes no time.'),
});

export const activeStandby: RuleKindDefinition<'activeStandby'> = {
  kind: 'activeStandby',
  on: 'schema',
  description:
    'At most one resource of a group has the `active` role. Setting a `standby` resource to `active` swaps the roles of the two resources, and the formerly active resource drains.',
  schema: {
    properties: {
      field: fieldPathSchema('The field with the role.'),
      active: textSchema('The value of the active resource.'),
      standby: textSchema('The value of a standby resource.'),
      group: fieldPathsSchema('The fields that have equal values in all resources of a group.'),
      when: conditionSchema('The resources that the rule applies to.'),
      drain,
    },
    optional: {},
  },
  listFields(rule) {
    const role: FieldUse = {
      ...createFieldUse('field', rule.field),
      values: [
        { value: rule.active, pointer: ['active'] },
        { value: rule.standby, pointer: ['standby'] },
      ],
    };
    const drainState: FieldUse = {
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
      ...createFieldUses('group', rule.group),
      ...createConditionFieldUses(['when'], rule.when),
      drainState,
      parameter,
      ...createConditionFieldUses(['drain', 'when'], rule.drain.when),
    ];
  },
  describe({ field: role, active, standby, group, when, drain: drainState }) {
    return (
      `If ${formatCondition(when)}, at most one of the resources with the same ${formatAll(group)} has the ${formatCode(role)} ${formatCode(active)}. ` +
      `Setting the ${formatCode(role)} of a ${formatCode(standby)} resource to ${formatCode(active)} swaps the roles of the two resources. ` +
      `The ${formatCode(drainState.field)} of the formerly ${formatCode(active)} resource is ${formatCode(drainState.during)} while its connections drain, and ${formatCode(drainState.after)} afterwards. ` +
      `Draining takes up to ${formatCode(drainState.parameter)} seconds if ${formatCondition(drainState.when)}, and no time otherwise.`
    );
  },
};
