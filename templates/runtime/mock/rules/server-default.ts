/** Where nobody gives a field, the server fills it in. */
import { isConditionMet } from '../../rules/condition.js';
import { mapByServices } from '../../services/index.js';
import type { ServerDefaultRule } from '../../resource-rules.js';
import type { Condition } from '../../rule.js';
import { formatTime } from '../instants.js';
import { getMemberAt, withMemberAt, type Json, type JsonObject } from '../json.js';
import { getFieldAt, addDefaults } from '../field-tables.js';
import type { Place, Resource } from '../world/resource.js';
import type { ApplyRule } from './resource-change.js';
import { withCount } from './counter.js';
import { expandValue, type Sources } from './value-template.js';

export const applyServerDefaults: ApplyRule<ServerDefaultRule> = (change, rule) => {
  // What the server alone sets is set last, when it is known what else changes.
  if (rule.on) return change;
  const { place, before } = change;
  // A later change fills in only what it makes room for, and what it leaves out that was there.
  const had = getMemberAt(before.body, rule.field) !== undefined;
  const settled = before.version > 0 && !had && (!rule.when || holds(place.resource, rule.when, before.body));
  return settled || getMemberAt(change.next, rule.field) !== undefined
    ? change
    : { ...change, next: withStated(change, rule, change.next) };
};

function holds({ fields }: Resource, when: Condition, body: JsonObject): boolean {
  return isConditionMet(when, addDefaults(fields, body));
}

/** Where a resource stands, and the request that fills it in; a seed is none. */
export interface Occasion {
  readonly place: Place;
  readonly call: { readonly at: number; readonly parameters?: JsonObject };
}

/** The body with what a rule states, whatever it had there; as it is where a condition does not hold, or a placeholder has no value. */
export function withStated(occasion: Occasion, rule: ServerDefaultRule, body: JsonObject): JsonObject {
  const { resource } = occasion.place;
  if (rule.when && !holds(resource, rule.when, body)) return body;
  const value = expandValue(rule.value, body, sourcesOf(occasion, rule));
  return value === undefined ? body : withMemberAt(body, rule.field, value);
}

/** The server's time in the format of the field; the variables of the resource's path, then the parameters of the request. */
function sourcesOf({ place, call }: Occasion, { field }: ServerDefaultRule): Sources {
  return (name) => {
    if (name === 'now') return formatTime(call.at, getFieldAt(place.resource, field));
    const parameter = /^parameter\.(.+)$/.exec(name)?.[1];
    return parameter === undefined ? undefined : (variableOf(place, parameter) ?? given(call.parameters, parameter));
  };
}

function variableOf({ resource, segments }: Place, name: string): string | undefined {
  const index = resource.steps.findIndex((step) => 'variable' in step && step.variable === name);
  return index < 0 ? undefined : segments[index];
}

function given(parameters: JsonObject | undefined, name: string): Json | undefined {
  return parameters && Object.hasOwn(parameters, name) ? parameters[name] : undefined;
}

/** Seeds are taken as they are, but for what the server alone can give. */
export function addServerFields({ place, call }: Occasion, body: JsonObject): JsonObject {
  const { resource } = place;
  const filledBody = resource.rules.reduce((filled, rule) => {
    if (rule.kind === 'counter') return getMemberAt(filled, rule.field) === undefined ? withCount({ resource, rule }, filled) : filled;
    if (rule.kind !== 'serverDefault' || getMemberAt(filled, rule.field) !== undefined) return filled;
    const isServers = rule.on ? rule.on.includes('create') : resource.fields?.[rule.field]?.readOnly;
    return isServers ? withStated({ place, call }, rule, filled) : filled;
  }, body);
  return mapByServices('complete', resource.rules, filledBody);
}
