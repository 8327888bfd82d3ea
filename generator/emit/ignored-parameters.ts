/**
 * Finds the parameters and body fields that the mock ignores. A parameter or field has an effect if a rule names it (`fields` of the
 * rule kind) or if the action reads it (`readParameters`, `readFields`). The mock reports the use of all others.
 */
import type { Action, MethodRule, Rule } from '../../templates/runtime/rule.js';
import type { Lookup } from '../model/schema-lookup.js';
import type { Api, Field, Method, ObjectType } from '../model/model.js';
import {
  toCollectionParts,
  hasTrailingLiteral,
  getPathVariables,
  parseShape,
  type RoutePart,
  type PathVariable,
} from '../lib/route-shape.js';
import { listRuleFields, listRuleParameters } from '../rules/index.js';
import type { FieldUse } from '../rules/uses.js';
import { systemParameters } from '../lib/system-parameters.js';
import { toUpdateMaskDescriptor } from './call-bodies.js';
import { getLookup } from './cached-lookup.js';
import { toMediaDescriptor } from './media-descriptors.js';
import { listFilterParameters } from './filter-parameters.js';
import { listUnreadFields } from './unread-fields.js';

interface Context {
  readonly method: Method;
  readonly api: Api;
  readonly lookup: Lookup;
  /** The stated and the inferred rules. */
  readonly rules: readonly MethodRule[];
}

type ActionKind = Action['kind'];
/** Some actions share a type, whose `kind` is a union. */
type HasKind<A, K> = A extends { readonly kind: infer L } ? (K extends L ? A : never) : never;
type ActionOf<K extends ActionKind> = HasKind<Action, K>;
type Reads = { readonly [K in ActionKind]: (action: ActionOf<K>, context: Context) => readonly string[] };

const readNothing = (): readonly string[] => [];

/** The query parameters that an action reads, in addition to those that rules name. */
const readParameters: Reads = {
  get: readNothing,
  list: ({ resource, of }, context) => [
    ...listPageParameters(context),
    ...listFilterParameters(of?.[0] ?? resource, {
      ...context,
      fields: findResourceObject(of?.[0] ?? resource, context.api, context.lookup)?.fields,
    }),
    ...(of === undefined ? [] : ['includeAllScopes']),
  ],
  create: (action, context) => [
    ...(action.id === undefined ? listIdParameters(action.resource, context) : [action.id]),
    ...listRecordIdParameters(context),
  ],
  patch: listChangeParameters,
  update: listChangeParameters,
  delete: (action, { api, lookup }) => [
    ...listMemberParameter(action),
    ...listResourceRules(action.resource, api, lookup).flatMap((rule) =>
      rule.kind === 'etag' && rule.match === 'optional' ? rule.field : [],
    ),
  ],
  getIamPolicy: readNothing,
  setIamPolicy: readNothing,
  testIamPermissions: () => ['permissions'],
  waitForField: readNothing,
  cancel: readNothing,
  setFields: (_, context) => listRecordIdParameters(context),
  transition: readNothing,
  guestAttributes: () => ['queryPath', 'variableKey'],
  createFrom: (action, { api }) => (findResource(action.creates, api)?.idParameters ?? []).slice(0, 1).map((name) => `${name}Id`),
  batch: readNothing,
  effectivePolicy: readNothing,
  reportEvent: readNothing,
  listEvents: () => eventListParameters,
  deleteEvents: readNothing,
  listGroupStats: () => [...eventListParameters, 'timedCountDuration', 'alignment', 'alignmentTime', 'order'],
  notImplemented: readNothing,
};

const eventListParameters = [
  'serviceFilter.service',
  'serviceFilter.version',
  'serviceFilter.resourceType',
  'groupId',
  'timeRange.period',
  'pageSize',
  'pageToken',
];

/** The body fields that an action reads, in addition to those that rules name. An action reads a field with all its members. */
const readFields: { readonly [K in ActionKind]: (action: ActionOf<K>, context: Context) => readonly string[] | StoredBody } = {
  get: readNothing,
  list: (_, { method }) => (method.list?.in === 'body' ? [method.list.pageToken] : []),
  create: ({ resource }) => ({ resource }),
  patch: ({ resource }) => ({ resource }),
  update: ({ resource }) => ({ resource }),
  delete: readNothing,
  getIamPolicy: readNothing,
  setIamPolicy: ({ isBare }, context) => (isBare ? listAllFields(context) : ['policy', 'updateMask']),
  testIamPermissions: () => ['permissions'],
  waitForField: ({ timeout }) => (timeout === undefined ? [] : [timeout]),
  cancel: readNothing,
  setFields: ({ fields, fingerprint }) => [...fields, ...(fingerprint === undefined ? [] : [fingerprint])],
  transition: readNothing,
  guestAttributes: readNothing,
  createFrom: ({ creates, from, links = {} }) => ({
    resource: creates,
    extraFields: [...(from === undefined ? [] : [from]), ...Object.keys(links)],
  }),
  batch: ({ resource, additions, deletions }) => ({ resource, extraFields: [additions, deletions] }),
  effectivePolicy: () => ['osShortName', 'osVersion', 'osArchitecture'],
  reportEvent: (_, context) => listAllFields(context),
  listEvents: readNothing,
  deleteEvents: readNothing,
  listGroupStats: readNothing,
  notImplemented: readNothing,
};

function listAllFields({ method, lookup }: Context): readonly string[] {
  return (lookup.object(method.request)?.fields ?? []).map(({ name }) => name);
}

/** A body that the mock stores as a resource or a part of it. All stored fields have an effect. */
interface StoredBody {
  readonly resource: string;
  /** Fields that the action reads but doesn't store. */
  readonly extraFields?: readonly string[];
}

/**
 * Lists the parameters and the body fields (`requestBody.x`) that the mock ignores in requests of a method, sorted.
 * The list is empty for an unimplemented method: the mock rejects its requests.
 */
export function findIgnoredParameters(method: Method, rules: readonly MethodRule[], api: Api): readonly string[] {
  if (method.action.kind === 'notImplemented') return [];
  const context: Context = { method, api, lookup: getLookup(api), rules };
  const read = new Set([
    ...rules.flatMap(listRuleParameters),
    ...listActionParameters(method.action, context),
    ...listRequestParameters(context),
  ]);
  const query = [...method.parameters, ...api.parameters].filter(
    ({ name, location }) => location === 'query' && !systemParameters.has(name.replace(/^\$/, '')) && name !== '$.xgafv',
  );
  const ignored = query.flatMap(({ name }) => (read.has(name) ? [] : [name]));
  return [...new Set([...ignored, ...listIgnoredPathVariables(method), ...listIgnoredFields(context, read)])].sort();
}

function listActionParameters<K extends ActionKind>(action: ActionOf<K>, context: Context): readonly string[] {
  return (readParameters[action.kind as K] as Reads[K])(action, context);
}

function listActionFields<K extends ActionKind>(action: ActionOf<K>, context: Context): readonly string[] | StoredBody {
  return (readFields[action.kind as K] as (typeof readFields)[K])(action, context);
}

/** Lists the paths that rules name in the given places. */
function listPathsNamedByRules(rules: readonly Rule[], places: readonly FieldUse['in'][]): readonly string[] {
  return rules.flatMap((rule) => listRuleFields(rule).flatMap(({ path, in: place }) => (places.includes(place) ? [path] : [])));
}

/** Lists the request ID, the preconditions, and the update mask. */
function listRequestParameters({ method, api, rules }: Context): readonly string[] {
  const preconditions = (method.preconditions ?? []).map(({ parameter }) => parameter);
  const requestIds = rules.flatMap((rule) => (rule.kind === 'requestId' ? rule.parameter : []));
  const mask = ['patch', 'update'].includes(method.action.kind) ? toUpdateMaskDescriptor(method, api)?.name : undefined;
  return [...requestIds, ...preconditions, ...(mask === undefined ? [] : [mask])];
}

/** The mock reads the page size from these parameters unless a rule names another one. */
function listPageParameters({ method, rules }: Context): readonly string[] {
  const isStated = rules.some((rule) => rule.kind === 'pagination' && rule.pageSize !== undefined);
  return [...(isStated ? [] : ['maxResults', 'pageSize']), ...(method.list?.in === 'body' ? [] : [method.list?.pageToken ?? 'pageToken'])];
}

/** Lists the parameters that can name a new resource if the body doesn't. */
function listIdParameters(template: string, { method, api }: Context): readonly string[] {
  const resource = findResource(template, api);
  if (resource === undefined || parseShape(method.route).parts.length === parseShape(template).parts.length) return [];
  return resource.idParameters.flatMap((parameter, index) => [
    `${parameter.replace(/sId$|Id$/, '')}Id`,
    parameter,
    'id',
    resource.idFields[index] ?? 'id',
  ]);
}

function listChangeParameters(action: ActionOf<'patch' | 'update'>, context: Context): readonly string[] {
  const rules = listResourceRules(action.resource, context.api, context.lookup);
  return [...listMemberParameter(action), ...rules.flatMap(listRuleParameters), ...listRecordIdParameters(context)];
}

/** The parameter with the ID of the resource, if the path is the path of its collection. */
function listMemberParameter({ id }: ActionOf<'patch' | 'update' | 'delete'>): readonly string[] {
  return id === undefined ? [] : [id];
}

/** The parameter with the ID of the change record of the resource. */
function listRecordIdParameters({ method: { action }, api }: Context): readonly string[] {
  const records = 'resource' in action ? `${action.resource}/operations/` : undefined;
  if (records === undefined) return [];
  return api.methods.flatMap(({ rules }) =>
    rules.flatMap(({ rule }) => (rule.kind === 'changeRecord' && rule.as.startsWith(records) ? (rule.id ?? []) : [])),
  );
}

const findResource = (template: string, api: Api): Api['resources'][number] | undefined =>
  api.resources.find(({ path }) => path === template);

function findResourceObject(template: string, api: Api, lookup: Lookup): ObjectType | undefined {
  const schema = findResource(template, api)?.schema;
  return schema === undefined ? undefined : lookup.object({ kind: 'ref', schema });
}

/** Returns `undefined` if the schema of the resource is open. */
function findResourceFields(template: string, api: Api, lookup: Lookup): readonly Field[] | undefined {
  const object = findResourceObject(template, api, lookup);
  return object === undefined || object.additional !== undefined || object.fields.length === 0 ? undefined : object.fields;
}

function listResourceRules(template: string, api: Api, lookup: Lookup): readonly Rule[] {
  return (findResourceObject(template, api, lookup)?.rules ?? []).map(({ rule }) => rule);
}

/** Lists path variables that don't identify the target of the action, such as a parent in a list of all resources. */
function listIgnoredPathVariables({ action, route }: Method): readonly string[] {
  const { parts } = parseShape(route);
  const isCollection = collectionActions.has(action.kind) && hasTrailingLiteral(parts);
  const targets = listTemplates(action).map((template) => {
    const target = parseShape(template).parts;
    return isCollection ? toCollectionParts(target) : target;
  });
  const isRead = ({ name, from, to }: PathVariable): boolean =>
    parts.slice(0, to).some((part) => part.kind === 'wild' && part.many) ||
    parts.slice(from, to).every(({ kind }) => kind === 'literal') ||
    targets.some((target) => listVariableNames(target).includes(name) || target.slice(from, to).some(({ kind }) => kind === 'wild'));
  return getPathVariables(route).flatMap((variable) => (isRead(variable) ? [] : [variable.name]));
}

function listVariableNames(parts: readonly RoutePart[]): readonly string[] {
  return parts.flatMap((part) => (part.kind === 'wild' ? [part.variable] : []));
}

/** Actions whose path is a collection if it ends in a literal. */
const collectionActions: ReadonlySet<ActionKind> = new Set(['list', 'create', 'batch']);

function listTemplates(action: Action): readonly string[] {
  switch (action.kind) {
    case 'notImplemented':
      return [];
    case 'list':
      return [action.resource, ...(action.of ?? [])];
    case 'createFrom':
      return [action.resource, action.creates];
    case 'batch':
      return [action.resource, action.members];
    case 'effectivePolicy':
      return [action.resource, action.policies];
    default:
      return [action.resource];
  }
}

/** Lists the unread body fields. Excludes output-only fields, which servers ignore. `parameters` has the names that the method reads elsewhere. */
function listIgnoredFields(context: Context, parameters: ReadonlySet<string>): readonly string[] {
  const { method, api, lookup, rules } = context;
  const { httpBody } = toMediaDescriptor(method, api);
  // Raw content has no fields.
  if (httpBody === 'request' || httpBody === 'both') return [];
  const read = listPathsReadByAction(context);
  if (read === undefined) return [];
  const paths = new Set([...read, ...listPathsNamedByRules(rules, ['request']), ...parameters]);
  return listUnreadFields({ type: method.request, prefix: '', paths, lookup }).map((path) => `requestBody.${path}`);
}

/** Returns `undefined` if the mock stores the body in a resource with an open schema, because the resource keeps all fields. */
function listPathsReadByAction(context: Context): readonly string[] | undefined {
  const { method, api, lookup } = context;
  const found = listActionFields(method.action, context);
  if (!('resource' in found)) return found;
  if (method.requestWrap !== undefined) return [method.requestWrap];
  const stored = findResourceFields(found.resource, api, lookup);
  return stored && [...stored.map(({ name }) => name), ...(found.extraFields ?? [])];
}
