/** Rules: the fields, parameters and values that they name. */
import type { Rule } from '../../../templates/runtime/rule.js';
import { listRuleMethods, ruleFields, ruleKinds, rulePlaces } from '../../rules/index.js';
import { isObject, type JsonObject, type Pointer } from '../../read/specification.js';
import { type Context, listOf, textOf } from '../context.js';
import { type Carrier, checkFieldUse } from './field-use.js';
import { placesOf, placeText } from './places.js';

/** `isFaulty` tells of a part whose shape is wrong: a rule that is malformed names nothing. */
export function checkRules(context: Context, isFaulty: (pointer: Pointer) => boolean): void {
  if (context.partial) return;
  const places = placesOf(context);
  for (const { value, pointer } of context.elements) each(context, { value, pointer, isFaulty, places }, (base) => ({ base, self: value }));
  for (const method of context.methods)
    each(context, { value: method.value, pointer: method.pointer, isFaulty, places }, (base) => ({ base, method }));
}

interface Owner {
  readonly value: JsonObject;
  readonly pointer: Pointer;
  readonly isFaulty: (pointer: Pointer) => boolean;
  /** Where resources can stand. */
  readonly places: ReadonlyMap<string, string>;
}

function each(context: Context, { value, pointer, isFaulty, places }: Owner, carrier: (base: Pointer) => Carrier): void {
  listOf(value, 'x-rules').forEach((rule, i) => {
    const base = [...pointer, 'x-rules', i];
    if (!isObject(rule) || isFaulty(base) || !isKnown(rule)) return;
    for (const use of ruleFields(rule as unknown as Rule)) checkFieldUse(context, use, carrier(base));
    for (const { method, pointer: part } of listRuleMethods(rule as unknown as Rule)) checkMethodUse(context, method, [...base, ...part]);
    for (const { path, pointer: part } of rulePlaces(rule as unknown as Rule)) {
      if (places.has(placeText(path))) continue;
      const suggestion = context.suggest(path, [...places.values()]);
      context.report('unknown-place', { path }, { at: [...base, ...part], suggestion });
    }
  });
}

function checkMethodUse(context: Context, method: string, at: Pointer): void {
  const ids = context.methods.map(({ value }) => textOf(value, 'id') ?? '');
  if (!ids.includes(method)) context.report('unknown-method', { id: method }, { at, suggestion: context.suggest(method, ids) });
}

function isKnown(rule: JsonObject): boolean {
  return typeof rule['kind'] === 'string' && Object.hasOwn(ruleKinds, rule['kind']);
}
