import type { RuleKindDefinition } from './definition.js';
import { formatAny, formatCode, fieldUse, joinWords, valueUses } from './rule-prose.js';
import { fieldPathSchema, objectSchema, textSchema, textsSchema } from './parameter-schemas.js';

const moves = {
  type: 'array',
  minItems: 1,
  description: 'The moves that are shown.',
  items: objectSchema(
    'One move.',
    {
      from: textSchema('The value before.'),
      to: textSchema('The value after.'),
      trigger: textSchema('What brings it about.'),
      method: textSchema('The custom method that brings it about, such as `shop.shelves.archive`; the mock then implements it.'),
      condition: textSchema('What must hold for it.'),
      also: textSchema('What else happens.'),
    },
    ['trigger', 'method', 'condition', 'also'],
  ),
};

export const states: RuleKindDefinition<'states'> = {
  kind: 'states',
  on: 'schema',
  description:
    'The states of `field` and the `moves` that are shown between them. The mock implements a custom method that a move names; an output-only field then begins with the first of `values`.',
  schema: {
    properties: { field: fieldPathSchema('The field with the state.'), values: textsSchema('The states.'), moves },
    optional: { moves: true },
  },
  fields(rule) {
    const ofMoves = (rule.moves ?? []).flatMap((move, i) => [
      { value: move.from, pointer: ['moves', i, 'from'] },
      { value: move.to, pointer: ['moves', i, 'to'] },
    ]);
    return [{ ...fieldUse('field', rule.field), values: [...valueUses('values', rule.values), ...ofMoves] }];
  },
  methods: (rule) =>
    (rule.moves ?? []).flatMap(({ method }, i) => (method === undefined ? [] : [{ id: method, pointer: ['moves', i, 'method'] }])),
  sentence(rule) {
    const shown = (rule.moves ?? []).map(
      ({ from, to, method, trigger = method === undefined ? 'the service' : formatCode(method), condition, also }) =>
        `from ${formatCode(from)} to ${formatCode(to)} by ${trigger}${condition === undefined ? '' : ` (where ${condition})`}${also === undefined ? '' : `, and also: ${also.replace(/\.$/, '')}`}`,
    );
    return `${formatCode(rule.field)} is ${formatAny(rule.values)}${shown.length === 0 ? '' : `; it moves ${joinWords(shown, 'and')}`}.`;
  },
};
