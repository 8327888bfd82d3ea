/** Placeholders in the texts of rules: `{field}`, `{now}`, `{parameter.name}`. */
import type { StatedValue } from '../../templates/runtime/resource-rules.js';
import type { FieldUse } from './definition.js';

const placeholder = /\{([\w.]+)\}/g;

interface PlaceholderOptions {
  /** Whether `{now}` and `{parameter.name}` are allowed. */
  readonly allowsRequestNames?: boolean;
  /** Names that are allowed in addition to the fields of the object that has the rule. */
  readonly known?: readonly string[];
}

/** Lists the fields and parameters that the placeholders in a value name. `{now}` names neither. */
export function listPlaceholderUses(
  pointer: readonly (string | number)[],
  value: StatedValue,
  options: PlaceholderOptions = {},
): readonly FieldUse[] {
  if (typeof value === 'string') return [...value.matchAll(placeholder)].flatMap(([, name = '']) => toFieldUses(name, pointer, options));
  // An invalid specification can contain null.
  if (typeof value !== 'object' || (value as unknown) === null) return [];
  const inner: readonly (readonly [string | number, StatedValue])[] = Array.isArray(value)
    ? value.map((each: StatedValue, i) => [i, each] as const)
    : Object.entries(value);
  return inner.flatMap(([key, each]) => listPlaceholderUses([...pointer, key], each, options));
}

function toFieldUses(
  name: string,
  pointer: readonly (string | number)[],
  { allowsRequestNames = false, known = [] }: PlaceholderOptions,
): readonly FieldUse[] {
  if ((allowsRequestNames && name === 'now') || known.includes(name)) return [];
  const parameter = allowsRequestNames ? /^parameter\.(.+)$/.exec(name)?.[1] : undefined;
  if (parameter !== undefined) return [{ path: parameter, in: 'schemaParameters', pointer, placeholder: name }];
  // Numbers in a path are indexes of lists.
  const path = name.replace(/\.\d+(?=\.|$)/g, '');
  return [{ path, in: 'self', pointer, placeholder: name, alternatives: allowsRequestNames ? ['now'] : known }];
}
