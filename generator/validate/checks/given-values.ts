/** Values that rules give to fields: of the type of the field, and among its values. */
import type { StatedValue } from '../../../templates/runtime/resource-rules.js';
import { quote } from '../../diagnostics.js';
import { isObject, type JsonObject, member, type Pointer, show } from '../../read/specification.js';
import { type Context, leavesOpen, listOf, membersOf, textOf } from '../context.js';
import { findField, resolve } from '../lookup.js';
import { isNumeric, numberOf } from './numbers.js';

interface Given {
  readonly value: StatedValue;
  /** The field, references resolved. */
  readonly field: JsonObject;
  readonly path: string;
  readonly pointer: Pointer;
  /** The object whose fields placeholders name; without it texts hold none. */
  readonly self?: JsonObject;
}

const names: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

export function checkGiven(context: Context, given: Given): void {
  const { value, field, path, pointer } = given;
  const type = textOf(field, 'type') ?? 'any';
  if (!Object.hasOwn(names, type)) return;
  if (Array.isArray(value) && type === 'array') checkItems(context, given);
  else if (isMap(value) && type === 'object') checkMembers(context, given);
  else if (!fits(context, given, type)) {
    const expected = type === 'string' && isNumeric(field) ? 'a string of digits' : (names[type] ?? type);
    context.report('value-type', { path, expected, value: show(value) }, pointer);
  } else checkEnum(context, given);
}

const isMap = (value: StatedValue): value is { readonly [name: string]: StatedValue } => typeof value === 'object' && !Array.isArray(value);

function checkItems(context: Context, { value, field, path, pointer, ...rest }: Given): void {
  const items = member(field, 'items');
  const element = isObject(items) ? resolve(context, items) : undefined;
  if (element === undefined) return;
  (value as readonly StatedValue[]).forEach((each, i) =>
    checkGiven(context, { ...rest, value: each, field: element, path: `${path}[${i}]`, pointer: [...pointer, i] }),
  );
}

function checkMembers(context: Context, { value, field, path, pointer, ...rest }: Given): void {
  const known = membersOf(field, 'properties').map(([name]) => name);
  for (const [name, each] of Object.entries(value)) {
    const own = member(member(field, 'properties'), name) ?? member(field, 'additionalProperties');
    const element = isObject(own) ? resolve(context, own) : undefined;
    const at = [...pointer, name];
    if (element !== undefined) checkGiven(context, { ...rest, value: each, field: element, path: `${path}.${name}`, pointer: at });
    else if (own === undefined && known.length > 0 && !leavesOpen(field, 'fields'))
      context.report(
        'unknown-field',
        { path: name, part: name, owner: `the field ${quote(path)}` },
        { at, part: 'key', suggestion: context.suggest(name, known) },
      );
  }
}

function fits(context: Context, { value, field, self }: Given, type: string): boolean {
  if (typeof value === 'boolean') return type === 'boolean';
  if (typeof value === 'number') return type === 'number' || (type === 'integer' && Number.isInteger(value));
  if (typeof value !== 'string') return false;
  const whole = self === undefined ? undefined : /^\{([\w.]+)\}$/.exec(value)?.[1];
  if (whole !== undefined && self !== undefined) return type === 'any' || fitsPlaceholder(context, { name: whole, self }, type);
  if (type !== 'string') return false;
  return !isNumeric(field) || numberOf(value) !== undefined || (self !== undefined && /\{[\w.]+\}/.test(value));
}

const classes: Readonly<Record<string, string>> = { integer: 'number' };

/** A placeholder that is the whole text is replaced by the value, whatever its type. */
function fitsPlaceholder(context: Context, { name, self }: { readonly name: string; readonly self: JsonObject }, type: string): boolean {
  if (name === 'now') return type === 'string' || type === 'integer' || type === 'number';
  if (name.startsWith('parameter.')) return type === 'string';
  // Elements of lists are named by their numbers.
  const found = findField(context, self, name.replace(/\.\d+(?=\.|$)/g, ''));
  const source = found.kind === 'field' ? textOf(found.value, 'type') : undefined;
  if (source === undefined || source === 'any' || /\.\d+(?:\.|$)/.test(name)) return true;
  return (classes[source] ?? source) === (classes[type] ?? type);
}

function checkEnum(context: Context, { value, field, path, pointer, self }: Given): void {
  const values = listOf(field, 'enum');
  const isText = typeof value === 'string' && !(self !== undefined && /\{[\w.]+\}/.test(value));
  if (!isText || values.length === 0 || values.includes(value) || leavesOpen(field, 'values')) return;
  const suggestion = context.suggest(
    value,
    values.filter((known) => typeof known === 'string'),
  );
  context.report('unknown-value', { path, value: show(value) }, { at: pointer, suggestion });
}
