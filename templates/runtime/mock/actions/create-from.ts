import {
  alreadyExistsError,
  requireExisting,
  fillContext,
  requireResource,
  getTextParameter,
  type CallContext,
  type Plan,
} from '../call.js';
import { notImplementedError } from '../call.js';
import { hashKeys } from '../encryption-key.js';
import { completeNewResource, omitServerFields } from '../server-fields.js';
import { getMemberAt, getTextMember, withMember, type Json, type JsonObject } from '../json.js';
import { createLink } from '../links.js';
import { invalidFieldError, absentEntity } from '../rules/resource-change.js';
import { applyContentRules } from '../rules/apply-content-rules.js';
import { toLinkedPath } from '../rules/linked-path.js';
import { requireUnlocked } from '../rules/immutable-while.js';
import { requireForTarget } from '../rules/required-if-resource-has.js';
import { validateResource } from '../rules/index.js';
import { requireValidChange } from '../rules/validations.js';
import type { Effect } from '../state/apply-effects.js';
import type { Member } from '../state/state.js';
import { expandSteps, readVariables, getRule } from '../world/method.js';
import { createPlace, type Place, type Resource } from '../world/resource.js';
import { HttpError } from '../http-error.js';
import { getField } from '../field-tables.js';
import { findQuota } from '../quota.js';
import type { ActionByKind, PlanAction } from './action.js';

/** Creates a resource from the one that the path names. */
export const createFromResource: PlanAction<'createFrom'> = async (call, action) => {
  const place = chooseCreatedPlace(call, action);
  const source = findSource(call, action);
  const linked = findLinkedSources(call, action, place);
  if (call.state.locate(place)) throw alreadyExistsError(place);
  if (source) requireUnlocked(source.place, source.entity.body);
  const rule = getRule(call.method, 'requiredIfResourceHas');
  if (rule && source) {
    const { resource } = place;
    await requireForTarget(rule, { sent: omitServerFields(resource, call.body), target: source.entity.body, fields: resource.fields });
  }
  const passes = action.passes ?? inferStateSequence(place);
  const made = await createBody(call, { place, sources: [...linked, { copies: action.copies, source }] });
  const next = passes ? withMember(made, passes.field, getFirstState(call, passes)) : made;
  const { next: body } = await applyContentRules({ call, place, before: absentEntity, sent: call.body, next, also: [] });
  validateResource({ place, next: body });
  requireValidChange(place.resource, { next: body });
  return createPlan(call, { place, body, passes, ...(action.target === 'source' && source && { source }) });
};

/** The resource that the path names, or the body links to; `undefined` where it links to none. Throws 404. */
function findSource(call: CallContext, { from }: ActionByKind<'createFrom'>): Member | undefined {
  return from === undefined ? requireExisting(call) : findLinkedMember(call, from, requireResource(call));
}

/** The resource to which a field of the body links. Throws 400 where it is of another kind, 404 where it is not there. */
function findLinkedMember(call: CallContext, from: string, kind: Resource | undefined): Member | undefined {
  const link = toLinkedPath(getMemberAt(call.body, from), call.segments);
  if (typeof link !== 'string' || link === '') return undefined;
  const base = call.segments.slice(0, Math.max(0, call.segments.indexOf('projects')));
  const place = call.state.world.place(`/${[...base, link].join('/')}`);
  if (!place || place.resource !== kind)
    throw invalidFieldError(from, `'${link}' isn't a link to a resource of the expected type`, 'createFrom');
  return requireExisting(call, place);
}

function chooseCreatedPlace(call: CallContext, action: ActionByKind<'createFrom'>): Place {
  const resource = call.state.world.resource(requireResource(call).api, action.creates);
  const collection = resource && expandSteps(resource.steps.slice(0, -resource.idCount), readVariables(call.method, call.segments));
  if (!resource || !collection) throw notImplementedError(call.method);
  const field = resource.behavior.idFields[0] ?? 'name';
  const name = getTextMember(call.body, field) ?? getTextParameter(call, `${resource.behavior.idParameters[0] ?? ''}Id`);
  if (name === undefined || name === '')
    throw new HttpError('required', { message: `Required value '${field}' is missing.`, location: field, rule: 'name' });
  return createPlace(resource, [...collection, name]);
}

interface Source {
  /** Names of fields of the source by those of the new resource; `selfLink` is its address. */
  readonly copies: ActionByKind<'createFrom'>['copies'];
  readonly source: Member | undefined;
}

/** What fields of the body link to. Throws 400 where one is of another kind, 404 where one is not there. */
function findLinkedSources(call: CallContext, { links = {} }: ActionByKind<'createFrom'>, place: Place): readonly Source[] {
  return Object.entries(links).map(([field, { resource, copies }]) => {
    const kind = call.state.world.resource(place.resource.api, resource);
    return { copies, source: findLinkedMember(call, field, kind) };
  });
}

interface Creation {
  readonly place: Place;
  readonly sources: readonly Source[];
}

async function createBody(call: CallContext, { place, sources }: Creation): Promise<JsonObject> {
  let body = await hashKeys(place.resource.fields, omitServerFields(place.resource, call.body));
  for (const each of sources) body = copyFields(call, { ...each, place, body });
  return completeNewResource(place, body, fillContext(call));
}

interface CopyRequest extends Source {
  readonly place: Place;
  readonly body: JsonObject;
}

function copyFields(call: CallContext, { copies, source, place, body }: CopyRequest): JsonObject {
  if (!source) return body;
  return Object.entries(copies).reduce((copied, [field, from]) => {
    const value = from === 'selfLink' ? createLink(call.origin, source.place.segments) : getMemberAt(source.entity.body, from);
    return value === undefined ? copied : withMember(copied, field, convertInteger(getField(place.resource.fields, field)?.format, value));
  }, body);
}

/** 64-bit integers are text, however the source holds them. */
function convertInteger(format: string | undefined, value: Json): Json {
  return typeof value === 'number' && (format === 'int64' || format === 'uint64') ? String(value) : value;
}

type StateSequence = NonNullable<ActionByKind<'createFrom'>['passes']>;

interface CreatedResource {
  readonly place: Place;
  readonly body: JsonObject;
  readonly passes: StateSequence | undefined;
  /** Of the resource that the operation calls its target, where that is the source. */
  readonly source?: Member;
}

/**
 * The states that a new resource passes through if the action doesn't specify them: the transitions of an output-only field, from the state
 * that no transition leads to.
 */
function inferStateSequence({ resource }: Place): StateSequence | undefined {
  for (const rule of resource.rules) {
    if (rule.kind !== 'states' || !rule.transitions?.length || !getField(resource.fields, rule.field)?.readOnly) continue;
    const next = new Map(rule.transitions.map(({ from, to }) => [from, to]));
    const reached = new Set(next.values());
    const start = [...next.keys()].find((state) => !reached.has(state));
    const values: string[] = [];
    for (let state = start; state !== undefined && !values.includes(state); state = next.get(state)) values.push(state);
    if (values.length > 1) return { field: rule.field, values };
  }
  return undefined;
}

/** Without a delay the last one is reached at once. */
function getFirstState({ session }: CallContext, { values }: StateSequence): string {
  return (session.settings.operationDelay > 0 ? values[0] : values.at(-1)) ?? '';
}

/** With states to pass through, the resource is there from the start; else when the operation is done. */
function createPlan(call: CallContext, { place, body, passes, source }: CreatedResource): Plan {
  const quota = findQuota(call, place);
  const target = source ? { place: source.place, body: source.entity.body } : { place, body };
  const answer = { place };
  const usage = quota?.effects ?? [];
  const failure = quota?.failure ? { failure: quota.failure } : {};
  if (!passes) return { effects: [{ kind: 'put', path: place.path, body, version: 0 }, ...usage], response: answer, target, ...failure };
  const rest = passes.values.slice(1);
  const delay = call.session.settings.operationDelay;
  const states = rest.map((state, index): Effect => ({
    kind: 'later',
    after: (delay * (index + 1)) / rest.length,
    effects: [{ kind: 'set', path: place.path, fields: { [passes.field]: state } }],
  }));
  const onAcceptance: Effect[] = [{ kind: 'put', path: place.path, body }, ...usage, ...(delay > 0 ? states : [])];
  return { effects: [], onAcceptance, response: answer, target, ...failure };
}
