/** A change of a resource: its stored body, the body as sent, and its next body. */
import type { BatchChanges } from './batch-changes.js';
import type { EngineCall } from './call.js';
import { HttpError } from '../lib/http-error.js';
import { emptyObject, type JsonObject } from '../lib/json.js';
import type { Effect } from '../state/apply-effects.js';
import type { Entity } from '../state/entity.js';
import type { Place } from '../catalog/resource.js';

export interface PendingChange {
  readonly call: EngineCall;
  readonly place: Place;
  readonly before: Entity;
  /** The changed resource as sent. Absent if the request body isn't the resource, and for a new resource. */
  readonly sent?: JsonObject;
  readonly next: JsonObject;
  /** The parent's body, if the parent isn't stored yet. */
  readonly parent?: JsonObject;
  /** The batch that the change is a part of. */
  readonly batch?: BatchChanges;
  /** The location of the resource in the request body: `additions[0]`. */
  readonly at?: string;
}

/** A change after its rules, with its effects on other resources. */
export interface RuledChange {
  readonly next: JsonObject;
  readonly sideEffects: readonly Effect[];
}

/** A resource with what relates it to others. A seed has no more. */
export interface RelatedResource extends Pick<PendingChange, 'place' | 'next' | 'parent' | 'batch' | 'at'> {
  readonly call: Pick<EngineCall, 'state'>;
}

/** The stored entity of a resource that doesn't exist yet. */
export const absentEntity: Entity = { body: emptyObject, version: 0 };

/** Creates a 400 error for a field of the request body. */
export function createInvalidFieldError(field: string, message: string, rule: string): HttpError {
  return new HttpError('invalid', { message: `Invalid value for '${field}': ${message}`, location: field, locationType: 'field', rule });
}

/** Returns the location of a field of the resource in the request body. */
export function locateField({ at }: { readonly at?: string | undefined }, field: string): string {
  return at === undefined ? field : `${at}.${field}`;
}
