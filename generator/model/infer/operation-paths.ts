/** Infers the collections that contain the operations of methods, and the paths at which clients read operations. */
import type { MethodRule, OperationRule } from '../../../templates/runtime/rule.js';
import {
  findLastLiteral,
  isVersion,
  parseShape,
  toCollectionParts,
  toShapeKey,
  toTemplate,
  type RoutePart,
} from '../../lib/route-shape.js';
import type { Lookup } from '../schema-lookup.js';
import type { Api, Method, Resource } from '../model.js';
import { getOperationStyle, inferOperationFacts } from './operation.js';

interface OperationCollection {
  /** The path template of the operations. */
  readonly path: string;
  /** The parts of the path of the resource that has them. */
  readonly owner: readonly RoutePart[];
}

interface OperationContext {
  readonly operationCollections: readonly OperationCollection[];
  readonly lookup: Lookup;
}

/** Actions that don't start operations. */
const READING_ACTIONS: ReadonlySet<string> = new Set(['notImplemented', 'get', 'getElement', 'list', 'waitForField', 'cancel']);

/**
 * Infers the path template of the operations that a method starts: in the collection of its scope if the API defines it, else in the nearest
 * collection that the API defines, else in the customary collection.
 */
export function inferOperationPath(
  { action, operation, route }: Method,
  rules: readonly MethodRule[],
  { operationCollections, lookup }: OperationContext,
): string | undefined {
  const rule = rules.find(({ kind }) => kind === 'operation') as OperationRule | undefined;
  if (READING_ACTIONS.has(action.kind) || (rule === undefined && operation !== 'longrunning')) return undefined;
  const { parts } = parseShape(route);
  const changedParts = 'resource' in action ? parseShape(action.resource).parts : parts;
  const scoped = rule?.scope && toScopedPath(parts, rule.scope);
  const declared = scoped === undefined || operation === 'longrunning' ? undefined : lookup.resourceByShape(scoped);
  // Of several collections, the longest path matches best.
  const nearest = operationCollections.find(({ owner }) => owner.every((part, index) => isPartMatch(part, changedParts[index])));
  return declared?.path ?? nearest?.path ?? scoped;
}

/** Returns the template of the operations of a project, or of the region or zone in a route. Returns `undefined` without a project. */
function toScopedPath(parts: readonly RoutePart[], scope: NonNullable<OperationRule['scope']>): string | undefined {
  const project = findScope(parts, 'projects');
  const inner = scope === 'global' ? undefined : findScope(parts, `${scope}s`);
  return project && `${toTemplate(inner ?? project)}${inner ? '' : '/global'}/operations/{operation}`;
}

/** Returns the parts up to the variable after a literal. */
function findScope(parts: readonly RoutePart[], literal: string): readonly RoutePart[] | undefined {
  const index = parts.findIndex((part, at) => part.kind === 'literal' && part.text === literal && parts[at + 1]?.kind === 'wild');
  return index < 0 ? undefined : parts.slice(0, index + 2);
}

/** Lists the collections of operations that the API defines, those with the longest path first. */
export function listOperationCollections(resources: readonly Resource[]): readonly OperationCollection[] {
  const collections = resources.flatMap(({ path, idParameters }) => {
    const collection = toCollectionParts(parseShape(path).parts);
    const owner = collection.slice(0, -1);
    return findLastLiteral(collection) === 'operations' && idParameters.length === 1 && owner.length > 0 ? [{ path, owner }] : [];
  });
  const countLiterals = (owner: readonly RoutePart[]): number => owner.filter(({ kind }) => kind === 'literal').length;
  return collections.sort((one, other) => other.owner.length - one.owner.length || countLiterals(one.owner) - countLiterals(other.owner));
}

/**
 * Whether a part of an operation's path matches the part of a resource's path at the same position. Some APIs keep the operations of all
 * locations in one (`locations/global/operations`), or those of all versions in the first version.
 */
function isPartMatch(owner: RoutePart, part: RoutePart | undefined): boolean {
  if (part === undefined) return false;
  if (owner.kind === 'wild' || part.kind === 'wild') return true;
  return part.text === owner.text || (isVersion(owner) && isVersion(part));
}

/**
 * Infers the route at which clients read an operation by its name, if it isn't the default, `VERSION/NAME` with a name that has
 * an `operations` segment: `v1/{name=transferOperations/**}`, `v1/operations/{name}`.
 */
export function inferOperationRoute(method: Method, { methods, servicePath, version }: Api, lookup: Lookup): string | undefined {
  const { httpMethod, response, route } = method;
  const [, prefix = '', variable, template = '**'] = /^([^{}]*)\{(\w+)(?:=([^{}]*))?\}$/.exec(route) ?? [];
  if (httpMethod !== 'GET' || variable === undefined || getOperationStyle(response, lookup) !== 'longrunning') return undefined;
  const hasLiteral = template.split('/').some((segment) => !segment.startsWith('*'));
  if (!hasLiteral) return prefix.endsWith('/operations/') ? `${prefix}{${variable}}` : undefined;
  const base = `/${servicePath}`.endsWith(`/${version}/`) ? servicePath : `${servicePath}${version}/`;
  const isDefault = (other: Method): boolean =>
    other.httpMethod === 'GET' && other.route.startsWith(`${base}{`) && other.route.endsWith(`=${template}}`);
  return template.split('/').includes('operations') && methods.some(isDefault) ? undefined : route;
}

/** Returns the collections of operations that methods use and that the API doesn't define. */
export function createOperationResources(methods: readonly Method[], lookup: Lookup): readonly Resource[] {
  const found = new Map<string, Resource>();
  const type = methods.find((method) => method.operation === 'status')?.response;
  const hasComputeIds = methods.some(({ operation, response }) => operation === 'status' && lookup.field(response, 'id') !== undefined);
  for (const { operation, operationPath: path } of methods) {
    if (path === undefined || lookup.resource(path)) continue;
    const key = toShapeKey(path);
    if (found.has(key) || lookup.resourceByShape(path)) continue;
    const form =
      operation === 'longrunning'
        ? { operation, fullNameFrom: path.split('/').indexOf('projects') }
        : inferOperationFacts(parseShape(path).parts, type, lookup);
    found.set(key, {
      kind: 'resource',
      path,
      idParameters: ['operation'],
      idFields: ['name'],
      generatedIds: [],
      pathFields: {},
      builtInNames: [],
      numericOrder: false,
      numericId: operation === 'status' && hasComputeIds,
      spansSegments: false,
      implicit: false,
      ...form,
    });
  }
  return [...found.values()];
}
