/** A call: one request to one method, with the state it sees; and what an action makes of it. */
import { Refusal } from './errors.js';
import type { Grant } from './auth.js';
import type { Met } from './faults.js';
import type { Filling } from './fill.js';
import { member, memberAt, type JsonObject } from './json.js';
import type { Json } from './types.js';
import { relativePath } from './links.js';
import type { Content } from './media/support.js';
import type { Session } from './session.js';
import type { Effect, Failure } from './state/effects.js';
import type { Entity, Member, State } from './state/state.js';
import { resourceSegments, type Method } from './world/method.js';
import { placeOf, type Place, type Resource } from './world/resource.js';

export interface Call {
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
  readonly met: Met;
  /** What is sent with it. */
  readonly content?: Content;
}

/** What an action will do, and what it answers. */
export interface Plan {
  /** Done at once, or when the operation is done. */
  readonly effects: readonly Effect[];
  /** What the answer shows: a resource as it stands after the effects, or a body. */
  readonly answer: { readonly place: Place } | { readonly body: JsonObject };
  /** The resource that is changed, as an operation names it. */
  readonly target?: { readonly place: Place; readonly body: JsonObject };
  /** Done when the request is accepted, where there is an operation. */
  readonly onAcceptance?: readonly Effect[];
  /** What is asked for is not there yet: for how many milliseconds to go on asking. */
  readonly askAgain?: number;
  /** An operation tracks it, though it changes nothing. */
  readonly tracked?: true;
  /** Why the operation will fail. */
  readonly failure?: Failure;
}

export function answerOf(body: JsonObject): Plan {
  return { effects: [], answer: { body } };
}

export function filling(call: Call): Filling {
  const { random } = call.session;
  const id: Filling['id'] = (place) => call.state.freeId(place, () => random.id());
  return { at: call.at, parameters: call.parameters, id, uuid: () => random.uuid() };
}

/** The kind of resource that the action concerns. */
export function resourceOf(call: Call): Resource {
  if (!call.method.resource) throw notImplemented(call.method);
  return call.method.resource;
}

export function notImplemented(method: Method): Refusal {
  return new Refusal('notImplemented', { message: `The mock does not implement ${method.id}.`, rule: 'action' });
}

/** The place of the resource that the path names. */
export function placeOfCall(call: Call): Place {
  const resource = resourceOf(call);
  const { action } = call.method.behaviour;
  const id = action.kind === 'update' || action.kind === 'patch' || action.kind === 'delete' ? action.id : undefined;
  const segments = id === undefined ? resourceSegments(call, resource) : segmentsById(call, id);
  if (!segments) throw notImplemented(call.method);
  return placeOf(resource, segments);
}

/** Where the path names only the collection: the member that a parameter or the body names. Throws 400 where neither does. */
function segmentsById(call: Call, name: string): readonly string[] {
  const { idFields } = resourceOf(call).behaviour;
  const given = [parameter(call, name), member(call.body, name), memberAt(call.body, idFields[0] ?? name)];
  const id = given.find((value) => typeof value === 'string' && value !== '');
  if (typeof id === 'string') return [...collectionOfCall(call), id];
  throw new Refusal('required', { message: `Required value '${name}' is missing.`, location: name, rule: 'name' });
}

/** The segments of what the path names below a collection, where names may hold slashes: `chatrooms` of `documents/chatrooms`. */
export function segmentsBelow(call: Call, collection: readonly string[]): readonly string[] {
  return resourceOf(call).behaviour.spansSegments ? call.segments.slice(collection.length) : [];
}

/** The segments of the collection that the path names. */
export function collectionOfCall(call: Call): readonly string[] {
  const resource = resourceOf(call);
  const segments = resourceSegments(call, resource, resource.idCount);
  if (!segments) throw notImplemented(call.method);
  return segments;
}

export function notFound(place: Place): Refusal {
  return new Refusal('notFound', { message: `The resource '${relativePath(place.segments)}' was not found`, rule: 'exists' });
}

export function alreadyExists(place: Place): Refusal {
  return new Refusal('alreadyExists', { message: `The resource '${relativePath(place.segments)}' already exists`, rule: 'unique' });
}

/** The resource that the path names, by name or by id. Throws 404. */
export function existing(call: Call, place: Place = placeOfCall(call)): Member {
  const missing = call.state.missingParent(place);
  if (missing) throw notFound(missing);
  const member = call.state.locate(place);
  if (member) return member;
  if (call.state.isBuiltIn(place)) return { place, entity: implicitEntity(call, place), cursor: '' };
  throw notFound(place);
}

/** Throws 404 where the parent of a collection does not exist. */
export function requireParent(call: Call, place: Place): void {
  const missing = call.state.missingParent(place);
  if (missing) throw notFound(missing);
}

/** What a resource that nobody created looks like: always the same. */
export function implicitEntity(call: Call, place: Place): Entity {
  return { body: call.session.implicitBody(place, call.origin), version: 0 };
}

export function parameter(call: Call, name: string): Json | undefined {
  return Object.hasOwn(call.parameters, name) ? call.parameters[name] : undefined;
}

export function textParameter(call: Call, name: string): string | undefined {
  const value = parameter(call, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
