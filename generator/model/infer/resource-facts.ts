/**
 * Infers facts about resources: their rank, their quotas, the fields that describe media content, which of them only a seed can provide, and
 * what deletions do that a published document doesn't state: soft deletions, and what they return.
 */
import type { Action } from '../../../runtime/rule.js';
import type { Lookup } from '../schema-lookup.js';
import type { Api, Field, MainResource, Method, ObjectType, Resource, StringType, Type } from '../model.js';
import { groupBy } from '../../lib/group-by.js';
import { findLastLiteral, joinTrailingName } from '../../language/path-steps.js';
import { formatShapeKey, toShapeKey } from '../../../runtime/paths/shape.js';
import { parseTemplate } from '../../../runtime/paths/template.js';
import { getOperationRule, getOperationStyle } from './operations.js';
import type { ContentValue } from '../../../runtime/behavior.js';
import type { SoftDeleteRule, SoftDeletion } from '../../../runtime/resource-rules.js';
import { listActionPaths } from '../../language/service-actions.js';
import { omitUndefined } from '../../lib/json.js';
import { findDeletedState } from './custom-methods.js';
import { hasStandardOperations } from './responses.js';

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

/**
 * Infers the quota that limits how many resources of a type exist: the metric with the name of the collection (`SSL_POLICIES` for
 * `sslPolicies`) of a resource in the path that has a list `quotas`, the nearest one first.
 */
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
  const written = new Set(methods.flatMap(({ action }) => (writingActions.has(action.kind) ? listActionPaths(action) : [])));
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
  cacheControl: 'cacheControl',
  contentDisposition: 'disposition',
  contentLanguage: 'language',
};

const scalarKinds: ReadonlySet<string | undefined> = new Set(['string', 'integer', 'number']);

/** Adds the fields that describe content to a resource of an API with media. */
export function inferContentFields(resource: Resource, lookup: Lookup): Resource {
  const found = Object.entries(contentFields).filter(([name]) =>
    scalarKinds.has(lookup.resolve(lookup.field(resource.schema, name)?.type)?.kind),
  );
  return found.length === 0 ? resource : { ...resource, contentFields: Object.fromEntries(found) };
}

const softDeletionNote =
  "The API can undelete the resource, and its document doesn't specify a deleted resource in the meantime (AIP-164).";
const formatKeptNote = (mark: string): string => `Assumption: the resource remains with ${mark}, until it is undeleted.`;
const removalNote = 'Assumption: the deletion removes the resource, because its schema has no field that marks it as deleted.';

/** Fields that mark a deleted resource. */
const deletionFields = /^(?:state|status|lifecycleState|deleted|(?:delete|deletion|expire|purge)Time)$/;

/** The fields with the time when the server removes a deleted resource. */
const expireTimes: ReadonlySet<string> = new Set([
  'expireTime', // AIP-164: Backup and DR, IAM, Vertex AI
  'purgeTime', // AIP-148: Network Security, Parameter Manager, Secret Manager
]);

/**
 * Completes the deletions that keep the resource, and the methods that undelete it: those that the rule `softDelete` of the schema states, and
 * those with an `undelete` method (`things/{thing}:undelete`, `things/{thing}/undelete`) and a state or a time that marks a deleted resource. If
 * only another field can mark it, the deletion stays unimplemented.
 */
export function inferSoftDeletions({ methods, isPublished }: Pick<Api, 'methods' | 'isPublished'>, lookup: Lookup): readonly Method[] {
  const undeletions = new Map(
    methods.flatMap((method) => {
      const route = method.httpMethod === 'POST' ? method.route.replace(/[:/]undelete$/, '') : method.route;
      return route === method.route ? [] : [[formatMember(route), method] as const];
    }),
  );
  const reads = groupBy(methods, ({ action }) => (action.kind === 'get' ? formatMember(action.resource) : undefined));
  const complete = new Map<Method, Method>();
  for (const method of methods) {
    const { action, actionSource } = method;
    if (action.kind !== 'delete' || actionSource !== undefined) continue;
    const key = formatMember(action.resource);
    const undeletion = undeletions.get(key);
    const type = lookup.object(reads.get(key)?.[0].response);
    const stated = getSoftDeleteRule(type);
    // Without `softDelete`, the rules of a published deletion state its effect.
    if (!stated && (!undeletion || (isPublished && method.rules.length > 0))) continue;
    const deletion = stated ?? (type && findSoftDeletion(type, method, lookup));
    complete.set(method, completeDeletion(method, { type, deletion, isStated: stated !== undefined }));
    if (undeletion && deletion)
      complete.set(undeletion, completeUndeletion(undeletion, { resource: action.resource, deletion, type, lookup }));
  }
  return methods.map((method) => complete.get(method) ?? method);
}

function getSoftDeleteRule(type: ObjectType | undefined): SoftDeletion | undefined {
  const rule = type?.rules.map((stated) => stated.rule).find((each): each is SoftDeleteRule => each.kind === 'softDelete');
  if (!rule) return undefined;
  const { kind: _, ...deletion } = rule;
  return deletion.state || deletion.deleteTime !== undefined ? deletion : { ...deletion, deleteTime: 'deleteTime' };
}

/** Finds the state and the times that mark a deleted resource. The description of the deletion can state when the resource is removed. */
function findSoftDeletion(type: ObjectType, { description = '' }: Method, lookup: Lookup): SoftDeletion | undefined {
  const isTime = ({ readOnly, type: fieldType }: Field): boolean => readOnly && fieldType.kind === 'string';
  const state = findDeletedState(type, lookup);
  const deleteTime = type.fields.find((field) => field.name === 'deleteTime' && isTime(field))?.name;
  const days = Number(/\b(\d{1,3}) days\b/.exec(description)?.[1]);
  const expireTime = days > 0 ? type.fields.find((field) => expireTimes.has(field.name) && isTime(field))?.name : undefined;
  if (!state && deleteTime === undefined) return undefined;
  return omitUndefined({ state, deleteTime, expireTime, days: expireTime === undefined ? undefined : days });
}

interface DeletionContext {
  readonly type: ObjectType | undefined;
  readonly deletion: SoftDeletion | undefined;
  readonly isStated: boolean;
}

function completeDeletion(method: Method, { type, deletion, isStated }: DeletionContext): Method {
  if (method.action.kind !== 'delete') return method;
  if (deletion) {
    const mark = deletion.state ? `the state ${deletion.state.deleted}` : `a ${deletion.deleteTime ?? ''}`;
    return { ...method, action: { ...method.action, keeps: deletion }, ...(!isStated && { supportNote: formatKeptNote(mark) }) };
  }
  const isRemoved = type !== undefined && type.fields.length > 0 && !type.fields.some(({ name }) => deletionFields.test(name));
  if (isRemoved) return { ...method, supportNote: removalNote };
  return { ...method, action: { kind: 'notImplemented' }, supportNote: softDeletionNote };
}

interface UndeletionContext {
  readonly resource: string;
  readonly deletion: SoftDeletion;
  readonly type: ObjectType | undefined;
  readonly lookup: Lookup;
}

/** Completes a method that undeletes. What it states itself takes precedence. */
function completeUndeletion(method: Method, { resource, deletion, type, lookup }: UndeletionContext): Method {
  const { action, actionSource, operation, response } = method;
  if (actionSource !== undefined || (action.kind !== 'notImplemented' && action.kind !== 'setState')) return method;
  const isReturned = operation !== undefined || (type !== undefined && lookup.object(response) === type);
  return { ...method, action: { kind: 'undelete', resource, deletion, returns: isReturned ? 'resource' : 'empty' } };
}

/** Infers that a list omits deleted resources, unless its parameter `showDeleted` is true (AIP-164). */
export function inferDeletedItems({ action, parameters }: Method, { methods, isPublished }: Api): Method['deletedItems'] {
  if (action.kind !== 'list') return undefined;
  const parameter = parameters.find(
    ({ name, location, type }) => name === 'showDeleted' && location === 'query' && type.kind === 'boolean',
  );
  const deletion = methods.find((method) => method.action.kind === 'delete' && method.action.resource === action.resource)?.action;
  if (deletion?.kind !== 'delete' || !deletion.keeps || (isPublished && !parameter)) return undefined;
  return { deletion: deletion.keeps, ...(parameter && { parameter: parameter.name }) };
}

function formatMember(path: string): string {
  return formatShapeKey(joinTrailingName(parseTemplate(path).steps));
}

/**
 * Infers that the operation of a deletion returns the deleted resource: from a rule, or else from an `etag` that the method of a published
 * document takes (AIP-154). Deletions of services that share one implementation of operations return nothing.
 */
export function inferReturnedDeletion({ action, operation, parameters, rules }: Method, api: Api, lookup: Lookup): Action {
  if (action.kind !== 'delete' || action.keeps || operation !== 'longrunning') return action;
  const stated = getOperationRule(rules)?.response;
  const schema = lookup.resource(action.resource)?.schema;
  if (stated !== undefined) {
    const name = stated?.slice(stated.lastIndexOf('.') + 1) ?? '';
    return name !== '' && schema?.endsWith(name) ? { ...action, returnsResource: true } : action;
  }
  const takesEtag = parameters.some(({ name, location }) => name === 'etag' && location === 'query');
  const returnsResource = api.isPublished && schema !== undefined && takesEtag && !hasStandardOperations(api, lookup);
  return returnsResource ? { ...action, returnsResource } : action;
}
