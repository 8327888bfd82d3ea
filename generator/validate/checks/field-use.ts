/** A field that a rule or a permission names: it exists, is of the right kind, and can have the values that are said of it. */
import { quote } from '../../diagnostics.js';
import type { FieldKind, FieldUse } from '../../rules/index.js';
import { isObject, type Json, type JsonObject, member, type Pointer, show } from '../../read/specification.js';
import { type Context, leavesOpen, listOf, type Method, textOf } from '../context.js';
import { findField, type Found } from '../lookup.js';
import { shapesAbove, shapesAnswered, shapesAt, shapesOfTarget } from './resource-shapes.js';

/** What carries the mention, and where. */
export interface Carrier {
  /** Where the rule or permission stands. */
  readonly base: Pointer;
  /** The object that has the rule. */
  readonly self?: JsonObject;
  readonly method?: Method;
}

export function checkFieldUse(context: Context, use: FieldUse, carrier: Carrier): void {
  if (use.in === 'parameters' || use.in === 'anyParameters') checkParameterUse(context, use, carrier);
  else if (Object.hasOwn(others, use.in)) checkOtherUse(context, use, carrier);
  else checkBodyUse(context, use, carrier);
}

/** How messages call resources other than the one with the rule. */
const others: Readonly<Record<string, string>> = {
  member: 'the resources at that path',
  above: 'the resource above',
  target: 'the resource that the method is about',
  answered: 'what the method answers',
};

function otherShapes(context: Context, use: FieldUse, { base, method }: Carrier): readonly JsonObject[] {
  if (use.in === 'member') return shapesAt(context, use.of ?? '');
  if (use.in === 'above') return shapesAbove(context, base);
  if (method === undefined) return [];
  return use.in === 'target' ? shapesOfTarget(context, method) : shapesAnswered(context, method);
}

function checkOtherUse(context: Context, use: FieldUse, carrier: Carrier): void {
  const found = otherShapes(context, use, carrier).map((shape) => findField(context, shape, use.path));
  const at = { pointer: [...carrier.base, ...use.pointer], part: use.key === true ? ('key' as const) : ('value' as const) };
  if (found.some(({ kind }) => kind === 'field')) return;
  const owner = others[use.in] ?? '';
  const open = found.find(({ kind }) => kind === 'open');
  if (open) reportDoubt(context, open, { path: use.path, owner, ...at });
  else reportMissing(context, found.at(-1), { path: use.path, owner, ...at });
}

interface Mention {
  readonly path: string;
  readonly owner: string;
  readonly pointer: Pointer;
  readonly part: 'key' | 'value';
}

/** The shape is open, and yet the name looks like a slip. */
function reportDoubt(context: Context, found: Found, { path, owner, pointer, part }: Mention): void {
  const suggestion = found.kind === 'open' && found.part !== undefined ? context.suggest(found.part, found.known ?? []) : undefined;
  if (suggestion !== undefined) context.report('doubtful-field', { path, owner }, { at: pointer, part, suggestion });
}

function reportMissing(context: Context, found: Found | undefined, { path, owner, pointer, part }: Mention): void {
  if (found?.kind !== 'missing') return;
  const suggestion = context.suggest(found.part, found.known);
  context.report('unknown-field', { path, part: found.part, owner }, { at: pointer, part, suggestion });
}

function checkParameterUse(context: Context, use: FieldUse, { base, method }: Carrier): void {
  const methods = use.in === 'anyParameters' ? context.methods : method === undefined ? [] : [method];
  const names = [...methods.flatMap(({ parameters }) => parameters), ...context.common].map(({ name }) => name);
  if (names.includes(use.path)) return;
  context.report('unknown-parameter', { name: use.path }, { at: [...base, ...use.pointer], suggestion: context.suggest(use.path, names) });
}

function checkBodyUse(context: Context, use: FieldUse, { base, self, method }: Carrier): void {
  const pointer = [...base, ...use.pointer];
  const part = use.key === true ? 'key' : 'value';
  const place = use.in === 'self' ? self : bodyOf(method, use.in);
  if (place === undefined) {
    if (method !== undefined && use.in !== 'self' && !leavesOpen(method.value, use.in))
      context.report('no-body', { path: use.path, body: use.in }, { at: pointer, part });
    return;
  }
  const found = findField(context, place, use.path);
  const owner = use.in === 'self' ? 'the object that has the rule' : `the ${use.in}`;
  reportMissing(context, found, { path: use.path, owner, pointer, part });
  reportDoubt(context, found, { path: use.path, owner, pointer, part });
  if (found.kind === 'field') {
    checkKind(context, { use, field: found.value, pointer });
    checkValues(context, { use, field: found.value, base });
  }
}

function bodyOf(method: Method | undefined, place: 'request' | 'response' | FieldUse['in']): JsonObject | undefined {
  const body = member(method?.value, place);
  return isObject(body) ? body : undefined;
}

const kinds: Readonly<Record<FieldKind, string>> = { number: 'a number', string: 'a string', list: 'a list' };

function checkKind(
  context: Context,
  { use, field, pointer }: { readonly use: FieldUse; readonly field: JsonObject; readonly pointer: Pointer },
): void {
  if (use.kind === undefined) return;
  const type = textOf(field, 'type');
  const numeric = type === 'integer' || type === 'number' || (type === 'string' && /^u?int64$/.test(textOf(field, 'format') ?? ''));
  const text = type === 'string' || (type === 'array' && use.kind === 'string' && textOf(member(field, 'items'), 'type') === 'string');
  const fits = type === undefined || type === 'any' || { number: numeric, string: text, list: type === 'array' }[use.kind];
  if (!fits) context.report('field-type', { path: use.path, expected: kinds[use.kind], found: quote(type) }, pointer);
}

function checkValues(
  context: Context,
  { use, field, base }: { readonly use: FieldUse; readonly field: JsonObject; readonly base: Pointer },
): void {
  const items = member(field, 'items');
  const judged = isObject(items) ? items : field;
  for (const { value, pointer } of use.values ?? []) {
    const allowed = valuesOf(judged);
    if (allowed === undefined || allowed.includes(value)) continue;
    const names = allowed.filter((known) => typeof known === 'string');
    const suggestion = typeof value === 'string' ? context.suggest(value, names) : undefined;
    context.report('unknown-value', { path: use.path, value: show(value) }, { at: [...base, ...pointer], suggestion });
  }
}

/** The values of a closed enum, of a boolean, or nothing where any may be. */
function valuesOf(field: JsonObject): readonly Json[] | undefined {
  if (textOf(field, 'type') === 'boolean') return [true, false];
  const values = listOf(field, 'enum');
  return values.length === 0 || leavesOpen(field, 'values') ? undefined : values;
}
