/** Parses the body of a call, and creates its context. */
import type { EngineCall, Grant } from '../engine/call.js';
import { readBody, readJson, type BodyLimits, type ParsedRequest } from '../lib/http-request.js';
import { emptyObject, isObject, getMember, type JsonObject } from '../lib/json.js';
import type { State } from '../state/state.js';
import { getRule, type CompiledMethod } from '../catalog/method.js';
import { normalizeProtoJson } from '../catalog/protojson.js';
import { getResponseMask } from './render.js';
import { omitRepeatedParameters } from '../catalog/repeated-parameters.js';
import { splitUnknownFields } from '../catalog/unknown-fields.js';
import { isEventRequest } from './events.js';
import { readRequestId, type IdentifiedCall } from '../engine/operations/request-ids.js';
import { once } from '../lib/once.js';
import type { ApiRequest, ParsedContent, RequestContent } from './api-request.js';
import type { ValidatedParts } from './validate-call.js';
import { anonymous } from '../engine/identities.js';
import { getMediaSupport, isMediaRequest } from './media/media-support.js';

/** Returns the content of a request without path parameters. Captures an error, because errors of the caller are reported first. */
export function parseContent({ method, incoming, read }: ApiRequest): ParsedContent {
  try {
    if (incoming.error) throw incoming.error;
    const content = read();
    const value = content.value && splitUnknownFields(method, omitRepeatedParameters(method, content.value)).body;
    return value === content.value ? content : { ...content, value };
  } catch (error) {
    return { value: undefined, error };
  }
}

/** Creates the reader of a request: it converts what `read` returns to its documented form, once. */
export function createReader(method: CompiledMethod, read: () => RequestContent): ApiRequest['read'] {
  return once(() => {
    const content = read();
    const value = normalizeProtoJson(content.value, method.behavior, method);
    return value === content.value ? content : { ...content, value };
  });
}

/** Creates the reader of a body that is media content or JSON, whichever the method takes. */
export function createBodyReader(method: CompiledMethod, incoming: ParsedRequest, limits: BodyLimits): ApiRequest['read'] {
  return createReader(method, () => readContent(method, incoming, limits));
}

function readContent(method: CompiledMethod, incoming: ParsedRequest, limits: BodyLimits): RequestContent {
  if (method.behavior.plainRequest) return readPlainBody(method, incoming.body, limits);
  return getMediaSupport(method.api)?.readContent(method, incoming, limits) ?? { value: readJsonBody(method, incoming.body, limits) };
}

/** Reads a JSON body that isn't an object. */
function readPlainBody({ api }: CompiledMethod, body: ParsedRequest['body'], limits: BodyLimits): RequestContent {
  if (body === undefined || body.length === 0) return { value: undefined };
  const value = readJson(body, limits);
  return { value: undefined, plain: (api.dataWrapper ? getMember(value, 'data') : undefined) ?? value };
}

/** Reads a JSON body. Services that nest bodies in `data` also accept them without it. Throws `HttpError`. */
export function readJsonBody({ api }: CompiledMethod, body: ParsedRequest['body'], limits: BodyLimits): JsonObject | undefined {
  const value = readBody(body, limits);
  const inner = api.dataWrapper ? getMember(value, 'data') : undefined;
  return isObject(inner) ? inner : value;
}

/** Returns the request ID that a request contains, and the parameters that identify the request, before they are validated. */
export function readSentRequestId(
  { method, incoming: { query } }: ApiRequest,
  body: JsonObject = emptyObject,
): Pick<IdentifiedCall, 'requestId' | 'parameters'> | undefined {
  const rule = getRule(method, 'requestId');
  if (!rule) return undefined;
  const { requestWrap, requestFields, idParameters = [] } = method.behavior;
  const names = new Set([rule.parameter, ...idParameters.flat()]);
  const inQuery = Object.fromEntries(query.filter(([name]) => names.has(name)).reverse());
  // Body fields next to the resource are parameters once the request is parsed.
  const parameters = requestWrap === undefined && requestFields === undefined ? inQuery : { ...body, ...inQuery };
  const requestId = readRequestId({ method, body, parameters }, rule);
  return requestId === undefined ? undefined : { requestId, parameters };
}

interface CallParts extends Pick<EngineCall, 'segments' | 'grant'> {
  readonly content: ParsedContent;
  readonly validated: ValidatedParts;
}

/** Creates the context of a validated call. */
export function createCall(
  state: State,
  { session, method, incoming, faults, handlerUse, isDryRun }: ApiRequest,
  { segments, content, grant, validated }: CallParts,
): EngineCall {
  const responseMask = getResponseMask(incoming);
  return {
    session,
    state,
    method,
    segments,
    origin: incoming.origin,
    headers: incoming.headers,
    parameters: validated.parameters,
    body: validated.body,
    validatesOnly: validated.validatesOnly,
    hasBody: incoming.body !== undefined && incoming.body.length > 0,
    requestsEvents: isEventRequest(method, incoming),
    ...(responseMask !== undefined && { responseMask }),
    requestsContent: method.api.media !== undefined && isMediaRequest(method, incoming),
    grant,
    user: getUser(grant),
    at: state.controls.now(),
    faults,
    callsHandlers: !isDryRun,
    handlerUse,
    ...(content.content && { content: content.content }),
    ...(content.plain !== undefined && { plainBody: content.plain }),
  };
}

export const getUser = (grant: Grant | undefined): string => grant?.user ?? anonymous;
