import type { RuleKindDefinition } from './definition.js';
import { any, code, field, valuesAt } from './prose.js';
import { fieldPath, object, text, texts } from './schema.js';

const moves = {
  type: 'array',
  minItems: 1,
  description: 'The documented transitions.',
  items: object(
    'One transition.',
    {
      from: text('The value before.'),
      to: text('The value after.'),
      trigger: text('The event that causes the transition.'),
      method: text('The custom method that causes the transition, such as `shop.shelves.archive`. The mock implements it.'),
      condition: text('The condition of the transition.'),
      also: text('Other effects of the transition.'),
    },
    ['trigger', 'method', 'condition', 'also'],
  ),
};

export const states: RuleKindDefinition<'states'> = {
  kind: 'states',
  on: 'schema',
  description:
    'The values of `field` and the transitions between them (`moves`). The mock implements a custom method that a transition names. An output-only field then starts with the first of `values`.',
  schema: { properties: { field: fieldPath('The field with the state.'), values: texts('The states.'), moves }, optional: { moves: true } },
  fields(rule) {
    const ofMoves = (rule.moves ?? []).flatMap((move, i) => [
      { value: move.from, pointer: ['moves', i, 'from'] },
      { value: move.to, pointer: ['moves', i, 'to'] },
    ]);
    return [{ ...field('field', rule.field), values: [...valuesAt('values', rule.values), ...ofMoves] }];
  },
  methods: (rule) =>
    (rule.moves ?? []).flatMap(({ method }, i) => (method === undefined ? [] : [{ id: method, pointer: ['moves', i, 'method'] }])),
  sentence({ field: name, values, moves = [] }) {
    const transitions = moves.map(({ from, to, method, trigger = method === undefined ? undefined : code(method), condition, also }) => {
      const details = [detail('trigger', trigger), detail('condition', condition), detail('effect', also)].flat();
      return `${code(from)} to ${code(to)}${details.length === 0 ? '' : ` (${details.join('; ')})`}`;
    });
    return `${code(name)} is ${any(values)}.${transitions.length === 0 ? '' : ` ${transitions.length === 1 ? 'Transition' : 'Transitions'}: ${transitions.join(', ')}.`}`;
  },
};

const detail = (name: string, text: string | undefined): readonly string[] =>
  text === undefined ? [] : [`${name}: ${text.trim().replace(/\.$/, '')}`];
