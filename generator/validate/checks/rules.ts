/** Rules: the fields, parameters and values that they name. */
import type { Rule } from '../../../templates/runtime/rule.js';
import { ruleFields, ruleKinds } from '../../rules/index.js';
import { isObject, type JsonObject, type Pointer } from '../../read/specification.js';
import { type Context, listOf } from '../context.js';
import { type Carrier, checkFieldUse } from './field-use.js';

/** `isFaulty` tells of a part whose shape is wrong: a rule that is malformed names nothing. */
export function checkRules(context: Context, isFaulty: (pointer: Pointer) => boolean): void {
  if (context.partial) return;
  for (const { value, pointer } of context.elements) each(context, { value, pointer, isFaulty }, (base) => ({ base, self: value }));
  for (const method of context.methods)
    each(context, { value: method.value, pointer: method.pointer, isFaulty }, (base) => ({ base, method }));
}

interface Owner {
  readonly value: JsonObject;
  readonly pointer: Pointer;
  readonly isFaulty: (pointer: Pointer) => boolean;
}

function each(context: Context, { value, pointer, isFaulty }: Owner, carrier: (base: Pointer) => Carrier): void {
  listOf(value, 'x-rules').forEach((rule, i) => {
    const base = [...pointer, 'x-rules', i];
    if (!isObject(rule) || isFaulty(base) || !isKnown(rule)) return;
    for (const use of ruleFields(rule as unknown as Rule)) checkFieldUse(context, use, carrier(base));
  });
}

function isKnown(rule: JsonObject): boolean {
  return typeof rule['kind'] === 'string' && Object.hasOwn(ruleKinds, rule['kind']);
}
