/** Infers the states that custom methods and deletions set. */
import type { Action } from '../../../templates/runtime/rule.js';
import type { Lookup } from '../schema-lookup.js';
import type { EnumValue, ObjectType, StringType } from '../model.js';
import { returnsNothing, returnsResource, type CustomMethod } from './custom-method.js';

interface StateVerb {
  /** The state that the verb sets: the first that the resource has. */
  readonly to: readonly string[];
  /** The resource must have one of these states, too, which shows that `to` is the opposite of them. */
  readonly opposite?: readonly string[];
  /** The resource must not have these states, which could be meant as well. */
  readonly without?: readonly string[];
  /** The boolean field that the verb sets if there is no such state. */
  readonly flag?: { readonly field: string; readonly value: boolean };
}

/** Verbs of custom methods (AIP-136, AIP-216) whose participles aren't the names of states. */
export const irregularVerbs: ReadonlyMap<string, StateVerb> = new Map<string, StateVerb>([
  // compute, datamigration, dialogflow
  ['start', { to: ['RUNNING'] }],
  // datamigration, netapp, notebooks; Compute has both states
  ['stop', { to: ['STOPPED'], without: ['TERMINATED'] }],
  // aiplatform, compute, osconfig, rapidmigrationassessment
  ['resume', { to: ['ACTIVE', 'RUNNING', 'ENABLED'], opposite: ['PAUSED', 'SUSPENDED'] }],
  // cloudresourcemanager, iam, logging
  ['undelete', { to: ['ACTIVE'], opposite: ['DELETE_REQUESTED', 'DELETED'] }],
  // apigee, gmail, iam
  ['enable', { to: ['ENABLED'], flag: { field: 'disabled', value: false } }],
]);

/** Returns the states that other verbs set: what they request or schedule, or else their participle (`pause`: `PAUSED`). */
function toStateVerb(verb: string): StateVerb {
  const participles = [`${verb.replace(/e$/, '')}ed`, `${verb.replace(/y$/, 'i')}ed`, `${verb}${verb.slice(-1)}ed`];
  const [participle = ''] = participles;
  const names = [`${verb}_scheduled`, `${verb}_requested`, ...participles].map((name) => name.toUpperCase());
  return { to: names, flag: { field: participle, value: true } };
}

/**
 * Infers a verb that sets a state: `things/{thing}:pause` if the resource has an enum with the state `PAUSED`, or the boolean field `paused`.
 * Its request says nothing else, except for flags, which the mock reports as ignored.
 */
export function inferStateChange(custom: CustomMethod): Action | undefined {
  const { method, name, resource, type, input, lookup } = custom;
  const isReturned = returnsResource(custom);
  if (method.httpMethod !== 'POST' || !(isReturned || returnsNothing(custom))) return undefined;
  if (input.some((field) => field.required || field.type.kind !== 'boolean')) return undefined;
  const verb = irregularVerbs.get(name) ?? toStateVerb(name);
  const state = findState(type, verb, lookup) ?? findFlag(type, verb, lookup);
  return state && { kind: 'setState', resource, ...state, returns: isReturned ? 'resource' : 'empty' };
}

/** Infers the state of a resource after a deletion that can be undone (AIP-164). */
export function findDeletedState(type: ObjectType, lookup: Lookup): { readonly field: string; readonly value: string } | undefined {
  return findState(type, { to: ['DELETE_REQUESTED', 'DELETED'] }, lookup);
}

const stateFieldPattern = /^(?:state|status|lifecycleState)$|State$/;

function findState(type: ObjectType, verb: StateVerb, lookup: Lookup): { readonly field: string; readonly value: string } | undefined {
  const found = type.fields.flatMap(({ name, type: fieldType }) => {
    const resolved = stateFieldPattern.test(name) ? lookup.resolve(fieldType) : undefined;
    const value = resolved?.kind === 'string' ? findStateValue(resolved, verb) : undefined;
    return value === undefined ? [] : [{ field: name, value }];
  });
  // With several fields, which of them the verb sets is unknown.
  return found.length === 1 ? found[0] : undefined;
}

function findStateValue({ enum: values = [] }: StringType, { to, opposite, without = [] }: StateVerb): string | undefined {
  const byName = new Map(values.map(({ value }) => [toStateName(value, values), value]));
  if (without.some((name) => byName.has(name)) || (opposite && !opposite.some((name) => byName.has(name)))) return undefined;
  const name = to.find((candidate) => byName.has(candidate));
  return name === undefined ? undefined : byName.get(name);
}

/** Removes the prefix of the values of an enum: `JOB_STATE_PAUSED` beside `JOB_STATE_UNSPECIFIED` is `PAUSED`. */
function toStateName(value: string, [first]: readonly EnumValue[]): string {
  const prefix = /^(.+_)UNSPECIFIED$/.exec(first?.value ?? '')?.[1];
  return (prefix !== undefined && value.startsWith(prefix) ? value.slice(prefix.length) : value).toUpperCase();
}

function findFlag({ fields }: ObjectType, { flag }: StateVerb, lookup: Lookup): StateVerb['flag'] {
  const field = fields.find(({ name }) => name === flag?.field);
  return field && lookup.resolve(field.type)?.kind === 'boolean' ? flag : undefined;
}
