/** A change of a resource on its way: what stands there, what was sent, what will stand there. */
import type { CallContext } from '../call.js';
import { HttpError } from '../http-error.js';
import { emptyObject, type JsonObject } from '../json.js';
import type { Effect } from '../state/apply-effects.js';
import type { Entity } from '../state/state.js';
import type { Place } from '../world/resource.js';
import { addDefaults } from '../field-tables.js';

export interface Change {
  readonly call: CallContext;
  readonly place: Place;
  readonly before: Entity;
  /** The body as sent. */
  readonly sent: JsonObject;
  readonly next: JsonObject;
  /** What else happens with it. */
  readonly also: readonly Effect[];
  /** What stands above, where it does not stand there yet. */
  readonly parent?: JsonObject;
  /** What is added and removed in the same collection at once. */
  readonly beside?: RelatedEffects;
  /** Where the resource stands in the request's body: `additions[0]`. */
  readonly at?: string;
}

/** A resource as it will stand at its place. */
export type Standing = Pick<Change, 'place' | 'next'>;

/** A resource that is about to take the place of what stands there. */
export interface PendingPut extends Standing {
  readonly before: JsonObject | undefined;
}

/** What stands where a new resource will stand. */
export const absentEntity: Entity = { body: emptyObject, version: 0 };

export interface RelatedEffects {
  readonly added: readonly { readonly path: string; readonly body: JsonObject }[];
  readonly removed: ReadonlySet<string>;
}

/** What a rule makes of a change: throws a refusal, or answers the change, altered where the rule says so. */
export type ApplyRule<R> = (change: Change, rule: R) => Change | Promise<Change>;

/** 400 for a field of the body. */
export function invalidFieldError(field: string, message: string, rule: string): HttpError {
  return new HttpError('invalid', { message: `Invalid value for '${field}': ${message}`, location: field, locationType: 'field', rule });
}

/** 400 for a field of the resource, wherever that stands in the body. */
export function resourceFieldError(
  { at }: Pick<Change, 'at'>,
  field: string,
  { rule, message }: { readonly rule: string; readonly message: string },
): HttpError {
  return invalidFieldError(at === undefined ? field : `${at}.${field}`, message, rule);
}

/** 400 for a field of the resource that is missing, wherever the resource stands in the body. */
export function requiredFieldError({ at }: Change, field: string, rule: string): HttpError {
  const location = at === undefined ? field : `${at}.${field}`;
  return new HttpError('required', { message: `Required value '${location}' is missing.`, location, locationType: 'field', rule });
}

export function bodyWithDefaults({ place }: Change, body: JsonObject): JsonObject {
  return addDefaults(place.resource.fields, body);
}
