/** What a method does, read from its verb, its route and the routes beside it. */
import {
  collectionOf,
  endsInLiteral,
  lastLiteral,
  shapeKey,
  shapeOf,
  singular,
  templateOf,
  wildcard,
  withWholeName,
  type Part,
  type Shape,
} from './shape.js';
import type { Lookup } from './lookup.js';
import type { Action } from '../../templates/runtime/rule.js';
import type { Method } from './model.js';

type PolicyKind = 'getIamPolicy' | 'setIamPolicy' | 'testIamPermissions';
const POLICY_KINDS: ReadonlySet<string> = new Set<PolicyKind>(['getIamPolicy', 'setIamPolicy', 'testIamPermissions']);
const CREATES = new Set(['create', 'insert', 'add']);
/** Parameters called like ids that name something else than the new resource. */
const OTHER_ID = /^(?:request|clientOperation|parent|project|validation)Id$/;

export function recogniseActions(methods: readonly Method[], lookup: Lookup): readonly Method[] {
  const members = memberShapes(methods);
  return methods.map((method) => {
    if (method.action.kind !== 'notImplemented') return method;
    return { ...method, action: inferTransition(method, methods, lookup) ?? actionOf(method, members, lookup) };
  });
}

/** `shelves/{shelf}:archive`, where a rule of the shelf's schema says that the method moves it to another state. */
function inferTransition(method: Method, methods: readonly Method[], lookup: Lookup): Action | undefined {
  const { parts: written, verb } = shapeOf(method.route);
  if (verb === undefined || method.httpMethod !== 'POST') return undefined;
  const parts = withWholeName(written);
  const shown = methods.find(
    ({ httpMethod, route }) => httpMethod === 'GET' && shapeOf(route).verb === undefined && isSameShape(route, parts),
  );
  const resource = lookup.object(shown?.response);
  const isStated = resource?.rules.some(({ rule }) => rule.kind === 'states' && rule.moves?.some((move) => move.method === method.id));
  if (!isStated) return undefined;
  return { kind: 'transition', resource: templateOf(parts), returns: lookup.object(method.response) === resource ? 'resource' : 'empty' };
}

function isSameShape(route: string, parts: readonly Part[]): boolean {
  return shapeKey(withWholeName(shapeOf(route).parts)) === shapeKey(parts);
}

/** Shapes of routes that end in a variable, by shape of their collection: what a created resource's route looks like. */
function memberShapes(methods: readonly Method[]): ReadonlyMap<string, readonly Part[]> {
  const members = new Map<string, readonly Part[]>();
  for (const method of methods) {
    const { parts: written, verb } = shapeOf(method.route);
    const parts = withWholeName(written);
    if (verb !== undefined || endsInLiteral(parts) || parts.some((part) => part.kind === 'wild' && part.many)) continue;
    const key = shapeKey(collectionOf(parts));
    if (!members.has(key) || method.httpMethod === 'GET') members.set(key, parts);
  }
  return members;
}

function actionOf(method: Method, members: ReadonlyMap<string, readonly Part[]>, lookup: Lookup): Action {
  const { parts, ...rest } = shapeOf(method.route);
  const shape = { ...rest, parts: withWholeName(parts) };
  const policy = policyAction(method, shape);
  if (policy) return policy;
  if (shape.verb !== undefined) return verbAction(method, shape, members);
  return endsInLiteral(shape.parts) ? collectionAction(method, shape.parts, { members, lookup }) : memberAction(method, shape.parts);
}

function policyAction(method: Method, { parts, verb }: Shape): Action | undefined {
  const name = verb ?? lastLiteral(parts) ?? '';
  if (!POLICY_KINDS.has(name)) return undefined;
  const resource = verb === undefined ? parts.slice(0, -1) : parts;
  return { kind: name as PolicyKind, resource: templateOf(resource) };
}

/** `things:create` makes a member of the collection; what other verbs do is unknown. */
function verbAction(method: Method, { parts, verb }: Shape, members: ReadonlyMap<string, readonly Part[]>): Action {
  const known = verb !== undefined && CREATES.has(verb) && endsInLiteral(parts) ? members.get(shapeKey(parts)) : undefined;
  return known && method.httpMethod === 'POST' ? create(method, templateOf(known), parts) : { kind: 'notImplemented' };
}

function memberAction(method: Method, parts: readonly Part[]): Action {
  const resource = templateOf(parts);
  switch (method.httpMethod) {
    case 'GET':
      return { kind: 'get', resource };
    case 'PATCH':
      return { kind: 'patch', resource };
    case 'PUT':
      return CREATES.has(method.name) ? create(method, resource, parts) : { kind: 'update', resource };
    case 'DELETE':
      return { kind: 'delete', resource };
    default:
      return { kind: 'notImplemented' };
  }
}

/** What else of the API tells what a method does. */
interface Surroundings {
  /** Parts of the paths of members, by the shape of their collection. */
  readonly members: ReadonlyMap<string, readonly Part[]>;
  readonly lookup: Lookup;
}

function collectionAction(method: Method, written: readonly Part[], { members, lookup }: Surroundings): Action {
  const parts = listedCollection(method, written, members);
  const scopes = method.list?.shape === 'map' ? ofAllScopes(parts, members) : [];
  if (scopes[0] !== undefined) return { kind: 'list', resource: scopes[0], of: scopes };
  const known = members.get(shapeKey(parts));
  const resource = templateOf(known ?? [...parts, wildcard(singular(lastLiteral(parts) ?? 'resource'))]);
  if (method.httpMethod === 'GET' && (method.list || method.name === 'list')) return { kind: 'list', resource };
  if (method.httpMethod === 'POST' && CREATES.has(method.name)) return create(method, resource, parts);
  if (known && method.httpMethod === 'POST' && takesAndGives(method, lookup)) return create(method, resource, parts);
  return known || method.list ? { kind: 'notImplemented' } : memberAction(method, parts);
}

/** `things/list` beside `things/{thing}` lists things. */
function listedCollection(method: Method, parts: readonly Part[], members: ReadonlyMap<string, readonly Part[]>): readonly Part[] {
  const collection = parts.slice(0, -1);
  return method.name === 'list' && lastLiteral(parts) === 'list' && members.has(shapeKey(collection)) ? collection : parts;
}

/** `…/aggregated/disks` lists what stands in `…/zones/{zone}/disks`, and in every other scope that has such a collection. */
function ofAllScopes(parts: readonly Part[], members: ReadonlyMap<string, readonly Part[]>): readonly string[] {
  const [mark, collection] = parts.slice(-2);
  if (mark?.kind !== 'literal' || mark.text !== 'aggregated' || collection?.kind !== 'literal') return [];
  const above = `${shapeKey(parts.slice(0, -2))}/`;
  return [...members]
    .filter(([key]) => key.startsWith(above) && key.endsWith(`/${collection.text}`) && isScope(key.slice(above.length).split('/')))
    .map(([, member]) => templateOf(member))
    .sort();
}

/** `global/disks`, or `zones/{zone}/disks`. */
function isScope(names: readonly string[]): boolean {
  return (names.length === 2 && names[0] !== 'aggregated' && names[0] !== '*') || (names.length === 3 && names[1] === '*');
}

/** The query parameter that names the new resource, where there is one: `zoneId` for `zones`, else one that nothing else is known to be. */
function create(method: Method, resource: string, parts: readonly Part[]): Action {
  const ids = method.parameters.filter(({ name, location }) => location === 'query' && name.endsWith('Id') && !OTHER_ID.test(name));
  const own = `${singular(lastLiteral(parts) ?? '')}Id`.toLowerCase();
  const id = ids.find(({ name }) => name.toLowerCase() === own) ?? ids.find(({ required }) => required) ?? ids[0];
  return { kind: 'create', resource, ...(id && { id: id.name }) };
}

function takesAndGives(method: Method, lookup: Lookup): boolean {
  if (method.request?.kind !== 'ref') return false;
  return (
    method.operation !== undefined ||
    (method.response?.kind === 'ref' &&
      method.response.schema === method.request.schema &&
      lookup.schema(method.request.schema) !== undefined)
  );
}
