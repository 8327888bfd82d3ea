/** Emits `src/descriptors.ts`: the methods as data for the client and the mock. */
import { isInt64Format } from '../language/number-ranges.js';
import type {
  RetryDescriptor,
  ApiDescriptor,
  ListDescriptor,
  MethodDescriptor,
  ParameterDescriptor,
  ParameterDescriptors,
  UploadDescriptor,
} from '../../runtime/descriptor.js';
import type { Api, ListShape, UploadSupport, Method, Parameter, Type } from '../model/model.js';
import { getLookup, type Lookup } from '../model/schema-lookup.js';
import type { EmitContext, EmittedFile } from './emitter.js';
import { detectFeatures } from './features.js';
import { limitDepth } from './type-queries.js';
import { walkTypes } from '../model/walk-types.js';
import { toTypedLiteral } from '../lib/literals.js';
import { createConstant, createTypeImport } from '../lib/module-statements.js';

function toListDescriptor(list: ListShape): ListDescriptor {
  return {
    items: list.items,
    ...(list.shape === 'map' && { map: true }),
    ...(list.pageToken !== 'pageToken' && { pageToken: list.pageToken }),
    ...(list.nextPageToken !== 'nextPageToken' && { nextPageToken: list.nextPageToken }),
    ...(list.in === 'body' && { in: 'body' }),
  };
}

function toParameterDescriptor({ location, type, repeated, required, default: value }: Parameter): ParameterDescriptor {
  const parsedType = getParsedType(type);
  return {
    ...(location === 'path' && { in: 'path' }),
    ...(parsedType && { type: parsedType }),
    ...(repeated && { repeated: true }),
    ...(required && location === 'query' && { required: true }),
    ...(value !== undefined && { default: repeated ? [value] : value }),
  };
}

/** The type that the text of a value is parsed to, unless it stays text. */
function getParsedType(type: Type): ParameterDescriptor['type'] {
  if (type.kind === 'string') return isInt64Format(type.format) ? 'int64' : undefined;
  return type.kind === 'integer' || type.kind === 'number' || type.kind === 'boolean' ? type.kind : undefined;
}

/** Returns the parameters that a path template doesn't describe completely. */
function toParameterDescriptors(parameters: readonly Parameter[]): ParameterDescriptors | undefined {
  const described = parameters.filter(
    ({ location, type, default: value }) => location === 'query' || getParsedType(type) !== undefined || value !== undefined,
  );
  return described.length === 0 ? undefined : Object.fromEntries(described.map((each) => [each.name, toParameterDescriptor(each)]));
}

/** Returns the data that the client and the mock need about a method. */
export function toMethodDescriptor(method: Method, api: Api): MethodDescriptor {
  const parameters = toParameterDescriptors(method.parameters);
  const mask = toUpdateMaskDescriptor(method, api);
  const secrets = listSecretFields(method, api);
  return {
    id: method.id,
    httpMethod: method.httpMethod,
    path: method.route,
    ...(parameters !== undefined && { parameters }),
    ...(method.body !== 'none' && { body: method.body === 'required' ? 'required' : 'optional' }),
    ...(method.scopes.length > 0 && { scopes: method.narrowestScopes }),
    ...(method.list !== undefined && { list: toListDescriptor(method.list) }),
    ...(method.requestId !== undefined && { requestId: method.requestId.name }),
    ...(method.requestId?.in === 'body' && { requestIdIn: 'body' }),
    ...(mask !== undefined && { updateMask: mask }),
    ...(secrets.length > 0 && { secrets }),
    ...(method.mediaUpload !== undefined && { upload: toUploadDescriptor(method.mediaUpload, method.route) }),
    ...(method.mediaDownload && { download: method.mediaDownloadService ? 'service' : 'plain' }),
    ...(method.httpBody !== undefined && { httpBody: method.httpBody }),
    ...(method.returnsEvents && { events: true }),
    ...(method.retry !== undefined && { retry: toRetryDescriptor(method.retry) }),
    ...(method.operation !== undefined && { operation: method.operation }),
  };
}

/** The statuses of retryable codes (`google.rpc.Code`). */
const retryStatuses: Readonly<Record<string, number>> = {
  UNAVAILABLE: 503,
  DEADLINE_EXCEEDED: 504,
  RESOURCE_EXHAUSTED: 429,
  INTERNAL: 500,
  UNKNOWN: 500,
};

function toRetryDescriptor({ codes, ...delays }: NonNullable<Method['retry']>): RetryDescriptor {
  const statuses = new Set(codes.flatMap((code) => (Object.hasOwn(retryStatuses, code) ? (retryStatuses[code] ?? []) : [])));
  return { statuses: [...statuses].sort((a, b) => a - b), ...delays };
}

/**
 * Lists the routes of the methods that wait for an operation, or that return it at a path other than the default, `VERSION/NAME`. They are
 * separate from the descriptor of the API so that a program that doesn't wait excludes them.
 */
export function listOperationRoutes({ methods }: Api): readonly string[] {
  return methods.flatMap(({ waits, operationRoute, route }) => (waits ? [route] : (operationRoute ?? [])));
}

function toUploadDescriptor({ route, resumable, simple, maxBytes, accept }: UploadSupport, methodRoute: string): UploadDescriptor {
  return {
    ...(route !== `upload/${methodRoute}` && { path: route }),
    ...(resumable && { resumable: true }),
    ...(!simple && { whole: false }),
    ...(maxBytes !== undefined && { maxSize: maxBytes }),
    ...(accept.length > 0 && !accept.includes('*/*') && { accept }),
  };
}

/** The maximum depth of paths that an update mask treats specially. */
const maxDepth = 8;

/** Returns how a method passes an update mask, and which paths the mask treats specially. */
function toUpdateMaskDescriptor({ request, updateMask }: Method, api: Api): MethodDescriptor['updateMask'] {
  if (request === undefined || updateMask === undefined) return undefined;
  const lookup = getLookup(api);
  const { name, resourceField } = updateMask;
  const type = resourceField === undefined ? request : (lookup.field(request, resourceField)?.type ?? request);
  const found = listMaskPaths(type, { lookup, prefix: '', ancestors: [], depthLeft: limitDepth(lookup.object(type), lookup, maxDepth) });
  const filterPaths = (kind: MaskPath['kind']): readonly string[] => found.flatMap((path) => (path.kind === kind ? [path.path] : []));
  const [readOnly, whole] = [filterPaths('readOnly'), filterPaths('whole')];
  return {
    name,
    ...(resourceField !== undefined && { in: 'body' as const, of: resourceField }),
    ...(readOnly.length > 0 && { readOnly }),
    ...(whole.length > 0 && { whole }),
  };
}

interface MaskPosition {
  readonly lookup: Lookup;
  readonly prefix: string;
  /** The types that contain this one. */
  readonly ancestors: readonly Type[];
  /** The remaining depth. A mask names deeper objects as a whole. */
  readonly depthLeft: number;
}

interface MaskPath {
  readonly path: string;
  readonly kind: 'readOnly' | 'whole';
}

/** Lists the paths of output-only fields, and of fields that a mask must name as a whole: maps, open objects, and recursive objects. */
function listMaskPaths(type: Type, { lookup, prefix, ancestors, depthLeft }: MaskPosition): readonly MaskPath[] {
  const object = lookup.object(type);
  return (object?.fields ?? []).flatMap((field) => {
    const path = prefix + field.name;
    const inner = lookup.resolve(field.type);
    if (field.readOnly) return [{ path, kind: 'readOnly' }];
    const whole: readonly MaskPath[] = [{ path, kind: 'whole' }];
    if (inner?.kind === 'map' || inner?.kind === 'any') return whole;
    if (inner?.kind !== 'object') return [];
    if (inner.additional !== undefined || inner.fields.length === 0 || ancestors.includes(inner) || depthLeft === 0) return whole;
    return listMaskPaths(inner, { lookup, prefix: `${path}.`, ancestors: [...ancestors, inner], depthLeft: depthLeft - 1 });
  });
}

/** Lists the names of the secret fields of the body, sorted. */
export function listSecretFields({ request }: Method, api: Api): readonly string[] {
  const lookup = getLookup(api);
  const fields = [...walkTypes([request], lookup)].flatMap((type) => (type.kind === 'object' ? type.fields : []));
  const secrets = fields.filter((field) => field.secret && lookup.resolve(field.type)?.kind === 'string');
  return [...new Set(secrets.map(({ name }) => name))].sort();
}

export function toApiDescriptor(api: Api): ApiDescriptor {
  const { name, version, rootUrl, servicePath, batchPath, parameters } = api;
  const common = toParameterDescriptors(parameters);
  return {
    name,
    version,
    ...(rootUrl !== undefined && { rootUrl }),
    ...(servicePath !== '' && { servicePath }),
    ...(batchPath !== undefined && { batchPath }),
    ...(common !== undefined && { parameters: common }),
  };
}

export function emitDescriptors(api: Api, { names }: EmitContext): EmittedFile[] {
  const { regional } = detectFeatures(api);
  const operationRoutes = listOperationRoutes(api);
  const endpoints = api.endpoints.map(({ location, url }) => ({ location, url }));
  const imported = ['ApiDescriptor', ...(regional ? ['Endpoint'] : []), ...(api.methods.length === 0 ? [] : ['MethodDescriptor'])];
  const statements = [
    ...createTypeImport(imported, '../runtime/client.js'),
    createConstant({ name: 'api', type: 'ApiDescriptor', initializer: toTypedLiteral(toApiDescriptor(api)) }),
    ...(regional ? [createConstant({ name: 'endpoints', type: 'readonly Endpoint[]', initializer: toTypedLiteral(endpoints) })] : []),
    ...(operationRoutes.length > 0
      ? [createConstant({ name: 'operationRoutes', type: 'readonly string[]', initializer: toTypedLiteral(operationRoutes) })]
      : []),
    ...api.methods.map((method) =>
      createConstant({
        name: names.method(method.id).constant,
        type: 'MethodDescriptor',
        initializer: toTypedLiteral(toMethodDescriptor(method, api)),
      }),
    ),
  ];
  return [{ path: 'src/descriptors.ts', statements, format: 'prettier' }];
}
