/** The data of an API for the mock: field behavior, rules, and permissions. */
import { type Lookup, getItemType, getLookup, isPlainBody } from '../model/schema-lookup.js';
import type { Api, Method, ObjectType, Resource } from '../model/model.js';
import type { MethodBehavior, ResourceBehavior } from '../../runtime/behavior.js';
import { listInnerRules } from './inner-rules.js';
import { copyMembers } from './json-objects.js';
import { toRecord, findRequestType, findObjectTypeName } from './object-types.js';

type MethodData = Omit<MethodBehavior, 'method' | 'validate'>;
type ResourceData = Omit<ResourceBehavior, 'validate'>;

export function toMethodData(method: Method, api: Api): MethodData {
  const lookup = getLookup(api);
  // The content of a `changeRecord` rule is in the field `changeRecord`.
  const rules = [...method.rules.map(({ rule }) => rule), ...method.inferredRules].filter(({ kind }) => kind !== 'changeRecord');
  const permissions = method.permissions.map(({ permission, when }) => (when === undefined ? permission : { permission, when }));
  const responseTypeName = findObjectTypeName(method.response, lookup, method.id);
  const requestType = findRequestType(method, api);
  return {
    action: method.action,
    ...omitIfEmpty('rules', rules),
    ...omitIfEmpty('permissions', permissions),
    ...(method.requestId?.isAnyText && { anyRequestId: true as const }),
    ...(requestType !== undefined && { requestType }),
    ...(responseTypeName !== undefined && { responseType: responseTypeName }),
    ...(isPlainBody(method.request, lookup) && { plainRequest: true as const }),
    ...(isPlainBody(method.response, lookup) && {
      plainResponse: lookup.resolve(method.response)?.kind === 'array' ? ('list' as const) : ('value' as const),
    }),
    ...getEnvelope(method, lookup),
    ...omitIfEmpty('listFields', method.listFields),
    ...getListData(method, api),
    ...copyMembers(method, ['scopeItems', 'pageSize', 'allScopes', 'omitsEmptyItems']),
    ...(method.idParameters.some((names) => names.length > 0) && { idParameters: method.idParameters }),
    ...copyMembers(method, ['changeRecord', 'deletedItems', 'readMask', 'omittedItemFields']),
    ...omitIfEmpty('fieldFilters', method.fieldFilters),
    ...copyMembers(method, ['requestWrap', 'requestFields', 'operationPath', 'operationFields', 'operationResponse']),
    ...copyMembers(method, ['operationMetadata', 'successStatus', 'preconditions']),
    ...(method.segmentPath !== undefined && { flatPath: method.segmentPath }),
    ...(method.support === 'convention' && { byConvention: true as const }),
    ...copyMembers(method, ['seededOnly']),
    ...omitIfEmpty('validateOnly', method.validateOnly),
    ...(method.namedEnums && { namedEnums: true as const }),
    ...omitIfEmpty('ignored', method.ignored),
    ...omitIfEmpty('selectors', method.selectors),
    ...copyMembers(method, ['supportNote']),
    ...omitIfEmpty('shorterPaths', method.shorterRoutes),
  };
}

export function toResourceData(resource: Resource, api: Api): ResourceData {
  const lookup = getLookup(api);
  const type = lookup.object(resource.schema);
  const ruledType = type ?? findOperationType(resource, api, lookup);
  const statedRules = ruledType ? [...ruledType.rules.map(({ rule }) => rule), ...listInnerRules(ruledType, lookup)] : [];
  const rules = [...statedRules, ...(resource.inferredRules ?? [])];
  return {
    path: resource.path,
    idParameters: resource.idParameters,
    idFields: resource.idFields,
    ...omitIfEmpty('generatedIds', resource.generatedIds),
    ...copyMembers(resource, [
      'parent',
      'operation',
      'hasStatusError',
      'recordStates',
      'errorMessages',
      'projectNumbers',
      'numericOrder',
      'quota',
      'implicit',
    ]),
    ...copyMembers(resource, ['numericId', 'otherPaths', 'fullNameFrom', 'spansSegments']),
    ...omitIfEmpty('pathFields', resource.pathFields),
    ...omitIfEmpty('builtInNames', resource.builtInNames),
    ...copyMembers(resource, ['metadataField', 'contentFields', 'plainName', 'nameForm', 'schema']),
    ...omitIfEmpty('rules', rules),
  };
}

/** Returns the type of the operations in a collection that no method describes. */
function findOperationType({ operation, path }: Resource, { methods }: Api, lookup: Lookup): ObjectType | undefined {
  return operation && lookup.object(methods.find(({ operationPath }) => operationPath === path)?.response);
}

/** Lists the constant fields of a response, such as the `kind` of a list. */
function listConstants(type: ObjectType): Record<string, string> {
  return toRecord(
    type.fields.flatMap(({ name, type, default: defaultValue, implicitDefault, always }) => {
      const value = type.kind === 'string' ? (type.const ?? always ?? (implicitDefault ? undefined : defaultValue)) : undefined;
      return typeof value === 'string' ? [[name, value] as const] : [];
    }),
  );
}

/** Returns the item field of a list without pages, and the object type of the items if their type differs from the resource. */
function getListData(method: Method, api: Api): Pick<MethodData, 'listItems' | 'itemType' | 'itemConstants' | 'itemsAreNames'> {
  const { action, listItems, itemConstants } = method;
  if (action.kind !== 'list') return {};
  const lookup = getLookup(api);
  const item = getItemType(method, lookup);
  const schema = lookup.resource(action.resource)?.schema;
  const isOther = item !== undefined && !(item.kind === 'ref' && item.schema === schema) && schema !== undefined;
  const list = findObjectTypeName(method.response, lookup, method.id) ?? method.id;
  const itemPath = `${list}.${(method.list ?? listItems)?.items ?? ''}`;
  const itemType = isOther && lookup.object(item)?.additional === undefined ? findObjectTypeName(item, lookup, itemPath) : undefined;
  return {
    ...(listItems && { listItems: listItems.items }),
    ...(lookup.resolve(item)?.kind === 'string' && { itemsAreNames: true as const }),
    ...(itemType !== undefined && { itemType, ...omitIfEmpty('itemConstants', itemConstants) }),
  };
}

/** Returns the constant fields of a response that isn't a resource. */
function getEnvelope({ action, response, responseWrap }: Method, lookup: Lookup): Pick<MethodData, 'responseConstants' | 'responseWrap'> {
  const responseType = lookup.object(response);
  if (!responseType || (responseWrap === undefined && action.kind !== 'list' && action.kind !== 'service')) return {};
  return { ...omitIfEmpty('responseConstants', listConstants(responseType)), ...(responseWrap !== undefined && { responseWrap }) };
}

/** Lists the addresses of the API, each with a slash at its end: its own, and those of locations. */
export function listRootUrls({ rootUrl, endpoints }: Api): readonly string[] {
  return [rootUrl ?? [], endpoints.map(({ url }) => `${url.replace(/\/+$/, '')}/`)].flat();
}

/** Returns the name of the object type of the operations of the API. */
export function findOperationTypeName(api: Api): string | undefined {
  const method = api.methods.find(({ operation }) => operation === 'status');
  return method && findObjectTypeName(method.response, getLookup(api), method.id);
}

function omitIfEmpty<K extends string, V extends object>(key: K, value: V): { [P in K]?: V } {
  return (Object.keys(value).length > 0 ? { [key]: value } : {}) as { [P in K]?: V };
}
