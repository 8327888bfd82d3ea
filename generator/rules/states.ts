import type { RuleKindDefinition } from './definition.js';
import { formatAny, formatCode, fieldUse, valueUses } from './rule-prose.js';
import { fieldPathSchema, objectSchema, textSchema, textsSchema } from './parameter-schemas.js';

const moves = {
  type: 'array',
  minItems: 1,
  description: 'The documented transitions.',
  items: objectSchema(
    'One transition.',
    {
      from: textSchema('The value before.'),
      to: textSchema('The value after.'),
      trigger: textSchema('The event that causes the transition.'),
      method: textSchema('The custom method that causes the transition, such as `shop.shelves.archive`. The mock implements it.'),
      condition: textSchema('The condition of the transition.'),
      also: textSchema('Other effects of the transition.'),
    },
    ['trigger', 'method', 'condition', 'also'],
  ),
};

export const states: RuleKindDefinition<'states'> = {
  kind: 'states',
  on: 'schema',
  description:
    'The values of `field` and the transitions between them (`moves`). The mock implements a custom method that a transition names. An output-only field then starts with the first of `values`.',
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
  sentence({ field: name, values, moves = [] }) {
    const transitions = moves.map(
      ({ from, to, method, trigger = method === undefined ? undefined : formatCode(method), condition, also }) => {
        const details = [detail('trigger', trigger), detail('condition', condition), detail('effect', also)].flat();
        return `${formatCode(from)} to ${formatCode(to)}${details.length === 0 ? '' : ` (${details.join('; ')})`}`;
      },
    );
    return `${formatCode(name)} is ${formatAny(values)}.${transitions.length === 0 ? '' : ` ${transitions.length === 1 ? 'Transition' : 'Transitions'}: ${transitions.join(', ')}.`}`;
  },
};

const detail = (name: string, text: string | undefined): readonly string[] =>
  text === undefined ? [] : [`${name}: ${text.trim().replace(/\.$/, '')}`];
