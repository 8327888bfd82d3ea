/** The data of an API for the mock: field behavior, rules, and permissions. */
import { type Lookup, getItemType, getLookup } from '../model/schema-lookup.js';
import type { Api, Method, ObjectType, Resource } from '../model/model.js';
import type { MethodBehavior, ResourceBehavior } from '../../templates/runtime/behavior.js';
import { listEnumNumbers } from './enum-numbers.js';
import { listInnerRules } from './inner-rules.js';
import { SHALLOW, toDeepFields, toObjectFields, toRecord, findRequestShape, findShapeName } from './shapes.js';

type MethodData = Omit<MethodBehavior, 'method' | 'validate'>;
type ResourceData = Omit<ResourceBehavior, 'validate'>;
type Fields = NonNullable<ResourceBehavior['fields']>;

export function toMethodData(method: Method, api: Api): MethodData {
  const lookup = getLookup(api);
  const rules = [...method.rules.map(({ rule }) => rule), ...method.inferredRules];
  const permissions = method.permissions.map(({ permission, when }) => (when === undefined ? permission : { permission, when }));
  const responseShapeName = findShapeName(method.response, lookup, method.id);
  const requestShape = findRequestShape(method, api);
  return {
    action: method.action,
    ...(rules.length > 0 && { rules }),
    ...(permissions.length > 0 && { permissions }),
    ...omitIfEmpty('enumNumbers', listEnumNumbers(method.request, lookup)),
    ...(method.acceptsProtoJson && { looseBody: true as const }),
    ...(requestShape !== undefined && { requestShape }),
    ...(responseShapeName !== undefined && { responseShape: responseShapeName }),
    ...getEnvelope(method, lookup),
    ...omitIfEmpty('listFields', method.listFields),
    ...getListData(method, api),
    ...(method.scopeItems !== undefined && { scopeItems: method.scopeItems }),
    ...(method.pageSize !== undefined && { pageSize: method.pageSize }),
    ...(method.allScopes !== undefined && { allScopes: method.allScopes }),
    ...(method.idParameters.some((names) => names.length > 0) && { idParameters: method.idParameters }),
    ...(method.changeRecord && { changeRecord: method.changeRecord }),
    ...(method.fieldFilters.length > 0 && { fieldFilters: method.fieldFilters }),
    ...(method.requestWrap !== undefined && { requestWrap: method.requestWrap }),
    ...(method.requestFields !== undefined && { requestFields: method.requestFields }),
    ...(method.operationPath !== undefined && { operationPath: method.operationPath }),
    ...(method.operationFields && { operationFields: method.operationFields }),
    ...(method.operationResponse !== undefined && { operationResponse: method.operationResponse }),
    ...(method.operationMetadata && { operationMetadata: method.operationMetadata }),
    ...(method.preconditions && { preconditions: method.preconditions }),
    ...(method.segmentPath !== undefined && { flatPath: method.segmentPath }),
    ...(method.support === 'convention' && { byConvention: true as const }),
    ...(method.seededOnly && { seededOnly: true as const }),
    ...(method.ignored.length > 0 && { ignored: method.ignored }),
    ...(method.supportNote !== undefined && { supportNote: method.supportNote }),
    ...(method.shorterRoutes.length > 0 && { shorterPaths: method.shorterRoutes }),
  };
}

export function toResourceData(resource: Resource, api: Api): ResourceData {
  const lookup = getLookup(api);
  const type = resource.schema === undefined ? undefined : lookup.object({ kind: 'ref', schema: resource.schema });
  const statedRules = type ? [...type.rules.map(({ rule }) => rule), ...listInnerRules(type, lookup)] : [];
  const rules = [...statedRules, ...(resource.inferredRules ?? [])];
  return {
    path: resource.path,
    idParameters: resource.idParameters,
    idFields: resource.idFields,
    ...(resource.generatedIds.length > 0 && { generatedIds: resource.generatedIds }),
    ...(resource.parent !== undefined && { parent: resource.parent }),
    ...(resource.operation && { operation: resource.operation }),
    ...(resource.hasStatusError && { hasStatusError: true as const }),
    ...(resource.recordStates && { recordStates: resource.recordStates }),
    ...(resource.projectNumbers && { projectNumbers: resource.projectNumbers }),
    ...(resource.numericOrder && { numericOrder: true as const }),
    ...(resource.quota && { quota: resource.quota }),
    ...(resource.implicit && { implicit: true as const }),
    ...(resource.numericId && { numericId: true as const }),
    ...(resource.otherPaths && { otherPaths: resource.otherPaths }),
    ...(resource.fullNameFrom !== undefined && { fullNameFrom: resource.fullNameFrom }),
    ...(resource.spansSegments && { spansSegments: true as const }),
    ...omitIfEmpty('pathFields', resource.pathFields),
    ...(resource.builtInNames.length > 0 && { builtInNames: resource.builtInNames }),
    ...(resource.metadataField !== undefined && { metadataField: resource.metadataField }),
    ...(resource.contentFields && { contentFields: resource.contentFields }),
    ...(resource.plainName !== undefined && { plainName: resource.plainName }),
    ...(resource.nameForm && { nameForm: resource.nameForm }),
    ...(resource.schema !== undefined && { schema: resource.schema }),
    ...(type && omitIfEmpty('fields', toDeepFields(type, lookup, resource.schema ?? ''))),
    ...(rules.length > 0 && { rules }),
  };
}

/** Lists the constant fields of a response, such as the `kind` of a list. */
function listConstants(type: ObjectType): Record<string, string> {
  return toRecord(
    type.fields.flatMap(({ name, type, default: defaultValue, always }) => {
      const value = type.kind === 'string' ? (type.const ?? always ?? defaultValue) : undefined;
      return typeof value === 'string' ? [[name, value] as const] : [];
    }),
  );
}

/** Returns the item field of a list without pages, and the fields of the items if their type differs from the resource. */
function getListData(method: Method, api: Api): Pick<MethodData, 'listItems' | 'itemFields' | 'itemConstants' | 'itemsAreNames'> {
  const { action, listItems, itemConstants } = method;
  if (action.kind !== 'list') return {};
  const lookup = getLookup(api);
  const item = getItemType(method, lookup);
  const schema = api.resources.find(({ path }) => path === action.resource)?.schema;
  const isOther = item !== undefined && !(item.kind === 'ref' && item.schema === schema) && schema !== undefined;
  const itemType = isOther ? lookup.object(item) : undefined;
  return {
    ...(listItems && { listItems: listItems.items }),
    ...(lookup.resolve(item)?.kind === 'string' && { itemsAreNames: true as const }),
    ...(itemType &&
      itemType.additional === undefined && {
        itemFields: toObjectFields(itemType, { lookup, at: '', depth: SHALLOW }),
        ...omitIfEmpty('itemConstants', itemConstants),
      }),
  };
}

/** Returns the constant fields of a response that isn't a resource. */
function getEnvelope({ action, response, responseWrap }: Method, lookup: Lookup): Pick<MethodData, 'responseConstants' | 'responseWrap'> {
  const responseType = lookup.object(response);
  if (!responseType || (responseWrap === undefined && action.kind !== 'list' && action.kind !== 'service')) return {};
  return { ...omitIfEmpty('responseConstants', listConstants(responseType)), ...(responseWrap !== undefined && { responseWrap }) };
}

/** Returns the fields of the operations of the API. */
export function listOperationFields(api: Api): Fields | undefined {
  const lookup = getLookup(api);
  const method = api.methods.find(({ operation }) => operation === 'compute');
  const type = lookup.object(method?.response);
  return type && toObjectFields(type, { lookup, at: '', depth: SHALLOW });
}

function omitIfEmpty<K extends string, V extends object>(key: K, value: V): { [P in K]?: V } {
  return (Object.keys(value).length > 0 ? { [key]: value } : {}) as { [P in K]?: V };
}
