/** Checks that values that rules assign to fields have the type of the field and are in its enum. */
import type { StatedValue } from '../../../runtime/resource-rules.js';
import { quote } from '../../lib/diagnostics.js';
import type { Json, Pointer } from '../../lib/json.js';
import { isInt64Format, toNumber } from '../../language/number-ranges.js';
import { formatValue } from '../../language/specification.js';
import type { Type } from '../../model/model.js';
import { getWholePlaceholder, listPlaceholders } from '../../language/uses.js';
import { findField } from '../../model/walk-types.js';
import type { LintContext } from '../lint-context.js';

interface AssignedValue {
  readonly value: StatedValue;
  /** The type of the field, references resolved. */
  readonly type: Type;
  readonly path: string;
  readonly pointer: Pointer;
  /** The object whose fields placeholders name. Without it, text has no placeholders. */
  readonly self?: Type;
}

const typeLabels: Readonly<Partial<Record<Type['kind'], string>>> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  map: 'an object',
  object: 'an object',
};

/** Whether a type is a number, or a 64-bit number encoded as a string. */
export function isNumericType(type: Type): boolean {
  return type.kind === 'integer' || type.kind === 'number' || (type.kind === 'string' && isInt64Format(type.format));
}

export function checkAssignedValue(context: LintContext, assigned: AssignedValue): void {
  const { value, type, path, pointer } = assigned;
  const label = typeLabels[type.kind];
  if (label === undefined) return;
  if (Array.isArray(value) && type.kind === 'array') checkItems(context, assigned, type.items);
  else if (isMap(value) && (type.kind === 'object' || type.kind === 'map')) checkMembers(context, assigned);
  else if (!hasType(context, assigned)) {
    const expected = type.kind === 'string' && isNumericType(type) ? 'a string of digits' : label;
    context.report('value-type', { path, expected, value: formatValue(value) }, pointer);
  } else checkEnum(context, assigned);
}

const isMap = (value: StatedValue): value is { readonly [name: string]: StatedValue } => typeof value === 'object' && !Array.isArray(value);

function checkItems(context: LintContext, { value, path, pointer, ...rest }: AssignedValue, items: Type): void {
  const type = context.lookup.resolve(items);
  if (type === undefined) return;
  (value as readonly StatedValue[]).forEach((each, i) =>
    checkAssignedValue(context, { ...rest, type, value: each, path: `${path}[${i}]`, pointer: [...pointer, i] }),
  );
}

function checkMembers(context: LintContext, { value, type, path, pointer, ...rest }: AssignedValue): void {
  const fields = type.kind === 'object' ? type.fields : [];
  const otherType = type.kind === 'map' ? type.values : type.kind === 'object' ? type.additional : undefined;
  for (const [name, each] of Object.entries(value)) {
    const declared = fields.find((field) => field.name === name)?.type ?? otherType;
    const memberType = declared && context.lookup.resolve(declared);
    const at = [...pointer, name];
    if (memberType) checkAssignedValue(context, { ...rest, value: each, type: memberType, path: `${path}.${name}`, pointer: at });
    else if (declared === undefined && fields.length > 0)
      context.report(
        'unknown-field',
        { path: name, part: name, owner: `the field ${quote(path)}` },
        {
          at,
          part: 'key',
          suggestion: context.suggest(
            name,
            fields.map((field) => field.name),
          ),
        },
      );
  }
}

function hasType(context: LintContext, { value, type, self }: AssignedValue): boolean {
  if (typeof value === 'boolean') return type.kind === 'boolean';
  if (typeof value === 'number') return type.kind === 'number' || (type.kind === 'integer' && Number.isInteger(value));
  if (typeof value !== 'string') return false;
  const placeholder = self === undefined ? undefined : getWholePlaceholder(value);
  if (placeholder !== undefined && self !== undefined) return isPlaceholderOfType(context, { name: placeholder, self }, type.kind);
  if (type.kind !== 'string') return false;
  return !isNumericType(type) || toNumber(value) !== undefined || (self !== undefined && listPlaceholders(value).length > 0);
}

const kindClasses: Readonly<Record<string, string>> = { integer: 'number', map: 'object' };

/** A placeholder that is the entire text is replaced by a value of any type. */
function isPlaceholderOfType(
  { lookup }: LintContext,
  { name, self }: { readonly name: string; readonly self: Type },
  kind: Type['kind'],
): boolean {
  if (name === 'now') return kind === 'string' || kind === 'integer' || kind === 'number';
  if (name === 'resourceName' || name === 'locationCollection' || /^(?:parameter|path|generated)\./.test(name)) return kind === 'string';
  // The path can contain list indexes.
  const found = findField(lookup, self, name.replace(/\.\d+(?=\.|$)/g, ''));
  const source = found.kind === 'field' ? found.type.kind : 'any';
  if (source === 'any' || /\.\d+(?:\.|$)/.test(name)) return true;
  return (kindClasses[source] ?? source) === (kindClasses[kind] ?? kind);
}

function checkEnum(context: LintContext, { value, type, path, pointer, self }: AssignedValue): void {
  if (type.kind !== 'string' || type.enum === undefined || type.open) return;
  const values = type.enum.map((each) => each.value);
  const isText = typeof value === 'string' && !(self !== undefined && listPlaceholders(value).length > 0);
  if (isText && !values.includes(value)) reportUnknownValue(context, { value, path, pointer }, values);
}

export function reportUnknownValue(
  context: LintContext,
  { value, path, pointer }: Pick<AssignedValue, 'value' | 'path' | 'pointer'>,
  allowed: readonly Json[],
): void {
  const names = allowed.filter((known) => typeof known === 'string');
  const suggestion = typeof value === 'string' ? context.suggest(value, names) : undefined;
  context.report('unknown-value', { path, value: formatValue(value) }, { at: pointer, suggestion });
}
