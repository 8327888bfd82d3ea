/** Fields that the server alone sets: at creation, with each change, or because it counts. */
import type { CounterRule, ServerDefaultRule } from '../../resource-rules.js';
import type { SchemaRule } from '../../rule.js';
import { emptyObject, isEqual, getMemberAt, withMemberAt, withoutMemberAt, type JsonObject } from '../json.js';
import { toContent } from '../resource-content.js';
import type { Resource } from '../world/resource.js';
import { incrementCounter, withCount } from './counter.js';
import { withStated, type Occasion } from './server-default.js';

type ServerRule = CounterRule | (ServerDefaultRule & Required<Pick<ServerDefaultRule, 'on'>>);

function isServers(rule: SchemaRule): rule is ServerRule {
  return rule.kind === 'counter' || (rule.kind === 'serverDefault' && rule.on !== undefined);
}

/** A new resource with what the server alone sets, whatever the request held of it; `present`: what stood there without having been created. */
export function withCreationFields(occasion: Occasion, body: JsonObject, present: JsonObject = emptyObject): JsonObject {
  const { resource } = occasion.place;
  const rules = resource.rules.filter(isServers);
  return rules.reduce(
    (next, rule) => {
      if (rule.kind === 'counter') return withCount({ resource, rule }, next);
      return rule.on.includes('create') ? withStated(occasion, rule, next) : next;
    },
    restored(rules, body, present),
  );
}

/** A resource with what the server alone sets: nothing of it where the content is the same as before. */
export function withChangeFields(
  occasion: Occasion,
  { before, body }: { readonly before: JsonObject; readonly body: JsonObject },
): JsonObject {
  const { resource } = occasion.place;
  const rules = resource.rules.filter(isServers);
  if (rules.length === 0) return body;
  const next = restored(rules, body, before);
  return rules.reduce((changed, rule) => {
    if (rule.kind === 'counter') {
      const counts = !rule.members && !rule.methods && isChanged(resource, { before, body: next, covers: rule.covers });
      return counts ? incrementCounter({ resource, rule }, changed) : changed;
    }
    return rule.on.includes('update') && isChanged(resource, { before, body: next }) ? withStated(occasion, rule, changed) : changed;
  }, next);
}

/** With the fields of the server as they were. */
function restored(rules: readonly ServerRule[], body: JsonObject, before: JsonObject): JsonObject {
  return rules.reduce((next, { field }) => {
    const value = getMemberAt(before, field);
    return value === undefined ? withoutMemberAt(next, field) : withMemberAt(next, field, value);
  }, body);
}

interface Difference {
  readonly before: JsonObject;
  readonly body: JsonObject;
  readonly covers?: readonly string[] | undefined;
}

function isChanged(resource: Resource, { before, body, covers }: Difference): boolean {
  const [old, present] = [toContent(resource, before), toContent(resource, body)];
  return covers ? covers.some((path) => !isEqual(getMemberAt(old, path), getMemberAt(present, path))) : !isEqual(old, present);
}
