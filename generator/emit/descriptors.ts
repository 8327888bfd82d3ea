/** Emits `src/descriptors.ts`: the methods as data for the client and the mock. */
import type { ApiDescriptor, ListDescriptor, MethodDescriptor } from '../../templates/runtime/descriptor.js';
import type { Api, ListShape, Method, Parameter } from '../model/model.js';
import { getBodyRequirement } from './bodies.js';
import type { EmitContext, EmittedFile, Emitter } from './emitter.js';
import { listSecretFields, toUpdateMaskDescriptor } from './call-bodies.js';
import { detectFeatures } from './features.js';
import { toMediaDescriptor } from './media-descriptors.js';
import { toTypedLiteral } from '../lib/literals.js';
import { createConstant, createTypeImport } from '../lib/statements.js';

function toListDescriptor(list: ListShape): ListDescriptor {
  return {
    items: list.items,
    ...(list.shape === 'map' && { map: true }),
    ...(list.pageToken !== 'pageToken' && { pageToken: list.pageToken }),
    ...(list.nextPageToken !== 'nextPageToken' && { nextPageToken: list.nextPageToken }),
    ...(list.in === 'body' && { in: 'body' }),
  };
}

/** Returns the query parameters. The value is 1 for a repeated parameter. */
function listQueryParameters(parameters: readonly Parameter[]): Readonly<Record<string, 0 | 1>> | undefined {
  const entries = parameters.filter(({ location }) => location === 'query').map(({ name, repeated }) => [name, repeated ? 1 : 0] as const);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function listRequiredParameters(method: Method): readonly string[] | undefined {
  const required = method.parameters.filter((parameter) => parameter.location === 'query' && parameter.required);
  return required.length === 0 ? undefined : required.map(({ name }) => name);
}

/** Several emitters need the same descriptor. */
const descriptorCache = new WeakMap<Api, WeakMap<Method, MethodDescriptor>>();

/** Returns the data that the client and the mock need about a method. */
export function toMethodDescriptor(method: Method, api: Api): MethodDescriptor {
  const cache = descriptorCache.get(api) ?? new WeakMap<Method, MethodDescriptor>();
  descriptorCache.set(api, cache);
  const descriptor = cache.get(method) ?? createMethodDescriptor(method, api);
  cache.set(method, descriptor);
  return descriptor;
}

function createMethodDescriptor(method: Method, api: Api): MethodDescriptor {
  const query = listQueryParameters(method.parameters);
  const required = listRequiredParameters(method);
  const body = getBodyRequirement(method, api);
  const mask = toUpdateMaskDescriptor(method, api);
  const secrets = listSecretFields(method, api);
  return {
    id: method.id,
    httpMethod: method.httpMethod,
    path: method.route,
    ...(query !== undefined && { query }),
    ...(required !== undefined && { required }),
    ...(body !== 'none' && { body: body === 'required' ? 2 : 1 }),
    ...(method.scopes.length > 0 && { scopes: sortScopes(method.scopes, api) }),
    ...(method.list !== undefined && { list: toListDescriptor(method.list) }),
    ...(method.requestId !== undefined && { requestId: method.requestId.name }),
    ...(method.requestId?.in === 'body' && { requestIdIn: 'body' }),
    ...(mask !== undefined && { updateMask: mask }),
    ...(secrets.length > 0 && { secrets }),
    ...toMediaDescriptor(method, api),
    ...(method.operation !== undefined && { operation: method.operation }),
  };
}

/** `…/operations/{operation}/wait`, `v1/{name=operations/**}:wait` */
const waitRoutePattern = /operations\/(?:\{[^}]+\}|\*+\})[/:]wait$/;

/** Lists the routes of the methods that wait for an operation. They are separate from the descriptor of the API so that a program that doesn't wait excludes them. */
export function listWaitRoutes({ methods }: Api): readonly string[] {
  return methods.filter(({ route, httpMethod }) => httpMethod === 'POST' && waitRoutePattern.test(route)).map(({ route }) => route);
}

function toApiDescriptor(api: Api): ApiDescriptor {
  const { name, version, rootUrl, servicePath, batchPath, parameters } = api;
  const common = listQueryParameters(parameters);
  return {
    name,
    version,
    ...(rootUrl !== undefined && { rootUrl }),
    ...(servicePath !== '' && { servicePath }),
    ...(batchPath !== undefined && { batchPath }),
    ...(common !== undefined && { parameters: common }),
  };
}

function emitDescriptors(api: Api, { names }: EmitContext): EmittedFile[] {
  const { regional } = detectFeatures(api);
  const waits = listWaitRoutes(api);
  const endpoints = api.endpoints.map(({ location, url }) => ({ location, url }));
  const imported = ['ApiDescriptor', ...(regional ? ['Endpoint'] : []), ...(api.methods.length === 0 ? [] : ['MethodDescriptor'])];
  const statements = [
    ...createTypeImport(imported, './runtime/client.js'),
    createConstant({ name: 'api', type: 'ApiDescriptor', initializer: toTypedLiteral(toApiDescriptor(api)) }),
    ...(regional ? [createConstant({ name: 'endpoints', type: 'readonly Endpoint[]', initializer: toTypedLiteral(endpoints) })] : []),
    ...(waits.length > 0 ? [createConstant({ name: 'waits', type: 'readonly string[]', initializer: toTypedLiteral(waits) })] : []),
    ...api.methods.map((method) =>
      createConstant({
        name: names.method(method.id).constant,
        type: 'MethodDescriptor',
        initializer: toTypedLiteral(toMethodDescriptor(method, api)),
      }),
    ),
  ];
  return [{ path: 'src/descriptors.ts', statements, format: 'ready' }];
}

const methodCounts = new WeakMap<Api, ReadonlyMap<string, number>>();

/** Returns the number of methods that each scope grants, counted once per model. */
function countMethodsByScope(api: Api): ReadonlyMap<string, number> {
  const found = methodCounts.get(api);
  if (found !== undefined) return found;
  const counts = new Map<string, number>();
  for (const { scopes } of api.methods) for (const scope of new Set(scopes)) counts.set(scope, (counts.get(scope) ?? 0) + 1);
  methodCounts.set(api, counts);
  return counts;
}

/** Sorts scopes, the narrowest first: the scope that grants the fewest methods, then a read-only scope, then a scope of this API. */
function sortScopes(scopes: readonly string[], api: Api): readonly string[] {
  const counts = countMethodsByScope(api);
  const countOpened = (scope: string): number => counts.get(scope) ?? 0;
  const rankReadOnly = (scope: string): number => (/read[-_]?only$/.test(scope) ? 0 : 1);
  const rankForeign = (scope: string): number => (scope.slice(scope.lastIndexOf('/')).includes(api.name) ? 0 : 1);
  return [...scopes].sort(
    (a, b) =>
      countOpened(a) - countOpened(b) ||
      rankReadOnly(a) - rankReadOnly(b) ||
      rankForeign(a) - rankForeign(b) ||
      (a < b ? -1 : a > b ? 1 : 0),
  );
}

export const descriptors: Emitter = { name: 'descriptors', part: 'types', emit: emitDescriptors };
