/** Checks that rules fit their methods, and the fields, parameters, methods, and paths that they name. */
import { quote } from '../../lib/diagnostics.js';
import { getList, getMember, getText, isObject, type JsonObject, type Pointer } from '../../lib/json.js';
import { getExclusiveKeys, isRuleKind, listRuleUses, ruleKinds } from '../../language/index.js';
import { type FieldUse, isFieldUse, type Use } from '../../language/uses.js';
import { findField } from '../../model/walk-types.js';
import { getPathKey } from '../../model/statement-paths.js';
import type { Statement } from '../../model/statements.js';
import type { LintContext } from '../lint-context.js';
import { checkFieldUse, type RuleSite } from './check-field-use.js';

/** What rules can name, and the parts that have the wrong structure, which are skipped. */
interface Known {
  readonly isFaulty: (pointer: Pointer) => boolean;
  readonly methodIds: ReadonlySet<string>;
}

/**
 * Checks all rules.
 *
 * @param isFaulty Whether a part has the wrong structure. Such parts are skipped.
 */
export function checkRules(context: LintContext, isFaulty: (pointer: Pointer) => boolean): void {
  if (context.isOverlay) return;
  const methodIds = new Set(context.methods.flatMap(({ statedId }) => statedId ?? []));
  const known = { isFaulty, methodIds };
  const checkAll = ({ value, pointer }: Statement, site: Omit<RuleSite, 'base'>): void =>
    getList(value, 'x-rules').forEach((rule, i) => {
      if (isObject(rule)) checkRule(context, rule, { ...site, base: [...pointer, 'x-rules', i], known });
    });
  for (const element of context.elements)
    if (getMember(element.value, 'x-rules') !== undefined) checkAll(element, { self: context.getType(element) });
  for (const method of context.methods) checkAll(method, { method });
}

function checkRule(context: LintContext, rule: JsonObject, site: RuleSite & { readonly known: Known }): void {
  const { base, method, known } = site;
  const { kind } = rule;
  if (!isRuleKind(kind)) return;
  const { httpMethods } = ruleKinds[kind];
  const httpMethod = method?.httpMethod ?? '';
  if (httpMethods !== undefined && httpMethod !== '' && !httpMethods.includes(httpMethod))
    context.report('invalid-rule', { kind, allowed: httpMethods.join(', '), httpMethod }, [...base, 'kind']);
  const [one, other] = getExclusiveKeys(rule) ?? [];
  if (one !== undefined && other !== undefined) context.report('conflicting-keys', { one, other }, { at: [...base, other], part: 'key' });
  const isValidPart = ({ pointer }: { readonly pointer: Pointer }): boolean => !known.isFaulty([...base, ...pointer]);
  if (!known.isFaulty([...base, 'values'])) checkStates(context, rule, site);
  for (const use of listRuleUses(rule).filter(isValidPart)) checkUse(context, use, { ...site, isValidPart });
}

interface UseSite extends RuleSite {
  readonly known: Known;
  readonly isValidPart: (part: { readonly pointer: Pointer }) => boolean;
}

function checkUse(context: LintContext, use: Use, { known: { methodIds }, isValidPart, ...site }: UseSite): void {
  const { path } = use;
  const at = [...site.base, ...use.pointer];
  if (isFieldUse(use)) checkFieldUse(context, omitInvalidValues(use, isValidPart), site);
  else if (use.in === 'method') {
    if (!methodIds.has(path)) reportUnknownMethod(context, path, { at, methodIds });
  } else if (!context.statedPaths.has(getPathKey(path) ?? path))
    context.report('unknown-resource-path', { path }, { at, suggestion: context.suggestPath(path, context.statedPaths) });
}

const standardMethods = new Set(['get', 'list', 'aggregatedList', 'create', 'insert', 'patch', 'update', 'delete']);
const getLastName = (id: string): string => id.slice(id.lastIndexOf('.') + 1);
/** The maximum number of methods that a message lists. */
const maxListedMethods = 5;

/** Reports a method that doesn't exist. Suggests a similar last name. If there is none, lists the custom methods, which rules name most. */
function reportUnknownMethod(context: LintContext, id: string, { at, methodIds }: UnknownMethod): void {
  const prefix = id.slice(0, id.length - getLastName(id).length);
  const custom = [...methodIds].filter((each) => !standardMethods.has(getLastName(each)));
  const named = new Map(
    [...[...methodIds].filter((each) => prefix !== '' && each.startsWith(prefix)), ...custom].map((each) => [getLastName(each), each]),
  );
  const name = getLastName(id);
  const suggestion = named.get(name) ?? named.get(context.suggest(name, named.keys()) ?? '');
  const listed = suggestion === undefined ? custom.slice(0, maxListedMethods).map((each) => quote(each)) : [];
  context.report('unknown-method', { id, ...(listed.length > 0 && { custom: listed }) }, { at, suggestion });
}

interface UnknownMethod {
  readonly at: Pointer;
  readonly methodIds: ReadonlySet<string>;
}

/** Reports values of an enum that aren't states. The other direction is checked with the other values that rules name. */
function checkStates(context: LintContext, rule: JsonObject, { base, self }: RuleSite): void {
  const field = getText(rule, 'field') ?? '';
  const found = rule['kind'] === 'states' && self !== undefined ? findField(context.lookup, self, field) : undefined;
  if (found?.kind !== 'field' || found.type.kind !== 'string') return;
  const states = new Set(getList(rule, 'values'));
  const values = found.type.enum?.map(({ value }) => value) ?? [];
  const missing = values.filter((value) => !states.has(value) && !/(?:^|_)UNSPECIFIED$/.test(value));
  if (missing.length === 0) return;
  const named = missing.slice(0, 5).map((value) => quote(value));
  context.report('incomplete-states', { path: field, values: named }, [...base, 'values']);
}

function omitInvalidValues(use: FieldUse, isValidPart: UseSite['isValidPart']): FieldUse {
  const { values = [], assignedValues = [] } = use;
  return { ...use, values: values.filter(isValidPart), assignedValues: assignedValues.filter(isValidPart) };
}
