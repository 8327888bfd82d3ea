/** Words that the sentences of rules share. Names stand in backticks; text of a specification is shown, never interpreted. */
import type { StatedValue } from '../../templates/runtime/resource-rules.js';
import type { Condition } from '../../templates/runtime/rule.js';
import type { FieldKind, FieldPlace, FieldUse } from './definition.js';

type Scalar = string | number | boolean | null;

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
    Object.entries(condition).map(([field, values]) => `${formatCode(field)} is ${alternatives(values)}`),
    'and',
  );
}

function alternatives(values: readonly Scalar[]): string {
  return joinWords(
    values.map((value) => (value === null ? 'absent' : formatCode(value))),
    'or',
  );
}

/** Counts: 1 certificate, 2 certificates. */
export const formatCount = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

interface Mention {
  readonly in?: FieldPlace;
  readonly kind?: FieldKind;
}

/** The field that the parameter `name` names. */
export function fieldUse(name: string, path: string, mention: Mention = {}): FieldUse {
  return { path, in: 'self', pointer: [name], ...mention };
}

/** The fields that the list `name` names. */
export function fieldUses(name: string, paths: readonly string[] | undefined, mention: Mention = {}): FieldUse[] {
  return (paths ?? []).map((path, i) => ({ path, in: 'self', pointer: [name, i], ...mention }));
}

/** The fields of a condition, with the values it asks for. */
export function conditionFieldUses(pointer: readonly (string | number)[], condition: Condition | undefined): FieldUse[] {
  return Object.entries(condition ?? {}).map(([path, values]) => ({
    path,
    in: 'self',
    pointer: [...pointer, path],
    key: true,
    values: values.flatMap((value, i) => (value === null ? [] : [{ value, pointer: [...pointer, path, i] }])),
  }));
}

/** Values that stand in the list `name` of the rule. */
export function valueUses(name: string, values: readonly (string | number | boolean)[]): NonNullable<FieldUse['values']> {
  return values.map((value, i) => ({ value, pointer: [name, i] }));
}

/** A value as a rule states it, as JSON. */
export const formatStatedValue = (value: StatedValue): string =>
  typeof value === 'object' ? formatCode(JSON.stringify(value)) : formatCode(value);

/** `rrsets` of `.../rrsets/{name}/{type}`: the collection that a path template names. */
export function collectionName(template: string): string {
  const literals = template.split('/').filter((segment) => !segment.startsWith('{'));
  return formatCode(literals.at(-1) ?? template);
}
