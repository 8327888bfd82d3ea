/** Infers what a method does from its verb, its route, and related routes. */
import {
  toCollectionParts,
  hasTrailingLiteral,
  findIdName,
  findLastLiteral,
  formatShapeKey,
  parseShape,
  toSingular,
  canSpanSegments,
  toTemplate,
  createWildcard,
  joinTrailingName,
  type RoutePart,
  type RouteShape,
} from '../../lib/route-shape.js';
import { groupByKey } from '../../lib/group-by.js';
import { getItemType, isPlainBody, type Lookup } from '../schema-lookup.js';
import { findGetMethod, isComputed, isComputedList, type OtherMethods } from './computed-fields.js';
import { findQueryParameter } from './parameters.js';
import { inferCancel, inferWait } from './operation-actions.js';
import type { Action } from '../../../templates/runtime/rule.js';
import type { Method } from '../model.js';

type PolicyKind = 'getIamPolicy' | 'setIamPolicy' | 'testIamPermissions';
const policyKinds: ReadonlySet<string> = new Set<PolicyKind>(['getIamPolicy', 'setIamPolicy', 'testIamPermissions']);
/** The names of methods that create a resource. */
export const CREATE_VERBS: ReadonlySet<string> = new Set([
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
  const routes = methods.map((method): MethodRoute => ({ method, ...parseShape(method.route) }));
  const context: InferenceContext = {
    members: findMemberShapes(routes),
    membersWithPathNames: findMembersWithPathNames(routes),
    methodsByRoute: groupByRoute(routes),
    lookup,
  };
  return routes.map(({ method, ...shape }) => {
    if (method.action.kind !== 'notImplemented') return method;
    const action = inferTransition(method, shape, context) ?? inferAction(method, shape, context);
    return fitsBodies(method, action, lookup) ? { ...method, action } : { ...method, supportNote: plainBodyNote };
  });
}

const plainBodyNote = "Its request or its response isn't an object.";

/** Whether the bodies can hold a resource, or the response is a list of resources. */
function fitsBodies(method: Method, action: Action, lookup: Lookup): boolean {
  if (isPlainBody(method.request, lookup)) return false;
  if (!isPlainBody(method.response, lookup)) return true;
  return action.kind === 'list' && lookup.object(getItemType(method, lookup)) !== undefined;
}

interface MethodRoute extends RouteShape {
  readonly method: Method;
}

/** Infers a state transition: `shelves/{shelf}:archive` or `shelves/{shelf}/archive`, if a `states` rule of the schema names the method. */
function inferTransition(method: Method, { parts: routeParts, verb }: RouteShape, context: InferenceContext): Action | undefined {
  const { methodsByRoute, lookup } = context;
  if (method.httpMethod !== 'POST' || (verb === undefined && !hasTrailingLiteral(routeParts))) return undefined;
  const parts = joinTrailingName(verb === undefined ? routeParts.slice(0, -1) : routeParts);
  const resource = lookup.object(findGetMethod(parts, methodsByRoute)?.response);
  const isStated = resource?.rules.some(
    ({ rule }) => rule.kind === 'states' && rule.transitions?.some((transition) => transition.method === method.id),
  );
  if (!isStated) return undefined;
  // An operation resolves to the resource.
  const showsResource = method.operation === 'longrunning' || lookup.object(method.response) === resource;
  return { kind: 'transition', resource: toTemplate(parts), returns: showsResource ? 'resource' : 'empty' };
}

interface InferenceContext extends OtherMethods {
  /** Shapes of members whose names can contain slashes. */
  readonly membersWithPathNames: ReadonlySet<string>;
}

function findMembersWithPathNames(routes: readonly MethodRoute[]): ReadonlySet<string> {
  const shapes = routes.filter(({ parts, verb }) => verb === undefined && canSpanSegments(parts));
  return new Set(shapes.map(({ parts }) => formatShapeKey(joinTrailingName(parts))));
}

function groupByRoute(routes: readonly MethodRoute[]): ReadonlyMap<string, readonly Method[]> {
  return groupByKey(routes.map(({ method, parts, verb }) => [`${formatShapeKey(joinTrailingName(parts))}:${verb ?? ''}`, method] as const));
}

/** Finds routes that end in a variable, by the shape of their collection: the routes of created resources. */
function findMemberShapes(routes: readonly MethodRoute[]): ReadonlyMap<string, readonly RoutePart[]> {
  const members = new Map<string, readonly RoutePart[]>();
  for (const { method, parts: routeParts, verb } of routes) {
    const parts = joinTrailingName(routeParts);
    if (verb !== undefined || hasTrailingLiteral(parts) || parts.some((part) => part.kind === 'wild' && part.many) || method.list) continue;
    const key = formatShapeKey(toCollectionParts(parts));
    if (!members.has(key) || method.httpMethod === 'GET') members.set(key, parts);
  }
  return members;
}

function inferAction(method: Method, route: RouteShape, context: InferenceContext): Action {
  const shape = { ...route, parts: joinTrailingName(route.parts) };
  const known =
    inferPolicyAction(method, shape, context) ??
    inferWait(method, shape) ??
    inferCancel(method, shape, context) ??
    inferNamedCollectionAction(method, shape, context);
  if (known) return known;
  if (shape.verb !== undefined) return inferVerbAction(method, shape, context);
  return hasTrailingLiteral(shape.parts) ? inferCollectionAction(method, shape.parts, context) : inferMemberAction(method, shape.parts);
}

/** Infers IAM methods: `things/{thing}:getIamPolicy`, or in older APIs `things/{thing}/iam` and `things/{thing}/iam/testPermissions`. */
function inferPolicyAction(method: Method, { parts, verb }: RouteShape, { lookup }: InferenceContext): Action | undefined {
  const name = verb ?? findLastLiteral(parts) ?? '';
  if (policyKinds.has(name)) {
    const resource = verb === undefined ? parts.slice(0, -1) : parts;
    return { kind: name as PolicyKind, resource: toTemplate(resource), ...readBarePolicy(method, lookup) };
  }
  if (!policyKinds.has(method.name) || verb !== undefined) return undefined;
  const end = method.name === 'testIamPermissions' ? ['iam', 'testPermissions'] : ['iam'];
  const tail = parts.slice(-end.length);
  if (!tail.every((part, at) => part.kind === 'literal' && part.text === end[at])) return undefined;
  return { kind: method.name as PolicyKind, resource: toTemplate(parts.slice(0, -end.length)), ...readBarePolicy(method, lookup) };
}

/** The request body is the policy itself if it has no field for one. */
function readBarePolicy({ request }: Method, lookup: Lookup): { readonly isBare?: true } {
  return lookup.field(request, 'bindings') && !lookup.field(request, 'policy') ? { isBare: true } : {};
}

/** Infers actions of collections named by a variable: with `{parent=documents/**}/{collectionId}` and `{name=documents/**}`, names are paths. */
function inferNamedCollectionAction(method: Method, { parts, verb }: RouteShape, context: InferenceContext): Action | undefined {
  if (verb !== undefined || hasTrailingLiteral(parts)) return undefined;
  const collection = toCollectionParts(parts);
  const member = context.members.get(formatShapeKey(collection));
  const isPath = member && context.membersWithPathNames.has(formatShapeKey(member));
  if (!isPath || !(method.list || (method.httpMethod === 'POST' && canCreate(method, member, context)))) return undefined;
  const resource = toTemplate(member);
  return method.list ? { kind: 'list', resource } : inferCreate(method, resource, collection);
}

/** `things:create` creates a member of the collection. The effect of other verbs is unknown. */
function inferVerbAction(method: Method, { parts, verb }: RouteShape, { members }: InferenceContext): Action {
  const known = verb !== undefined && CREATE_VERBS.has(verb) && hasTrailingLiteral(parts) ? members.get(formatShapeKey(parts)) : undefined;
  return known && method.httpMethod === 'POST' ? inferCreate(method, toTemplate(known), parts) : { kind: 'notImplemented' };
}

function inferMemberAction(method: Method, parts: readonly RoutePart[]): Action {
  const resource = toTemplate(parts);
  if (method.httpMethod === 'PUT' && CREATE_VERBS.has(method.name)) return inferCreate(method, resource, parts);
  const kind = memberActions[method.httpMethod];
  return kind === undefined ? { kind: 'notImplemented' } : { kind, resource };
}

function inferCollectionAction(method: Method, routeParts: readonly RoutePart[], context: InferenceContext): Action {
  const { members, lookup } = context;
  const parts = findListedCollection(method, routeParts, members);
  const scopes = method.list?.shape === 'map' ? findScopedCollections(parts, members) : [];
  if (scopes[0] !== undefined) return { kind: 'list', resource: scopes[0], of: scopes };
  const known = members.get(formatShapeKey(parts));
  const resource = toTemplate(known ?? [...parts, createWildcard(toSingular(findLastLiteral(parts) ?? 'resource'))]);
  if (method.httpMethod === 'GET' && (method.list || method.name === 'list'))
    return isComputedList(method, parts, context) ? { kind: 'notImplemented' } : { kind: 'list', resource };
  if (method.httpMethod === 'POST' && CREATE_VERBS.has(method.name)) return inferCreate(method, resource, parts);
  if (known && method.httpMethod === 'POST' && canCreate(method, known, context)) return inferCreate(method, resource, parts);
  if (isCollection(parts, context)) return inferActionById(method, resource, { parts, lookup });
  return known || method.list ? { kind: 'notImplemented' } : inferSingletonAction(method, parts, context);
}

/** Whether another method lists or creates at the route. */
function isCollection(parts: readonly RoutePart[], { methodsByRoute }: InferenceContext): boolean {
  return (methodsByRoute.get(`${formatShapeKey(parts)}:`) ?? []).some(
    ({ name, httpMethod, list }) =>
      (httpMethod === 'GET' && (list !== undefined || name === 'list')) || (httpMethod === 'POST' && CREATE_VERBS.has(name)),
  );
}

/** Infers an action whose path is the collection: a query parameter names the member to delete, and the body the member to update. */
function inferActionById(
  method: Method,
  resource: string,
  { parts, lookup }: { readonly parts: readonly RoutePart[]; readonly lookup: Lookup },
): Action {
  const singular = toSingular(findLastLiteral(parts) ?? '');
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
function inferSingletonAction(method: Method, parts: readonly RoutePart[], context: InferenceContext): Action {
  const { httpMethod, name } = method;
  const last = (findLastLiteral(parts) ?? '').toLowerCase();
  const owner = parts.slice(0, -1);
  if (httpMethod === 'DELETE' && last === 'delete' && name === 'delete' && !hasTrailingLiteral(owner))
    return inferMemberAction(method, owner);
  const siblings = context.methodsByRoute.get(`${formatShapeKey(parts)}:`) ?? [];
  const getMethods = siblings.filter((each) => each.httpMethod === 'GET');
  if (last === name.toLowerCase()) return { kind: 'notImplemented' };
  if (httpMethod === 'DELETE' && getMethods.length === 0) return { kind: 'notImplemented' };
  if (httpMethod === 'GET' && isComputed(method, parts, context)) return { kind: 'notImplemented' };
  return inferMemberAction(method, parts);
}
/** `things/list` lists the members of `things/{thing}`. */
function findListedCollection(
  method: Method,
  parts: readonly RoutePart[],
  members: ReadonlyMap<string, readonly RoutePart[]>,
): readonly RoutePart[] {
  const collection = parts.slice(0, -1);
  return method.name === 'list' && findLastLiteral(parts) === 'list' && members.has(formatShapeKey(collection)) ? collection : parts;
}

/** `…/aggregated/disks` lists the members of `…/zones/{zone}/disks` and of the same collection in every other scope. */
function findScopedCollections(parts: readonly RoutePart[], members: ReadonlyMap<string, readonly RoutePart[]>): readonly string[] {
  const [mark, collection] = parts.slice(-2);
  if (mark?.kind !== 'literal' || mark.text !== 'aggregated' || collection?.kind !== 'literal') return [];
  const above = `${formatShapeKey(parts.slice(0, -2))}/`;
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
function inferCreate(method: Method, resource: string, parts: readonly RoutePart[]): Action {
  const ids = method.parameters.filter(({ name, location }) => location === 'query' && name.endsWith('Id') && !otherId.test(name));
  const names = ids.map(({ name }) => name);
  const id = findIdName(names, findLastLiteral(parts) ?? '') ?? ids.find(({ required }) => required)?.name;
  // A creation with a version precondition replaces an existing resource.
  const replaces = findQueryParameter(method, 'ifGenerationMatch') !== undefined;
  return { kind: 'create', resource, ...(id !== undefined && { id }), ...(replaces && { replaces }) };
}

/** A creation takes a member of its collection, and returns the member or an operation. */
function canCreate({ request, response, operation }: Method, member: readonly RoutePart[], { methodsByRoute }: InferenceContext): boolean {
  if (request?.kind !== 'ref') return false;
  if (operation !== undefined) return true;
  const readType = findGetMethod(member, methodsByRoute)?.response;
  const isSameSchema = readType?.kind !== 'ref' || readType.schema === request.schema;
  return isSameSchema && response?.kind === 'ref' && response.schema === request.schema;
}
