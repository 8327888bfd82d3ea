/** Infers how a method takes its body, and which bodies are media. */
import { findQueryParameter } from './parameters.js';
import type { Lookup } from '../schema-lookup.js';
import type { Api, Field, Method, InferredMethodFacts, Type, UpdateMask } from '../model.js';

/**
 * Lists the path parameters that a body can repeat: clients of services that parse the URL and the body into one message may send the whole
 * message. Only published documents omit these fields from the schemas of bodies.
 */
function listRepeatedParameters({ request, parameters }: Method, lookup: Lookup): readonly string[] {
  const object = lookup.object(request);
  if (object === undefined || object.additional !== undefined) return [];
  const fields = new Set(object.fields.map(({ name }) => name));
  return parameters.flatMap(({ name, location }) => (location === 'path' && !fields.has(name) ? [name] : []));
}

type BodyFacts = Pick<
  InferredMethodFacts,
  'body' | 'bodyForm' | 'repeatedParameters' | 'httpBody' | 'acceptsMedia' | 'returnsMedia' | 'updateMask'
>;

export function inferBody(method: Method, { isPublished }: Pick<Api, 'isPublished'>, lookup: Lookup): BodyFacts {
  const httpBody = inferHttpBody(method, lookup);
  const acceptsMedia = method.mediaUpload !== undefined || httpBody === 'request' || httpBody === 'both';
  const updateMask = inferUpdateMask(method, lookup);
  return {
    body: acceptsMedia ? inferMediaRequirement(method, lookup) : inferRequirement(method, isPublished, lookup),
    bodyForm: inferForm(method),
    repeatedParameters: isPublished ? listRepeatedParameters(method, lookup) : [],
    ...(httpBody && { httpBody }),
    acceptsMedia,
    returnsMedia: method.mediaDownload || httpBody === 'response' || httpBody === 'both',
    ...(updateMask && { updateMask }),
  };
}

/** Methods without a response send 204 in published documents with a service path (`storage/v1/`), which are of the older style. */
export function inferSuccessStatus({ response, source }: Method, servicePath: string): InferredMethodFacts['successStatus'] {
  return response === undefined && source.kind === 'published' && servicePath !== '' ? 204 : undefined;
}

const bodyActions: ReadonlySet<string> = new Set(['create', 'update', 'patch', 'batch']);

function inferRequirement(method: Method, isPublished: boolean, lookup: Lookup): InferredMethodFacts['body'] {
  const { request, httpMethod, action, expectedFields } = method;
  if (request === undefined) return 'none';
  const hasRequiredField = expectedFields.length > 0 || requiresField(method, lookup);
  // Services create a resource without fields from no body.
  if (action.kind === 'create' && isPublished) return hasRequiredField ? 'required' : 'optional';
  const writes = httpMethod === 'PUT' || httpMethod === 'PATCH' || bodyActions.has(action.kind);
  return writes || hasRequiredField ? 'required' : 'optional';
}

/** Media can replace the body, or need no body. */
function inferMediaRequirement(method: Method, lookup: Lookup): InferredMethodFacts['body'] {
  if (method.request === undefined) return 'none';
  return method.mediaUpload !== undefined && requiresField(method, lookup) ? 'requiredWithoutMedia' : 'optional';
}

function requiresField({ id, request }: Method, lookup: Lookup): boolean {
  const isRequired = ({ required, requiredBy }: Field): boolean => required || requiredBy?.includes(id) === true;
  return lookup.object(request)?.fields.some(isRequired) === true;
}

function inferForm({ rules, httpMethod, action }: Method): InferredMethodFacts['bodyForm'] {
  if (rules.some(({ rule }) => rule.kind === 'update' && rule.merge === true)) return 'mergePatch';
  return httpMethod === 'PATCH' || action.kind === 'patch' ? 'partial' : 'whole';
}

function inferHttpBody({ request, response }: Method, lookup: Lookup): InferredMethodFacts['httpBody'] {
  if (isHttpBody(request, lookup)) return isHttpBody(response, lookup) ? 'both' : 'request';
  return isHttpBody(response, lookup) ? 'response' : undefined;
}

const contentFields: readonly string[] = ['contentType', 'data', 'extensions'];

/** Whether a schema represents raw content: `contentType`, base64 `data`, and optional `extensions`. */
export function isHttpBody(type: Type | undefined, lookup: Lookup): boolean {
  const object = lookup.object(type);
  if (object === undefined || object.additional !== undefined) return false;
  const fields = new Map(object.fields.map((field) => [field.name, field.type]));
  const [contentType, data] = [fields.get('contentType'), fields.get('data')];
  const isContent = contentType?.kind === 'string' && data?.kind === 'string' && data.format === 'byte';
  return isContent && [...fields.keys()].every((name) => contentFields.includes(name));
}

const updateMaskNames: readonly string[] = ['updateMask', 'update_mask'];

function inferUpdateMask(method: Method, lookup: Lookup): UpdateMask | undefined {
  if (method.request === undefined) return undefined;
  const parameter = updateMaskNames.map((name) => findQueryParameter(method, name)).find((found) => found !== undefined);
  if (parameter?.type.kind === 'string') return { name: parameter.name };
  const isUpdate = method.httpMethod === 'PATCH' || method.httpMethod === 'PUT';
  return parameter === undefined && isUpdate ? inferBodyMask(method, lookup) : undefined;
}

/** Finds the update mask in a body that wraps the resource: `{ instance, fieldMask }`. Masks of the response don't count. */
function inferBodyMask({ request, requestWrap }: Method, lookup: Lookup): UpdateMask | undefined {
  if (requestWrap === undefined) return undefined;
  const masks = (lookup.object(request)?.fields ?? []).filter(
    ({ name, type }) => type.kind === 'string' && type.format === 'google-fieldmask' && !/^(?:read|view|output)/.test(name),
  );
  return masks[0] && masks.length === 1 ? { name: masks[0].name, resourceField: requestWrap } : undefined;
}

const bytesPerUnit: ReadonlyMap<string, number> = new Map([
  ['', 1],
  ['B', 1],
  ['KB', 1024],
  ['MB', 1024 ** 2],
  ['GB', 1024 ** 3],
  ['TB', 1024 ** 4],
]);

/** Parses a size such as `1GB` or `36700160`. Returns `undefined` for other text. */
export function parseByteSize(size: string | undefined): number | undefined {
  const [, digits, unit = ''] = /^\s*(\d{1,15})\s*([A-Za-z]*)\s*$/.exec(size ?? '') ?? [];
  const factor = bytesPerUnit.get(unit.toUpperCase());
  return digits === undefined || factor === undefined ? undefined : Number(digits) * factor;
}
