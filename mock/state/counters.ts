/** Counters of the server. */
import { isInt64Format } from '../../runtime/proto-number.js';
import type { CounterRule } from '../../runtime/resource-rules.js';
import { getMemberAt, withMemberAt, type Json, type JsonObject } from '../lib/json.js';
import { getFieldAt } from '../catalog/field-tables.js';
import type { CompiledResource } from '../catalog/resource.js';

interface CounterTarget {
  readonly resource: CompiledResource;
  readonly rule: Pick<CounterRule, 'field' | 'members' | 'methods'>;
}

/** Sets the counter. Default: the value of a new resource, which is its first version and has no members. */
export function setCounter({ resource, rule, count }: CounterTarget & { readonly count?: number }, body: JsonObject): JsonObject {
  const { type, format } = getFieldAt(resource, rule.field.split('.')) ?? {};
  const number = count ?? (rule.members || rule.methods ? 0 : 1);
  const isText = type !== 'integer' && type !== 'number' && isInt64Format(format);
  return withMemberAt(body, rule.field, isText ? String(number) : number);
}

/** Increases the counter. Default: by one. */
export function incrementCounter({ by = 1, ...target }: CounterTarget & { readonly by?: number }, body: JsonObject): JsonObject {
  return setCounter({ ...target, count: parseCount(getMemberAt(body, target.rule.field)) + by }, body);
}

function parseCount(value: Json | undefined): number {
  const count = Number(value);
  return Number.isFinite(count) ? count : 0;
}
