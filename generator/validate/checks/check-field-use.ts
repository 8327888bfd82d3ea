/** A field that a rule or a permission names: it exists, is of the right kind, and can have the values that are said of it. */
import { quote } from '../../diagnostics.js';
import type { FieldKind, FieldUse } from '../../rules/index.js';
import { isObject, type Json, type JsonObject, getMember, type Pointer, formatValue } from '../../read/specification.js';
import { type LintContext, isUndocumented, getList, type Method, getText } from '../lint-context.js';
import { findField, type FoundField, resolveReference } from '../find-field.js';
import { checkGiven } from './given-values.js';
import { isNumeric } from './number-ranges.js';
import { findParentShapes, findResponseShapes, findResourceShapes, findTargetShapes } from './resource-shapes.js';

/** What carries the mention, and where. */
export interface RuleSite {
  /** Where the rule or permission stands. */
  readonly base: Pointer;
  /** The object that has the rule. */
  readonly self?: JsonObject;
  readonly method?: Method;
}

export function checkFieldUse(context: LintContext, use: FieldUse, carrier: RuleSite): void {
  if (use.in === 'parameterOrBody') checkParameterOrBody(context, use, carrier);
  else if (use.placeholder !== undefined && use.in === 'self') checkPlaceholder(context, use, carrier);
  else if (Object.hasOwn(parameterPlaces, use.in)) checkParameterUse(context, use, carrier);
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

function otherShapes(context: LintContext, use: FieldUse, { base, method }: RuleSite): readonly JsonObject[] {
  if (use.in === 'member') return findResourceShapes(context, use.of ?? '');
  if (use.in === 'above') return findParentShapes(context, base);
  if (method === undefined) return [];
  return use.in === 'target' ? findTargetShapes(context, method) : findResponseShapes(context, method);
}

function checkOtherUse(context: LintContext, use: FieldUse, carrier: RuleSite): void {
  const found = otherShapes(context, use, carrier).map((shape) => findField(context, shape, use.path));
  const at = { pointer: [...carrier.base, ...use.pointer], part: use.key === true ? ('key' as const) : ('value' as const) };
  const field = found.find((each) => each.kind === 'field');
  if (field) return checkFound(context, { use, field: field.value, carrier, pointer: at.pointer });
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
function reportDoubt(context: LintContext, found: FoundField, { path, owner, pointer, part }: Mention): void {
  const suggestion = found.kind === 'open' && found.part !== undefined ? context.suggest(found.part, found.known ?? []) : undefined;
  if (suggestion !== undefined) context.report('doubtful-field', { path, owner }, { at: pointer, part, suggestion });
}

function reportMissing(context: LintContext, found: FoundField | undefined, { path, owner, pointer, part }: Mention): void {
  if (found?.kind !== 'missing') return;
  const suggestion = context.suggest(found.part, found.known);
  context.report('unknown-field', { path, part: found.part, owner }, { at: pointer, part, suggestion });
}

/** The methods whose parameters a mention can name. */
const parameterPlaces: Readonly<Partial<Record<FieldUse['in'], (context: LintContext, carrier: RuleSite) => readonly Method[]>>> = {
  parameters: (_, { method }) => (method === undefined ? [] : [method]),
  anyParameters: ({ methods }) => methods,
  schemaParameters: methodsOfSchema,
};

/** The methods that take or return the schema that has the rule; all, where none shows that. */
function methodsOfSchema(context: LintContext, { base }: RuleSite): readonly Method[] {
  const own = context.schemas.get(String(base[1]));
  if (own === undefined) return context.methods;
  const known = methodsByShape.get(context) ?? groupMethods(context);
  methodsByShape.set(context, known);
  return known.get(own) ?? context.methods;
}

const methodsByShape = new WeakMap<LintContext, ReadonlyMap<JsonObject, readonly Method[]>>();

/** The methods by what they take and return. */
function groupMethods(context: LintContext): ReadonlyMap<JsonObject, readonly Method[]> {
  const found = new Map<JsonObject, Method[]>();
  for (const method of context.methods) {
    for (const place of ['request', 'response'] as const) {
      const body = bodyOf(method, place);
      const shape = body && resolveReference(context, body);
      const group = shape && (found.get(shape) ?? []);
      group?.push(method);
      if (shape && group) found.set(shape, group);
    }
  }
  return found;
}

function parameterNames(context: LintContext, use: FieldUse, carrier: RuleSite): readonly string[] {
  const methods = parameterPlaces[use.in]?.(context, carrier) ?? [];
  return [...methods.flatMap(({ parameters }) => parameters), ...context.common].map(({ name }) => name);
}

function checkParameterUse(context: LintContext, use: FieldUse, carrier: RuleSite): void {
  const names = parameterNames(context, use, carrier);
  if (names.includes(use.path)) return;
  const at = [...carrier.base, ...use.pointer];
  context.report('unknown-parameter', { name: use.path }, { at, suggestion: context.suggest(use.path, names) });
}

/** A parameter of the method, or a field of its request body. */
function checkParameterOrBody(context: LintContext, use: FieldUse, carrier: RuleSite): void {
  const names = parameterNames(context, { ...use, in: 'parameters' }, carrier);
  const body = bodyOf(carrier.method, 'request');
  const found = body && findField(context, body, use.path);
  if (names.includes(use.path) || (found && found.kind !== 'missing')) return;
  const at = [...carrier.base, ...use.pointer];
  context.report(
    'unknown-parameter',
    { name: use.path },
    { at, suggestion: context.suggest(use.path, [...names, ...(found?.known ?? [])]) },
  );
}

/** A placeholder names a field of the object that has the rule, or of the elements of one of its lists. */
function checkPlaceholder(context: LintContext, use: FieldUse, { base, self }: RuleSite): void {
  const { path, placeholder = path, within, alternatives = [] } = use;
  const found = [path, ...(within === undefined ? [] : [`${within}.${path}`])].map((each) => self && findField(context, self, each));
  const missing = found.every((each) => each?.kind === 'missing');
  if (!missing) return;
  const known = [...found.flatMap((each) => (each?.kind === 'missing' ? each.known : [])), ...alternatives];
  const suggestion = context.suggest(placeholder, known);
  const at = [...base, ...use.pointer];
  context.report(
    'unknown-placeholder',
    { name: placeholder },
    { at, suggestion: suggestion === undefined ? undefined : `{${suggestion}}` },
  );
}

function checkBodyUse(context: LintContext, use: FieldUse, { base, self, method }: RuleSite): void {
  const pointer = [...base, ...use.pointer];
  const part = use.key === true ? 'key' : 'value';
  const place = use.in === 'self' ? self : bodyOf(method, use.in);
  if (place === undefined) {
    if (method !== undefined && use.in !== 'self' && !isUndocumented(method.value, use.in))
      context.report('no-body', { path: use.path, body: use.in }, { at: pointer, part });
    return;
  }
  const found = findField(context, place, use.path);
  const owner = use.in === 'self' ? 'the object that has the rule' : `the ${use.in}`;
  reportMissing(context, found, { path: use.path, owner, pointer, part });
  reportDoubt(context, found, { path: use.path, owner, pointer, part });
  if (found.kind === 'field') checkFound(context, { use, field: found.value, carrier: { base, ...(self && { self }) }, pointer });
}

interface FoundUse {
  readonly use: FieldUse;
  /** The field, references resolved. */
  readonly field: JsonObject;
  readonly carrier: RuleSite;
  readonly pointer: Pointer;
}

function checkFound(context: LintContext, { use, field, carrier: { base, self }, pointer }: FoundUse): void {
  checkKind(context, { use, field, pointer });
  checkValues(context, { use, field, base });
  for (const { value, pointer: at } of use.given ?? [])
    checkGiven(context, { value, field, path: use.path, pointer: [...base, ...at], ...(self && { self }) });
}

function bodyOf(method: Method | undefined, place: 'request' | 'response' | FieldUse['in']): JsonObject | undefined {
  const body = getMember(method?.value, place);
  return isObject(body) ? body : undefined;
}

const kinds: Readonly<Record<FieldKind, string>> = { number: 'a number', string: 'a string', list: 'a list' };

function checkKind(
  context: LintContext,
  { use, field, pointer }: { readonly use: FieldUse; readonly field: JsonObject; readonly pointer: Pointer },
): void {
  if (use.kind === undefined) return;
  const type = getText(field, 'type');
  const numeric = isNumeric(field);
  const text = type === 'string' || (type === 'array' && use.kind === 'string' && getText(getMember(field, 'items'), 'type') === 'string');
  const fits = type === undefined || type === 'any' || { number: numeric, string: text, list: type === 'array' }[use.kind];
  if (!fits) context.report('field-type', { path: use.path, expected: kinds[use.kind], found: quote(type) }, pointer);
}

function checkValues(
  context: LintContext,
  { use, field, base }: { readonly use: FieldUse; readonly field: JsonObject; readonly base: Pointer },
): void {
  const items = getMember(field, 'items');
  const judged = isObject(items) ? items : field;
  for (const { value, pointer } of use.values ?? []) {
    const allowed = valuesOf(judged);
    if (allowed === undefined) checkGiven(context, { value, field: judged, path: use.path, pointer: [...base, ...pointer] });
    if (allowed === undefined || allowed.includes(value)) continue;
    const names = allowed.filter((known) => typeof known === 'string');
    const suggestion = typeof value === 'string' ? context.suggest(value, names) : undefined;
    context.report('unknown-value', { path: use.path, value: formatValue(value) }, { at: [...base, ...pointer], suggestion });
  }
}

/** The values of a closed enum, of a boolean, or nothing where any may be. */
function valuesOf(field: JsonObject): readonly Json[] | undefined {
  if (getText(field, 'type') === 'boolean') return [true, false];
  const values = getList(field, 'enum');
  return values.length === 0 || isUndocumented(field, 'values') ? undefined : values;
}
