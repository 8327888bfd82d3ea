/** The `serverDefault` and `counter` rules: fields that the server sets. */
import { mapByServices } from '../../../services/index.js';
import type { CounterRule, ServerDefaultRule } from '../../../resource-rules.js';
import type { SchemaRule } from '../../../rule.js';
import { createFillContext, getParameter, type FillContext } from '../call.js';
import { formatTime } from '../../lib/instants.js';
import { emptyObject, getMember, getMemberAt, isEqual, withMemberAt, withoutMemberAt, type JsonObject } from '../../lib/json.js';
import { getFieldAt, toContent } from '../../world/field-tables.js';
import { findProjectIndex } from '../../world/projects.js';
import type { Place } from '../../world/resource.js';
import { isRuleConditionMet, type ApplyRule } from './resource-change.js';
import { incrementCounter, setCounter } from '../../state/counters.js';
import { expandValue, type PlaceholderResolver } from './value-template.js';

/** Sets the field that the client doesn't send. */
export const applyServerDefaults: ApplyRule<ServerDefaultRule> = (change, rule) => {
  // Fields that only the server sets are set last, when all other changes are known.
  if (rule.on) return change;
  const { place, before, call } = change;
  // An update sets the default only if the condition wasn't met before, or if the client removes the field.
  const hadValue = getMemberAt(before.body, rule.field) !== undefined;
  const isUnaffected = before.version > 0 && !hadValue && isRuleConditionMet(place.resource, rule.when, before.body);
  return isUnaffected || getMemberAt(change.next, rule.field) !== undefined
    ? change
    : { ...change, next: applyServerDefault({ place, call: createFillContext(call) }, rule, change.next) };
};

/** The place of a resource and the request that sets its fields. Seeds have no request parameters. */
interface ServerFieldContext {
  readonly place: Place;
  readonly call: Pick<FillContext, 'at' | 'parameters' | 'getProjectNumber'>;
}

/** Sets the field of a rule, whatever its value. Returns the body unchanged if the condition isn't met or a placeholder has no value. */
function applyServerDefault(context: ServerFieldContext, rule: ServerDefaultRule, body: JsonObject): JsonObject {
  if (!isRuleConditionMet(context.place.resource, rule.when, body)) return body;
  const value = expandValue(rule.value, body, createPlaceholderResolver(context, rule));
  return value === undefined ? body : withMemberAt(body, rule.field, value);
}

/** Resolves `now` to the server time in the format of the field, and parameters to path variables or request parameters. */
function createPlaceholderResolver({ place, call }: ServerFieldContext, { field }: ServerDefaultRule): PlaceholderResolver {
  return (name) => {
    if (name === 'now') return formatTime(call.at, getFieldAt(place.resource, field));
    if (name === 'projectNumber') return findProjectNumber(place, call);
    const parameter = /^parameter\.(.+)$/.exec(name)?.[1];
    const { parameters = emptyObject } = call;
    return parameter === undefined ? undefined : (getPathVariable(place, parameter) ?? getParameter({ parameters }, parameter));
  };
}

/** Returns the number of the project in the path, or else of the parameter `project`. */
function findProjectNumber({ resource, segments }: Place, call: ServerFieldContext['call']): string | undefined {
  const index = findProjectIndex(resource.api, segments);
  const id = index === undefined ? getMember(call.parameters, 'project') : segments[index];
  return typeof id === 'string' ? call.getProjectNumber(id) : undefined;
}

/** Returns the value of a variable in the path of a resource. */
export function getPathVariable({ resource, segments }: Place, name: string): string | undefined {
  const index = resource.steps.findIndex((step) => 'variable' in step && step.variable === name);
  return index < 0 ? undefined : segments[index];
}

/** Adds the fields that only the server can set to a seeded resource. */
export function addServerFields(context: ServerFieldContext, body: JsonObject): JsonObject {
  const { resource } = context.place;
  const filledBody = resource.rules.reduce((filled, rule) => {
    if (rule.kind === 'counter') return getMemberAt(filled, rule.field) === undefined ? setCounter({ resource, rule }, filled) : filled;
    if (rule.kind !== 'serverDefault' || getMemberAt(filled, rule.field) !== undefined) return filled;
    const isServerField = rule.on ? rule.on.includes('create') : resource.fields?.[rule.field]?.readOnly;
    return isServerField ? applyServerDefault(context, rule, filled) : filled;
  }, body);
  return mapByServices('complete', resource.rules, filledBody);
}

type ServerRule = CounterRule | (ServerDefaultRule & Required<Pick<ServerDefaultRule, 'on'>>);

function isServerRule(rule: SchemaRule): rule is ServerRule {
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
      return rule.on.includes('create') ? applyServerDefault(context, rule, next) : next;
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
  const [oldContent, newContent] = [toContent(resource, before), toContent(resource, restored)];
  const isChanged = (covers?: readonly string[]): boolean =>
    covers
      ? covers.some((path) => !isEqual(getMemberAt(oldContent, path), getMemberAt(newContent, path)))
      : !isEqual(oldContent, newContent);
  return rules.reduce((next, rule) => {
    if (rule.kind === 'counter')
      return !rule.members && !rule.methods && isChanged(rule.covers) ? incrementCounter({ resource, rule }, next) : next;
    return rule.on.includes('update') && isChanged() ? applyServerDefault(context, rule, next) : next;
  }, restored);
}

/** Restores the previous values of the server fields. */
function restoreServerFields(rules: readonly ServerRule[], body: JsonObject, before: JsonObject): JsonObject {
  return rules.reduce((next, { field }) => {
    const value = getMemberAt(before, field);
    return value === undefined ? withoutMemberAt(next, field) : withMemberAt(next, field, value);
  }, body);
}
