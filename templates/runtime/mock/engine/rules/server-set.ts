/** Sets the fields that only the server sets: at creation, on each change, and counters. */
import type { CounterRule, ServerDefaultRule } from '../../../resource-rules.js';
import type { SchemaRule } from '../../../rule.js';
import { emptyObject, isEqual, getMemberAt, withMemberAt, withoutMemberAt, type JsonObject } from '../../lib/json.js';
import type { Resource } from '../../world/resource.js';
import { incrementCounter, setCounter } from '../../state/counters.js';
import { applyServerDefault, type ServerFieldContext } from './server-default.js';
import { toContent } from '../../world/field-tables.js';

type ServerRule = CounterRule | (ServerDefaultRule & Required<Pick<ServerDefaultRule, 'on'>>);

function isServerRule(rule: SchemaRule): rule is ServerRule {
  return rule.kind === 'counter' || (rule.kind === 'serverDefault' && rule.on !== undefined);
}

/**
 * Sets the server fields of a new resource, regardless of the request. `present` is the body of a resource that existed without being
 * created.
 */
export function setCreationFields(occasion: ServerFieldContext, body: JsonObject, present: JsonObject = emptyObject): JsonObject {
  const { resource } = occasion.place;
  const rules = resource.rules.filter(isServerRule);
  return rules.reduce(
    (next, rule) => {
      if (rule.kind === 'counter') return setCounter({ resource, rule }, next);
      return rule.on.includes('create') ? applyServerDefault(occasion, rule, next) : next;
    },
    restoreServerFields(rules, body, present),
  );
}

/** Sets the server fields of a changed resource. Restores all of them if the content hasn't changed. */
export function setUpdateFields(
  occasion: ServerFieldContext,
  { before, body }: { readonly before: JsonObject; readonly body: JsonObject },
): JsonObject {
  const { resource } = occasion.place;
  const rules = resource.rules.filter(isServerRule);
  if (rules.length === 0) return body;
  const next = restoreServerFields(rules, body, before);
  return rules.reduce((changed, rule) => {
    if (rule.kind === 'counter') {
      const isCounted = !rule.members && !rule.methods && isChanged(resource, { before, body: next, covers: rule.covers });
      return isCounted ? incrementCounter({ resource, rule }, changed) : changed;
    }
    return rule.on.includes('update') && isChanged(resource, { before, body: next })
      ? applyServerDefault(occasion, rule, changed)
      : changed;
  }, next);
}

/** Restores the previous values of the server fields. */
function restoreServerFields(rules: readonly ServerRule[], body: JsonObject, before: JsonObject): JsonObject {
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
  const [oldContent, newContent] = [toContent(resource, before), toContent(resource, body)];
  return covers
    ? covers.some((path) => !isEqual(getMemberAt(oldContent, path), getMemberAt(newContent, path)))
    : !isEqual(oldContent, newContent);
}
