/** Stored resources. */
import { isObject, type Json, type JsonObject } from '../lib/json.js';
import type { Order, Place, CompiledResource } from '../catalog/resource.js';

/** A stored resource: the fields from the client and the server, without defaults. */
export interface Entity {
  readonly body: JsonObject;
  /** The number of changes of its content, starting at 1. */
  readonly version: number;
}

/** Requests the members of a collection in an order, after a cursor. */
export interface PageRequest {
  readonly resource: CompiledResource;
  /** The canonical path of the collection. */
  readonly collection: string;
  /** The index that has the members. Absent for the order by name. */
  readonly order?: Pick<Order, 'text'>;
  /** The cursor at which the previous page ended. */
  readonly after?: string;
  readonly limit: number;
  /** The prefix of the members' keys within the collection. */
  readonly prefix?: string;
}

export interface Member {
  readonly place: Place;
  readonly entity: Entity;
  /** The cursor that continues after this member. */
  readonly cursor: string;
}

/** A resource with its place and its next body. */
export interface PlacedResource {
  readonly place: Place;
  readonly next: JsonObject;
}

/** A resource that will replace the stored body. */
export interface PendingPut extends PlacedResource {
  readonly before: JsonObject | undefined;
}

/** The changes that an operation is about to store. */
export interface PendingChanges {
  readonly puts: readonly PendingPut[];
  /** The paths of the resources that it removes. */
  readonly removed: ReadonlySet<string>;
}

/** Returns the entity of a record, which is valid because only this file writes records. */
export function toEntity(value: Json | undefined): Entity | undefined {
  return isObject(value) ? (value as unknown as Entity) : undefined;
}
