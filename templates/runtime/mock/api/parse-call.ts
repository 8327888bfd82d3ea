/** Parses the body of a call, and creates its context. */
import type { CallContext, Grant } from '../engine/call.js';
import { readBody, readJson, type BodyLimits, type ParsedRequest } from '../lib/http-request.js';
import { emptyObject, isObject, getMember, type JsonObject } from '../lib/json.js';
import type { State } from '../state/state.js';
import { getRule, type Method } from '../world/method.js';
import { normalizeProtoJson } from '../world/protojson.js';
import { omitRepeatedParameters } from '../world/repeated-parameters.js';
import { requestsEvents } from './events.js';
import type { ApiRequest, ParsedContent, RequestContent } from './api-request.js';
import { anonymous } from '../engine/identities.js';
import { getMediaSupport, isMediaRequest } from './media/media-support.js';

/** Returns the content of a request in its documented form. Captures an error, because errors of the caller are reported first. */
export function parseContent({ session, method, incoming, read }: ApiRequest): ParsedContent {
  try {
    if (incoming.error) throw incoming.error;
    const content = read ? read() : readContent(method, incoming, session.settings);
    const value = omitRepeatedParameters(method, normalizeProtoJson(content.value, method.behavior, method));
    return value === content.value ? content : { ...content, value };
  } catch (error) {
    return { value: undefined, error };
  }
}

/** Reads a request body as media content or as JSON, whichever the method takes. Throws `HttpError`. */
export function readContent(method: Method, incoming: ParsedRequest, limits: BodyLimits): RequestContent {
  if (method.behavior.plainRequest) return readPlainBody(method, incoming.body, limits);
  return getMediaSupport(method.api)?.readContent(method, incoming, limits) ?? { value: readJsonBody(method, incoming.body, limits) };
}

/** Reads a JSON body that isn't an object. */
function readPlainBody({ api }: Method, body: ParsedRequest['body'], limits: BodyLimits): RequestContent {
  if (body === undefined || body.length === 0) return { value: undefined };
  const value = readJson(body, limits);
  return { value: undefined, plain: (api.dataWrapper ? getMember(value, 'data') : undefined) ?? value };
}

/** Reads a JSON body. Services that nest bodies in `data` also accept them without it. Throws `HttpError`. */
export function readJsonBody({ api }: Method, body: ParsedRequest['body'], limits: BodyLimits): JsonObject | undefined {
  const value = readBody(body, limits);
  const inner = api.dataWrapper ? getMember(value, 'data') : undefined;
  return isObject(inner) ? inner : value;
}

interface CallParts {
  readonly segments: readonly string[];
  readonly content: ParsedContent;
  readonly grant: Grant | undefined;
}

/** Creates the context of a call that isn't validated yet. Of its parameters, it has only the request ID. */
export function createCall(
  state: State,
  { session, method, incoming, faults, handlerUse }: ApiRequest,
  { segments, content, grant }: CallParts,
): CallContext {
  return {
    session,
    state,
    method,
    segments,
    origin: incoming.origin,
    headers: incoming.headers,
    parameters: readRequestIdParameter(method, incoming),
    body: content.value ?? emptyObject,
    hasBody: incoming.body !== undefined && incoming.body.length > 0,
    requestsEvents: requestsEvents(method, incoming),
    requestsContent: method.api.media !== undefined && isMediaRequest(method, incoming),
    grant,
    user: grant?.user ?? anonymous,
    at: state.controls.now(),
    validatesOnly: false,
    faults,
    handlerUse,
    ...(content.content && { content: content.content }),
    ...(content.plain !== undefined && { plainBody: content.plain }),
  };
}

function readRequestIdParameter(method: Method, { query }: ParsedRequest): JsonObject {
  const { parameter } = getRule(method, 'requestId') ?? { parameter: undefined };
  const entry = query.find(([name]) => name === parameter);
  return entry ? Object.fromEntries([entry]) : emptyObject;
}
