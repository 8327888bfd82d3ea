/** Checks the fields, parameters, and values that rules name. */
import { conformRule } from '../../rules/conform.js';
import { getExclusiveKeys, type FieldUse, listRuleFields, listRuleMethods, listRulePathTemplates } from '../../rules/index.js';
import { isObject, type Json, type JsonObject, getMember, type Pointer, getList } from '../../lib/json.js';
import type { LintContext } from '../lint-context.js';
import { type RuleSite, checkFieldUse } from './check-field-use.js';
import { checkRuleFit } from './check-rule-fit.js';
import { listResourcePaths, toPathKey } from './resource-paths.js';

/**
 * Checks all rules.
 *
 * @param isFaulty Whether a part has the wrong structure. Such parts are skipped.
 */
export function checkRules(context: LintContext, isFaulty: (pointer: Pointer) => boolean): void {
  if (context.isOverlay) return;
  const known = { isFaulty, resourcePaths: listResourcePaths(context), ids: new Set(context.methods.flatMap(({ id }) => id ?? [])) };
  for (const { value, pointer } of context.elements)
    checkElementRules(context, { value, pointer, ...known }, (base) => ({ base, self: value }));
  for (const method of context.methods)
    checkElementRules(context, { value: method.value, pointer: method.pointer, ...known }, (base) => ({ base, method }));
}

interface RuleOwner {
  readonly value: JsonObject;
  readonly pointer: Pointer;
  readonly isFaulty: (pointer: Pointer) => boolean;
  /** The known resource paths. */
  readonly resourcePaths: ReadonlyMap<string, string>;
  /** The method IDs. */
  readonly ids: ReadonlySet<string>;
}

function checkElementRules(
  context: LintContext,
  { value, pointer, isFaulty, resourcePaths, ids }: RuleOwner,
  toRuleSite: (base: Pointer) => RuleSite,
): void {
  getList(value, 'x-rules').forEach((stated, i) => {
    const base = [...pointer, 'x-rules', i];
    const rule = isObject(stated) ? conformRule(stated) : undefined;
    if (!isObject(stated) || rule === undefined) return;
    const site = toRuleSite(base);
    if (site.method) checkRuleFit(context, rule.kind, { method: site.method, base });
    const isValidPart = ({ pointer: part }: RulePart): boolean => isStated(stated, part) && !isFaulty([...base, ...part]);
    for (const use of listRuleFields(rule).filter(isValidPart)) checkFieldUse(context, omitInvalidParts(use, isValidPart), site);
    const exclusive = getExclusiveKeys(rule);
    if (exclusive)
      context.report('conflicting-keys', { one: exclusive[0], other: exclusive[1] }, { at: [...base, exclusive[1]], part: 'key' });
    for (const { id, pointer: part } of listRuleMethods(rule).filter(isValidPart)) {
      if (!ids.has(id)) context.report('unknown-method', { id }, { at: [...base, ...part], suggestion: context.suggest(id, ids) });
    }
    for (const { path, pointer: part } of listRulePathTemplates(rule).filter(isValidPart)) {
      if (resourcePaths.has(toPathKey(path))) continue;
      const suggestion = context.suggest(path, [...resourcePaths.values()]);
      context.report('unknown-resource-path', { path }, { at: [...base, ...part], suggestion });
    }
  });
}

/** A part of a rule. */
interface RulePart {
  readonly pointer: Pointer;
}

/** Whether a rule has the part. Missing parts are skipped. */
function isStated(rule: Json, pointer: Pointer): boolean {
  let value: Json | undefined = rule;
  for (const step of pointer) value = Array.isArray(value) ? value[Number(step)] : getMember(value, String(step));
  return value !== undefined;
}

/** Removes values with the wrong structure. */
function omitInvalidParts(use: FieldUse, isValidPart: (part: RulePart) => boolean): FieldUse {
  const { values, assignedValues } = use;
  return {
    ...use,
    ...(values && { values: values.filter(isValidPart) }),
    ...(assignedValues && { assignedValues: assignedValues.filter(isValidPart) }),
  };
}
