/** Resources that remain after their deletion (AIP-164). */
import type { SoftDeletion } from '../../runtime/resource-rules.js';
import { getMember, type JsonObject } from '../lib/json.js';

/** Returns whether a resource is deleted. */
export function isDeleted(body: JsonObject, { state, deleteTime }: SoftDeletion): boolean {
  return state ? getMember(body, state.field) === state.deleted : deleteTime !== undefined && getMember(body, deleteTime) !== undefined;
}
