/**
 * Infers what custom methods do. Those of a published document set fields (`setLabels`), read or change the elements of a list (`addRule`,
 * `getRule`), or set a state. Batch methods (AIP-231, AIP-233, AIP-234, AIP-235), `things:batchGet`, `batchCreate`, `batchUpdate`, and
 * `batchDelete`, call a standard method if their requests and responses have the form of the AIPs.
 */
import { joinTrailingName, toCollectionSteps, toTemplate } from '../../language/path-steps.js';
import { formatShapeKey, toShapeKey } from '../../../runtime/paths/shape.js';
import { parseTemplate, type PathStep } from '../../../runtime/paths/template.js';
import type { SoftDeletion } from '../../../runtime/resource-rules.js';
import type { Action } from '../../../runtime/rule.js';
import { getSchemaId, type Lookup } from '../schema-lookup.js';
import type { EnumValue, Field, Method, ObjectType, StringType, Type } from '../model.js';
import { groupByKey } from '../../lib/group-by.js';
import { toSingular } from '../../lib/singular.js';

/** Request fields of any method that don't say what it changes: `name` is that of the resource. */
const controlFields: ReadonlySet<string> = new Set(['etag', 'name', 'requestId', 'validateOnly']);

/** Completes the custom methods whose resource the API creates and reads, as far as request and resource determine their effect. */
export function inferCustomMethods(methods: readonly Method[], lookup: Lookup): readonly Method[] {
  const pathNames = groupPathNames(methods);
  const created = new Set(methods.flatMap(({ action }) => (action.kind === 'create' ? toShapeKey(action.resource) : [])));
  const types = new Map(
    methods.flatMap((method) => {
      const { action, response, responseWrap } = method;
      const key = action.kind === 'get' && responseWrap === undefined ? toShapeKey(action.resource) : undefined;
      const type = key !== undefined && created.has(key) ? lookup.object(response) : undefined;
      return type && key !== undefined ? [[key, type] as const] : [];
    }),
  );
  return methods.map((method) => {
    const custom = method.action.kind === 'notImplemented' ? findCustomMethod(method, { types, pathNames, lookup }) : undefined;
    const action = custom && inferAction(custom);
    return action ? { ...method, action } : method;
  });
}

/** Groups the names of path parameters by the schema of the request: `clusterId` of `clusters/{clusterId}:setLabels`. */
function groupPathNames(methods: readonly Method[]): ReadonlyMap<string, ReadonlySet<string>> {
  const names = methods.flatMap(({ request, parameters }) =>
    request?.kind === 'ref'
      ? parameters.flatMap(({ name, location }) => (location === 'path' ? [[request.schema, name] as const] : []))
      : [],
  );
  return new Map([...groupByKey(names)].map(([schema, found]) => [schema, new Set(found)]));
}

interface CustomMethodContext {
  /** Types of the resources that a method creates and another method reads, by the shape of their path. */
  readonly types: ReadonlyMap<string, ObjectType>;
  /** Names of path parameters by the schema of the request. */
  readonly pathNames: ReadonlyMap<string, ReadonlySet<string>>;
  readonly lookup: Lookup;
}

function findCustomMethod(method: Method, { types, pathNames, lookup }: CustomMethodContext): CustomMethod | undefined {
  const { steps, verb } = parseTemplate(method.route);
  const last = steps.at(-1);
  const name = verb ?? (last?.kind === 'literal' ? last.text : undefined);
  const target = joinTrailingName(verb === undefined ? steps.slice(0, -1) : steps);
  const type = types.get(formatShapeKey(target));
  if (method.source.kind !== 'published' || method.actionSource !== undefined || name === undefined || !type) return undefined;
  // A method with the same request can have more variables in its path: `clusters/{clusterId}:setLabels` beside `{name=clusters/*}:setLabels`.
  const inPath = pathNames.get(getSchemaId(method.request) ?? '');
  const fields = lookup.object(method.request)?.fields ?? [];
  const input = fields.filter(
    (field) => !field.deprecated && !field.readOnly && !controlFields.has(field.name) && !inPath?.has(field.name),
  );
  return { method, name, resource: toTemplate(target), type, input, lookup };
}

function inferAction(custom: CustomMethod): Action | undefined {
  return inferSetFields(custom) ?? inferElementAction(custom) ?? inferStateChange(custom);
}

/** A custom method of a resource: `things/{thing}:setLabels`, `things/{thing}/setLabels`. */
export interface CustomMethod {
  readonly method: Method;
  /** The verb: `setLabels`. */
  readonly name: string;
  /** The path template of the resource. */
  readonly resource: string;
  readonly type: ObjectType;
  /** The fields of the request other than those that repeat the path, are deprecated, or control the request. */
  readonly input: readonly Field[];
  readonly lookup: Lookup;
}

/** Whether the method returns the resource, or an operation that does. */
export function hasResourceResponse({ method: { operation, response }, type, lookup }: CustomMethod): boolean {
  return operation !== undefined || lookup.object(response) === type;
}

/** Whether the response has no fields. */
export function hasEmptyResponse({ method: { response }, lookup }: CustomMethod): boolean {
  return response === undefined || lookup.object(response)?.fields.length === 0;
}

/** Compares types without their constraints. */
export function isSameType(one: Type, other: Type, lookup: Lookup): boolean {
  if (one.kind === 'ref' && other.kind === 'ref' && one.schema === other.schema) return true;
  const [first, second] = [lookup.resolve(one), lookup.resolve(other)];
  if (first === undefined || second === undefined) return false;
  if (first.kind === 'array' && second.kind === 'array') return isSameType(first.items, second.items, lookup);
  if (first.kind === 'map' && second.kind === 'map') return isSameType(first.values, second.values, lookup);
  return first.kind === second.kind && first.kind !== 'object' && first.kind !== 'array' && first.kind !== 'map';
}

/** Custom methods that set the fields of their request, besides `setX`. */
export const settingVerbs: ReadonlySet<string> = new Set([
  'move', // Apigee, Cloud Billing, Resource Manager
  'resize', // Bare Metal Solution, Compute, Dataproc
]);

/** `Upgrades the instance to the version specified in the request.`: Kubernetes Engine, Memorystore, Notebooks. */
const settingDescription = /^(?:Sets|Updates|Upgrades)\b/;

/**
 * Infers `setX`, `move`, and `resize`, if every field of the request is a field of the resource with the same type, or if the request has the
 * type of the field `x` of the resource. Infers other verbs that set the only field of the request if their description says so. An etag in the
 * request protects the fields.
 */
export function inferSetFields(custom: CustomMethod): Action | undefined {
  const { method, name, resource, type, input, lookup } = custom;
  const own = /^set([A-Z]\w*)$/.exec(name)?.[1];
  const isWrite = method.httpMethod === 'POST' || method.httpMethod === 'PATCH';
  const isSetter = own !== undefined || settingVerbs.has(name);
  const isDescribed = settingDescription.test(method.description ?? '');
  if (!isWrite || !(isSetter || isDescribed) || !hasResourceResponse(custom)) return undefined;
  const subject = toName(own ?? '');
  const { request } = method;
  const subjectField = lookup.field(type, subject);
  if (request?.kind === 'ref' && subjectField && isSameType(subjectField.type, request, lookup))
    return subjectField.readOnly ? undefined : { kind: 'setFields', resource, fields: [subject], isBare: true };
  const isEtag = (field: Field): boolean => lookup.field(type, field.name)?.etag !== undefined;
  const fields = input.filter((field) => !isEtag(field) && !/fingerprint$/i.test(field.name));
  const isKnown = fields.every((field) => {
    const target = lookup.field(type, field.name);
    return target && !target.readOnly && isSameType(target.type, field.type, lookup);
  });
  const names = fields.map((field) => field.name);
  // A field of the resource with the name of the method is what it sets.
  const isOther = subjectField !== undefined && !names.includes(subject);
  if (!isKnown || isOther || fields.length === 0 || (!isSetter && fields.length > 1)) return undefined;
  const etag = input.find(isEtag);
  return { kind: 'setFields', resource, fields: names, ...(etag && { fingerprint: etag.name, match: 'optional' }) };
}

export function inferElementAction(custom: CustomMethod): Action | undefined {
  const [, verb, subject] = /^(add|remove|get|patch)([A-Z]\w*)$/.exec(custom.name) ?? [];
  if (verb === undefined || subject === undefined) return undefined;
  return inferListAction(custom, verb) ?? inferKeyedAction(custom, verb, subject);
}

/** Infers `addItems` and `removeItems` whose request has only a list of texts, with the name of a list of texts of the resource. */
function inferListAction(custom: CustomMethod, verb: string): Action | undefined {
  const { method, resource, type, input, lookup } = custom;
  const [field, ...others] = input;
  const target = field && lookup.field(type, field.name);
  if (method.httpMethod !== 'POST' || !hasResourceResponse(custom) || !target || others.length > 0 || target.readOnly) return undefined;
  const list = lookup.resolve(target.type);
  const isTextList = list?.kind === 'array' && lookup.resolve(list.items)?.kind === 'string';
  if (!isTextList || !isSameType(target.type, field.type, lookup)) return undefined;
  if (verb !== 'add' && verb !== 'remove') return undefined;
  return { kind: verb === 'add' ? 'addElements' : 'removeElements', resource, field: field.name, from: field.name };
}

/**
 * Infers `addRule`, `getRule`, `patchRule`, and `removeRule`, if the resource has a list `rules` of objects. Request and response are such an
 * element, and a query parameter with the name of one of its fields identifies it.
 */
function inferKeyedAction(custom: CustomMethod, verb: string, subject: string): Action | undefined {
  const { method, resource, type, input, lookup } = custom;
  const field = type.fields.find(({ name, type: fieldType }) => fieldType.kind === 'array' && toSingular(name) === toName(subject));
  const element = field?.type.kind === 'array' ? field.type.items : undefined;
  if (!field || field.readOnly || element?.kind !== 'ref' || !lookup.object(element)) return undefined;
  const isElement = (other: typeof method.request): boolean => other?.kind === 'ref' && other.schema === element.schema;
  if (verb === 'add')
    return method.httpMethod === 'POST' && isElement(method.request) && hasResourceResponse(custom)
      ? { kind: 'addElements', resource, field: field.name }
      : undefined;
  const keys = method.parameters.flatMap(({ name, location }) => (location === 'query' && isKey(lookup.field(element, name)) ? name : []));
  const [key, ...otherKeys] = keys;
  if (key === undefined || otherKeys.length > 0) return undefined;
  if (verb === 'get')
    return method.httpMethod === 'GET' && isElement(method.response) ? { kind: 'getElement', resource, field: field.name, key } : undefined;
  if (method.httpMethod !== 'POST' || !hasResourceResponse(custom)) return undefined;
  if (verb === 'patch') return isElement(method.request) ? { kind: 'patchElement', resource, field: field.name, key } : undefined;
  return input.length === 0 ? { kind: 'removeElements', resource, field: field.name, key } : undefined;
}

const toName = (subject: string): string => subject.slice(0, 1).toLowerCase() + subject.slice(1);

function isKey(field: Field | undefined): boolean {
  return field?.type.kind === 'string' || field?.type.kind === 'integer';
}

interface StateVerb {
  /** The state that the verb sets: the first that the resource has. */
  readonly to: readonly string[];
  /** The resource must have one of these states, too, which shows that `to` is the opposite of them. */
  readonly opposite?: readonly string[];
  /** The resource must not have these states, which could be meant as well. */
  readonly without?: readonly string[];
  /** The boolean field that the verb sets if there is no such state. */
  readonly flag?: { readonly field: string; readonly value: boolean };
}

/**
 * Verbs of custom methods (AIP-136, AIP-216) whose participles aren't the names of states. `activate` and `deactivate` are rare in the corpus.
 * Their descriptions state the values.
 */
export const irregularVerbs: ReadonlyMap<string, StateVerb> = new Map<string, StateVerb>([
  // compute, datamigration, dialogflow
  ['start', { to: ['RUNNING'] }],
  // datamigration, netapp, notebooks; Compute has both states
  ['stop', { to: ['STOPPED'], without: ['TERMINATED'] }],
  // aiplatform, compute, osconfig, rapidmigrationassessment
  ['resume', { to: ['ACTIVE', 'RUNNING', 'ENABLED'], opposite: ['PAUSED', 'SUSPENDED'] }],
  // cloudresourcemanager, iam, logging
  ['undelete', { to: ['ACTIVE'], opposite: ['DELETE_REQUESTED', 'DELETED'] }],
  // apigee, authorizedbuyersmarketplace, realtimebidding
  ['activate', { to: ['ACTIVE'] }],
  // androidpublisher, authorizedbuyersmarketplace, displayvideo
  ['deactivate', { to: ['INACTIVE'] }],
  // apigee, gmail, iam
  ['enable', { to: ['ENABLED'], flag: { field: 'disabled', value: false } }],
]);

/** Returns the states that other verbs set: what they request or schedule, or else their participle (`pause`: `PAUSED`). */
function toStateVerb(verb: string): StateVerb {
  const participles = [`${verb.replace(/e$/, '')}ed`, `${verb.replace(/y$/, 'i')}ed`, `${verb}${verb.slice(-1)}ed`];
  const [participle = ''] = participles;
  const names = [`${verb}_scheduled`, `${verb}_requested`, ...participles].map((name) => name.toUpperCase());
  return { to: names, flag: { field: participle, value: true } };
}

/**
 * Infers a verb that sets a state: `things/{thing}:pause` if the resource has an enum with the state `PAUSED`, or the boolean field `paused`.
 * Its request says nothing else, except for flags, which the mock reports as ignored.
 */
export function inferStateChange(custom: CustomMethod): Action | undefined {
  const { method, name, resource, type, input, lookup } = custom;
  const isReturned = hasResourceResponse(custom);
  if (method.httpMethod !== 'POST' || !(isReturned || hasEmptyResponse(custom))) return undefined;
  if (input.some(({ required, expected, type: { kind } }) => required || expected || kind !== 'boolean')) return undefined;
  const verb = irregularVerbs.get(name) ?? toStateVerb(name);
  const state = findState(type, verb, lookup) ?? findFlag(type, verb, lookup);
  return state && { kind: 'setState', resource, ...state, returns: isReturned ? 'resource' : 'empty' };
}

/** Infers the states of a resource after a deletion that can be undone, and after it is undone (AIP-164). */
export function findDeletedState(type: ObjectType, lookup: Lookup): SoftDeletion['state'] {
  const deleted = findState(type, { to: ['DELETE_REQUESTED', 'DELETED'] }, lookup);
  const restored = findState(type, { to: ['ACTIVE'] }, lookup);
  return (
    deleted && { field: deleted.field, deleted: deleted.value, ...(restored?.field === deleted.field && { restored: restored.value }) }
  );
}

const stateFieldPattern = /^(?:state|status|lifecycleState)$|State$/;

function findState(type: ObjectType, verb: StateVerb, lookup: Lookup): { readonly field: string; readonly value: string } | undefined {
  const found = type.fields.flatMap(({ name, type: fieldType }) => {
    const resolved = stateFieldPattern.test(name) ? lookup.resolve(fieldType) : undefined;
    const value = resolved?.kind === 'string' ? findStateValue(resolved, verb) : undefined;
    return value === undefined ? [] : [{ field: name, value }];
  });
  // With several fields, which of them the verb sets is unknown.
  return found.length === 1 ? found[0] : undefined;
}

function findStateValue({ enum: values = [] }: StringType, { to, opposite, without = [] }: StateVerb): string | undefined {
  const byName = new Map(values.map(({ value }) => [toStateName(value, values), value]));
  if (without.some((name) => byName.has(name)) || (opposite && !opposite.some((name) => byName.has(name)))) return undefined;
  const name = to.find((candidate) => byName.has(candidate));
  return name === undefined ? undefined : byName.get(name);
}

/** Removes the prefix of the values of an enum: `JOB_STATE_PAUSED` beside `JOB_STATE_UNSPECIFIED` is `PAUSED`. */
function toStateName(value: string, [first]: readonly EnumValue[]): string {
  const prefix = /^(.+_)UNSPECIFIED$/.exec(first?.value ?? '')?.[1];
  return (prefix !== undefined && value.startsWith(prefix) ? value.slice(prefix.length) : value).toUpperCase();
}

function findFlag({ fields }: ObjectType, { flag }: StateVerb, lookup: Lookup): StateVerb['flag'] {
  const field = fields.find(({ name }) => name === flag?.field);
  return field && lookup.resolve(field.type)?.kind === 'boolean' ? flag : undefined;
}

/** The actions of the standard method that a batch method calls. */
const batchVerbs: ReadonlyMap<string, readonly Action['kind'][]> = new Map([
  ['batchGet', ['get']], // Service Usage
  ['batchCreate', ['create']], // Container Analysis, Dialogflow, Vertex AI
  ['batchUpdate', ['patch', 'update']], // Apigee, Migration Center
  ['batchDelete', ['delete']], // Dialogflow, Migration Center, Vertex AI
] as const);

/** Completes the batch methods of collections with a standard method. */
export function inferBatchMethods(methods: readonly Method[], lookup: Lookup): readonly Method[] {
  return methods.map((method) => {
    const action =
      method.action.kind === 'notImplemented' && method.actionSource === undefined ? inferBatch(method, methods, lookup) : undefined;
    return action ? { ...method, action } : method;
  });
}

function inferBatch(method: Method, methods: readonly Method[], lookup: Lookup): Action | undefined {
  const { steps, verb = '' } = parseTemplate(method.route);
  const kinds = batchVerbs.get(verb) ?? [];
  const standard = methods.find(({ action }) => kinds.includes(action.kind) && 'resource' in action && isMember(action.resource, steps));
  if (!standard || !('resource' in standard.action)) return undefined;
  const schema = getSchemaId(verb === 'batchGet' ? standard.response : standard.request);
  const elements = findElements(method, { verb, schema, lookup });
  const items = findItems(method.response, schema, lookup);
  const isKnownResponse = items !== undefined || method.operation !== undefined || verb === 'batchDelete';
  if (!elements || !isKnownResponse) return undefined;
  return {
    kind: 'callEach',
    resource: standard.action.resource,
    method: standard.id,
    ...elements,
    ...(items !== undefined && { items }),
  };
}

function isMember(resource: string, collection: readonly PathStep[]): boolean {
  return formatShapeKey(toCollectionSteps(parseTemplate(resource).steps)) === formatShapeKey(collection);
}

interface BatchForm {
  readonly verb: string;
  readonly schema: string | undefined;
  readonly lookup: Lookup;
}

/** Finds the names to read or delete, or the list of requests, each with a field that holds the resource. */
function findElements({ httpMethod, parameters, request }: Method, { verb, schema, lookup }: BatchForm): Elements | undefined {
  const fields = lookup.object(request)?.fields ?? [];
  if (verb === 'batchGet') {
    const names = parameters.find(({ name, location, repeated }) => name === 'names' && location === 'query' && repeated);
    return httpMethod === 'GET' && names ? { elements: 'names' } : undefined;
  }
  if (httpMethod !== 'POST') return undefined;
  const requests = fields.find(({ name }) => name === 'requests');
  const inner = lookup.object(requests && getItems(requests, lookup))?.fields ?? [];
  if (verb === 'batchDelete') {
    const names = fields.find(({ name }) => name === 'names');
    if (names && lookup.resolve(getItems(names, lookup))?.kind === 'string') return { elements: 'names' };
    return inner.some(({ name, type }) => name === 'name' && type.kind === 'string') ? { elements: 'requests' } : undefined;
  }
  const bodies = inner.filter(({ type }) => schema !== undefined && getSchemaId(type) === schema);
  return bodies[0] && bodies.length === 1 ? { elements: 'requests', body: bodies[0].name } : undefined;
}

type Elements = Pick<Extract<Action, { readonly kind: 'callEach' }>, 'elements' | 'body'>;

function getItems({ type }: Field, lookup: Lookup): Type | undefined {
  const list = lookup.resolve(type);
  return list?.kind === 'array' ? list.items : undefined;
}

/** Finds the field of the response with the resources. */
function findItems(response: Type | undefined, schema: string | undefined, lookup: Lookup): string | undefined {
  const lists = (lookup.object(response)?.fields ?? []).filter(
    (field) => schema !== undefined && getSchemaId(getItems(field, lookup)) === schema,
  );
  return lists.length === 1 ? lists[0]?.name : undefined;
}
