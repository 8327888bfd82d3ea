/** The partial response that a request asks for by `fields`. */
import type { JsonObject } from './json.js';
import { applyMask, parseMask } from './mask.js';
import { commonParameter, type Incoming } from './request.js';
import { knownBy, membersOf, type Known } from './shape.js';
import { ruleOf, type Method } from './world/method.js';
import type { Place } from './world/resource.js';

interface MaskedRequest {
  readonly method: Method;
  readonly incoming: Incoming;
  /** A handler gets the whole response; its own one is masked. */
  readonly isInner?: true;
}

/** Returns the response with only the fields that the request asks for. `place`: the resource that it shows, if it shows one. */
export function maskResponse({ method, incoming, isInner }: MaskedRequest, body: JsonObject, place?: Place): JsonObject {
  if (isInner) return body;
  const text = commonParameter(incoming, 'fields') ?? incoming.headers['x-goog-fieldmask'];
  if (text === undefined || text === '') return body;
  // Every method takes the parameter; where a rule states it, that rule refuses.
  const rule = ruleOf(method, 'fieldMask')?.parameter === 'fields' ? { rule: 'fieldMask' } : {};
  return applyMask(body, parseMask(text, rule.rule), { text, known: knownFields(method, place), shapes: method.api.shapes, ...rule });
}

/** What is known of the answer's fields: those of the resource, or the ones that the response shows. */
function knownFields(method: Method, place: Place | undefined): Known {
  const { responseShape, action, responseWrap } = method.behaviour;
  const own = place && responseWrap === undefined ? place.resource.fields : action.kind === 'get' ? method.resource?.fields : undefined;
  return knownBy(own) ?? (responseShape === undefined ? undefined : membersOf({ shape: responseShape }, method.api.shapes));
}
