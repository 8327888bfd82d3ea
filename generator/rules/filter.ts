import type { RuleKindDefinition } from './definition.js';
import { formatCode, fieldUse, joinWords } from './rule-prose.js';
import { enumSchema, textSchema } from './parameter-schemas.js';

const styles = {
  type: 'array',
  items: enumSchema('A style.', ['aip160', 'regex']),
  minItems: 1,
  uniqueItems: true,
  description: 'Styles of expression that are understood; they cannot be mixed in one request.',
};
const names = { aip160: 'AIP-160', regex: 'regular-expression' } as const;

export const filter: RuleKindDefinition<'filter'> = {
  kind: 'filter',
  on: 'method',
  description: 'The expression in `parameter` selects the items that are listed.',
  schema: { properties: { parameter: textSchema('The query parameter with the expression.'), styles }, optional: {} },
  fields: (rule) => [fieldUse('parameter', rule.parameter, { in: 'parameters' })],
  sentence: (rule) =>
    `${formatCode(rule.parameter)} selects items by an expression in ${joinWords(
      rule.styles.map((style) => names[style]),
      'or',
    )} style${rule.styles.length > 1 ? '; the styles cannot be mixed in one request' : ''}.`,
};
