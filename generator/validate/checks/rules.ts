/** Rules: the fields, parameters and values that they name. */
import type { Rule } from '../../../templates/runtime/rule.js';
import { exclusiveKeys, ruleFields, ruleKinds, ruleMethods, rulePlaces } from '../../rules/index.js';
import { isObject, type JsonObject, type Pointer } from '../../read/specification.js';
import { type Context, listOf } from '../context.js';
import { type Carrier, checkFieldUse } from './field-use.js';
import { placesOf, placeText } from './places.js';

/** `isFaulty` tells of a part whose shape is wrong: a rule that is malformed names nothing. */
export function checkRules(context: Context, isFaulty: (pointer: Pointer) => boolean): void {
  if (context.partial) return;
  const known = { isFaulty, places: placesOf(context), ids: new Set(context.methods.flatMap(({ id }) => id ?? [])) };
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

function each(context: Context, { value, pointer, isFaulty, places, ids }: Owner, carrier: (base: Pointer) => Carrier): void {
  listOf(value, 'x-rules').forEach((rule, i) => {
    const base = [...pointer, 'x-rules', i];
    if (!isObject(rule) || isFaulty(base) || !isKnown(rule)) return;
    for (const use of ruleFields(rule as unknown as Rule)) checkFieldUse(context, use, carrier(base));
    const exclusive = exclusiveKeys(rule as unknown as Rule);
    if (exclusive)
      context.report('conflicting-keys', { one: exclusive[0], other: exclusive[1] }, { at: [...base, exclusive[1]], part: 'key' });
    for (const { id, pointer: part } of ruleMethods(rule as unknown as Rule)) {
      if (!ids.has(id)) context.report('unknown-method', { id }, { at: [...base, ...part], suggestion: context.suggest(id, ids) });
    }
    for (const { path, pointer: part } of rulePlaces(rule as unknown as Rule)) {
      if (places.has(placeText(path))) continue;
      const suggestion = context.suggest(path, [...places.values()]);
      context.report('unknown-place', { path }, { at: [...base, ...part], suggestion });
    }
  });
}

function isKnown(rule: JsonObject): boolean {
  return typeof rule['kind'] === 'string' && Object.hasOwn(ruleKinds, rule['kind']);
}
