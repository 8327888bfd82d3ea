/** Rules: the fields, parameters and values that they name. */
import { conformRule } from '../../rules/conform.js';
import { getExclusiveKeys, type FieldUse, listRuleFields, getRuleMethods, listRulePlaces } from '../../rules/index.js';
import { isObject, type Json, type JsonObject, getMember, type Pointer } from '../../read/specification.js';
import { type LintContext, getList } from '../lint-context.js';
import { type RuleSite, checkFieldUse } from './check-field-use.js';
import { listPlaces, toPlaceKey } from './resource-places.js';

/** `isFaulty` tells of a part whose shape is wrong: nothing else is said of it, while the rest of its rule is checked. */
export function checkRules(context: LintContext, isFaulty: (pointer: Pointer) => boolean): void {
  if (context.partial) return;
  const known = { isFaulty, places: listPlaces(context), ids: new Set(context.methods.flatMap(({ id }) => id ?? [])) };
  for (const { value, pointer } of context.elements) each(context, { value, pointer, ...known }, (base) => ({ base, self: value }));
  for (const method of context.methods)
    each(context, { value: method.value, pointer: method.pointer, ...known }, (base) => ({ base, method }));
}

interface Owner {
  readonly value: JsonObject;
  readonly pointer: Pointer;
  readonly isFaulty: (pointer: Pointer) => boolean;
  /** Where resources can stand. */
  readonly places: ReadonlyMap<string, string>;
  /** Of methods. */
  readonly ids: ReadonlySet<string>;
}

function each(context: LintContext, { value, pointer, isFaulty, places, ids }: Owner, carrier: (base: Pointer) => RuleSite): void {
  getList(value, 'x-rules').forEach((stated, i) => {
    const base = [...pointer, 'x-rules', i];
    const rule = isObject(stated) ? conformRule(stated) : undefined;
    if (!isObject(stated) || rule === undefined) return;
    const isSound = ({ pointer: part }: Part): boolean => isStated(stated, part) && !isFaulty([...base, ...part]);
    for (const use of listRuleFields(rule).filter(isSound)) checkFieldUse(context, soundUse(use, isSound), carrier(base));
    const exclusive = getExclusiveKeys(rule);
    if (exclusive)
      context.report('conflicting-keys', { one: exclusive[0], other: exclusive[1] }, { at: [...base, exclusive[1]], part: 'key' });
    for (const { id, pointer: part } of getRuleMethods(rule).filter(isSound)) {
      if (!ids.has(id)) context.report('unknown-method', { id }, { at: [...base, ...part], suggestion: context.suggest(id, ids) });
    }
    for (const { path, pointer: part } of listRulePlaces(rule).filter(isSound)) {
      if (places.has(toPlaceKey(path))) continue;
      const suggestion = context.suggest(path, [...places.values()]);
      context.report('unknown-place', { path }, { at: [...base, ...part], suggestion });
    }
  });
}

/** A part of a rule. */
interface Part {
  readonly pointer: Pointer;
}

/** Whether a rule has the part: nothing is said of one that is missing. */
function isStated(rule: Json, pointer: Pointer): boolean {
  let value: Json | undefined = rule;
  for (const step of pointer) value = Array.isArray(value) ? value[Number(step)] : getMember(value, String(step));
  return value !== undefined;
}

/** The mention of a field with the values whose shape is right. */
function soundUse(use: FieldUse, isSound: (part: Part) => boolean): FieldUse {
  const { values, given } = use;
  return { ...use, ...(values && { values: values.filter(isSound) }), ...(given && { given: given.filter(isSound) }) };
}
