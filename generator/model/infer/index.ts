/**
 * Infers what a specification doesn't state from its conventions: pagination, long-running operations, request ids,
 * actions, and resources. Statements take precedence.
 */
import { inferActions } from './actions.js';
import { inferEmptyDeletions, rejectSoftDeletions } from './deletions.js';
import { inferMovedResources } from './moved-resources.js';
import { inferBody } from './bodies.js';
import { inferChangeRecord, inferRecordStates } from './change-records.js';
import { inferFieldFilters } from './field-filters.js';
import { inferIdParameters } from './id-parameters.js';
import { findIgnoredParameters } from './ignored.js';
import { inferAllScopes, inferItemConstants, inferList, inferListFields, inferListItems, inferPageSize, inferScopeItems } from './lists.js';
import { rankResources } from './main-resources.js';
import { inferOperationFields, inferOperationMetadata, inferOperation, inferOperationResponse } from './operation.js';
import { inferContentFields } from './content-fields.js';
import { createOperationResources, inferOperationPath, inferOperationRoute } from './operation-paths.js';
import { inferOtherPaths } from './other-paths.js';
import { inferNameStart, inferPath } from './paths.js';
import { inferPresentFields } from './present-fields.js';
import { inferQuotas } from './quotas.js';
import { inferResources } from './resources.js';
import { inferSeededOnly } from './seeded-only.js';
import { inferRules } from './rules.js';
import { inferStateSequence } from './state-sequences.js';
import { createScopeOrder } from './scopes.js';
import { inferWrappers } from './wrappers.js';
import { mapOptionPaths } from '../../rules/service-actions.js';
import { createLookup, type Lookup } from '../schema-lookup.js';
import { findRequestedSchemas } from '../split-input-types.js';
import { toShapeKey } from '../../lib/route-shape.js';
import type { Action } from '../../../templates/runtime/rule.js';
import type { Api, Method, Resource } from '../model.js';

/** Completes methods whose action is `createNotImplementedError` and whose list shape, request id, or operation style isn't stated. */
export function inferBehavior(api: Api): Api {
  const lookup = createLookup(api);
  const methodsWithShapes = api.methods.map((method) => inferShapes(method, lookup));
  const methods = rejectSoftDeletions(inferMovedResources(inferWrappers(inferActions(methodsWithShapes, lookup), lookup), lookup), lookup);
  const resources = inferQuotas(inferOtherPaths(inferResources(methods, lookup)), lookup);
  const paths = new Map(resources.map(({ path }) => [toShapeKey(path), path]));
  const methodsWithActions = methods.map((method) => ({
    ...method,
    ...normalizeRecord(method, paths),
    action: inferStateSequence(normalizePaths(addFieldGuards(method, lookup), paths), resources, lookup),
  }));
  const complete = methodsWithActions.map((method): Method => {
    const operationMetadata = inferOperationMetadata(method, api, lookup);
    return { ...method, ...inferPreconditions(method, resources, lookup), ...(operationMetadata && { operationMetadata }) };
  });
  return inferFacts({ ...api, ...inferEmptyDeletions(complete, { resources, lookup }) }, lookup);
}

/** Adds what follows from the complete actions and resources. */
function inferFacts(api: Api, lookup: Lookup): Api {
  const { resources } = api;
  const sortScopes = createScopeOrder(api.methods, api.name);
  const ruled = api.methods.map((method): Method => {
    const changeRecord = inferChangeRecord(method, api, lookup);
    const operationFields = inferOperationFields(method, lookup);
    const operationResponse = inferOperationResponse(method, api, resources);
    const inferredRules = inferRules(method, lookup);
    const operationPath = inferOperationPath(method, [...method.rules.map(({ rule }) => rule), ...inferredRules], resources);
    const operationRoute = inferOperationRoute(method, api, lookup);
    const allScopes = inferAllScopes(method);
    const scopeItems = inferScopeItems(method, lookup);
    const pageSize = method.list?.pageSize ?? inferPageSize(method);
    return {
      ...method,
      ...inferBody(method, lookup),
      ...inferPath(method, api.servicePath),
      ...(operationPath !== undefined && { operationPath }),
      ...(operationRoute !== undefined && { operationRoute }),
      ...(operationFields && { operationFields }),
      ...(operationResponse !== undefined && { operationResponse }),
      ...(pageSize !== undefined && { pageSize }),
      ...(allScopes !== undefined && { allScopes }),
      ...(scopeItems !== undefined && { scopeItems }),
      idParameters: inferIdParameters(method, resources),
      ...(changeRecord && { changeRecord }),
      listFields: inferListFields(method, lookup),
      itemConstants: inferItemConstants(method, lookup),
      inferredRules,
      narrowestScopes: sortScopes(method.scopes),
      support: inferSupport(method),
    };
  });
  const methods = inferSeededOnly(ruled, resources, lookup)
    .map((method): Method => ({ ...method, fieldFilters: inferFieldFilters(method, { methods: ruled, resources }, lookup) }))
    .map((method, _, all): Method => ({ ...method, ignored: findIgnoredParameters(method, { ...api, methods: all }, lookup) }));
  const requested = findRequestedSchemas(api.schemas, methods);
  const schemas = api.schemas.map((schema) => ({ ...schema, requested: requested.has(schema.id) }));
  const hasMedia = methods.some(({ acceptsMedia, returnsMedia }) => acceptsMedia || returnsMedia);
  return {
    ...api,
    ...inferNameStart(api),
    methods,
    resources: resources
      .map((resource) => inferRecordStates(resource, methods, lookup))
      .map((resource) => (hasMedia ? inferContentFields(resource, lookup) : resource)),
    operationResources: createOperationResources(methods, resources, lookup),
    schemas: inferPresentFields({ ...api, schemas, methods }),
    mainResources: rankResources(resources, methods, lookup),
  };
}

/** The behavior of a method is a convention if it is only inferred from a published document. */
function inferSupport({ action, actionSource, source, rules }: Method): Method['support'] {
  if (action.kind === 'notImplemented') return 'notImplemented';
  return actionSource === undefined && source.kind === 'published' && rules.length === 0 ? 'convention' : 'implemented';
}

const CONDITIONAL_ACTIONS: ReadonlySet<string> = new Set(['get', 'create', 'patch', 'update', 'delete']);

/** Infers preconditions `ifGenerationMatch` and `ifMetagenerationNotMatch`, if the resource has a matching version field. */
function inferPreconditions({ action, parameters }: Method, resources: readonly Resource[], lookup: Lookup): Pick<Method, 'preconditions'> {
  if (!CONDITIONAL_ACTIONS.has(action.kind) || !('resource' in action)) return {};
  const schema = resources.find(({ path }) => path === action.resource)?.schema;
  if (schema === undefined) return {};
  const preconditions = parameters.flatMap(({ name, location }) => {
    const [, first = '', rest = '', negation] = /^if([A-Z])(\w*?)(Not)?Match$/.exec(name) ?? [];
    const field = lookup.field({ kind: 'ref', schema }, first.toLowerCase() + rest);
    const isVersion = field?.serverValue === 'generation' || field?.serverValue === 'metageneration';
    return field && isVersion && location === 'query' ? [{ parameter: name, field: field.name, negated: negation !== undefined }] : [];
  });
  return preconditions.length > 0 ? { preconditions } : {};
}

function normalizeRecord({ recordedAs }: Method, paths: ReadonlyMap<string, string>): Pick<Method, 'recordedAs'> {
  const normalize = recordedAs === undefined ? undefined : (paths.get(toShapeKey(recordedAs)) ?? recordedAs);
  return normalize === undefined ? {} : { recordedAs: normalize };
}

/** Adds field guards from the rules of the request schema. */
function addFieldGuards({ action, request }: Method, lookup: Lookup): Action {
  if (action.kind !== 'setFields' || action.fingerprint !== undefined) return action;
  for (const { rule } of lookup.object(request)?.rules ?? [])
    if (rule.kind === 'etag' && rule.match === 'required') return { ...action, fingerprint: rule.field };
  return action;
}

/** Rewrites templates in an action to the paths of the resources, regardless of the names of variables. */
function normalizePaths(action: Action, paths: ReadonlyMap<string, string>): Action {
  if (action.kind === 'notImplemented') return action;
  const normalize = (template: string): string => paths.get(toShapeKey(template)) ?? template;
  const methodsWithActions = { ...action, resource: normalize(action.resource) };
  if (methodsWithActions.kind === 'list' && methodsWithActions.of)
    return { ...methodsWithActions, of: methodsWithActions.of.map(normalize) };
  if (methodsWithActions.kind === 'createFrom')
    return {
      ...methodsWithActions,
      creates: normalize(methodsWithActions.creates),
      ...(methodsWithActions.links && { links: normalizeLinks(methodsWithActions.links, normalize) }),
    };
  if (methodsWithActions.kind === 'batch') return { ...methodsWithActions, members: normalize(methodsWithActions.members) };
  return methodsWithActions.kind === 'service' ? mapOptionPaths(methodsWithActions, normalize) : methodsWithActions;
}

type Links = NonNullable<Extract<Action, { kind: 'createFrom' }>['links']>;

function normalizeLinks(links: Links, normalize: (template: string) => string): Links {
  return Object.fromEntries(Object.entries(links).map(([field, link]) => [field, { ...link, resource: normalize(link.resource) }]));
}

function inferShapes(method: Method, lookup: Lookup): Method {
  const list = method.list ?? inferList(method, lookup);
  const listItems = list ? undefined : inferListItems(method, lookup);
  const operation = method.operation ?? inferOperation(method, lookup);
  const requestId = method.requestId ?? inferRequestId(method, lookup);
  return {
    ...method,
    ...(list && { list }),
    ...(listItems && { listItems }),
    ...(operation && { operation }),
    ...(requestId && { requestId }),
  };
}

function inferRequestId(method: Method, lookup: Lookup): Method['requestId'] {
  if (method.httpMethod === 'GET') return undefined;
  const parameter = method.parameters.find(({ name, location }) => name === 'requestId' && location === 'query');
  if (parameter) return { name: parameter.name, in: 'query' };
  return lookup.field(method.request, 'requestId')?.type.kind === 'string' ? { name: 'requestId', in: 'body' } : undefined;
}
