import type { RuleKindDefinition } from './definition.js';
import { formatAny, formatCode, createFieldUse, createValueUses } from './rule-prose.js';
import { fieldPathSchema, objectSchema, textSchema, textsSchema } from './parameter-schemas.js';

const transitionsSchema = {
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
      effects: textSchema('Other effects of the transition.'),
    },
    ['trigger', 'method', 'condition', 'effects'],
  ),
};

export const states: RuleKindDefinition<'states'> = {
  kind: 'states',
  on: 'schema',
  description:
    "The values of `field` and the `transitions` between them. In a state that `immutable` lists, the resource can't be used or modified. The mock implements a custom method that a transition names. An output-only field then starts with the first of `values`.",
  schema: {
    properties: {
      field: fieldPathSchema('The field with the state.'),
      values: textsSchema('The states.'),
      immutable: textsSchema("The states in which the resource can't be used or modified."),
      transitions: transitionsSchema,
    },
    optional: { immutable: true, transitions: true },
  },
  listFields({ field, values, immutable = [], transitions = [] }) {
    const transitionValues = transitions.flatMap(({ from, to }, i) => [
      { value: from, pointer: ['transitions', i, 'from'] },
      { value: to, pointer: ['transitions', i, 'to'] },
    ]);
    return [
      {
        ...createFieldUse('field', field),
        values: [...createValueUses('values', values), ...createValueUses('immutable', immutable), ...transitionValues],
      },
    ];
  },
  listMethods: ({ transitions = [] }) =>
    transitions.flatMap(({ method }, i) => (method === undefined ? [] : [{ id: method, pointer: ['transitions', i, 'method'] }])),
  describe({ field, values, immutable, transitions = [] }) {
    const sentences = transitions.map(
      ({ from, to, method, trigger = method === undefined ? undefined : formatCode(method), condition, effects }) => {
        const details = [...formatDetail('trigger', trigger), ...formatDetail('condition', condition), ...formatDetail('effect', effects)];
        return `${formatCode(from)} to ${formatCode(to)}${details.length === 0 ? '' : ` (${details.join('; ')})`}`;
      },
    );
    const label = sentences.length === 1 ? 'Transition' : 'Transitions';
    const lockedText =
      immutable === undefined ? '' : ` While ${formatCode(field)} is ${formatAny(immutable)}, you can't use or modify the resource.`;
    return `${formatCode(field)} is ${formatAny(values)}.${lockedText}${sentences.length === 0 ? '' : ` ${label}: ${sentences.join(', ')}.`}`;
  },
};

const formatDetail = (name: string, text: string | undefined): readonly string[] =>
  text === undefined ? [] : [`${name}: ${text.trim().replace(/\.$/, '')}`];
