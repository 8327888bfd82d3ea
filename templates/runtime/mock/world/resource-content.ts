/** The content of a resource, whose changes renew etags, update times, and version numbers. */
import { toEtagFields } from './field-tables.js';
import { getMemberAt, withMemberAt, type JsonObject } from '../lib/json.js';
import type { Resource } from './resource.js';

/** Returns the fields that clients can change and the states that custom methods change. Defaults count as set. */
export function toContent({ fields, methodStates }: Resource, body: JsonObject): JsonObject {
  return methodStates.reduce(
    (content, { field }) => {
      const state = getMemberAt(body, field);
      return state === undefined ? content : withMemberAt(content, field, state);
    },
    toEtagFields(fields, body),
  );
}
