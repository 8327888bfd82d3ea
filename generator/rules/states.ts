import type { RuleKindDefinition } from './definition.js';
import { any, code, field, join, valuesAt } from './prose.js';
import { fieldPath, object, text, texts } from './schema.js';

const moves = {
  type: 'array',
  minItems: 1,
  description: 'The moves that are shown.',
  items: object(
    'One move.',
    {
      from: text('The value before.'),
      to: text('The value after.'),
      trigger: text('What brings it about.'),
      method: text('The custom method that brings it about, such as `shop.shelves.archive`; the mock then implements it.'),
      condition: text('What must hold for it.'),
      also: text('What else happens.'),
    },
    ['trigger', 'method', 'condition', 'also'],
  ),
};

export const states: RuleKindDefinition<'states'> = {
  kind: 'states',
  on: 'schema',
  description:
    'The states of `field` and the `moves` that are shown between them. The mock implements a custom method that a move names; an output-only field then begins with the first of `values`.',
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
  sentence(rule) {
    const shown = (rule.moves ?? []).map(
      ({ from, to, method, trigger = method === undefined ? 'the service' : code(method), condition, also }) =>
        `from ${code(from)} to ${code(to)} by ${trigger}${condition === undefined ? '' : ` (where ${condition})`}${also === undefined ? '' : `, and also: ${also.replace(/\.$/, '')}`}`,
    );
    return `${code(rule.field)} is ${any(rule.values)}${shown.length === 0 ? '' : `; it moves ${join(shown, 'and')}`}.`;
  },
};
