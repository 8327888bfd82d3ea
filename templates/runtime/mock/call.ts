/** A call: one request to one method, with the state it sees; and what an action makes of it. */
import { HttpError } from './http-error.js';
import type { Grant } from './auth.js';
import type { FaultEffects } from './faults.js';
import type { FillContext } from './server-fields.js';
import { getMember, getMemberAt, type JsonObject } from './json.js';
import type { Json } from './mock-types.js';
import { toRelativePath } from './links.js';
import type { Content } from './media/support.js';
import type { Session } from './session.js';
import type { Effect, Failure } from './state/apply-effects.js';
import type { Entity, Member, State } from './state/state.js';
import { getResourceSegments, type Method } from './world/method.js';
import { createPlace, type Place, type Resource } from './world/resource.js';

export interface CallContext {
  readonly session: Session;
  readonly state: State;
  readonly method: Method;
  /** Of the path, decoded, without the verb. */
  readonly segments: readonly string[];
  readonly origin: string;
  readonly parameters: JsonObject;
  /** Empty where none was sent. */
  readonly body: JsonObject;
  /** Absent where no known token was given. */
  readonly grant: Grant | undefined;
  readonly user: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly faults: FaultEffects;
  /** What is sent with it. */
  readonly content?: Content;
}

/** What an action will do, and what it answers. */
export interface Plan {
  /** Done at once, or when the operation is done. */
  readonly effects: readonly Effect[];
  /** What the answer shows: a resource as it stands after the effects, or a body. */
  readonly response: { readonly place: Place } | { readonly body: JsonObject };
  /** The resource that is changed, as an operation names it. */
  readonly target?: { readonly place: Place; readonly body: JsonObject };
  /** Done when the request is accepted, where there is an operation. */
  readonly onAcceptance?: readonly Effect[];
  /** What is asked for is not there yet: for how many milliseconds to go on asking. */
  readonly pollTimeout?: number;
  /** An operation tracks it, though it changes nothing. */
  readonly tracked?: true;
  /** Why the operation will fail. */
  readonly failure?: Failure;
}

export function planResponse(body: JsonObject): Plan {
  return { effects: [], response: { body } };
}

export function fillContext(call: CallContext): FillContext {
  const { random } = call.session;
  const id: FillContext['id'] = (place) => call.state.allocateId(place, () => random.id());
  return { at: call.at, parameters: call.parameters, id, uuid: () => random.uuid() };
}

/** The kind of resource that the action concerns. */
export function requireResource(call: CallContext): Resource {
  if (!call.method.resource) throw notImplementedError(call.method);
  return call.method.resource;
}

export function notImplementedError(method: Method): HttpError {
  return new HttpError('notImplemented', { message: `The mock does not implement ${method.id}.`, rule: 'action' });
}

/** The place of the resource that the path names. */
export function resourcePlace(call: CallContext): Place {
  const resource = requireResource(call);
  const { action } = call.method.behavior;
  const id = action.kind === 'update' || action.kind === 'patch' || action.kind === 'delete' ? action.id : undefined;
  const segments = id === undefined ? getResourceSegments(call, resource) : getSegmentsById(call, id);
  if (!segments) throw notImplementedError(call.method);
  return createPlace(resource, segments);
}

/** Where the path names only the collection: the member that a parameter or the body names. Throws 400 where neither does. */
function getSegmentsById(call: CallContext, name: string): readonly string[] {
  const { idFields } = requireResource(call).behavior;
  const given = [getParameter(call, name), getMember(call.body, name), getMemberAt(call.body, idFields[0] ?? name)];
  const id = given.find((value) => typeof value === 'string' && value !== '');
  if (typeof id === 'string') return [...getCollectionSegments(call), id];
  throw new HttpError('required', { message: `Required value '${name}' is missing.`, location: name, rule: 'name' });
}

/** The segments of what the path names below a collection, where names may hold slashes: `chatrooms` of `documents/chatrooms`. */
export function getSegmentsBelow(call: CallContext, collection: readonly string[]): readonly string[] {
  return requireResource(call).behavior.spansSegments ? call.segments.slice(collection.length) : [];
}

/** The segments of the collection that the path names. */
export function getCollectionSegments(call: CallContext): readonly string[] {
  const resource = requireResource(call);
  const segments = getResourceSegments(call, resource, resource.idCount);
  if (!segments) throw notImplementedError(call.method);
  return segments;
}

export function notFoundError(place: Place): HttpError {
  return new HttpError('notFound', { message: `The resource '${toRelativePath(place.segments)}' was not found`, rule: 'exists' });
}

export function alreadyExistsError(place: Place): HttpError {
  return new HttpError('alreadyExists', { message: `The resource '${toRelativePath(place.segments)}' already exists`, rule: 'unique' });
}

/** The resource that the path names, by name or by id. Throws 404. */
export function requireExisting(call: CallContext, place: Place = resourcePlace(call)): Member {
  const missing = call.state.findMissingParent(place);
  if (missing) throw notFoundError(missing);
  const member = call.state.locate(place);
  if (member) return member;
  if (call.state.isBuiltIn(place)) return { place, entity: defaultEntity(call, place), cursor: '' };
  throw notFoundError(place);
}

/** Throws 404 where the parent of a collection does not exist. */
export function requireParent(call: CallContext, place: Place): void {
  const missing = call.state.findMissingParent(place);
  if (missing) throw notFoundError(missing);
}

/** What a resource that nobody created looks like: always the same. */
export function defaultEntity(call: CallContext, place: Place): Entity {
  return { body: call.session.implicitBody(place, call.origin), version: 0 };
}

export function getParameter(call: CallContext, name: string): Json | undefined {
  return Object.hasOwn(call.parameters, name) ? call.parameters[name] : undefined;
}

export function getTextParameter(call: CallContext, name: string): string | undefined {
  const value = getParameter(call, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
