/** Checks that values that rules assign to fields have the type of the field and are in its enum. */
import type { StatedValue } from '../../../templates/runtime/resource-rules.js';
import { quote } from '../../lib/diagnostics.js';
import { isObject, type Json, type JsonObject, getMember, type Pointer, getList, getObjects, getText } from '../../lib/json.js';
import { formatValue } from '../../lib/specification.js';
import { type LintContext, isUndocumented } from '../lint-context.js';
import { findField, resolveReference } from '../find-field.js';
import { isNumeric, toNumber } from '../../lib/number-ranges.js';
import { getWholePlaceholder, listPlaceholders } from '../../rules/uses.js';

interface AssignedValue {
  readonly value: StatedValue;
  /** The field, references resolved. */
  readonly field: JsonObject;
  readonly path: string;
  readonly pointer: Pointer;
  /** The object whose fields placeholders name. Without it, text has no placeholders. */
  readonly self?: JsonObject;
}

const typeLabels: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

export function checkAssignedValue(context: LintContext, assigned: AssignedValue): void {
  const { value, field, path, pointer } = assigned;
  const type = getText(field, 'type') ?? 'any';
  if (!Object.hasOwn(typeLabels, type)) return;
  if (Array.isArray(value) && type === 'array') checkItems(context, assigned);
  else if (isMap(value) && type === 'object') checkMembers(context, assigned);
  else if (!hasType(context, assigned, type)) {
    const expected = type === 'string' && isNumeric(field) ? 'a string of digits' : (typeLabels[type] ?? type);
    context.report('value-type', { path, expected, value: formatValue(value) }, pointer);
  } else checkEnum(context, assigned);
}

const isMap = (value: StatedValue): value is { readonly [name: string]: StatedValue } => typeof value === 'object' && !Array.isArray(value);

function checkItems(context: LintContext, { value, field, path, pointer, ...rest }: AssignedValue): void {
  const items = getMember(field, 'items');
  const element = isObject(items) ? resolveReference(context, items) : undefined;
  if (element === undefined) return;
  (value as readonly StatedValue[]).forEach((each, i) =>
    checkAssignedValue(context, { ...rest, value: each, field: element, path: `${path}[${i}]`, pointer: [...pointer, i] }),
  );
}

function checkMembers(context: LintContext, { value, field, path, pointer, ...rest }: AssignedValue): void {
  const known = getObjects(field, 'properties').map(([name]) => name);
  for (const [name, each] of Object.entries(value)) {
    const memberSchema = getMember(getMember(field, 'properties'), name) ?? getMember(field, 'additionalProperties');
    const element = isObject(memberSchema) ? resolveReference(context, memberSchema) : undefined;
    const at = [...pointer, name];
    if (element !== undefined) checkAssignedValue(context, { ...rest, value: each, field: element, path: `${path}.${name}`, pointer: at });
    else if (memberSchema === undefined && known.length > 0 && !isUndocumented(field, 'fields'))
      context.report(
        'unknown-field',
        { path: name, part: name, owner: `the field ${quote(path)}` },
        { at, part: 'key', suggestion: context.suggest(name, known) },
      );
  }
}

function hasType(context: LintContext, { value, field, self }: AssignedValue, type: string): boolean {
  if (typeof value === 'boolean') return type === 'boolean';
  if (typeof value === 'number') return type === 'number' || (type === 'integer' && Number.isInteger(value));
  if (typeof value !== 'string') return false;
  const placeholder = self === undefined ? undefined : getWholePlaceholder(value);
  if (placeholder !== undefined && self !== undefined)
    return type === 'any' || isPlaceholderOfType(context, { name: placeholder, self }, type);
  if (type !== 'string') return false;
  return !isNumeric(field) || toNumber(value) !== undefined || (self !== undefined && listPlaceholders(value).length > 0);
}

const typeClasses: Readonly<Record<string, string>> = { integer: 'number' };

/** A placeholder that is the entire text is replaced by a value of any type. */
function isPlaceholderOfType(
  context: LintContext,
  { name, self }: { readonly name: string; readonly self: JsonObject },
  type: string,
): boolean {
  if (name === 'now') return type === 'string' || type === 'integer' || type === 'number';
  if (name === 'resourceName' || /^(?:parameter|path|generated)\./.test(name)) return type === 'string';
  // The path can contain list indexes.
  const found = findField(context, self, name.replace(/\.\d+(?=\.|$)/g, ''));
  const source = found.kind === 'field' ? getText(found.value, 'type') : undefined;
  if (source === undefined || source === 'any' || /\.\d+(?:\.|$)/.test(name)) return true;
  return (typeClasses[source] ?? source) === (typeClasses[type] ?? type);
}

function checkEnum(context: LintContext, { value, field, path, pointer, self }: AssignedValue): void {
  const values = getList(field, 'enum');
  const isText = typeof value === 'string' && !(self !== undefined && listPlaceholders(value).length > 0);
  if (!isText || values.length === 0 || values.includes(value) || isUndocumented(field, 'values')) return;
  reportUnknownValue(context, { value, path, pointer }, values);
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
