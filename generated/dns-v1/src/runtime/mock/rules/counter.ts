/** Numbers that the server counts. */
import type { CounterRule } from '../../resource-rules.js';
import { getMemberAt, withMemberAt, type Json, type JsonObject } from '../json.js';
import { getFieldAt } from '../field-tables.js';
import type { Resource } from '../world/resource.js';

interface Counted {
  readonly resource: Resource;
  readonly rule: Pick<CounterRule, 'field' | 'members' | 'methods'>;
}

/** The body with a count. Default: that of a new resource, which is its first version and has nothing below it. */
export function withCount({ resource, rule, count }: Counted & { readonly count?: number }, body: JsonObject): JsonObject {
  const { type, format } = getFieldAt(resource, rule.field) ?? {};
  const number = count ?? (rule.members || rule.methods ? 0 : 1);
  const isText = type !== 'integer' && type !== 'number' && (format === 'int64' || format === 'uint64');
  return withMemberAt(body, rule.field, isText ? String(number) : number);
}

/** The body with its count raised. Default: by one. */
export function incrementCounter({ by = 1, ...counted }: Counted & { readonly by?: number }, body: JsonObject): JsonObject {
  return withCount({ ...counted, count: countOf(getMemberAt(body, counted.rule.field)) + by }, body);
}

function countOf(value: Json | undefined): number {
  const count = Number(value);
  return Number.isFinite(count) ? count : 0;
}
