/** The partial response that a request asks for by `fields`. */
import type { JsonObject } from './json.js';
import { applyMask, requireMask } from './mask-rules.js';
import { getCommonParameter, type ParsedRequest } from './http-request.js';
import { knownFields, knownMembers, type KnownMembers } from './field-tables.js';
import type { Method } from './world/method.js';
import type { Place } from './world/resource.js';

interface MaskedRequest {
  readonly method: Method;
  readonly incoming: ParsedRequest;
  /** A handler gets the whole response; its own one is masked. */
  readonly isInner?: true;
}

/** Returns the response with only the fields that the request asks for. `place`: the resource that it shows, if it shows one. */
export function maskResponse({ method, incoming, isInner }: MaskedRequest, body: JsonObject, place?: Place): JsonObject {
  if (isInner) return body;
  const text = getCommonParameter(incoming, 'fields') ?? incoming.headers['x-goog-fieldmask'];
  if (text === undefined || text === '') return body;
  return applyMask(body, requireMask(text), { text, known: findKnownFields(method, place), shapes: method.api.shapes });
}

/** What is known of the answer's fields: those of the resource, or the ones that the response shows. */
function findKnownFields(method: Method, place: Place | undefined): KnownMembers {
  const { responseShape, action, responseWrap } = method.behavior;
  const own = place && responseWrap === undefined ? place.resource.fields : action.kind === 'get' ? method.resource?.fields : undefined;
  return knownFields(own) ?? (responseShape === undefined ? undefined : knownMembers({ shape: responseShape }, method.api.shapes));
}
