/**
 * Infers what a specification doesn't state from its conventions: pagination, long-running operations, request ids,
 * actions, and resources. Statements take precedence.
 */
import { inferActions, disableJobCreations } from './actions.js';
import { inferBatchMethods, inferCustomMethods } from './custom-methods.js';
import { inferCreationStates, inferStateSequence, inferDescribedDefaults } from './fields.js';
import { inferMovedResources, inferOtherPaths, inferResources } from './resources.js';
import {
  addErrorMessages,
  createTypeUrls,
  hasNamedEnums,
  inferErrorForm,
  inferEvents,
  inferImplicitDefaults,
  inferOmittedValues,
  inferPresentFields,
  inferProtoJson,
  markStatedFields,
  type TypeUrls,
  inferAllScopes,
  inferEmptyItems,
  inferFieldFilters,
  inferItemConstants,
  inferList,
  inferListFields,
  inferListItems,
  inferPageSize,
  inferScopeItems,
} from './responses.js';
import { inferBody, inferExpectedFields, inferSuccessStatus, inferWrappers, limitExpectedFields } from './bodies.js';
import {
  completeRules,
  createOperationResources,
  inferChangeRecord,
  inferChangeRecordRule,
  inferOperation,
  inferOperationFields,
  inferOperationMetadata,
  inferOperationPath,
  inferOperationResponse,
  inferOperationRoute,
  inferOperationRule,
  inferRecordStates,
  listMetadataMessages,
  listOperationCollections,
} from './operations.js';
import {
  inferContentFields,
  inferDeletedItems,
  inferQuotas,
  inferReturnedDeletion,
  inferSeededOnly,
  inferSoftDeletions,
  rankResources,
} from './resource-facts.js';
import { addSupportNote, disableIncompleteActions } from './support-notes.js';
import { inferOmittedItemFields } from './list-items.js';
import { inferEmptyDeletions } from './empty-deletions.js';
import { inferNameStart, inferPath } from './names.js';
import {
  findIgnoredParameters,
  findQueryParameter,
  findReadMask,
  findValidateOnly,
  inferAllowMissingRule,
  inferIdParameters,
  inferPrefixRule,
  inferRequestIdRule,
} from './parameters.js';
import { findSelectors, listOtherSelectors } from './selectors.js';
import { mapOptionPaths } from '../../language/service-actions.js';
import { createLookup, type Lookup } from '../schema-lookup.js';
import { findRequestedSchemas } from '../split-input-types.js';
import { omitUndefined } from '../../lib/json.js';
import type { Action, MethodRule } from '../../../runtime/rule.js';
import type { Api, Method } from '../model.js';

/** Completes methods whose action is `notImplemented`, and states list shapes, request ids, and operation styles that a specification doesn't. */
export function inferBehavior(api: Api): Api {
  const schemas = createLookup(api);
  const methodsWithShapes = api.methods.map((method) => inferShapes(method, api, schemas));
  const methodsWithActions = inferWrappers(inferActions(methodsWithShapes, schemas), schemas);
  const moved = inferMovedResources(disableJobCreations(methodsWithActions, schemas), schemas);
  const methods = inferSoftDeletions({ ...api, methods: inferCustomMethods(inferBatchMethods(moved, schemas), schemas) }, schemas);
  const resources = inferQuotas(inferOtherPaths(inferResources({ ...api, methods }, schemas)), schemas);
  const lookup = createLookup({ ...api, resources });
  const getTypeUrl = createTypeUrls(api);
  const messages = listMetadataMessages(api, getTypeUrl);
  const complete = methods.map((method): Method => {
    const normalized = inferStateSequence(normalizePaths(addFieldGuards(method, lookup), lookup), lookup);
    const action = inferReturnedDeletion({ ...method, action: normalized }, api, lookup);
    return {
      ...method,
      action,
      ...omitUndefined({
        recordedAs: method.recordedAs && normalizePath(method.recordedAs, lookup),
        preconditions: inferPreconditions({ ...method, action }, lookup),
        operationMetadata: inferOperationMetadata(method, { schemas: api.schemas, messages, getTypeUrl }, lookup),
      }),
    };
  });
  return inferFacts({ ...api, ...inferEmptyDeletions({ ...api, methods: complete, resources }, lookup) });
}

/** Adds what follows from the complete actions and resources. */
function inferFacts(api: Api): Api {
  const { resources } = api;
  const lookup = createLookup(api);
  const context: FactContext = {
    api,
    lookup,
    sortScopes: createScopeOrder(api.methods, api.name),
    operationCollections: listOperationCollections(resources),
    getTypeUrl: createTypeUrls(api),
  };
  const ruled = disableIncompleteActions(
    api.methods.map((method) => inferMethodFacts(method, context)),
    lookup,
  );
  const methods = inferSeededOnly(ruled, resources, lookup)
    .map((method): Method => ({ ...method, fieldFilters: inferFieldFilters(method, ruled, lookup) }))
    .map((method): Method => ({ ...method, validateOnly: findValidateOnly(method, api.parameters, lookup) }))
    .map((method): Method => ({ ...method, ignored: findIgnoredParameters(method, api.parameters, lookup) }))
    .map((method): Method => ({ ...method, selectors: findSelectors(method, api.parameters, lookup) }))
    .map((method) => addSupportNote(method, lookup));
  const requested = findRequestedSchemas(api.schemas, methods);
  const allSchemas = api.schemas.map((schema) => ({ ...schema, requested: requested.has(schema.id) }));
  const omittedValues = inferOmittedValues(api);
  const statedSchemas = omittedValues === undefined ? allSchemas : markStatedFields(allSchemas, createLookup({ schemas: allSchemas }));
  const schemas = limitExpectedFields(statedSchemas, { methods }, lookup);
  const hasMedia = methods.some(({ acceptsMedia, returnsMedia }) => acceptsMedia || returnsMedia);
  return {
    ...api,
    ...inferNameStart(api),
    errors: inferErrorForm(api),
    protoJson: inferProtoJson(api),
    ...omitUndefined({ omittedValues, otherSelectors: listOtherSelectors(api) }),
    methods,
    resources: resources
      .map((resource) => addErrorMessages(resource, api, lookup))
      .map((resource) => inferRecordStates(resource, methods, lookup))
      .map((resource) => (hasMedia ? inferContentFields(resource, lookup) : resource)),
    operationResources: createOperationResources(methods, lookup),
    schemas: inferResponseFields({ ...api, ...omitUndefined({ omittedValues }), schemas, methods }),
    mainResources: rankResources(resources, methods, lookup),
  };
}

interface FactContext {
  readonly api: Api;
  readonly lookup: Lookup;
  readonly sortScopes: ReturnType<typeof createScopeOrder>;
  readonly operationCollections: ReturnType<typeof listOperationCollections>;
  readonly getTypeUrl: TypeUrls;
}

function inferMethodFacts(method: Method, { api, lookup, sortScopes, operationCollections, getTypeUrl }: FactContext): Method {
  const inferredRules = inferRules(method, lookup);
  const statedRules = completeRules(method);
  const rules = [...statedRules.map(({ rule }) => rule), ...inferredRules];
  const idParameters = inferIdParameters(method, lookup);
  const expectedFields = inferExpectedFields({ ...method, idParameters }, lookup);
  const body = inferBody({ ...method, expectedFields }, api, lookup);
  return {
    ...method,
    ...body,
    idParameters,
    expectedFields,
    returnsEvents: inferEvents({ ...method, ...body }, api.parameters),
    ...inferPath(method, api.servicePath),
    ...omitUndefined({
      operationPath: inferOperationPath(method, rules, { operationCollections, lookup }),
      operationRoute: inferOperationRoute(method, api, lookup),
      operationFields: inferOperationFields(method, lookup),
      operationResponse: inferOperationResponse(method, getTypeUrl, lookup),
      successStatus: method.statedStatus ?? inferSuccessStatus(method, api.servicePath),
      pageSize: method.list?.pageSize ?? inferPageSize(method),
      allScopes: inferAllScopes(method),
      omitsEmptyItems: inferEmptyItems(method, lookup),
      readMask: findReadMask(method),
      omittedItemFields: inferOmittedItemFields(method, lookup),
      scopeItems: inferScopeItems(method, lookup),
      deletedItems: inferDeletedItems(method, api),
      changeRecord: inferChangeRecord(method, api.methods, lookup),
    }),
    listFields: inferListFields(method, lookup),
    itemConstants: inferItemConstants(method, lookup),
    rules: statedRules,
    inferredRules,
    narrowestScopes: sortScopes(method.scopes),
    support: inferSupport(method),
    namedEnums: hasNamedEnums(method, lookup),
  };
}

/** Adds which fields a response contains, and with which values. */
function inferResponseFields(api: Api): Api['schemas'] {
  const schemas = inferPresentFields(api);
  const withDefaults = inferDescribedDefaults({ ...api, schemas: inferImplicitDefaults({ ...api, schemas }) });
  return inferCreationStates({ ...api, schemas: withDefaults });
}

/** The behavior of a method is a convention if it is only inferred from a published document. */
function inferSupport({ action, actionSource, source, rules }: Method): Method['support'] {
  if (action.kind === 'notImplemented') return 'notImplemented';
  return actionSource === undefined && source.kind === 'published' && rules.length === 0 ? 'convention' : 'implemented';
}

const conditionalActions: ReadonlySet<string> = new Set(['get', 'create', 'patch', 'update', 'delete']);

/** Infers preconditions `ifGenerationMatch` and `ifEtagNotMatch`, if the resource has a matching version field. */
function inferPreconditions({ action, parameters }: Method, lookup: Lookup): Method['preconditions'] {
  if (!conditionalActions.has(action.kind) || !('resource' in action)) return undefined;
  const schema = lookup.resource(action.resource)?.schema;
  const preconditions = parameters.flatMap(({ name, location }) => {
    const [, first = '', rest = '', negation] = /^if([A-Z])(\w*?)(Not)?Match$/.exec(name) ?? [];
    const field = lookup.field(schema, first.toLowerCase() + rest);
    const isVersion = field?.serverValue === 'generation' || field?.serverValue === 'metageneration' || field?.etag !== undefined;
    return field && isVersion && location === 'query' ? [{ parameter: name, field: field.name, negated: negation !== undefined }] : [];
  });
  return preconditions.length > 0 ? preconditions : undefined;
}

/** Returns the path of the resource at a template, regardless of the names of variables. */
function normalizePath(template: string, lookup: Lookup): string {
  return (lookup.resource(template) ?? lookup.resourceByShape(template))?.path ?? template;
}

/** Adds field guards from the rules of the request schema. */
function addFieldGuards({ action, request }: Method, lookup: Lookup): Action {
  if (action.kind !== 'setFields' || action.fingerprint !== undefined) return action;
  for (const { rule } of lookup.object(request)?.rules ?? [])
    if (rule.kind === 'etag' && rule.match === 'required') return { ...action, fingerprint: rule.field };
  return action;
}

/** Rewrites the templates in an action to the paths of the resources. */
function normalizePaths(stated: Action, lookup: Lookup): Action {
  if (stated.kind === 'notImplemented') return stated;
  const normalize = (template: string): string => normalizePath(template, lookup);
  const action = { ...stated, resource: normalize(stated.resource) };
  switch (action.kind) {
    case 'list':
      return action.of ? { ...action, of: action.of.map(normalize) } : action;
    case 'createFrom':
      return {
        ...action,
        creates: normalize(action.creates),
        ...(action.links && { links: normalizeLinks(action.links, normalize) }),
      };
    case 'batch':
      return { ...action, members: normalize(action.members) };
    case 'service':
      return mapOptionPaths(action, normalize);
    default:
      return action;
  }
}

type Links = NonNullable<Extract<Action, { kind: 'createFrom' }>['links']>;

function normalizeLinks(links: Links, normalize: (template: string) => string): Links {
  return Object.fromEntries(Object.entries(links).map(([field, link]) => [field, { ...link, resource: normalize(link.resource) }]));
}

function inferShapes(method: Method, api: Api, lookup: Lookup): Method {
  const list = method.list ?? inferList(method, lookup);
  return {
    ...method,
    ...omitUndefined({
      list,
      listItems: list ? undefined : inferListItems(method, lookup),
      operation: method.operation ?? inferOperation(method, lookup),
      requestId: method.requestId ?? inferRequestId(method, api, lookup),
    }),
  };
}

/** Only a published description that demands a UUID is taken at its word; others recommend one. */
function inferRequestId(method: Method, { isPublished }: Api, lookup: Lookup): Method['requestId'] {
  if (method.httpMethod === 'GET') return undefined;
  const parameter = findQueryParameter(method, 'requestId');
  const field = lookup.field(method.request, 'requestId');
  const isAnyText = isPublished && !/\bmust be a (?:valid )?UUID\b/i.test((parameter ?? field)?.description ?? '');
  const format = isAnyText ? { isAnyText } : {};
  if (parameter) return { name: 'requestId', in: 'query', ...format };
  return field?.type.kind === 'string' ? { name: 'requestId', in: 'body', ...format } : undefined;
}

/** Sorts the scopes of methods, the narrowest first: the scope that grants the fewest methods, then a read-only scope, then a scope of this API. */
export function createScopeOrder(methods: readonly Method[], api: string): (scopes: readonly string[]) => readonly string[] {
  const counts = new Map<string, number>();
  for (const { scopes } of methods) for (const scope of new Set(scopes)) counts.set(scope, (counts.get(scope) ?? 0) + 1);
  const countMethods = (scope: string): number => counts.get(scope) ?? 0;
  const rankReadOnly = (scope: string): number => (/read[-_]?only$/.test(scope) ? 0 : 1);
  const rankForeign = (scope: string): number => (scope.slice(scope.lastIndexOf('/')).includes(api) ? 0 : 1);
  return (scopes) =>
    [...scopes].sort(
      (a, b) =>
        countMethods(a) - countMethods(b) ||
        rankReadOnly(a) - rankReadOnly(b) ||
        rankForeign(a) - rankForeign(b) ||
        (a < b ? -1 : a > b ? 1 : 0),
    );
}

/** Infers rules from parameters, responses, and routes, for methods that state none of their kind. */
function inferRules(method: Method, lookup: Lookup): readonly MethodRule[] {
  const inferred = [
    inferOperationRule(method),
    inferChangeRecordRule(method),
    inferRequestIdRule(method),
    inferPrefixRule(method, lookup),
    inferAllowMissingRule(method),
  ];
  return inferred.filter((rule) => rule !== undefined && method.rules.every((stated) => stated.rule.kind !== rule.kind)) as MethodRule[];
}
