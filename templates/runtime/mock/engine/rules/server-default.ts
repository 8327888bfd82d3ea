/** The `serverDefault` rule: the server sets a field that the client doesn't send. */
import { isConditionMet } from '../../../rules/field-paths.js';
import { mapByServices } from '../../../services/index.js';
import type { ServerDefaultRule } from '../../../resource-rules.js';
import type { Condition } from '../../../rule.js';
import { formatTime } from '../../lib/instants.js';
import { getMemberAt, withMemberAt, type Json, type JsonObject } from '../../lib/json.js';
import { getFieldAt, addDefaults } from '../../world/field-tables.js';
import type { Place, Resource } from '../../world/resource.js';
import type { ApplyRule } from './resource-change.js';
import { setCounter } from '../../state/counters.js';
import { expandValue, type PlaceholderResolver } from './value-template.js';

export const applyServerDefaults: ApplyRule<ServerDefaultRule> = (change, rule) => {
  // Fields that only the server sets are set last, when all other changes are known.
  if (rule.on) return change;
  const { place, before } = change;
  // An update sets the default only if the condition wasn't met before, or if the client removes the field.
  const hadValue = getMemberAt(before.body, rule.field) !== undefined;
  const isUnaffected = before.version > 0 && !hadValue && (!rule.when || appliesTo(place.resource, rule.when, before.body));
  return isUnaffected || getMemberAt(change.next, rule.field) !== undefined
    ? change
    : { ...change, next: applyServerDefault(change, rule, change.next) };
};

function appliesTo({ fields }: Resource, when: Condition, body: JsonObject): boolean {
  return isConditionMet(when, addDefaults(fields, body));
}

/** The place of a resource and the request that sets its fields. Seeds have no request parameters. */
export interface ServerFieldContext {
  readonly place: Place;
  readonly call: { readonly at: number; readonly parameters?: JsonObject };
}

/** Sets the field of a rule, whatever its value. Returns the body unchanged if the condition isn't met or a placeholder has no value. */
export function applyServerDefault(occasion: ServerFieldContext, rule: ServerDefaultRule, body: JsonObject): JsonObject {
  const { resource } = occasion.place;
  if (rule.when && !appliesTo(resource, rule.when, body)) return body;
  const value = expandValue(rule.value, body, createPlaceholderResolver(occasion, rule));
  return value === undefined ? body : withMemberAt(body, rule.field, value);
}

/** Resolves `now` to the server time in the format of the field, and parameters to path variables or request parameters. */
function createPlaceholderResolver({ place, call }: ServerFieldContext, { field }: ServerDefaultRule): PlaceholderResolver {
  return (name) => {
    if (name === 'now') return formatTime(call.at, getFieldAt(place.resource, field));
    const parameter = /^parameter\.(.+)$/.exec(name)?.[1];
    return parameter === undefined ? undefined : (getPathVariable(place, parameter) ?? getRequestParameter(call.parameters, parameter));
  };
}

function getPathVariable({ resource, segments }: Place, name: string): string | undefined {
  const index = resource.steps.findIndex((step) => 'variable' in step && step.variable === name);
  return index < 0 ? undefined : segments[index];
}

function getRequestParameter(parameters: JsonObject | undefined, name: string): Json | undefined {
  return parameters && Object.hasOwn(parameters, name) ? parameters[name] : undefined;
}

/** Adds the fields that only the server can set to a seeded resource. */
export function addServerFields({ place, call }: ServerFieldContext, body: JsonObject): JsonObject {
  const { resource } = place;
  const filledBody = resource.rules.reduce((filled, rule) => {
    if (rule.kind === 'counter') return getMemberAt(filled, rule.field) === undefined ? setCounter({ resource, rule }, filled) : filled;
    if (rule.kind !== 'serverDefault' || getMemberAt(filled, rule.field) !== undefined) return filled;
    const isServerField = rule.on ? rule.on.includes('create') : resource.fields?.[rule.field]?.readOnly;
    return isServerField ? applyServerDefault({ place, call }, rule, filled) : filled;
  }, body);
  return mapByServices('complete', resource.rules, filledBody);
}
