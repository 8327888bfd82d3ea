import {
  createAlreadyExistsError,
  requireExisting,
  createFillContext,
  requireResource,
  getTextParameter,
  type CallContext,
  type Plan,
  createNotImplementedError,
  type ActionByKind,
  type PlanAction,
} from '../call.js';
import { isInt64Format } from '../../../proto-number.js';
import { hashEncryptionKeys } from '../rules/encryption-key.js';
import { completeNewResource, omitServerFields } from '../server-fields.js';
import { getMemberAt, getTextMember, withMember, type Json, type JsonObject } from '../../lib/json.js';
import { createLink, toLinkedPath } from '../../world/links.js';
import { createInvalidFieldError, absentEntity } from '../rules/resource-change.js';
import { applyContentRules } from '../rules/apply-content-rules.js';
import { requireFieldOfTarget } from '../rules/required-if-resource-has.js';
import { validateResource } from '../rules/index.js';
import { requireValidChange } from '../rules/validations.js';
import type { Effect } from '../../state/apply-effects.js';
import type { Member } from '../../state/entity.js';
import { expandSteps, readVariables, getRule } from '../../world/method.js';
import { createPlace, type Place, type Resource } from '../../world/resource.js';
import { HttpError } from '../../lib/http-error.js';
import { getField } from '../../world/field-tables.js';
import { findQuota } from '../rules/quota.js';
import { requireMutable } from '../rules/resource-states.js';

/** Creates a resource from the resource in the path, or from one that the body links to. */
export const createFromResource: PlanAction<'createFrom'> = async (call, action) => {
  const place = chooseCreatedPlace(call, action);
  const source = findSource(call, action);
  const linked = findLinkedSources(call, action, place);
  if (call.state.locate(place)) throw createAlreadyExistsError(place);
  if (source) requireMutable(source.place, source.entity.body);
  const rule = getRule(call.method, 'requiredIfResourceHas');
  if (rule && source) {
    const { resource } = place;
    await requireFieldOfTarget(rule, { sent: omitServerFields(resource, call.body), target: source.entity.body, fields: resource.fields });
  }
  const completed = await createBody(call, { place, sources: [...linked, { copies: action.copies, source }] });
  const stateSequence = action.passes;
  const next = stateSequence ? withMember(completed, stateSequence.field, getFirstState(call, stateSequence)) : completed;
  const { next: body } = await applyContentRules({ call, place, before: absentEntity, sent: call.body, next, sideEffects: [] });
  validateResource({ place, next: body });
  requireValidChange(place.resource, { next: body });
  return createPlan(call, { place, body, stateSequence, ...(action.target === 'source' && source && { source }) });
};

/**
 * Returns the source: the resource in the path, or the one that the body links to. Returns `undefined` if the link is empty. Throws 404.
 */
function findSource(call: CallContext, { from }: ActionByKind<'createFrom'>): Member | undefined {
  return from === undefined ? requireExisting(call) : findLinkedMember(call, from, requireResource(call));
}

/** Returns the resource that a field of the body links to. Throws 400 if it has another type, and 404 if it doesn't exist. */
function findLinkedMember(call: CallContext, field: string, expectedResource: Resource | undefined): Member | undefined {
  const { api } = call.method;
  const link = toLinkedPath(getMemberAt(call.body, field), api, call.segments);
  if (typeof link !== 'string' || link === '') return undefined;
  const place = call.state.world.findPlace(`/${[...call.segments.slice(0, api.namesFrom), link].join('/')}`);
  if (!place || place.resource !== expectedResource)
    throw createInvalidFieldError(field, `'${link}' isn't a link to a resource of the expected type`, 'createFrom');
  return requireExisting(call, place);
}

function chooseCreatedPlace(call: CallContext, action: ActionByKind<'createFrom'>): Place {
  const resource = call.state.world.findResource(requireResource(call).api, action.creates);
  const collection = resource && expandSteps(resource.steps.slice(0, -resource.idCount), readVariables(call.method, call.segments));
  if (!resource || !collection) throw createNotImplementedError(call.method);
  const field = resource.behavior.idFields[0] ?? 'name';
  const name = getTextMember(call.body, field) ?? getTextParameter(call, call.method.behavior.idParameters?.[0]?.[0] ?? '');
  if (name === undefined || name === '')
    throw new HttpError('required', { message: `Required value '${field}' is missing.`, location: field, rule: 'name' });
  return createPlace(resource, [...collection, name]);
}

interface Source {
  /** Maps fields of the new resource to fields of the source. The source field `selfLink` is the address of the source. */
  readonly copies: ActionByKind<'createFrom'>['copies'];
  readonly source: Member | undefined;
}

/** Returns the resources that the body links to. Throws 400 if one has another type, and 404 if one doesn't exist. */
function findLinkedSources(call: CallContext, { links = {} }: ActionByKind<'createFrom'>, place: Place): readonly Source[] {
  return Object.entries(links).map(([field, { resource, copies }]) => {
    const linkedResource = call.state.world.findResource(place.resource.api, resource);
    return { copies, source: findLinkedMember(call, field, linkedResource) };
  });
}

interface Creation {
  readonly place: Place;
  readonly sources: readonly Source[];
}

async function createBody(call: CallContext, { place, sources }: Creation): Promise<JsonObject> {
  let body = await hashEncryptionKeys(place.resource, omitServerFields(place.resource, call.body));
  for (const source of sources) body = copyFields(call, { ...source, place, body });
  return completeNewResource(place, body, createFillContext(call));
}

interface CopyRequest extends Source {
  readonly place: Place;
  readonly body: JsonObject;
}

function copyFields(call: CallContext, { copies, source, place, body }: CopyRequest): JsonObject {
  if (!source) return body;
  return Object.entries(copies).reduce((copied, [field, sourceField]) => {
    const value =
      sourceField === 'selfLink' ? createLink(call.origin, source.place.segments) : getMemberAt(source.entity.body, sourceField);
    return value === undefined ? copied : withMember(copied, field, convertInteger(getField(place.resource.fields, field)?.format, value));
  }, body);
}

/** The JSON format of a 64-bit integer is a string. */
function convertInteger(format: string | undefined, value: Json): Json {
  return typeof value === 'number' && isInt64Format(format) ? String(value) : value;
}

type StateSequence = NonNullable<ActionByKind<'createFrom'>['passes']>;

interface CreatedResource {
  readonly place: Place;
  readonly body: JsonObject;
  readonly stateSequence: StateSequence | undefined;
  /** The source, if the operation reports it as its target. */
  readonly source?: Member;
}

/** Without an operation delay, the resource starts in the last state. */
function getFirstState({ session }: CallContext, { values }: StateSequence): string {
  return (session.settings.operationDelay > 0 ? values[0] : values.at(-1)) ?? '';
}

/** Creates a resource that has a state sequence on acceptance, and any other resource when the operation completes. */
function createPlan(call: CallContext, { place, body, stateSequence, source }: CreatedResource): Plan {
  const quota = findQuota(call, place);
  const target = source ? { place: source.place, body: source.entity.body } : { place, body };
  const response = { place };
  const usage = quota?.effects ?? [];
  const failure = quota?.failure ? { failure: quota.failure } : {};
  if (!stateSequence) return { effects: [{ kind: 'put', path: place.path, body, version: 0 }, ...usage], response, target, ...failure };
  const laterStates = stateSequence.values.slice(1);
  const delay = call.session.settings.operationDelay;
  const states = laterStates.map((state, index): Effect => ({
    kind: 'later',
    after: (delay * (index + 1)) / laterStates.length,
    effects: [{ kind: 'set', path: place.path, fields: { [stateSequence.field]: state } }],
  }));
  const onAcceptance: Effect[] = [{ kind: 'put', path: place.path, body }, ...usage, ...(delay > 0 ? states : [])];
  return { effects: [], onAcceptance, response, target, ...failure };
}
