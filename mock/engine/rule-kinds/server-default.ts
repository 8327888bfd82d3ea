/** The `serverDefault` and `counter` rules: fields that the server sets. */
import { mapByServices } from '../service-modules.js';
import type { FieldBehavior, LocatedRule } from '../../../runtime/behavior.js';
import type { CounterRule, ServerDefaultRule } from '../../../runtime/resource-rules.js';
import type { SchemaRule } from '../../../runtime/rule.js';
import { createFillContext, type FillContext } from '../call.js';
import { canSetAt, getMemberAt, isEqual, withMemberAt, withoutMemberAt, type JsonObject } from '../../lib/json.js';
import { getFieldAt, toChangeableFields } from '../../catalog/field-tables.js';
import { mapObjectsAt } from '../../catalog/located-objects.js';
import type { Place } from '../../catalog/resource.js';
import { isRuleConditionMet } from '../../catalog/rule-conditions.js';
import type { PendingChange } from '../resource-change.js';
import type { RuleHooks } from './rule-hooks.js';
import { incrementCounter, setCounter } from '../../state/counters.js';
import { createPlaceholderResolver } from '../generated-values/placeholders.js';
import { expandValue } from '../generated-values/value-template.js';

export const serverDefault: RuleHooks<LocatedRule<ServerDefaultRule>> = { onCreate: setDefault, onUpdate: setDefault };

/** Sets the field that the client doesn't send. */
function setDefault(change: PendingChange, rule: LocatedRule<ServerDefaultRule>): PendingChange {
  // Fields that only the server sets are set last, when all other changes are known.
  if (rule.on) return change;
  const { place, before, call } = change;
  const context = { place, call: createFillContext(call) };
  const stored = before.version > 0 ? before.body : undefined;
  const next = mapObjectsAt(rule, { body: change.next, other: stored }, (object, storedObject) =>
    getMemberAt(object, rule.field) === undefined ? completeObject(context, rule, { object, stored: storedObject }) : object,
  );
  return next === change.next ? change : { ...change, next };
}

/** The place of a resource and the request that sets its fields. Seeds have no request parameters. */
interface ServerFieldContext {
  readonly place: Place;
  readonly call: Omit<FillContext, 'createId'>;
}

interface IncompleteObject {
  readonly object: JsonObject;
  /** The object before the change. */
  readonly stored: JsonObject | undefined;
}

/** Sets the absent field of an object. */
function completeObject(
  context: ServerFieldContext,
  rule: LocatedRule<ServerDefaultRule>,
  { object, stored }: IncompleteObject,
): JsonObject {
  if (!stored) return applyServerDefault(context, rule, object);
  const value = getMemberAt(stored, rule.field);
  // An update sets the default only if the condition wasn't met before, or if the client removes the field.
  if (value === undefined && isRuleConditionMet(context.place.resource, rule, stored)) return object;
  // A generated value stays the same.
  if (value !== undefined && isGenerated(rule)) return canSetAt(object, rule.field) ? withMemberAt(object, rule.field, value) : object;
  return applyServerDefault(context, rule, object);
}

function isGenerated({ value }: ServerDefaultRule): boolean {
  return JSON.stringify(value).includes('{generated.');
}

/** Sets the field of an object, whatever its value. Returns the object unchanged if the condition isn't met or a placeholder has no value. */
function applyServerDefault(context: ServerFieldContext, rule: LocatedRule<ServerDefaultRule>, object: JsonObject): JsonObject {
  const { place, call } = context;
  if (!isRuleConditionMet(place.resource, rule, object) || !canSetAt(object, rule.field)) return object;
  const getField = (): FieldBehavior | undefined => getFieldAt(place.resource, getFieldNames(rule));
  const value = expandValue(rule.value, object, createPlaceholderResolver(place, call, getField));
  return value === undefined ? object : withMemberAt(object, rule.field, value);
}

function getFieldNames({ at = [], field }: LocatedRule<ServerDefaultRule>): readonly string[] {
  return [...at, ...field.split('.')];
}

/** Adds the fields that only the server can set to a seeded resource. */
export function addServerFields(context: ServerFieldContext, body: JsonObject): JsonObject {
  const { resource } = context.place;
  const filledBody = resource.rules.reduce((filled, rule) => {
    if (rule.kind === 'counter') return getMemberAt(filled, rule.field) === undefined ? setCounter({ resource, rule }, filled) : filled;
    if (rule.kind !== 'serverDefault') return filled;
    return mapObjectsAt(rule, { body: filled, other: undefined }, (object) => {
      if (getMemberAt(object, rule.field) !== undefined) return object;
      // A resource that exists without a create request has all defaults until a request updates it.
      const isServerField = rule.on
        ? rule.on.includes('create')
        : resource.behavior.implicit === true || getFieldAt(resource, getFieldNames(rule))?.readOnly;
      return isServerField ? applyServerDefault(context, rule, object) : object;
    });
  }, body);
  return mapByServices('complete', resource, filledBody);
}

type ServerRule = LocatedRule<CounterRule | (ServerDefaultRule & Required<Pick<ServerDefaultRule, 'on'>>)>;

function isServerRule(rule: LocatedRule<SchemaRule>): rule is ServerRule {
  return rule.kind === 'counter' || (rule.kind === 'serverDefault' && rule.on !== undefined);
}

/**
 * Sets the server fields of a new resource, regardless of the request. `present` is the body of a resource that existed without being
 * created.
 */
export function setCreationFields(context: ServerFieldContext, body: JsonObject, present: JsonObject): JsonObject {
  const { resource } = context.place;
  const rules = resource.rules.filter(isServerRule);
  if (rules.length === 0) return body;
  return rules.reduce(
    (next, rule) => {
      if (rule.kind === 'counter') return setCounter({ resource, rule }, next);
      if (!rule.on.includes('create')) return next;
      return mapObjectsAt(rule, { body: next, other: undefined }, (object) => applyServerDefault(context, rule, object));
    },
    restoreServerFields(rules, body, present),
  );
}

/** Sets the server fields of a changed resource. Restores all of them if the content hasn't changed. */
export function setUpdateFields(
  context: ServerFieldContext,
  { before, body }: { readonly before: JsonObject; readonly body: JsonObject },
): JsonObject {
  const { resource } = context.place;
  const rules = resource.rules.filter(isServerRule);
  if (rules.length === 0) return body;
  const restored = restoreServerFields(rules, body, before);
  const [oldContent, newContent] = [toChangeableFields(resource, before), toChangeableFields(resource, restored)];
  const isChanged = (covers?: readonly string[]): boolean =>
    covers
      ? covers.some((path) => !isEqual(getMemberAt(oldContent, path), getMemberAt(newContent, path)))
      : !isEqual(oldContent, newContent);
  return rules.reduce((next, rule) => {
    if (rule.kind === 'counter')
      return !rule.members && !rule.methods && isChanged(rule.covers) ? incrementCounter({ resource, rule }, next) : next;
    if ((!rule.on.includes('update') && !rule.at) || !isChanged()) return next;
    return mapObjectsAt(rule, { body: next, other: before }, (object, stored) => {
      // An object that the update adds is new.
      const isApplied = rule.on.includes('update') || (stored === undefined && rule.on.includes('create'));
      return isApplied ? applyServerDefault(context, rule, object) : object;
    });
  }, restored);
}

/** Restores the previous values of the server fields. */
function restoreServerFields(rules: readonly ServerRule[], body: JsonObject, before: JsonObject): JsonObject {
  return rules.reduce((next, rule) => {
    return mapObjectsAt(rule, { body: next, other: before }, (object, stored) => {
      const value = stored && getMemberAt(stored, rule.field);
      if (value === undefined) return withoutMemberAt(object, rule.field);
      return canSetAt(object, rule.field) ? withMemberAt(object, rule.field, value) : object;
    });
  }, body);
}
