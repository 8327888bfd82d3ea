/** The context of a call, and the plan that an action makes for it. */
import { HttpError } from '../lib/http-error.js';
import type { HandlerUse } from './handler-use.js';
import type { FaultEffects } from '../state/faults.js';
import { getMember, getMemberAt, type Json, type JsonObject } from '../lib/json.js';
import type { Random } from '../lib/random.js';
import { addDefaults } from '../catalog/field-tables.js';
import { formatPlace } from '../catalog/links.js';
import type { Content } from './content/content.js';
import type { Session } from '../state/session.js';
import type { Effect, Failure } from '../state/apply-effects.js';
import type { Member } from '../state/entity.js';
import type { MethodHandlers } from '../state/handler-registry.js';
import type { State } from '../state/state.js';
import { getResourceSegments, type CompiledMethod } from '../catalog/method.js';
import { createPlace, type Place, type CompiledResource } from '../catalog/resource.js';
import { describeResourceError } from './stated-errors.js';
import type { Action } from '../../runtime/rule.js';

/** The user, scopes, and permissions of a bearer token. */
export interface Grant {
  readonly user: string;
  readonly scopes: ReadonlySet<string>;
  readonly permissions: ReadonlySet<string>;
}

export interface EngineCall {
  readonly session: Session;
  readonly state: State;
  readonly method: CompiledMethod;
  /** The segments of the path, decoded, without the verb. */
  readonly segments: readonly string[];
  readonly origin: string;
  /** The request headers. Names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly parameters: JsonObject;
  /** Empty if the request has no body. */
  readonly body: JsonObject;
  /** The body of a method whose body isn't an object. */
  readonly plainBody?: Json;
  readonly hasBody: boolean;
  /** Whether the request is for the media content of the resource. */
  readonly requestsContent: boolean;
  /** Whether the request is for server-sent events, which the method can return. */
  readonly requestsEvents: boolean;
  /** The field mask of the response, if the request has one. */
  readonly responseMask?: string;
  /** Absent without a known token. */
  readonly grant: Grant | undefined;
  readonly user: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly faults: FaultEffects;
  /** Whether the request asks to be validated but not executed (AIP-163). Its changes are undone. */
  readonly validatesOnly: boolean;
  /** Whether handlers of the user run. */
  readonly callsHandlers: boolean;
  /** What handlers of the user read of the request. */
  readonly handlerUse: HandlerUse;
  readonly content?: Content;
  /** How long the operation of the call takes. Default: the setting of the mock. */
  readonly operationDelay?: number;
}

/** The effects of an action, and its response. */
export interface ActionPlan {
  /** Applied at once, or when the operation completes. */
  readonly effects: readonly Effect[];
  /** The resource to return after the effects, or a body. */
  readonly response: { readonly place: Place } | { readonly body: Json };
  /** The resource that an operation reports as its target. */
  readonly target?: { readonly place: Place; readonly body: JsonObject };
  /** Applied on acceptance if there is an operation. */
  readonly onAcceptance?: readonly Effect[];
  /** Milliseconds for which to poll. Present if the resource is not ready yet. */
  readonly pollTimeout?: number;
  /** Starts an operation even without effects. */
  readonly startsOperation?: true;
  /** Fields of the metadata of the operation (AIP-151). */
  readonly metadata?: JsonObject;
  /** The failure that the operation will report. */
  readonly failure?: Failure;
}

export function planResponse(body: Json): ActionPlan {
  return { effects: [], response: { body } };
}

/** Returns the effect that stores a new resource. */
export function planPut({ state }: Pick<EngineCall, 'state'>, place: Place, body: JsonObject): Extract<Effect, { readonly kind: 'put' }> {
  state.catalog.rememberPlace(place);
  return { kind: 'put', path: place.path, body };
}

/** What the fields of a new resource depend on. */
export interface FillContext {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Generates a uint64 as text for a new resource. */
  readonly createId: (place: Place) => string;
  /** The parameters of the request that creates the resource, if any. */
  readonly parameters?: JsonObject;
  /** The user of that request. */
  readonly user?: string;
  /** The stored resource that a new one replaces, if any. */
  readonly previous?: JsonObject;
  readonly getRandom: () => Random;
  readonly getProjectNumber: (id: string) => string;
  /** Returns the stored resource that contains a place, with its defaults, if any. */
  readonly getParent: (place: Place) => JsonObject | undefined;
}

export function createFillContext(call: Pick<EngineCall, 'state' | 'at' | 'parameters'> & Partial<Pick<EngineCall, 'user'>>): FillContext {
  const { state } = call;
  const createId: FillContext['createId'] = (place) => state.allocateId(place, () => state.controls.random.nextId());
  return {
    at: call.at,
    parameters: call.parameters,
    ...(call.user !== undefined && { user: call.user }),
    createId,
    getRandom: () => state.controls.random,
    getProjectNumber: (id) => state.getProjectNumber(id),
    getParent: (place) => findParent(state, place),
  };
}

/** Returns the stored resource that contains a place, with its defaults, if any. */
export function findParent(state: State, place: Place): JsonObject | undefined {
  const parent = state.getParent(place);
  const body = parent && state.findEntity(parent)?.body;
  return body && addDefaults(parent?.resource.fields, body);
}

/** Returns how long operations take. The operation of a request that is only validated is done at once, because it can't be read later. */
export function getOperationDelay({ session, validatesOnly, operationDelay }: EngineCall): number {
  return validatesOnly ? 0 : (operationDelay ?? session.settings.operationDelay);
}

/** Returns the handlers of the called method, if any. */
export function findHandlers({ callsHandlers, session, method }: EngineCall): MethodHandlers | undefined {
  return callsHandlers ? session.handlers.find(method.id) : undefined;
}

/** Returns the resource type of the method. Throws 501 if it has none. */
export function requireResource(call: EngineCall): CompiledResource {
  if (!call.method.resource) throw createNotImplementedError(call.method);
  return call.method.resource;
}

const unknownResource = "Its path doesn't contain the path of the resource that its action names.";

/**
 * Creates the error for a method, or a request of it, that the mock doesn't implement.
 *
 * @param reason A sentence. Default: the note of the method, which every method without an action has.
 */
export function createNotImplementedError(
  { id, behavior }: CompiledMethod,
  reason: string = behavior.supportNote ?? unknownResource,
): HttpError {
  return new HttpError('notImplemented', {
    message: `The mock doesn't implement ${id}. ${reason} Register a handler to respond to it.`,
    rule: 'action',
  });
}

export function getResourcePlace(call: EngineCall): Place {
  const resource = requireResource(call);
  const { action } = call.method.behavior;
  const id = action.kind === 'update' || action.kind === 'patch' || action.kind === 'delete' ? action.id : undefined;
  const segments = id === undefined ? getResourceSegments(call, resource) : getSegmentsById(call, id);
  if (!segments) throw createNotImplementedError(call.method);
  return createPlace(resource, segments);
}

/** Returns the member that a parameter or the body names below the collection of the path. Throws 400 if neither names one. */
function getSegmentsById(call: EngineCall, name: string): readonly string[] {
  const { idFields } = requireResource(call).behavior;
  const candidates = [getParameter(call, name), getMember(call.body, name), getMemberAt(call.body, idFields[0] ?? name)];
  const id = candidates.find((value) => typeof value === 'string' && value !== '');
  if (typeof id === 'string') return [...getCollectionSegments(call), id];
  throw createRequiredFieldError(name, 'name');
}

/** Returns the segments below a collection whose names may contain slashes: `chatrooms` of `documents/chatrooms`. */
export function getSpannedSegments(call: EngineCall, collection: readonly string[]): readonly string[] {
  return requireResource(call).behavior.spansSegments ? call.segments.slice(collection.length) : [];
}

/** Returns the segments of the collection that the path names. */
export function getCollectionSegments(call: EngineCall): readonly string[] {
  const resource = requireResource(call);
  const segments = getResourceSegments(call, resource, resource.idCount);
  if (!segments) throw createNotImplementedError(call.method);
  return segments;
}

export function createNotFoundError(call: EngineCall, place: Place): HttpError {
  return createResourceError(call, place, { reason: 'notFound', problem: 'was not found', rule: 'exists' });
}

/** Creates a 400 error for a missing field of the request body. */
export function createRequiredFieldError(location: string, rule: string): HttpError {
  return new HttpError('required', { message: `Required value '${location}' is missing.`, location, rule });
}

export function createAlreadyExistsError(call: EngineCall, place: Place): HttpError {
  return createResourceError(call, place, { reason: 'alreadyExists', problem: 'already exists', rule: 'unique' });
}

interface ResourceProblem {
  readonly reason: 'notFound' | 'alreadyExists';
  readonly problem: string;
  readonly rule: string;
}

function createResourceError({ method, state }: EngineCall, place: Place, { reason, problem, rule }: ResourceProblem): HttpError {
  return new HttpError(reason, {
    message: `The resource '${formatPlace(place)}' ${problem}`,
    rule,
    stated: describeResourceError(method, reason, { place, getProjectNumber: (id) => state.getProjectNumber(id) }),
  });
}

/** Returns the resource that the path names by name or by ID. Throws 404. */
export function requireExisting(call: EngineCall, place: Place = getResourcePlace(call)): Member {
  requireParent(call, place);
  const member = call.state.locate(place);
  if (member) return member;
  if (!call.state.isBuiltIn(place)) throw createNotFoundError(call, place);
  if (call.method.behavior.seededOnly) throw createNotImplementedError(call.method);
  return createImplicitMember(call, place);
}

/** Throws 404 if the parent of a collection doesn't exist. */
export function requireParent(call: EngineCall, place: Place): void {
  const missing = call.state.findMissingParent(place);
  if (missing) throw createNotFoundError(call, missing);
}

/** Returns a resource that exists without having been created. */
export function createImplicitMember(call: EngineCall, place: Place): Member {
  return { place, entity: { body: call.state.getImplicitBody(place, call.origin), version: 0 }, cursor: '' };
}

export function getParameter(call: Pick<EngineCall, 'parameters'>, name: string): Json | undefined {
  return getMember(call.parameters, name);
}

export function getTextParameter(call: Pick<EngineCall, 'parameters'>, name: string): string | undefined {
  const value = getParameter(call, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Increments the counters of resources in the path that count calls of the method. */
export function addCallCounts(call: EngineCall, plan: ActionPlan): ActionPlan {
  const counts = call.state.catalog.getCallCounters(call.method).flatMap(({ owner, rule }): readonly Effect[] => {
    const segments = getResourceSegments(call, owner);
    return segments ? [{ kind: 'increment', path: createPlace(owner, segments).path, fields: [rule.field] }] : [];
  });
  return counts.length === 0 ? plan : { ...plan, effects: [...plan.effects, ...counts] };
}

export type ActionByKind<K extends Action['kind']> = Extract<Action, { readonly kind: K }>;

/** Plans the effects and the response of a call without changing any state. Throws an `HttpError` if the call is invalid. */
export type PlanAction<K extends Action['kind']> = (call: EngineCall, action: ActionByKind<K>) => ActionPlan | Promise<ActionPlan>;

/** The implementations of the action kinds. */
export type Actions = { readonly [K in Action['kind']]: PlanAction<K> };
