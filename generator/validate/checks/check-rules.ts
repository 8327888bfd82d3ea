/** Checks that rules fit their methods, and the fields, parameters, methods, and paths that they name. */
import { getList, getText, isObject, type JsonObject, type Pointer } from '../../lib/json.js';
import { getExclusiveKeys, isRuleKind, listRuleUses, ruleKinds } from '../../rules/index.js';
import { type FieldUse, isFieldUse, type Use } from '../../rules/uses.js';
import type { Element, LintContext } from '../lint-context.js';
import { checkFieldUse, type RuleSite } from './check-field-use.js';
import { listResourcePaths, toPathKey } from './resource-paths.js';

/** What rules can name, and the parts that have the wrong structure, which are skipped. */
interface Known {
  readonly isFaulty: (pointer: Pointer) => boolean;
  readonly resourcePaths: ReadonlyMap<string, string>;
  readonly methodIds: ReadonlySet<string>;
}

/**
 * Checks all rules.
 *
 * @param isFaulty Whether a part has the wrong structure. Such parts are skipped.
 */
export function checkRules(context: LintContext, isFaulty: (pointer: Pointer) => boolean): void {
  if (context.isOverlay) return;
  const methodIds = new Set(context.methods.flatMap(({ id }) => id ?? []));
  const known = { isFaulty, resourcePaths: listResourcePaths(context), methodIds };
  const checkAll = ({ value, pointer }: Element, site: Omit<RuleSite, 'base'>): void =>
    getList(value, 'x-rules').forEach((rule, i) => {
      if (isObject(rule)) checkRule(context, rule, { ...site, base: [...pointer, 'x-rules', i], known });
    });
  for (const element of context.elements) checkAll(element, { self: element.value });
  for (const method of context.methods) checkAll(method, { method });
}

function checkRule(context: LintContext, rule: JsonObject, site: RuleSite & { readonly known: Known }): void {
  const { base, method, known } = site;
  const { kind } = rule;
  if (!isRuleKind(kind)) return;
  const { httpMethods } = ruleKinds[kind];
  const httpMethod = getText(method?.value, 'httpMethod') ?? '';
  if (httpMethods !== undefined && httpMethod !== '' && !httpMethods.includes(httpMethod))
    context.report('invalid-rule', { kind, allowed: httpMethods.join(', '), httpMethod }, [...base, 'kind']);
  const [one, other] = getExclusiveKeys(rule) ?? [];
  if (one !== undefined && other !== undefined) context.report('conflicting-keys', { one, other }, { at: [...base, other], part: 'key' });
  const isValidPart = ({ pointer }: { readonly pointer: Pointer }): boolean => !known.isFaulty([...base, ...pointer]);
  for (const use of listRuleUses(rule).filter(isValidPart)) checkUse(context, use, { ...site, isValidPart });
}

interface UseSite extends RuleSite {
  readonly known: Known;
  readonly isValidPart: (part: { readonly pointer: Pointer }) => boolean;
}

function checkUse(context: LintContext, use: Use, { known: { methodIds, resourcePaths }, isValidPart, ...site }: UseSite): void {
  const { path } = use;
  const at = [...site.base, ...use.pointer];
  if (isFieldUse(use)) checkFieldUse(context, omitInvalidValues(use, isValidPart), site);
  else if (use.in === 'method') {
    if (!methodIds.has(path)) context.report('unknown-method', { id: path }, { at, suggestion: context.suggest(path, methodIds) });
  } else if (!resourcePaths.has(toPathKey(path)))
    context.report('unknown-resource-path', { path }, { at, suggestion: context.suggest(path, resourcePaths.values()) });
}

function omitInvalidValues(use: FieldUse, isValidPart: UseSite['isValidPart']): FieldUse {
  const { values = [], assignedValues = [] } = use;
  return { ...use, values: values.filter(isValidPart), assignedValues: assignedValues.filter(isValidPart) };
}
