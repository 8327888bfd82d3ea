/** Renders the response of a call: the fields that the request selects, or media content. */
import type { MethodBehavior } from '../../runtime/behavior.js';
import type { Execution } from '../engine/execute.js';
import { getCommonParameter, getQueryParameter, hasEnumNumbersOption, type ParsedRequest } from '../lib/http-request.js';
import type { HttpResult } from '../lib/http-result.js';
import { emptyObject, getMember, isList, isObject, withMember, type Json } from '../lib/json.js';
import { toEnumNumbers } from '../catalog/enum-numbers.js';
import { createFieldLookup, createMemberLookup, type FieldLookup } from '../catalog/field-tables.js';
import type { CompiledMethod } from '../catalog/method.js';
import type { Place } from '../catalog/resource.js';
import type { ApiRequest } from './api-request.js';
import { formatEvents, isEventRequest } from './events.js';
import { applyMask, parseMaskParameter } from './mask-rules.js';
import { getMediaSupport } from './media/media-support.js';

export interface RenderedCall extends HttpResult {
  /** Milliseconds for which to poll. Present if the resource is not ready yet. */
  readonly pollTimeout?: number;
}

export function render(request: ApiRequest, execution: Execution): RenderedCall {
  const { method, incoming } = request;
  const { pollTimeout, isUnchanged, response, handled } = execution;
  if (response) return { ...response, body: null, ...(handled && { note: { handler: true } }) };
  const media = getMediaSupport(method.api);
  const body = execution.content ? execution.body : formatBody(request, execution.body, execution.place);
  const content = execution.content ?? (isObject(body) ? media?.fromResponseBody(method, body) : undefined);
  const wrap = (data: Json): Json => (method.api.dataWrapper ? { data } : data);
  const messages = isEventRequest(method, incoming)
    ? (execution.messages?.map((message) => formatBody(request, message)) ?? [body]).map(wrap)
    : undefined;
  const result: RenderedCall =
    media && content
      ? { ...media.serveContent(content, incoming.headers, isUnchanged), body }
      : {
          status: getStatus(method, body),
          body: wrap(body),
          ...(messages && formatEvents(messages)),
          ...(pollTimeout !== undefined && { pollTimeout }),
          ...(isUnchanged && { isUnchanged }),
        };
  if (execution.replayed) return { ...result, note: { replayed: true } };
  return execution.handled ? { ...result, note: { handler: true } } : result;
}

/** A handler can return a body for a method without a response. */
function getStatus({ behavior: { successStatus = 200 } }: CompiledMethod, body: Json): number {
  return successStatus === 204 && !(isObject(body) && Object.keys(body).length === 0) ? 200 : successStatus;
}

/** Rethrows the error of a call. A mask that is invalid for every response is reported before any error that depends on the state. */
export function rejectInvalidMask(request: ApiRequest, error: unknown): never {
  maskResponse(request, applyReadMask(request, emptyObject));
  throw error;
}

/** Returns the response as the request asks for it: only the selected fields, and enum values as names or numbers. */
function formatBody(request: ApiRequest, body: Json, place?: Place): Json {
  const { method, incoming } = request;
  const masked = maskResponse(request, applyReadMask(request, body), place);
  if (!hasEnumNumbersOption(incoming)) return masked;
  const lookup = createResponseFieldLookup(method, place);
  const convert = (value: Json): Json => (isObject(value) ? toEnumNumbers(value, lookup, method.api.objectTypes) : value);
  return isList(masked) ? masked.map(convert) : convert(masked);
}

/** Returns the field mask of the response, if the request has one. */
export function getResponseMask(incoming: ParsedRequest): string | undefined {
  const text = getCommonParameter(incoming, 'fields') ?? incoming.headers['x-goog-fieldmask'];
  return text === '' ? undefined : text;
}

/** Returns the response with only the selected fields. `place` is the resource in the response. */
function maskResponse({ method, incoming }: ApiRequest, body: Json, place?: Place): Json {
  const text = getResponseMask(incoming);
  if (text === undefined) return body;
  const parameter = { name: 'fields', text };
  const { objectTypes, protoJson } = method.api;
  return applyMask(body, parseMaskParameter(parameter), {
    parameter,
    lookup: createResponseFieldLookup(method, place),
    objectTypes,
    protoJson,
  });
}

/** Returns the response with only those fields of its resource, or of its items, that `readMask` selects (AIP-157). */
function applyReadMask({ method, incoming }: ApiRequest, body: Json): Json {
  const name = method.behavior.readMask;
  const text = name === undefined ? undefined : getQueryParameter(incoming, name);
  if (name === undefined || text === undefined || text === '' || text === '*') return body;
  const parameter = { name, text };
  const mask = parseMaskParameter(parameter);
  const { behavior, itemFields, resource, api } = method;
  const { objectTypes, protoJson } = api;
  const lookup = createFieldLookup(itemFields ?? resource?.fields);
  const select = (value: Json): Json => applyMask(value, mask, { parameter, lookup, objectTypes, protoJson });
  const member = getResourceMember(behavior);
  if (member === undefined || !isObject(body)) return select(body);
  const value = getMember(body, member);
  // An invalid mask is reported also for an empty list.
  const selected = select(value ?? []);
  return value === undefined ? body : withMember(body, member, selected);
}

/** Returns the name of the member of the response with the resource or the items, if the response isn't the resource itself. */
function getResourceMember({ action, method, listItems, responseWrap }: MethodBehavior): string | undefined {
  if (action.kind === 'callEach') return action.items;
  return action.kind === 'list' ? (method.list?.items ?? listItems ?? 'items') : responseWrap;
}

/** Returns the known fields of the response: those of its resource, or else those of its schema. */
function createResponseFieldLookup(method: CompiledMethod, place: Place | undefined): FieldLookup {
  const { responseType, action, responseWrap } = method.behavior;
  const resourceFields =
    place && responseWrap === undefined ? place.resource.fields : action.kind === 'get' ? method.resource?.fields : undefined;
  return (
    createFieldLookup(resourceFields) ??
    (responseType === undefined ? undefined : createMemberLookup({ objectType: responseType }, method.api.objectTypes))
  );
}
