/**
 * Infers what a method does from its verb, its route, and related routes, including waiting for operations and canceling them. Leaves methods
 * unimplemented whose results a service computes, and creations that start work of the service.
 */
import { findIdName, findQueryParameter } from './parameters.js';
import { toSingular } from '../../lib/singular.js';
import {
  canSpanSegments,
  createWildcard,
  findLastLiteral,
  hasTrailingLiteral,
  joinTrailingName,
  toCollectionSteps,
  toTemplate,
} from '../../language/path-steps.js';
import { formatShapeKey, toShapeKey } from '../../../runtime/paths/shape.js';
import { parseTemplate, type PathStep, type PathTemplate } from '../../../runtime/paths/template.js';
import { groupByKey } from '../../lib/group-by.js';
import { getItemType, isPlainBody, type Lookup } from '../schema-lookup.js';
import type { Action } from '../../../runtime/rule.js';
import type { Field, Method, Type } from '../model.js';
import { getOperationStyle } from './operations.js';
import { isHttpBody } from './bodies.js';

type PolicyKind = 'getIamPolicy' | 'setIamPolicy' | 'testIamPermissions';
const policyKinds: ReadonlySet<string> = new Set<PolicyKind>(['getIamPolicy', 'setIamPolicy', 'testIamPermissions']);
/** The names of methods that create a resource. */
export const createVerbs: ReadonlySet<string> = new Set([
  'create', // AIP-133: Apigee, DNS, Resource Manager
  'insert', // BigQuery, Calendar, Compute
]);
/** The actions on a member of a collection, by the HTTP method. */
const memberActions: Partial<Record<Method['httpMethod'], 'get' | 'patch' | 'update' | 'delete'>> = {
  GET: 'get',
  PATCH: 'patch',
  PUT: 'update',
  DELETE: 'delete',
};
/** Id parameters that don't name the new resource. */
const otherId = /^(?:request|clientOperation|parent|project|validation)Id$/;

export function inferActions(methods: readonly Method[], lookup: Lookup): readonly Method[] {
  const routes = methods.map((method): MethodRoute => ({ method, ...parseTemplate(method.route) }));
  const context: InferenceContext = {
    members: findMemberShapes(routes),
    membersWithPathNames: findMembersWithPathNames(routes),
    methodsByRoute: groupByRoute(routes),
    lookup,
  };
  return routes.map(({ method, ...shape }) => {
    if (method.action.kind !== 'notImplemented') return method;
    const action = inferTransition(method, shape, context) ?? inferAction(method, shape, context);
    return hasResourceBodies(method, action, lookup) ? { ...method, action } : { ...method, supportNote: plainBodyNote };
  });
}

const plainBodyNote = "Its request or its response isn't an object.";

/** Whether the bodies can hold a resource, or the response is a list of resources. */
function hasResourceBodies(method: Method, action: Action, lookup: Lookup): boolean {
  if (isPlainBody(method.request, lookup)) return false;
  if (!isPlainBody(method.response, lookup)) return true;
  return action.kind === 'list' && lookup.object(getItemType(method, lookup)) !== undefined;
}

interface MethodRoute extends PathTemplate {
  readonly method: Method;
}

/** Infers a state transition: `shelves/{shelf}:archive` or `shelves/{shelf}/archive`, if a `states` rule of the schema names the method. */
function inferTransition(method: Method, { steps: routeSteps, verb }: PathTemplate, context: InferenceContext): Action | undefined {
  const { methodsByRoute, lookup } = context;
  if (method.httpMethod !== 'POST' || (verb === undefined && !hasTrailingLiteral(routeSteps))) return undefined;
  const steps = joinTrailingName(verb === undefined ? routeSteps.slice(0, -1) : routeSteps);
  const resource = lookup.object(findGetMethod(steps, methodsByRoute)?.response);
  const isStated = resource?.rules.some(
    ({ rule }) => rule.kind === 'states' && rule.transitions?.some((transition) => transition.method === method.id),
  );
  if (!isStated) return undefined;
  // An operation resolves to the resource.
  const showsResource = method.operation === 'longrunning' || lookup.object(method.response) === resource;
  return { kind: 'transition', resource: toTemplate(steps), returns: showsResource ? 'resource' : 'empty' };
}

interface InferenceContext extends OtherMethods {
  /** Shapes of members whose names can contain slashes. */
  readonly membersWithPathNames: ReadonlySet<string>;
}

function findMembersWithPathNames(routes: readonly MethodRoute[]): ReadonlySet<string> {
  const shapes = routes.filter(({ steps, verb }) => verb === undefined && canSpanSegments(steps));
  return new Set(shapes.map(({ steps }) => formatShapeKey(joinTrailingName(steps))));
}

function groupByRoute(routes: readonly MethodRoute[]): ReadonlyMap<string, readonly Method[]> {
  return groupByKey(routes.map(({ method, steps, verb }) => [`${formatShapeKey(joinTrailingName(steps))}:${verb ?? ''}`, method] as const));
}

/** Finds routes that end in a variable, by the shape of their collection: the routes of created resources. */
function findMemberShapes(routes: readonly MethodRoute[]): ReadonlyMap<string, readonly PathStep[]> {
  const members = new Map<string, readonly PathStep[]>();
  for (const { method, steps: routeSteps, verb } of routes) {
    const steps = joinTrailingName(routeSteps);
    if (verb !== undefined || hasTrailingLiteral(steps) || steps.some((step) => step.kind === 'many') || method.list) continue;
    const key = formatShapeKey(toCollectionSteps(steps));
    if (!members.has(key) || method.httpMethod === 'GET') members.set(key, steps);
  }
  return members;
}

function inferAction(method: Method, route: PathTemplate, context: InferenceContext): Action {
  const shape = { ...route, steps: joinTrailingName(route.steps) };
  const known =
    inferPolicyAction(method, shape, context) ??
    inferWait(method, shape) ??
    inferCancel(method, shape, context) ??
    inferNamedCollectionAction(method, shape, context);
  if (known) return known;
  if (shape.verb !== undefined) return inferVerbAction(method, shape, context);
  return hasTrailingLiteral(shape.steps) ? inferCollectionAction(method, shape.steps, context) : inferMemberAction(method, shape.steps);
}

/** Infers IAM methods: `things/{thing}:getIamPolicy`, or in older APIs `things/{thing}/iam` and `things/{thing}/iam/testPermissions`. */
function inferPolicyAction(method: Method, { steps, verb }: PathTemplate, { lookup }: InferenceContext): Action | undefined {
  const name = verb ?? findLastLiteral(steps) ?? '';
  if (policyKinds.has(name)) {
    const resource = verb === undefined ? steps.slice(0, -1) : steps;
    return { kind: name as PolicyKind, resource: toTemplate(resource), ...readPolicyForm(method, lookup) };
  }
  if (!policyKinds.has(method.name) || verb !== undefined) return undefined;
  const end = method.name === 'testIamPermissions' ? ['iam', 'testPermissions'] : ['iam'];
  const tail = steps.slice(-end.length);
  if (!tail.every((step, at) => step.kind === 'literal' && step.text === end[at])) return undefined;
  return { kind: method.name as PolicyKind, resource: toTemplate(steps.slice(0, -end.length)), ...readPolicyForm(method, lookup) };
}

/**
 * The request body is the policy itself if it has no field for one. Most descriptions of `testIamPermissions` say that a missing resource
 * isn't an error: `this will return an empty set of permissions, not a NOT_FOUND error`.
 */
function readPolicyForm(
  { name, request, description = '' }: Method,
  lookup: Lookup,
): { readonly isBare?: true; readonly acceptsMissing?: true } {
  const isBare = lookup.field(request, 'bindings') && !lookup.field(request, 'policy');
  const acceptsMissing = name === 'testIamPermissions' && /\bnot an? [`'"]?NOT_FOUND\b/.test(description);
  return { ...(isBare && { isBare }), ...(acceptsMissing && { acceptsMissing }) };
}

/**
 * Infers actions of collections named by a variable: `policies/{point}/{kind}` beside `policies/{point}/{kind}/{policy}`. With
 * `{parent=documents/**}/{collectionId}` and `{name=documents/**}`, names are paths.
 */
function inferNamedCollectionAction(method: Method, { steps, verb }: PathTemplate, context: InferenceContext): Action | undefined {
  if (verb !== undefined || hasTrailingLiteral(steps)) return undefined;
  const collection = toCollectionSteps(steps);
  const member = context.members.get(formatShapeKey(collection));
  if (!member) return undefined;
  const isOwn = formatShapeKey(member.slice(0, -1)) === formatShapeKey(steps) || context.membersWithPathNames.has(formatShapeKey(member));
  const creates = method.httpMethod === 'POST' && !isHttpBody(method.request, context.lookup) && canCreate(method, member, context);
  if (!isOwn || !(method.list || creates)) return undefined;
  const resource = toTemplate(member);
  return method.list ? { kind: 'list', resource } : inferCreate(method, resource, collection);
}

/**
 * `things:create` creates a member of the collection, and `things:search` lists the members that match the expression of a rule `filter`. The
 * effect of other verbs is unknown, unless the description says that they create the resource in the request.
 */
function inferVerbAction(method: Method, { steps, verb }: PathTemplate, context: InferenceContext): Action {
  const member = hasTrailingLiteral(steps) ? context.members.get(formatShapeKey(steps)) : undefined;
  if (verb === undefined) return { kind: 'notImplemented' };
  if (!member) return inferResourceVerb(method, { steps, verb }, context) ?? { kind: 'notImplemented' };
  const { httpMethod, list, rules } = method;
  const creates = createVerbs.has(verb) || (createDescription.test(method.description ?? '') && takesResource(method, member, context));
  if (httpMethod === 'POST' && creates) return inferCreate(method, toTemplate(member), steps);
  const isSearch = httpMethod === 'GET' && verb === 'search' && list !== undefined && rules.some(({ rule }) => rule.kind === 'filter');
  return isSearch ? { kind: 'list', resource: toTemplate(member) } : { kind: 'notImplemented' };
}

/** `Creates a log bucket asynchronously.` */
const createDescription = /^Creates?\b/;

/** Whether a method takes the resource at a path, and returns it or an operation. */
function takesResource(
  { request, response, operation }: Method,
  steps: readonly PathStep[],
  { methodsByRoute }: InferenceContext,
): boolean {
  const type = findGetMethod(steps, methodsByRoute)?.response;
  if (type?.kind !== 'ref' || request?.kind !== 'ref' || request.schema !== type.schema) return false;
  return operation !== undefined || (response?.kind === 'ref' && response.schema === type.schema);
}

/**
 * `things/{thing}:updateAsync` updates the resource if its request is the resource. `things/{thing}:addPart`, which returns a part and whose
 * description says that it creates one, creates it if no standard method does.
 */
function inferResourceVerb(
  method: Method,
  { steps, verb }: Pick<PathTemplate, 'steps' | 'verb'>,
  context: InferenceContext,
): Action | undefined {
  const { httpMethod, response, description = '' } = method;
  if (httpMethod !== 'POST' && httpMethod !== 'PATCH') return undefined;
  if (verb?.startsWith('update') && takesResource(method, steps, context)) return { kind: 'patch', resource: toTemplate(steps) };
  if (httpMethod !== 'POST' || response?.kind !== 'ref' || !createDescription.test(description)) return undefined;
  const key = formatShapeKey(steps);
  const returned = [...context.members.values()].filter((member) => {
    const type = findGetMethod(member, context.methodsByRoute)?.response;
    const collection = toCollectionSteps(member);
    const isBelow = formatShapeKey(collection.slice(0, -1)) === key && findLastLiteral(collection) !== 'operations';
    return isBelow && type?.kind === 'ref' && type.schema === response.schema && !canPost(collection, context);
  });
  const [child, ...others] = returned;
  const own = findGetMethod(steps, context.methodsByRoute)?.response;
  const isOther = own?.kind === 'ref' && own.schema !== response.schema;
  return child && others.length === 0 && isOther ? { kind: 'create', resource: toTemplate(child) } : undefined;
}

/** Whether a method creates members of a collection. */
function canPost(collection: readonly PathStep[], { methodsByRoute }: InferenceContext): boolean {
  return (methodsByRoute.get(`${formatShapeKey(collection)}:`) ?? []).some(({ httpMethod }) => httpMethod === 'POST');
}

function inferMemberAction(method: Method, steps: readonly PathStep[]): Action {
  const resource = toTemplate(steps);
  if (method.httpMethod === 'PUT' && createVerbs.has(method.name)) return inferCreate(method, resource, steps);
  const kind = memberActions[method.httpMethod];
  return kind === undefined ? { kind: 'notImplemented' } : { kind, resource };
}

function inferCollectionAction(method: Method, routeSteps: readonly PathStep[], context: InferenceContext): Action {
  const { members, lookup } = context;
  const steps = findListedCollection(method, routeSteps, members);
  const scopes = method.list?.shape === 'map' ? findScopedCollections(steps, members) : [];
  if (scopes[0] !== undefined) return { kind: 'list', resource: scopes[0], of: scopes };
  const known = members.get(formatShapeKey(steps));
  const resource = toTemplate(known ?? [...steps, createWildcard(toSingular(findLastLiteral(steps) ?? 'resource'))]);
  if (method.httpMethod === 'GET' && (method.list || method.name === 'list'))
    return isComputedList(method, steps, context) ? { kind: 'notImplemented' } : { kind: 'list', resource };
  if (method.httpMethod === 'POST' && createVerbs.has(method.name)) return inferCreate(method, resource, steps);
  if (known && method.httpMethod === 'POST' && canCreate(method, known, context)) return inferCreate(method, resource, steps);
  if (isCollection(steps, context)) return inferActionById(method, resource, { steps, lookup });
  return known || method.list ? { kind: 'notImplemented' } : inferSingletonAction(method, steps, context);
}

/** Whether another method lists or creates at the route. */
function isCollection(steps: readonly PathStep[], { methodsByRoute }: InferenceContext): boolean {
  return (methodsByRoute.get(`${formatShapeKey(steps)}:`) ?? []).some(
    ({ name, httpMethod, list }) =>
      (httpMethod === 'GET' && (list !== undefined || name === 'list')) || (httpMethod === 'POST' && createVerbs.has(name)),
  );
}

/** Infers an action whose path is the collection: a query parameter names the member to delete, and the body the member to update. */
function inferActionById(
  method: Method,
  resource: string,
  { steps, lookup }: { readonly steps: readonly PathStep[]; readonly lookup: Lookup },
): Action {
  const singular = toSingular(findLastLiteral(steps) ?? '');
  const names = [singular, `${singular}Id`, 'id', 'name'];
  const inQuery = names.find((name) => findQueryParameter(method, name));
  const isText = (name: string): boolean => {
    const field = lookup.field(method.request, name);
    return field?.type.kind === 'string' && !field.readOnly;
  };
  const id = inQuery ?? (method.httpMethod === 'DELETE' ? undefined : names.find(isText));
  const kind = memberActions[method.httpMethod];
  return id === undefined || kind === undefined || kind === 'get' ? { kind: 'notImplemented' } : { kind, resource, id };
}

/**
 * Infers actions on a singleton (`settings`). A path that ends in the name of its method (`getDiagnostics`) is a call, not a resource.
 * A read that requires parameters, or returns media or members of a collection, computes its result. A resource that can only be deleted is unknown.
 */
function inferSingletonAction(method: Method, steps: readonly PathStep[], context: InferenceContext): Action {
  const { httpMethod, name } = method;
  const last = (findLastLiteral(steps) ?? '').toLowerCase();
  const owner = steps.slice(0, -1);
  if (httpMethod === 'DELETE' && last === 'delete' && name === 'delete' && !hasTrailingLiteral(owner))
    return inferMemberAction(method, owner);
  const siblings = context.methodsByRoute.get(`${formatShapeKey(steps)}:`) ?? [];
  const getMethods = siblings.filter((each) => each.httpMethod === 'GET');
  if (last === name.toLowerCase()) return { kind: 'notImplemented' };
  if (httpMethod === 'DELETE' && getMethods.length === 0) return { kind: 'notImplemented' };
  if (httpMethod === 'GET' && isComputed(method, steps, context)) return { kind: 'notImplemented' };
  return inferMemberAction(method, steps);
}
/** `things/list` lists the members of `things/{thing}`. */
function findListedCollection(
  method: Method,
  steps: readonly PathStep[],
  members: ReadonlyMap<string, readonly PathStep[]>,
): readonly PathStep[] {
  const collection = steps.slice(0, -1);
  return method.name === 'list' && findLastLiteral(steps) === 'list' && members.has(formatShapeKey(collection)) ? collection : steps;
}

/** `…/aggregated/disks` lists the members of `…/zones/{zone}/disks` and of the same collection in every other scope. */
function findScopedCollections(steps: readonly PathStep[], members: ReadonlyMap<string, readonly PathStep[]>): readonly string[] {
  const [mark, collection] = steps.slice(-2);
  if (mark?.kind !== 'literal' || mark.text !== 'aggregated' || collection?.kind !== 'literal') return [];
  const above = `${formatShapeKey(steps.slice(0, -2))}/`;
  return [...members]
    .filter(([key]) => key.startsWith(above) && key.endsWith(`/${collection.text}`) && isScope(key.slice(above.length).split('/')))
    .map(([, member]) => toTemplate(member))
    .sort();
}

/** `global/disks`, or `zones/{zone}/disks`. */
function isScope(names: readonly string[]): boolean {
  return (names.length === 2 && names[0] !== 'aggregated' && names[0] !== '*') || (names.length === 3 && names[1] === '*');
}

/** Infers a creation. The id is a query parameter: `zoneId` for `zones`, else a required one that has no other known purpose. */
function inferCreate(method: Method, resource: string, steps: readonly PathStep[]): Action {
  const ids = method.parameters.filter(({ name, location }) => location === 'query' && name.endsWith('Id') && !otherId.test(name));
  const names = ids.map(({ name }) => name);
  const id = findIdName(names, findLastLiteral(steps) ?? '') ?? ids.find(({ required }) => required)?.name;
  // A creation with a version precondition replaces an existing resource.
  const replaces = findQueryParameter(method, 'ifGenerationMatch') !== undefined;
  return { kind: 'create', resource, ...(id !== undefined && { id }), ...(replaces && { replaces }) };
}

/** A creation takes a member of its collection, and returns the member or an operation. */
function canCreate({ request, response, operation }: Method, member: readonly PathStep[], { methodsByRoute }: InferenceContext): boolean {
  if (request?.kind !== 'ref') return false;
  if (operation !== undefined) return true;
  const readType = findGetMethod(member, methodsByRoute)?.response;
  const isSameSchema = readType?.kind !== 'ref' || readType.schema === request.schema;
  return isSameSchema && response?.kind === 'ref' && response.schema === request.schema;
}

/** Seconds that a service waits for an operation if the request sets no limit. */
const waitSeconds = 120;

/** Infers `operations/{operation}/wait` and `operations/*:wait` (AIP-151), which respond when the operation is done or the time is over. */
export function inferWait(method: Method, shape: PathTemplate): Action | undefined {
  const resource = findOperation(method, shape, 'wait');
  if (method.operation === undefined || resource === undefined) return undefined;
  const endCondition = method.operation === 'longrunning' ? { field: 'done', values: [true] } : { field: 'status', values: ['DONE'] };
  return { kind: 'waitForField', resource: toTemplate(resource), ...endCondition, seconds: waitSeconds, timeout: 'timeout' };
}

/** Infers `operations/{operation}/cancel` and `operations/*:cancel` (AIP-151). For other operation styles, the result of a cancellation is undocumented. */
export function inferCancel(method: Method, shape: PathTemplate, { lookup, methodsByRoute }: OtherMethods): Action | undefined {
  const resource = findOperation(method, shape, 'cancel');
  const resourceType = resource && findGetMethod(resource, methodsByRoute)?.response;
  if (
    resource === undefined ||
    getOperationStyle(resourceType, lookup) !== 'longrunning' ||
    (lookup.object(method.response)?.fields.length ?? 0) > 0
  )
    return undefined;
  return { kind: 'cancel', resource: toTemplate(resource) };
}

/** Returns the steps of the operation on which a custom method acts: `operations/{operation}/wait`, `operations/*:wait`. */
function findOperation({ httpMethod }: Method, { steps, verb }: PathTemplate, name: string): readonly PathStep[] | undefined {
  if (httpMethod !== 'POST' || (verb !== name && !(hasTrailingLiteral(steps) && findLastLiteral(steps) === name))) return undefined;
  const resource = joinTrailingName(verb === name ? steps : steps.slice(0, -1));
  return findLastLiteral(resource) === 'operations' && !hasTrailingLiteral(resource) ? resource : undefined;
}

/** The methods of the API, as evidence for inference. */
export interface OtherMethods {
  /** Path steps of members, by the shape of their collection. */
  readonly members: ReadonlyMap<string, readonly PathStep[]>;
  /** Methods by the shape of their route. */
  readonly methodsByRoute: ReadonlyMap<string, readonly Method[]>;
  readonly lookup: Lookup;
}

/**
 * Whether a list shows something other than the members of its collection: its first page requires a token, or no method names a member
 * and the items are names, or resources like the one that owns the list (`events/{event}/instances`).
 */
export function isComputedList(method: Method, steps: readonly PathStep[], { members, methodsByRoute, lookup }: OtherMethods): boolean {
  if (method.parameters.some(({ name, required }) => required && name === method.list?.pageToken)) return true;
  if (members.has(formatShapeKey(steps))) return false;
  const item = getItemType(method, lookup);
  const owner = findGetMethod(steps.slice(0, -1), methodsByRoute)?.response;
  return lookup.resolve(item)?.kind === 'string' || (item?.kind === 'ref' && owner?.kind === 'ref' && item.schema === owner.schema);
}

/** Finds the method that gets the resource at a path. */
export function findGetMethod(steps: readonly PathStep[], byRoute: ReadonlyMap<string, readonly Method[]>): Method | undefined {
  return byRoute.get(`${formatShapeKey(steps)}:`)?.find(({ httpMethod }) => httpMethod === 'GET');
}

/** A get requires only its path, and returns a message that isn't a sibling resource. */
export function isComputed(
  { parameters, response }: Method,
  steps: readonly PathStep[],
  { members, methodsByRoute, lookup }: OtherMethods,
): boolean {
  if (parameters.some(({ location, required }) => location === 'query' && required)) return true;
  if (response === undefined || isHttpBody(response, lookup)) return true;
  const member = members.get(formatShapeKey(steps.slice(0, -1)));
  const sibling = member && findGetMethod(member, methodsByRoute)?.response;
  return sibling?.kind === 'ref' && response.kind === 'ref' && sibling.schema === response.schema;
}

const jobNote = "The resource is work that the service runs (its state has RUNNING and DONE), and its document doesn't specify the result.";

/**
 * Leaves an inferred creation unimplemented if it returns a resource whose output-only state says that the service runs it. Such a resource
 * would wait forever, or claim a result that it doesn't have. If the creation returns an operation, the operation ends instead. A resource that
 * clients can update is a configuration, whose state is that of its last run.
 */
export function disableJobCreations(methods: readonly Method[], lookup: Lookup): readonly Method[] {
  const isUpdate = ({ kind }: Action): boolean => kind === 'patch' || kind === 'update';
  const updated = new Set(methods.flatMap(({ action }) => ('resource' in action && isUpdate(action) ? toShapeKey(action.resource) : [])));
  return methods.map((method): Method => {
    const { action, actionSource, operation, request, response } = method;
    if (action.kind !== 'create' || actionSource !== undefined || operation !== undefined) return method;
    if (updated.has(toShapeKey(action.resource))) return method;
    const type = lookup.object(request);
    if (type === undefined || type !== lookup.object(response) || !type.fields.some((field) => isJobState(field, lookup))) return method;
    return { ...method, action: { kind: 'notImplemented' }, supportNote: jobNote };
  });
}

const stateNamePattern = /^(?:state|status|(?:current|job|run|execution)(?:State|Status))$/;

/** Whether a field, or a field of its object, is an output-only state of work. */
function isJobState({ name, readOnly, type, description }: Field, lookup: Lookup): boolean {
  if (!readOnly || !stateNamePattern.test(name)) return false;
  const inner = lookup.object(type);
  if (inner !== undefined)
    return inner.fields.some((field) => !lookup.object(field.type) && isJobState({ ...field, readOnly: true }, lookup));
  const states = listStates(lookup.resolve(type), description);
  const has = (...words: readonly string[]): boolean =>
    states.some((state) => words.some((word) => state === word || state.endsWith(`_${word}`)));
  return has('RUNNING') && has('DONE', 'SUCCEEDED', 'COMPLETED', 'FINISHED');
}

/** Lists the values of an enum, or those that a description quotes: `Valid states include 'PENDING', 'RUNNING', and 'DONE'`. */
function listStates(type: Type | undefined, description = ''): readonly string[] {
  if (type?.kind !== 'string') return [];
  return type.enum?.map(({ value }) => value) ?? [...description.matchAll(/["'`]([A-Z_]{3,40})["'`]/g)].map(([, state = '']) => state);
}
