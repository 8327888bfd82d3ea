/** Rules between the resources of a kind, and of their states. */
import type { RuleDefinitions } from './definition.js';
import * as parameter from './parameters.js';
import { formatAll, formatAny, formatCode } from './prose.js';

export const stateRules = {
  nonOverlapping: {
    description:
      "The address ranges in `fields` don't overlap: neither in one object nor among all resources with the same value of `within`.",
    category: 'restricts',
    parameters: {
      fields: parameter.fields('The fields with ranges in CIDR notation.', { kind: 'string' }),
      within: parameter.field('The field whose value the resources share.'),
    },
    describe: ({ fields, within }) =>
      `The address ranges in ${formatAll(fields)} must not overlap each other or the ranges of other resources with the same ${formatCode(within)}.`,
  },

  etag: {
    description:
      'Optimistic locking (AIP-154). With `match: required`, an update must contain the current value of `field`. With `match: optional`, it can, and a deletion or a custom method that changes the state can have a parameter or a field with this name. Another value fails with 412 `conditionNotMet`. The server generates a new value with each change of the fields that `covers` lists, including a state transition by a custom method.',
    category: 'restricts',
    parameters: {
      field: parameter.field('The field with the version of the resource.', { kind: 'string' }),
      match: parameter.choice('Whether a request must contain the field.', ['required', 'optional']),
      covers: parameter.optional(parameter.fields('The fields whose changes generate a new value. Default: all.')),
    },
    // The query of a deletion contains it.
    listParameters: ({ field, match }) => (match === 'optional' ? [field] : []),
    describe({ field, match, covers }) {
      const name = formatCode(field);
      if (match === 'optional') {
        const change = covers === undefined ? 'of the resource' : `of ${formatAny(covers)}`;
        return `If a request contains ${name}, it must be the current one. Otherwise, the request fails with 412 \`conditionNotMet\`. Each change ${change} changes ${name}.`;
      }
      return `An update${covers === undefined ? '' : ` of ${formatAny(covers)}`} must contain the current ${name}. Otherwise, it fails with 412 \`conditionNotMet\`. Each such update changes ${name}.`;
    },
  },

  states: {
    description:
      "The values of `field` and the `transitions` between them. In a state that `immutable` lists, the resource can't be used or modified. The mock implements a custom method that a transition names. An output-only field then starts with the first of `values`.",
    category: 'describes',
    parameters: {
      field: parameter.field('The field with the state.', {
        comparedWith: ['values', 'immutable', 'transitions.from', 'transitions.to'],
      }),
      values: parameter.texts('The states.'),
      immutable: parameter.optional(
        parameter.texts("The states in which the resource can't be used or modified. Requests fail with 400 `resourceNotReady`."),
      ),
      transitions: parameter.optional(
        parameter.list(
          'The documented transitions.',
          parameter.object('One transition.', {
            from: parameter.text('The value before.'),
            to: parameter.text('The value after.'),
            trigger: parameter.optional(parameter.text('The event that causes the transition.')),
            method: parameter.optional(
              parameter.field('The custom method that causes the transition, such as `shop.shelves.archive`. The mock implements it.', {
                in: 'method',
              }),
            ),
            condition: parameter.optional(parameter.text('The condition of the transition.')),
            effects: parameter.optional(parameter.text('Other effects of the transition.')),
          }),
        ),
      ),
    },
    describe({ field, values, immutable, transitions = [] }) {
      const sentences = transitions.map(
        ({ from, to, method, trigger = method === undefined ? undefined : formatCode(method), condition, effects }) => {
          const details = [
            ...formatDetail('trigger', trigger),
            ...formatDetail('condition', condition),
            ...formatDetail('effect', effects),
          ];
          return `${formatCode(from)} to ${formatCode(to)}${details.length === 0 ? '' : ` (${details.join('; ')})`}`;
        },
      );
      const label = sentences.length === 1 ? 'Transition' : 'Transitions';
      const lockedText =
        immutable === undefined ? '' : ` While ${formatCode(field)} is ${formatAny(immutable)}, you can't use or modify the resource.`;
      return `${formatCode(field)} is ${formatAny(values)}.${lockedText}${sentences.length === 0 ? '' : ` ${label}: ${sentences.join(', ')}.`}`;
    },
  },
} satisfies Partial<RuleDefinitions>;

const formatDetail = (name: string, text: string | undefined): readonly string[] =>
  text === undefined ? [] : [`${name}: ${text.trim().replace(/\.$/, '')}`];
