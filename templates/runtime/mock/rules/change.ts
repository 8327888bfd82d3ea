/** A change of a resource on its way: what stands there, what was sent, what will stand there. */
import type { Call } from '../call.js';
import { Refusal } from '../errors.js';
import { emptyObject, type JsonObject } from '../json.js';
import type { Effect } from '../state/effects.js';
import type { Entity } from '../state/state.js';
import type { Place } from '../world/resource.js';
import { withDefaults } from '../shape.js';

export interface Change {
  readonly call: Call;
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
  readonly beside?: Beside;
  /** Where the resource stands in the request's body: `additions[0]`. */
  readonly at?: string;
}

/** A resource as it will stand at its place. */
export type Standing = Pick<Change, 'place' | 'next'>;

/** A resource that is about to take the place of what stands there. */
export interface Put extends Standing {
  readonly before: JsonObject | undefined;
}

/** What stands where a new resource will stand. */
export const nothing: Entity = { body: emptyObject, version: 0 };

export interface Beside {
  readonly added: readonly { readonly path: string; readonly body: JsonObject }[];
  readonly removed: ReadonlySet<string>;
}

/** What a rule makes of a change: throws a refusal, or answers the change, altered where the rule says so. */
export type ChangeRule<R> = (change: Change, rule: R) => Change | Promise<Change>;

/** 400 for a field of the body. */
export function invalidField(field: string, message: string, rule: string): Refusal {
  return new Refusal('invalid', { message: `Invalid value for '${field}': ${message}`, location: field, locationType: 'field', rule });
}

/** 400 for a field of the resource, wherever that stands in the body. */
export function refusedField(
  { at }: Pick<Change, 'at'>,
  field: string,
  { rule, message }: { readonly rule: string; readonly message: string },
): Refusal {
  return invalidField(at === undefined ? field : `${at}.${field}`, message, rule);
}

/** 400 for a field of the resource that is missing, wherever the resource stands in the body. */
export function requiredField({ at }: Change, field: string, rule: string): Refusal {
  const location = at === undefined ? field : `${at}.${field}`;
  return new Refusal('required', { message: `Required value '${location}' is missing.`, location, locationType: 'field', rule });
}

export function effectiveBody({ place }: Change, body: JsonObject): JsonObject {
  return withDefaults(place.resource.fields, body);
}
