/**
 * What a request to the mock can carry without an effect. A parameter or a field of the body has an effect where a rule names it
 * (`fields` of the rule kind) or where the action reads it (`readParameters`, `readFields`). The mock reports all others.
 */
import type { Action, MethodRule, Rule } from '../../templates/runtime/rule.js';
import type { Lookup } from '../model/schema-lookup.js';
import type { Api, Field, Method, ObjectType, Type } from '../model/model.js';
import {
  toCollectionParts,
  hasTrailingLiteral,
  getPathVariables,
  parseShape,
  type RoutePart,
  type PathVariable,
} from '../model/route-shape.js';
import { listRuleFields, getRuleParameters, type FieldUse } from '../rules/index.js';
import { systemParameters } from '../system-parameters.js';
import { toUpdateMaskDescriptor } from './call-bodies.js';
import { getLookup } from './cached-lookup.js';
import { toMediaDescriptor } from './media-descriptors.js';

interface Context {
  readonly method: Method;
  readonly api: Api;
  readonly lookup: Lookup;
  /** Those that are stated and those that are inferred. */
  readonly rules: readonly MethodRule[];
}

type ActionKind = Action['kind'];
/** Some actions share a shape, whose `kind` is one of several. */
type HasKind<A, K> = A extends { readonly kind: infer L } ? (K extends L ? A : never) : never;
type ActionOf<K extends ActionKind> = HasKind<Action, K>;
type Reads = { readonly [K in ActionKind]: (action: ActionOf<K>, context: Context) => readonly string[] };

const nothing = (): readonly string[] => [];

/** Query parameters that an action reads beside those that rules name. A convention of lists adds its parameters here. */
const readParameters: Reads = {
  get: nothing,
  list: ({ resource, of }, context) => [
    ...pageParameters(context),
    ...selectingParameters(of?.[0] ?? resource, context),
    ...(of === undefined ? [] : ['includeAllScopes']),
  ],
  create: (action, context) => [...(action.id === undefined ? idParameters(action.resource, context) : [action.id]), ...recordId(context)],
  patch: changeParameters,
  update: changeParameters,
  delete: (action, { api, lookup }) => [
    ...memberParameter(action),
    ...resourceRules(action.resource, api, lookup).flatMap((rule) => (rule.kind === 'freshness' ? rule.field : [])),
  ],
  getIamPolicy: nothing,
  setIamPolicy: nothing,
  testIamPermissions: nothing,
  await: nothing,
  cancel: nothing,
  setFields: (_, context) => recordId(context),
  transition: nothing,
  guestAttributes: () => ['queryPath', 'variableKey'],
  createFrom: (action, { api }) => (resourceAt(action.creates, api)?.idParameters ?? []).slice(0, 1).map((name) => `${name}Id`),
  batch: nothing,
  effectivePolicy: nothing,
  reportEvent: nothing,
  listEvents: () => eventParameters,
  deleteEvents: nothing,
  listGroupStats: () => [...eventParameters, 'timedCountDuration', 'alignment', 'alignmentTime', 'order'],
  notImplemented: nothing,
};

const eventParameters = [
  'serviceFilter.service',
  'serviceFilter.version',
  'serviceFilter.resourceType',
  'groupId',
  'timeRange.period',
  'pageSize',
  'pageToken',
];

/** Fields of the body that an action reads beside those that rules name, as dotted paths: each with all that it holds. */
const readFields: { readonly [K in ActionKind]: (action: ActionOf<K>, context: Context) => readonly string[] | Stored } = {
  get: nothing,
  list: (_, { method }) => (method.list?.in === 'body' ? [method.list.pageToken] : []),
  create: ({ resource }) => ({ resource }),
  patch: ({ resource }) => ({ resource }),
  update: ({ resource }) => ({ resource }),
  delete: nothing,
  getIamPolicy: nothing,
  setIamPolicy: ({ isBare }, context) => (isBare ? allFields(context) : ['policy', 'updateMask']),
  testIamPermissions: () => ['permissions'],
  await: ({ timeout }) => (timeout === undefined ? [] : [timeout]),
  cancel: nothing,
  setFields: ({ fields, fingerprint }) => [...fields, ...(fingerprint === undefined ? [] : [fingerprint])],
  transition: nothing,
  guestAttributes: nothing,
  createFrom: ({ creates, from, links = {} }) => ({
    resource: creates,
    beside: [...(from === undefined ? [] : [from]), ...Object.keys(links)],
  }),
  batch: ({ resource, additions, deletions }) => ({ resource, beside: [additions, deletions] }),
  effectivePolicy: () => ['osShortName', 'osVersion', 'osArchitecture'],
  reportEvent: (_, context) => allFields(context),
  listEvents: nothing,
  deleteEvents: nothing,
  listGroupStats: nothing,
  notImplemented: nothing,
};

function allFields({ method, lookup }: Context): readonly string[] {
  return (lookup.object(method.request)?.fields ?? []).map(({ name }) => name);
}

/** A body that becomes part of a resource: each field is implemented by being stored, with all that it holds. */
interface Stored {
  readonly resource: string;
  /** Fields that are read but are not those of the resource. */
  readonly beside?: readonly string[];
}

/**
 * Names of the parameters, and of the fields of the body (`requestBody.x`), that the mock ignores in requests of a method; sorted.
 * Empty for a method that the mock does not implement: it ignores nothing, it rejects.
 */
export function findIgnoredParameters(method: Method, rules: readonly MethodRule[], api: Api): readonly string[] {
  if (method.action.kind === 'notImplemented') return [];
  const context: Context = { method, api, lookup: getLookup(api), rules };
  const read = new Set([...rules.flatMap(getRuleParameters), ...parametersOfAction(method.action, context), ...requestParameters(context)]);
  const query = [...method.parameters, ...api.parameters].filter(
    ({ name, location }) => location === 'query' && !systemParameters.has(name.replace(/^\$/, '')) && name !== '$.xgafv',
  );
  const ignored = query.flatMap(({ name }) => (read.has(name) ? [] : [name]));
  return [...new Set([...ignored, ...ignoredInPath(method), ...ignoredInBody(context, read)])].sort();
}

function parametersOfAction<K extends ActionKind>(action: ActionOf<K>, context: Context): readonly string[] {
  return (readParameters[action.kind as K] as Reads[K])(action, context);
}

function fieldsOfAction<K extends ActionKind>(action: ActionOf<K>, context: Context): readonly string[] | Stored {
  return (readFields[action.kind as K] as (typeof readFields)[K])(action, context);
}

/** The paths that rules name in one of the places. */
function namedByRules(rules: readonly Rule[], places: readonly FieldUse['in'][]): readonly string[] {
  return rules.flatMap((rule) => listRuleFields(rule).flatMap(({ path, in: place }) => (places.includes(place) ? [path] : [])));
}

/** The request id, the preconditions, and the mask of an update, wherever they stand. */
function requestParameters({ method, api, rules }: Context): readonly string[] {
  const preconditions = (method.preconditions ?? []).map(({ parameter }) => parameter);
  const repeats = rules.flatMap((rule) => (rule.kind === 'requestId' ? rule.parameter : []));
  const mask = ['patch', 'update'].includes(method.action.kind) ? toUpdateMaskDescriptor(method, api)?.name : undefined;
  return [...repeats, ...preconditions, ...(mask === undefined ? [] : [mask])];
}

/** The mock reads page sizes by these names where no rule states another one. */
function pageParameters({ method, rules }: Context): readonly string[] {
  const isStated = rules.some((rule) => rule.kind === 'pagination' && rule.pageSize !== undefined);
  return [...(isStated ? [] : ['maxResults', 'pageSize']), ...(method.list?.in === 'body' ? [] : [method.list?.pageToken ?? 'pageToken'])];
}

/** A parameter with text that is called like a field with text selects the items with that value. */
function selectingParameters(template: string, { method, api, lookup }: Context): readonly string[] {
  const fields = objectAt(template, api, lookup)?.fields ?? [];
  const texts = new Set(fields.flatMap(({ name, type }) => (lookup.resolve(type)?.kind === 'string' ? [name] : [])));
  return method.parameters.flatMap(({ name, type, repeated }) => (type.kind === 'string' && !repeated && texts.has(name) ? [name] : []));
}

/** Parameters that can name a new resource where the body does not. */
function idParameters(template: string, { method, api }: Context): readonly string[] {
  const resource = resourceAt(template, api);
  if (resource === undefined || parseShape(method.route).parts.length === parseShape(template).parts.length) return [];
  return resource.idParameters.flatMap((parameter, index) => [
    `${parameter.replace(/sId$|Id$/, '')}Id`,
    parameter,
    'id',
    resource.idFields[index] ?? 'id',
  ]);
}

function changeParameters(action: ActionOf<'patch' | 'update'>, context: Context): readonly string[] {
  const rules = resourceRules(action.resource, context.api, context.lookup);
  return [...memberParameter(action), ...rules.flatMap(getRuleParameters), ...recordId(context)];
}

/** The parameter that names the member where the path is that of its collection. */
function memberParameter({ id }: ActionOf<'patch' | 'update' | 'delete'>): readonly string[] {
  return id === undefined ? [] : [id];
}

/** The parameter that names the record of a change, where the methods of the API say so of the records of this resource. */
function recordId({ method: { action }, api }: Context): readonly string[] {
  const records = 'resource' in action ? `${action.resource}/operations/` : undefined;
  if (records === undefined) return [];
  return api.methods.flatMap(({ rules }) =>
    rules.flatMap(({ rule }) => (rule.kind === 'changeRecord' && rule.as.startsWith(records) ? (rule.id ?? []) : [])),
  );
}

const resourceAt = (template: string, api: Api): Api['resources'][number] | undefined =>
  api.resources.find(({ path }) => path === template);

function objectAt(template: string, api: Api, lookup: Lookup): ObjectType | undefined {
  const schema = resourceAt(template, api)?.schema;
  return schema === undefined ? undefined : lookup.object({ kind: 'ref', schema });
}

/** `undefined` where the shape of the resource is open. */
function fieldsAt(template: string, api: Api, lookup: Lookup): readonly Field[] | undefined {
  const object = objectAt(template, api, lookup);
  return object === undefined || object.additional !== undefined || object.fields.length === 0 ? undefined : object.fields;
}

function resourceRules(template: string, api: Api, lookup: Lookup): readonly Rule[] {
  return (objectAt(template, api, lookup)?.rules ?? []).map(({ rule }) => rule);
}

/** Variables of the path that do not lead to what the action concerns: parents that narrow a list of all members. */
function ignoredInPath({ action, route }: Method): readonly string[] {
  const { parts } = parseShape(route);
  const isCollection = ofCollections.has(action.kind) && hasTrailingLiteral(parts);
  const targets = templatesOf(action).map((template) => {
    const target = parseShape(template).parts;
    return isCollection ? toCollectionParts(target) : target;
  });
  const isRead = ({ name, from, to }: PathVariable): boolean =>
    parts.slice(0, to).some((part) => part.kind === 'wild' && part.many) ||
    parts.slice(from, to).every(({ kind }) => kind === 'literal') ||
    targets.some((target) => namesIn(target).includes(name) || target.slice(from, to).some(({ kind }) => kind === 'wild'));
  return getPathVariables(route).flatMap((variable) => (isRead(variable) ? [] : [variable.name]));
}

function namesIn(parts: readonly RoutePart[]): readonly string[] {
  return parts.flatMap((part) => (part.kind === 'wild' ? [part.variable] : []));
}

/** Actions whose path is that of a collection where it ends in a literal. */
const ofCollections: ReadonlySet<ActionKind> = new Set(['list', 'create', 'batch']);

function templatesOf(action: Action): readonly string[] {
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

/** The server ignores what only it sets, as documented: that is not reported. `parameters`: what is read of the query, and of what stands beside a resource in the body. */
function ignoredInBody(context: Context, parameters: ReadonlySet<string>): readonly string[] {
  const { method, api, lookup, rules } = context;
  const { httpBody } = toMediaDescriptor(method, api);
  // Content as it is has no fields.
  if (httpBody === 'request' || httpBody === 'both') return [];
  const read = pathsReadByAction(context);
  if (read === undefined) return [];
  const paths = new Set([...read, ...namedByRules(rules, ['request']), ...parameters]);
  return unreadFields({ type: method.request, prefix: '', paths, lookup }).map((path) => `requestBody.${path}`);
}

/** `undefined` where the body becomes a resource of an open shape, which keeps everything. */
function pathsReadByAction(context: Context): readonly string[] | undefined {
  const { method, api, lookup } = context;
  const found = fieldsOfAction(method.action, context);
  if (!('resource' in found)) return found;
  if (method.requestWrap !== undefined) return [method.requestWrap];
  const stored = fieldsAt(found.resource, api, lookup);
  return stored && [...stored.map(({ name }) => name), ...(found.beside ?? [])];
}

interface Unread {
  readonly type: Type | undefined;
  /** Of the fields: empty, or ends in a dot. */
  readonly prefix: string;
  /** What is read. */
  readonly paths: ReadonlySet<string>;
  readonly lookup: Lookup;
}

/** Paths of the fields of which nothing is read. Where a part of a field is read, the rest of it is named field by field, through lists too. */
function unreadFields({ type, prefix, paths, lookup }: Unread): readonly string[] {
  const resolved = lookup.resolve(type);
  const object = lookup.object(resolved?.kind === 'array' ? resolved.items : resolved);
  return (object?.fields ?? []).flatMap((field) => {
    const path = prefix + field.name;
    if (field.readOnly || paths.has(path)) return [];
    const isReadInPart = [...paths].some((each) => each.startsWith(`${path}.`));
    return isReadInPart ? unreadFields({ type: field.type, prefix: `${path}.`, paths, lookup }) : [path];
  });
}
