/** Infers facts about resources: their rank, their quotas, the fields that describe media content, and which of them only a seed can provide. */
import type { Action } from '../../../templates/runtime/rule.js';
import type { Lookup } from '../schema-lookup.js';
import type { MainResource, Method, Resource, StringType, Type } from '../model.js';
import { findLastLiteral } from '../../lib/path-steps.js';
import { formatShapeKey, toShapeKey } from '../../../templates/runtime/paths/shape.js';
import { parseTemplate } from '../../../templates/runtime/paths/template.js';
import { getOperationStyle } from './operations.js';
import { listTemplates } from './resources.js';
import type { ContentValue } from '../../../templates/runtime/behavior.js';

/** Sorts resources: first by how many operations an example can show, then by the number of methods for the resource and its child resources. */
export function rankResources(resources: readonly Resource[], methods: readonly Method[], lookup: Lookup): readonly MainResource[] {
  const targets = methods.flatMap(({ action }) => ('resource' in action ? [action.resource] : []));
  const ranked = resources.map((resource) => {
    const found = findMethods(resource, methods);
    return { found, ranks: [...rankByMethods(found, lookup), countMethods(resource, targets), ...rankByPath(resource)] };
  });
  return ranked.sort((a, b) => compareRanks(b.ranks, a.ranks)).map(({ found }) => found);
}

function findMethods(resource: Resource, methods: readonly Method[]): MainResource {
  const resourceMethods = methods.filter(({ action }) => getResourcePath(action) === resource.path);
  const findMethod = (kind: Action['kind'], condition: (method: Method) => boolean = () => true): Method | undefined => {
    const found = resourceMethods.filter((method) => method.action.kind === kind && condition(method));
    return found.find(({ deprecated }) => !deprecated) ?? found[0];
  };
  const create = findMethod('create');
  // A method that returns raw content has no fields to print.
  const get = findMethod('get', ({ response }) => response !== undefined);
  // Prefers a plain list to an aggregated one.
  const list = findMethod('list', (method) => method.list?.shape !== 'map') ?? findMethod('list');
  return { resource, ...(create && { create }), ...(get && { get }), ...(list && { list }) };
}

function rankByMethods({ resource, create, get, list }: MainResource, lookup: Lookup): readonly number[] {
  const isCurrent = [create, get, list].every((method) => method?.deprecated !== true);
  // The parent of `{resourceId}/{resourceId2}` is unknown.
  const isPlain = !resource.path.includes('}/{');
  return [
    (create && get ? 2 : 0) + (get && list ? 1 : 0),
    Number(isCurrent),
    Number(hasResourceInRequest(resource, create, lookup)),
    Number(isPlain),
  ];
}

/** Whether the request to create a resource is the resource, or has a field with it. The mock ignores other fields. */
function hasResourceInRequest({ schema }: Resource, create: Method | undefined, lookup: Lookup): boolean {
  const isResource = (type: Type | undefined): boolean => type?.kind === 'ref' && type.schema === schema;
  const request = create?.request;
  return isResource(request) || lookup.object(request)?.fields.some(({ type }) => isResource(type)) === true;
}

function countMethods({ path }: Resource, targets: readonly string[]): number {
  return targets.filter((target) => target === path || target.startsWith(`${path}/`)).length;
}

/** Prefers a resource of a project, then one with fewer path variables, then one with a shorter path. */
function rankByPath({ path }: Resource): readonly number[] {
  return [Number(path.includes('projects/{')), -path.split('{').length, -path.split('/').length];
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((rank, index) => rank !== b[index]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

function getResourcePath(action: Action): string | undefined {
  return 'resource' in action ? action.resource : undefined;
}

export function inferQuotas(resources: readonly Resource[], lookup: Lookup): readonly Resource[] {
  const owners = resources.flatMap(({ path, schema }) => {
    const metrics = findMetricType(schema, lookup);
    return metrics ? [{ path, metrics, key: toShapeKey(path) }] : [];
  });
  return resources.map((resource) => {
    // Quotas count what clients create.
    if (resource.implicit || resource.operation || resource.idParameters.length === 0) return resource;
    const { steps } = parseTemplate(resource.path);
    const [key, metric] = [formatShapeKey(steps), toMetric(findLastLiteral(steps) ?? '')];
    const paths = owners
      .filter((owner) => key.startsWith(`${owner.key}/`) && hasValue(owner.metrics, metric))
      .sort((one, other) => other.key.length - one.key.length)
      .map(({ path }) => path);
    return paths.length === 0 ? resource : { ...resource, quota: { metric, owners: paths } };
  });
}

/** Returns the type of the metrics if the schema has quotas. */
function findMetricType(schema: string | undefined, lookup: Lookup): StringType | undefined {
  const quotas = lookup.resolve(lookup.field(schema, 'quotas')?.type);
  const quota = quotas?.kind === 'array' ? quotas.items : undefined;
  const metric = lookup.resolve(lookup.field(quota, 'metric')?.type);
  return metric?.kind === 'string' && ['limit', 'usage'].every((name) => lookup.field(quota, name)) ? metric : undefined;
}

/** `sslPolicies` -> `SSL_POLICIES` */
function toMetric(collection: string): string {
  return collection.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toUpperCase();
}

function hasValue({ enum: values, open }: StringType, metric: string): boolean {
  return values === undefined || open || values.some(({ value }) => value === metric);
}

const seededOnlyNote =
  'No method that the mock implements creates or changes this data, so the mock responds with 501 until a seed provides it.';

const writingActions: ReadonlySet<string> = new Set(['create', 'update', 'patch', 'setFields', 'transition', 'createFrom', 'batch']);

/**
 * Marks the inferred lists, and reads of singletons and media, whose resources no method creates or changes, unless a rule of the schema
 * states where they come from. Reads of other resources aren't marked: without a seed, the mock responds with 404, or with a parent that it
 * assumes to exist.
 */
export function inferSeededOnly(methods: readonly Method[], resources: readonly Resource[], lookup: Lookup): readonly Method[] {
  const written = new Set(methods.flatMap(({ action }) => (writingActions.has(action.kind) ? listTemplates(action) : [])));
  const unknown = new Map(
    resources
      .filter((resource) => !written.has(resource.path) && !isServerCreated(resource, lookup))
      .map((resource) => [resource.path, resource]),
  );
  const isSeededOnly = ({ action, support, httpBody }: Method): boolean => {
    if (support !== 'convention') return false;
    if (action.kind === 'list') return (action.of ?? [action.resource]).every((path) => unknown.has(path));
    const resource = action.kind === 'get' ? unknown.get(action.resource) : undefined;
    return resource?.implicit === true && (resource.idParameters.length === 0 || httpBody === 'response');
  };
  return methods.map((method) => (isSeededOnly(method) ? { ...method, seededOnly: true, supportNote: seededOnlyNote } : method));
}

/** Whether the mock makes the resource: an operation, or what a rule states. */
function isServerCreated({ path, schema }: Resource, lookup: Lookup): boolean {
  if (findLastLiteral(parseTemplate(path).steps) === 'operations') return true;
  return getOperationStyle(schema, lookup) !== undefined || (lookup.object(schema)?.rules.length ?? 0) > 0;
}

/** The usual names of the fields, those of media types in the order of their precedence. */
const contentFields: Readonly<Record<string, ContentValue>> = {
  size: 'size',
  fileSize: 'size',
  md5Hash: 'md5',
  md5Checksum: 'md5Hex',
  crc32c: 'crc32c',
  contentType: 'type',
  mimeType: 'type',
  contentEncoding: 'encoding',
};

const scalarKinds: ReadonlySet<string | undefined> = new Set(['string', 'integer', 'number']);

/** Adds the fields that describe content to a resource of an API with media. */
export function inferContentFields(resource: Resource, lookup: Lookup): Resource {
  const found = Object.entries(contentFields).filter(([name]) =>
    scalarKinds.has(lookup.resolve(lookup.field(resource.schema, name)?.type)?.kind),
  );
  return found.length === 0 ? resource : { ...resource, contentFields: Object.fromEntries(found) };
}
