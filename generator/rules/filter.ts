import type { RuleKindDefinition } from './definition.js';
import { formatCode, createFieldUse, joinWords } from './rule-prose.js';
import { enumSchema, textSchema } from './parameter-schemas.js';

const styles = {
  type: 'array',
  items: enumSchema('A style.', ['aip160', 'regex']),
  minItems: 1,
  uniqueItems: true,
  description: "The supported filter styles. A request can't combine them.",
};
const names = { aip160: 'AIP-160', regex: 'regular-expression' } as const;

export const filter: RuleKindDefinition<'filter'> = {
  kind: 'filter',
  on: 'method',
  description: 'The expression in `parameter` selects the items of a list.',
  schema: { properties: { parameter: textSchema('The query parameter with the expression.'), styles }, optional: {} },
  listFields: (rule) => [createFieldUse('parameter', rule.parameter, { in: 'parameters' })],
  describe: (rule) =>
    `${formatCode(rule.parameter)} is a filter expression in ${joinWords(
      rule.styles.map((style) => names[style]),
      'or',
    )} style${rule.styles.length > 1 ? ". You can't combine the styles in one request" : ''}.`,
};
