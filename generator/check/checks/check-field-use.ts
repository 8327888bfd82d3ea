/** Checks fields that a rule or a permission names: the field exists, has the right type, and accepts the stated values. */
import { quote } from '../../lib/diagnostics.js';
import { groupByKey } from '../../lib/group-by.js';
import type { Json, Pointer } from '../../lib/json.js';
import type { Type } from '../../model/model.js';
import { isUndocumented, type MethodStatement } from '../../model/statements.js';
import type { FieldKind, FieldUse } from '../../language/uses.js';
import { findField, type FoundField } from '../../model/walk-types.js';
import type { LintContext } from '../lint-context.js';
import { checkAssignedValue, isNumericType, reportUnknownValue } from './check-assigned-values.js';
import { findParentTypes, findResourceTypes, findResponseTypes, findTargetTypes } from './resource-types.js';

/** The location and the owner of a rule or permission. */
export interface RuleSite {
  /** The pointer of the rule or permission. */
  readonly base: Pointer;
  /** The object that has the rule. */
  readonly self?: Type;
  readonly method?: MethodStatement;
}

export function checkFieldUse(context: LintContext, use: FieldUse, site: RuleSite): void {
  if (use.in === 'parameterOrBody') checkParameterOrBody(context, use, site);
  else if (use.in === 'pathVariables') checkPathVariable(context, use, site);
  else if (use.placeholder !== undefined && use.in === 'self') checkPlaceholder(context, use, site);
  else if (Object.hasOwn(methodSelectors, use.in)) checkParameterUse(context, use, site);
  else if (Object.hasOwn(otherOwners, use.in)) checkOtherUse(context, use, site);
  else checkBodyUse(context, use, site);
}

/** Labels of other resources in messages. */
const otherOwners: Readonly<Record<string, string>> = {
  member: 'the resources at that path',
  parent: 'the parent resource',
  target: 'the resource of the method',
  returned: 'the response of the method',
};

function findOtherTypes(context: LintContext, use: FieldUse, { base, method }: RuleSite): readonly Type[] {
  if (use.in === 'member') return findResourceTypes(context, use.of ?? '');
  if (use.in === 'parent') return findParentTypes(context, base);
  if (method === undefined) return [];
  return use.in === 'target' ? findTargetTypes(context, method) : findResponseTypes(context, method);
}

function checkOtherUse(context: LintContext, use: FieldUse, site: RuleSite): void {
  const found = findOtherTypes(context, use, site).map((type) => findField(context.lookup, type, use.path));
  const at = { pointer: [...site.base, ...use.pointer], part: use.key === true ? ('key' as const) : ('value' as const) };
  const field = found.find((each) => each.kind === 'field');
  if (field) return checkFoundField(context, { use, type: field.type, site, pointer: at.pointer });
  const owner = otherOwners[use.in] ?? '';
  const open = found.find(({ kind }) => kind === 'open');
  if (open) reportDoubtfulField(context, open, { path: use.path, owner, ...at });
  else reportUnknownField(context, found.at(-1), { path: use.path, owner, ...at });
}

interface Mention {
  readonly path: string;
  readonly owner: string;
  readonly pointer: Pointer;
  readonly part: 'key' | 'value';
}

/** Reports a probable typo in an open schema. */
function reportDoubtfulField(context: LintContext, found: FoundField, { path, owner, pointer, part }: Mention): void {
  const suggestion = found.kind === 'open' && found.part !== undefined ? context.suggest(found.part, found.known ?? []) : undefined;
  if (suggestion !== undefined) context.report('undocumented-field', { path, owner }, { at: pointer, part, suggestion });
}

export function reportUnknownField(context: LintContext, found: FoundField | undefined, { path, owner, pointer, part }: Mention): void {
  if (found?.kind !== 'missing') return;
  const suggestion = context.suggest(found.part, found.known);
  context.report('unknown-field', { path, part: found.part, owner }, { at: pointer, part, suggestion });
}

/** The methods whose parameters can be named. */
const methodSelectors: Readonly<Partial<Record<FieldUse['in'], (context: LintContext, site: RuleSite) => readonly MethodStatement[]>>> = {
  parameters: (_, { method }) => (method === undefined ? [] : [method]),
  anyParameters: ({ methods }) => methods,
  schemaParameters: listSchemaMethods,
};

/** Lists the methods that take or return the schema with the rule, or all methods if there are none. */
function listSchemaMethods(context: LintContext, { base }: RuleSite): readonly MethodStatement[] {
  const known = methodsByType.get(context) ?? groupMethods(context);
  methodsByType.set(context, known);
  return known.get(context.lookup.resolve(String(base[1]))) ?? context.methods;
}

const methodsByType = new WeakMap<LintContext, ReturnType<typeof groupMethods>>();

/** Groups methods by the types of their requests and responses. */
function groupMethods(context: LintContext): ReadonlyMap<Type | undefined, readonly MethodStatement[]> {
  return groupByKey(
    context.methods.flatMap((method) =>
      [method.request, method.response].flatMap((body) => (body ? [[context.lookup.resolve(context.getType(body)), method] as const] : [])),
    ),
  );
}

function listParameterNames(context: LintContext, use: FieldUse, site: RuleSite): readonly string[] {
  const methods = methodSelectors[use.in]?.(context, site) ?? [];
  return [...methods.flatMap(({ parameters }) => parameters), ...context.commonParameters].map(({ name }) => name);
}

function checkParameterUse(context: LintContext, use: FieldUse, site: RuleSite): void {
  const names = listParameterNames(context, use, site);
  if (names.includes(use.path)) return;
  const at = [...site.base, ...use.pointer];
  context.report('unknown-parameter', { name: use.path }, { at, suggestion: context.suggest(use.path, names) });
}

/** Checks a name that is a parameter of the method or a field of its request body. */
function checkParameterOrBody(context: LintContext, use: FieldUse, site: RuleSite): void {
  const names = listParameterNames(context, { ...use, in: 'parameters' }, site);
  const body = site.method?.request;
  const found = body && findField(context.lookup, context.getType(body), use.path);
  if (names.includes(use.path) || (found && found.kind !== 'missing')) return;
  const at = [...site.base, ...use.pointer];
  const suggestion = context.suggest(use.path, [...names, ...(found?.known ?? [])]);
  context.report('unknown-parameter', { name: use.path }, { at, suggestion });
}

function checkPathVariable(context: LintContext, use: FieldUse, site: RuleSite): void {
  const names = context.pathVariables;
  if (names.has(use.path)) return;
  const at = [...site.base, ...use.pointer];
  context.report('unknown-path-variable', { name: use.path }, { at, suggestion: context.suggest(use.path, names) });
}

/** A placeholder must name a field of the object with the rule, or of the elements of one of its lists. */
function checkPlaceholder(context: LintContext, use: FieldUse, { base, self }: RuleSite): void {
  const { path, placeholder = path, listField, alternatives = [] } = use;
  const found = [path, ...(listField === undefined ? [] : [`${listField}.${path}`])].map(
    (each) => self && findField(context.lookup, self, each),
  );
  // The rule of a method has no object.
  const missing = self === undefined || found.every((each) => each?.kind === 'missing');
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
  const body = use.in === 'request' || use.in === 'response' ? method?.[use.in] : undefined;
  const type = use.in === 'self' ? self : body && context.getType(body);
  if (type === undefined) {
    if (method !== undefined && use.in !== 'self' && !isUndocumented(method, use.in))
      context.report('no-body', { path: use.path, body: use.in }, { at: pointer, part });
    return;
  }
  const found = findField(context.lookup, type, use.path);
  const owner = use.in === 'self' ? 'the object that has the rule' : `the ${use.in}`;
  reportUnknownField(context, found, { path: use.path, owner, pointer, part });
  reportDoubtfulField(context, found, { path: use.path, owner, pointer, part });
  if (use.single && hasListInPath(context, type, use.path))
    return context.report('field-in-list', { path: use.path }, { at: pointer, part });
  if (found.kind === 'field') checkFoundField(context, { use, type: found.type, site: { base, ...(self && { self }) }, pointer });
}

function hasListInPath({ lookup }: LintContext, type: Type, path: string): boolean {
  const names = path.split('.');
  return names.slice(0, -1).some((_, index) => {
    const found = findField(lookup, type, names.slice(0, index + 1));
    return found.kind === 'field' && found.type.kind === 'array';
  });
}

interface FoundUse {
  readonly use: FieldUse;
  /** The type of the field, references resolved. */
  readonly type: Type;
  readonly site: RuleSite;
  readonly pointer: Pointer;
}

function checkFoundField(context: LintContext, found: FoundUse): void {
  const { use, type, site } = found;
  const { base, self } = site;
  checkKind(context, found);
  checkValues(context, found);
  for (const { value, pointer: at } of use.assignedValues ?? [])
    checkAssignedValue(context, { value, type, path: use.path, pointer: [...base, ...at], ...(self && { self }) });
}

const kindLabels: Readonly<Record<FieldKind, string>> = { number: 'a number', string: 'a string', list: 'a list' };

function checkKind(context: LintContext, { use: { kind, path }, type, pointer }: FoundUse): void {
  if (kind === undefined || type.kind === 'any') return;
  const isText = type.kind === 'string' || (type.kind === 'array' && type.items.kind === 'string');
  const fits = { number: isNumericType(type), string: isText, list: type.kind === 'array' }[kind];
  const found = quote(type.kind === 'map' ? 'object' : type.kind);
  if (!fits) context.report('field-type', { path, expected: kindLabels[kind], found }, pointer);
}

function checkValues(context: LintContext, { use, type, site: { base } }: FoundUse): void {
  const target = type.kind === 'array' ? type.items : type;
  for (const { value, pointer } of use.values ?? []) {
    const at = [...base, ...pointer];
    const allowed = listAllowedValues(target);
    if (allowed === undefined) checkAssignedValue(context, { value, type: target, path: use.path, pointer: at });
    else if (!allowed.includes(value)) reportUnknownValue(context, { value, path: use.path, pointer: at }, allowed);
  }
}

/** Returns the values of a closed enum or a boolean, or `undefined` if any value is allowed. */
function listAllowedValues(type: Type): readonly Json[] | undefined {
  if (type.kind === 'boolean') return [true, false];
  return type.kind === 'string' && !type.open ? type.enum?.map(({ value }) => value) : undefined;
}
