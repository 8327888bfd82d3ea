/** Rules of server-generated values, owned resources, and conflicts with other resources. */
import { getList, getText, isObject } from '../lib/json.js';
import type { RuleDefinitions } from './definition.js';
import * as parameter from './parameters.js';
import {
  formatAll,
  formatAny,
  formatCode,
  formatCollectionName,
  formatCondition,
  formatStatedValue,
  formatWhenSet,
  joinWords,
} from './prose.js';
import * as schema from './json-schema.js';

const moments = { create: 'at creation', update: 'with each change' } as const;

const statedResult = parameter.statedValue('What `field` is then.');

const createBuiltInFields = (description: string): parameter.RequiredParameter =>
  parameter.statedFields(description, (rule) => {
    const [first, ...others] = getList(rule, 'members').filter(isObject);
    // Each member states the fields that identify it.
    const known = Object.keys(first ?? {}).filter((name) => others.every((member) => Object.hasOwn(member, name)));
    return { in: 'self', placeholders: { known } };
  });

export const resourceRules = {
  serverDefault: {
    description:
      "If a request doesn't set `field` at creation, or when the condition `when` starts to be met, the server sets it to `value`. With `on`, only the server sets the field, whatever the request contains. The server creates missing objects on the path of the field.",
    category: 'describes',
    parameters: {
      field: parameter.field('The field.', { assigned: 'value', single: true }),
      value: parameter.statedValue(
        'The value that the server sets. Strings in it, also inside lists and objects, can contain placeholders: `{field}`, `{now}`, `{projectNumber}`, `{resourceName}`, `{locationCollection}`, `{path.name}`, `{parameter.name}`, `{generated.uuid}`, `{generated.digits(21)}`, `{generated.hex(16)}`, `{generated.base64(8)}`, and `{generated.ipv4}`.',
        { allowsRequestNames: true },
      ),
      when: parameter.optional(parameter.condition('When the rule applies.')),
      on: parameter.optional(
        parameter.plain({
          type: 'array',
          items: { type: 'string', enum: Object.keys(moments) },
          minItems: 1,
          uniqueItems: true,
          description: 'When the server sets the field: at creation (`create`) or with each change (`update`).',
        }),
      ),
    },
    describe({ field: name, value, when, on }) {
      const condition = formatWhenSet(when, (conditions) => ` if ${formatCondition(conditions)}`);
      if (on === undefined) return `If you don't set ${formatCode(name)}, the server sets it to ${formatStatedValue(value)}${condition}.`;
      const times = on.map((each) => moments[each]);
      return `The server sets ${formatCode(name)} to ${formatStatedValue(value)} ${joinWords(times, 'and')}${condition}.`;
    },
  },

  omitted: {
    description:
      "Responses don't contain `fields`, including fields that a default of the document or a convention of the mock would set. The server stores what requests set, so that other rules, filters, and updates see it.",
    category: 'describes',
    parameters: {
      fields: parameter.fields('The fields.'),
      values: parameter.optional(
        parameter.list(
          "Responses omit a field only if it has one of these values, compared as JSON: `[]`, `{}`, `false`, `0`, `''`. The server applies the rules in their order.",
          parameter.plain(parameter.statedValue('A value, compared as JSON.').schema),
        ),
      ),
      when: parameter.optional(parameter.condition('When the rule applies. The condition sees all fields, also omitted ones.')),
    },
    describe({ fields, values, when }) {
      const condition = formatWhenSet(when, (conditions) => ` if ${formatCondition(conditions)}`);
      const stated = formatWhenSet(values, (omitted) => ` with the value ${joinWords(omitted.map(formatStatedValue), 'or')}`);
      return `Responses don't contain ${formatAny(fields)}${stated}${condition}.`;
    },
  },

  counter: {
    description:
      "The server counts in `field`. With `members`, it counts the resources at this path template. With `methods`, it counts calls. Otherwise, it counts the versions of the resource: 1 at creation, and 1 more with each change of the fields that `covers` lists (default: all fields). Requests can't set the field.",
    category: 'describes',
    parameters: {
      field: parameter.field('The field with the number.', { kind: 'number' }),
      covers: parameter.optional(parameter.fields('The fields whose changes increase the number.')),
      members: parameter.optional(
        parameter.pathTemplate('The path template of the child resources to count, without those that remain after their deletion.'),
      ),
      methods: parameter.optional(parameter.fields('The IDs of the methods whose successful calls to count.', { in: 'method' })),
    },
    exclusive: ['covers', 'members', 'methods'],
    describe({ field: name, covers, members, methods }) {
      if (members !== undefined) return `${formatCode(name)} is the number of ${formatCollectionName(members)} that the resource contains.`;
      if (methods !== undefined) return `${formatCode(name)} is the number of calls of ${formatAll(methods)}.`;
      return `${formatCode(name)} is 1 at creation and increases by 1 with each change${formatWhenSet(covers, (fields) => ` of ${formatAny(fields)}`)}.`;
    },
  },

  projectNumber: {
    description:
      'The server replaces the ID of the project with its number in the names that the fields contain: `projects/123/topics/t` for `projects/p/topics/t`. Without the rule, names contain the ID.',
    category: 'describes',
    parameters: { fields: parameter.fields('The fields with names that begin with `projects/`.', { kind: 'string' }) },
    describe({ fields }) {
      return `The server returns ${formatAll(fields)} with the number of the project instead of its ID.`;
    },
  },

  resourceUrl: {
    description:
      'The server returns the full URLs of the resources that the fields name, with its own address. A request can contain a partial URL, with or without the project: `projects/p/global/networks/n` or `global/networks/n`. Without the rule, the server returns the value in the request.',
    category: 'describes',
    parameters: { fields: parameter.fields('The fields that name other resources.', { kind: 'string' }) },
    describe({ fields }) {
      return `The server returns full URLs in ${formatAll(fields)}. You can set them to partial URLs.`;
    },
  },

  derivedFrom: {
    description:
      'The server derives `field` from the value of the field `of`, as `values` lists. For other values, it has the value of the field `otherwise`.',
    category: 'describes',
    parameters: {
      field: parameter.field('The derived field.', { assignedMembers: 'values' }),
      of: parameter.field('The field that it is derived from.'),
      values: parameter.map(
        {
          type: 'object',
          additionalProperties: statedResult.schema,
          minProperties: 1,
          description: 'The values of `field` by the values of `of`.',
        },
        statedResult,
      ),
      otherwise: parameter.optional(parameter.field('The field whose value applies to all other values of `of`.')),
    },
    describe({ field: name, of, values, otherwise }) {
      const known = Object.entries(values).map(
        ([value, derived]) => `${formatStatedValue(derived)} if ${formatCode(of)} is ${formatCode(value)}`,
      );
      const rest = otherwise === undefined ? [] : [`otherwise the value of ${formatCode(otherwise)}`];
      return `${formatCode(name)} is ${joinWords([...known, ...rest], 'and')}.`;
    },
  },

  builtIn: {
    description:
      "The service provides the resources of this kind, and clients don't create them. Lists return these `members`, and any other name can be read. All of them have the fields `values`.",
    category: 'describes',
    parameters: {
      members: parameter.list(
        'The resources that lists return. A value that begins with `../` is a link relative to the resource.',
        createBuiltInFields('One of them, its name included.'),
      ),
      values: parameter.optional(createBuiltInFields('The fields that all of them have.')),
    },
    describe: ({ members }) =>
      `The service provides these resources, such as ${formatAll(members.slice(0, 3).map((member) => String(Object.values(member)[0])))}. You don't create them.`,
  },

  ownedResources: {
    description:
      'The server creates the child resources `each` with the resource: all of them once, or once for each element of the list `forEach`. With `when`, they exist while the condition is met. In string values, `{name}` stands for a field of the resource or of the element.',
    category: 'describes',
    parameters: {
      members: parameter.pathTemplate('The collection of the child resources. A path template of resources.'),
      forEach: parameter.optional(parameter.field('The list whose elements each have their own child resources.', { kind: 'list' })),
      when: parameter.optional(parameter.condition('When the child resources exist.')),
      each: parameter.list(
        'The child resources.',
        parameter.statedFields('The fields of one child resource.', (rule) => ({
          in: 'member',
          of: getText(rule, 'members') ?? '',
          placeholders: { listField: getText(rule, 'forEach') },
        })),
      ),
      lasting: parameter.optional(
        parameter.plain(schema.flag('The child resources can be changed, but are deleted only with the resource.')),
      ),
    },
    describe({ members, each, forEach, when, lasting }) {
      const start = when === undefined ? 'With the resource, the server creates' : `While ${formatCondition(when)}, the server maintains`;
      const forEachText = formatWhenSet(forEach, (list) => ` for each element of ${formatCode(list)}`);
      const lastingNote = lasting === true ? " You can change these members, but you can't delete them." : '';
      return `${start} these members of ${formatCollectionName(members)}${forEachText}: ${each.map(formatStatedValue).join(' and ')}.${lastingNote}`;
    },
  },

  softDelete: {
    description:
      "A deletion keeps the resource, marked as deleted (AIP-164). Methods that get it still find it, and a second deletion fails with 404. Lists omit it, unless their boolean parameter `showDeleted` is true. A method `things/{thing}:undelete` restores it, or fails with 409 if it isn't deleted. The rule needs no action.",
    category: 'alters',
    parameters: {
      state: parameter.optional(
        parameter.object('The state of the resource.', {
          field: parameter.field('The field with the state.', { comparedWith: ['deleted', 'restored'] }),
          deleted: parameter.text('The state of a deleted resource.'),
          restored: parameter.optional(parameter.text('The state of a restored resource. Default: none.')),
        }),
      ),
      deleteTime: parameter.optional(
        parameter.field('The field with the time of the deletion. Default without `state`: `deleteTime`.', { kind: 'string' }),
      ),
      expireTime: parameter.optional(parameter.field('The field with the time of the removal.', { kind: 'string' })),
      days: parameter.optional(parameter.plain(schema.count('The days until the server removes a deleted resource. Default: it remains.'))),
    },
    describe({ state, deleteTime = state === undefined ? 'deleteTime' : undefined, expireTime, days }) {
      const marks = [
        ...(state === undefined ? [] : [`${formatCode(state.field)} is ${formatCode(state.deleted)}`]),
        ...(deleteTime === undefined ? [] : [`${formatCode(deleteTime)} is the time of the deletion`]),
        ...(expireTime === undefined ? [] : [`${formatCode(expireTime)} is the time of the removal`]),
      ];
      const removal = formatWhenSet(days, (count) => ` The server removes it after ${count} ${count === 1 ? 'day' : 'days'}.`);
      return `A deleted resource remains: ${joinWords(marks, 'and')}.${removal}`;
    },
  },

  reference: {
    description:
      'The field contains the name of a resource at the path template `to`, or a list contains several. The resource must exist when a request sets the field. Otherwise, the request fails with 400 `invalid`. The name can be a path (`shelves/a/books/b`), a full name (`//shop.example.com/shelves/a`), a URL, or the ID of a resource with the same parents.',
    category: 'restricts',
    parameters: {
      field: parameter.field('The field with the name.', { kind: 'string' }),
      to: parameter.pathTemplate('The resources that the field can name. A path template of resources.'),
    },
    describe: ({ field: name, to }) =>
      `${formatCode(name)} is the name of a resource in ${formatCollectionName(to)}. The resource must exist when you set the field. Otherwise, the request fails with 400 \`invalid\`.`,
  },

  deleteRequiresEmpty: {
    description:
      "The resource can't be deleted while it has child resources at the path template `members`, other than those that the server created with it. The request fails with 400 `containerNotEmpty`. If the boolean parameter `unless` of the deletion is true, they are deleted with it (AIP-135).",
    category: 'restricts',
    parameters: {
      members: parameter.pathTemplate('The collection that must be empty. A path template of resources.'),
      unless: parameter.optional(
        parameter.query('The boolean query parameter of the deletion that also deletes the child resources.', 'anyParameters'),
      ),
    },
    describe: ({ members, unless }) =>
      `You can't delete the resource while ${formatCollectionName(members)} contains members other than those that the server created with it${formatWhenSet(unless, (name) => `, unless ${formatCode(name)} is true`)}. The request fails with 400 \`containerNotEmpty\`.`,
  },

  deleteBlockedByReference: {
    description:
      "The resource can't be deleted while the `field` of a resource at the path template `by` refers to it. The request fails with 400 `resourceInUseByAnotherResource`.",
    category: 'restricts',
    parameters: {
      by: parameter.pathTemplate('The resources that can refer to it. A path template of resources.'),
      field: parameter.field('The field of such a resource with the link.', { in: 'member', of: 'by' }),
    },
    describe: ({ by, field }) =>
      `You can't delete the resource while ${formatCode(field)} of a resource in ${formatCollectionName(by)} refers to it. The request fails with 400 \`resourceInUseByAnotherResource\`.`,
  },
} satisfies Partial<RuleDefinitions>;
