/** Creates the partial response that a request selects by `fields`. */
import type { JsonObject } from '../lib/json.js';
import { applyMask, parseMaskParameter } from './mask-rules.js';
import { getCommonParameter, type ParsedRequest } from '../lib/http-request.js';
import { createFieldLookup, createMemberLookup, type FieldLookup } from '../world/field-tables.js';
import type { Method } from '../world/method.js';
import type { Place } from '../world/resource.js';

interface MaskedRequest {
  readonly method: Method;
  readonly incoming: ParsedRequest;
  /** Set if a user-defined handler receives the response. Only the handler's own response is masked. */
  readonly isInner?: true;
}

/** Returns the response with only the selected fields. `place` is the resource in the response. */
export function maskResponse({ method, incoming, isInner }: MaskedRequest, body: JsonObject, place?: Place): JsonObject {
  if (isInner) return body;
  const text = getCommonParameter(incoming, 'fields') ?? incoming.headers['x-goog-fieldmask'];
  if (text === undefined || text === '') return body;
  return applyMask(body, parseMaskParameter(text), { text, lookup: createResponseFieldLookup(method, place), shapes: method.api.shapes });
}

/** Returns the known fields of the response: those of its resource, or else those of its schema. */
function createResponseFieldLookup(method: Method, place: Place | undefined): FieldLookup {
  const { responseShape, action, responseWrap } = method.behavior;
  const resourceFields =
    place && responseWrap === undefined ? place.resource.fields : action.kind === 'get' ? method.resource?.fields : undefined;
  return (
    createFieldLookup(resourceFields) ??
    (responseShape === undefined ? undefined : createMemberLookup({ shape: responseShape }, method.api.shapes))
  );
}
