/** Infers the collections that contain the operations of methods, and the paths at which clients read operations. */
import type { MethodRule, OperationRule } from '../../../templates/runtime/rule.js';
import { findLastLiteral, isVersion, isWildcard, toCollectionSteps, toTemplate } from '../../lib/path-steps.js';
import { toShapeKey } from '../../../templates/runtime/paths/shape.js';
import { type PathStep, parseTemplate } from '../../../templates/runtime/paths/template.js';
import type { Lookup } from '../schema-lookup.js';
import type { Api, Method, Resource } from '../model.js';
import { getOperationStyle, inferOperationFacts } from './operation.js';

interface OperationCollection {
  /** The path template of the operations. */
  readonly path: string;
  /** The steps of the path of the resource that has them. */
  readonly owner: readonly PathStep[];
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
  const { steps } = parseTemplate(route);
  const changedSteps = 'resource' in action ? parseTemplate(action.resource).steps : steps;
  const scoped = rule?.scope && toScopedPath(steps, rule.scope);
  const declared = scoped === undefined || operation === 'longrunning' ? undefined : lookup.resourceByShape(scoped);
  // Of several collections, the longest path matches best.
  const nearest = operationCollections.find(({ owner }) => owner.every((step, index) => isStepMatch(step, changedSteps[index])));
  return declared?.path ?? nearest?.path ?? scoped;
}

/** Returns the template of the operations of a project, or of the region or zone in a route. Returns `undefined` without a project. */
function toScopedPath(steps: readonly PathStep[], scope: NonNullable<OperationRule['scope']>): string | undefined {
  const project = findScope(steps, 'projects');
  const inner = scope === 'global' ? undefined : findScope(steps, `${scope}s`);
  return project && `${toTemplate(inner ?? project)}${inner ? '' : '/global'}/operations/{operation}`;
}

/** Returns the steps up to the variable after a literal. */
function findScope(steps: readonly PathStep[], literal: string): readonly PathStep[] | undefined {
  const index = steps.findIndex((step, at) => step.kind === 'literal' && step.text === literal && isWildcard(steps[at + 1]));
  return index < 0 ? undefined : steps.slice(0, index + 2);
}

/** Lists the collections of operations that the API defines, those with the longest path first. */
export function listOperationCollections(resources: readonly Resource[]): readonly OperationCollection[] {
  const collections = resources.flatMap(({ path, idParameters }) => {
    const collection = toCollectionSteps(parseTemplate(path).steps);
    const owner = collection.slice(0, -1);
    return findLastLiteral(collection) === 'operations' && idParameters.length === 1 && owner.length > 0 ? [{ path, owner }] : [];
  });
  const countLiterals = (owner: readonly PathStep[]): number => owner.filter(({ kind }) => kind === 'literal').length;
  return collections.sort((one, other) => other.owner.length - one.owner.length || countLiterals(one.owner) - countLiterals(other.owner));
}

/**
 * Whether a step of an operation's path matches the step of a resource's path at the same position. Some APIs keep the operations of all
 * locations in one (`locations/global/operations`), or those of all versions in the first version.
 */
function isStepMatch(owner: PathStep, step: PathStep | undefined): boolean {
  if (step === undefined) return false;
  if (owner.kind !== 'literal' || step.kind !== 'literal') return true;
  return step.text === owner.text || (isVersion(owner) && isVersion(step));
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
        : inferOperationFacts(parseTemplate(path).steps, type, lookup);
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
