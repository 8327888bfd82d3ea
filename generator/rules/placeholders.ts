/** Placeholders in the texts of rules: `{field}`, `{now}`, `{parameter.name}`. */
import type { StatedValue } from '../../templates/runtime/resource-rules.js';
import type { FieldUse } from './definition.js';

const placeholder = /\{([\w.]+)\}/g;

interface Reading {
  /** `{now}` and `{parameter.name}` have a meaning. */
  readonly request?: boolean;
  /** Names that have a meaning besides the fields of the object that has the rule. */
  readonly known?: readonly string[];
}

/** What the placeholders in a value name: fields of the object that has the rule, parameters, or the server's time, which is nothing to look up. */
export function placeholders(pointer: readonly (string | number)[], value: StatedValue, reading: Reading = {}): readonly FieldUse[] {
  if (typeof value === 'string') return [...value.matchAll(placeholder)].flatMap(([, name = '']) => named(name, pointer, reading));
  // A specification may hold null, which no value is.
  if (typeof value !== 'object' || (value as unknown) === null) return [];
  const inner: readonly (readonly [string | number, StatedValue])[] = Array.isArray(value)
    ? value.map((each: StatedValue, i) => [i, each] as const)
    : Object.entries(value);
  return inner.flatMap(([key, each]) => placeholders([...pointer, key], each, reading));
}

function named(name: string, pointer: readonly (string | number)[], { request = false, known = [] }: Reading): readonly FieldUse[] {
  if ((request && name === 'now') || known.includes(name)) return [];
  const parameter = request ? /^parameter\.(.+)$/.exec(name)?.[1] : undefined;
  if (parameter !== undefined) return [{ path: parameter, in: 'schemaParameters', pointer, placeholder: name }];
  // Elements of lists are named by their numbers.
  const path = name.replace(/\.\d+(?=\.|$)/g, '');
  return [{ path, in: 'self', pointer, placeholder: name, alternatives: request ? ['now'] : known }];
}
