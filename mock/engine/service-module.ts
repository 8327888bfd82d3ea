/** What built-in service modules can do in the mock, in addition to those of users. */
import type { JsonObject } from '../lib/json.js';
import type { RuleHooks } from './rule-kinds/rule-hooks.js';
import type { MaybePromise } from '../lib/maybe-promise.js';
import type { Effect } from '../state/apply-effects.js';
import type { State } from '../state/state.js';
import type { HandlerCall } from '../types/handlers.js';
import type { ResourceFields, Place } from '../catalog/resource.js';
import type { Catalog } from '../catalog/catalog.js';
import type { ServiceDefinition } from '../types/services.js';
import type { ServiceAction, ServiceRule } from '../../runtime/services.js';

/** A module that implements a rule: the hooks of a rule kind, and steps of completing resources. */
export interface ServiceModule<R extends ServiceRule = ServiceRule> extends RuleHooks<R> {
  /** Adds what the server reads from the content of a new resource, also of a seeded one. */
  readonly complete?: (body: JsonObject, rule: R) => JsonObject;
  /** Returns the form in which the server stores a resource. */
  readonly toStored?: (body: JsonObject, rule: R) => JsonObject;
  /** Returns one form for all resources that the server considers equal. */
  readonly toCanonical?: (body: JsonObject, rule: R) => JsonObject;
}

/** A call of a method that a service module implements: what handlers of the user get, and the state behind `state`. */
export interface ServiceCall<A extends ServiceAction = ServiceAction> extends Omit<HandlerCall, 'parameters' | 'requestBody'> {
  readonly action: A;
  readonly parameters: JsonObject;
  readonly requestBody: JsonObject | undefined;
  /** The place of the resource that the path names. */
  readonly place: Place;
  readonly origin: string;
  /** The state of the session as it is stored, in the transaction of the call. */
  readonly stored: State;
  /** The fields that are constant in responses, such as `kind`. */
  readonly responseConstants: JsonObject;
  /** Returns the filter of a list that the call requests, if any. Rejects with 400 if it is invalid. `fields`: the fields of the listed items. */
  readFilter(fields: ResourceFields | undefined): Promise<((item: JsonObject) => boolean) | undefined>;
  /** Returns the page of a list that the call requests. `getCursor` returns a text that sorts like the items. */
  getPage<T>(items: readonly T[], getCursor: (item: T) => string): Page<T>;
}

export interface Page<T> {
  readonly items: readonly T[];
  /** The token of the next page, if any. */
  readonly next?: string;
}

/**
 * A module that implements an action, in the form of a handler. It returns the response, or throws an `HttpError`.
 *
 * @param next Rejects with 501 `notImplemented`.
 */
export type ServiceHandler<A extends ServiceAction = ServiceAction> = (
  call: ServiceCall<A>,
  next: () => Promise<JsonObject>,
) => MaybePromise<JsonObject>;

/** An error in a seeded record, at a path in the record. */
export interface RecordProblem {
  readonly path: readonly (string | number)[];
  readonly message: string;
  /** Set if the name of the value is wrong, and not the value. */
  readonly isName?: true;
}

export interface SeededRecord {
  readonly owner: string;
  readonly record: JsonObject;
  /** The time of the mock in milliseconds since 1970. */
  readonly at: number;
}

/** Records of a service that aren't resources. Seeds contain them by owner: `projects/p` or `projects/p/locations/l`. */
export interface ServiceRecords {
  /** Returns the errors of a seeded record. */
  findProblems(record: JsonObject, catalog: Catalog): readonly RecordProblem[];
  /** Stores a seeded record. */
  add(state: State, seeded: SeededRecord): void;
  /** Stores what a seeded resource implies, such as the same resource under its other name. */
  updateAfterSeed(state: State, place: Place, body: JsonObject): void;
  /** Returns the effects of a changed resource on others. */
  planRelatedEffects(state: State, place: Place, body: JsonObject): readonly Effect[];
}

/** The rules and actions of a built-in service module that its manifest describes, by full name: `service/name`. */
export interface BuiltInImplementations {
  /** Rules of resources. */
  readonly rules?: Readonly<Record<string, ServiceModule<never>>>;
  /** Methods that specifications assign with the action `service`. */
  readonly actions?: Readonly<Record<string, ServiceHandler<never>>>;
  readonly records?: ServiceRecords;
}

/** A service module: what a user's module can contain, and the rules and actions of a built-in one. */
export type Service = ServiceDefinition & BuiltInImplementations;

/** Returns a built-in service module as it is. Packages know it only as an object. */
export const defineBuiltIn = (service: Service): object => service;
