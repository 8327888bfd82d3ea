/** Formats parts of the sentences of rules. Names are in backticks, and text of a specification is escaped. */
import { formatJsonLine } from '../lib/json.js';
import type { StatedValue } from '../../runtime/resource-rules.js';
import type { Condition } from '../../runtime/rule.js';

/** Stands for any value in a condition. */
export const anyValue = '{present}';

export const formatCode = (name: string | number | boolean): string => `\`${String(name).replaceAll('`', "'")}\``;

/** `a`, `b`, and `c` */
export const formatAll = (names: readonly (string | number | boolean)[]): string => joinWords(names.map(formatCode), 'and');
/** `a`, `b`, or `c` */
export const formatAny = (names: readonly (string | number | boolean)[]): string => joinWords(names.map(formatCode), 'or');

export function joinWords(parts: readonly string[], word: 'and' | 'or'): string {
  if (parts.length <= 2) return parts.join(` ${word} `);
  return `${parts.slice(0, -1).join(', ')}, ${word} ${parts[parts.length - 1]}`;
}

/** `purpose` is `A` or `B` and `role` is absent */
export function formatCondition(condition: Condition): string {
  return joinWords(
    Object.entries(condition).map(([field, values]) => `${formatCode(field)} is ${formatAlternatives(values)}`),
    'and',
  );
}

function formatAlternatives(values: Condition[string]): string {
  return joinWords(
    values.map((value) => (value === null ? 'absent' : value === anyValue ? 'present' : formatCode(value))),
    'or',
  );
}

/** Formats a parameter of a rule. Returns an empty text if it isn't set. */
export const formatWhenSet = <T>(value: T | undefined, format: (value: T) => string): string => (value === undefined ? '' : format(value));

/** Formats a value in a rule as JSON, but text without quotation marks unless it is empty. */
export const formatStatedValue = (value: StatedValue): string =>
  typeof value === 'object' || value === '' ? formatCode(formatJsonLine(value)) : formatCode(value);

/** Formats the collection of a path template: `rrsets` for `.../rrsets/{name}/{type}`. */
export function formatCollectionName(template: string): string {
  const literals = template.split('/').filter((segment) => !segment.startsWith('{'));
  return formatCode(literals.at(-1) ?? template);
}
