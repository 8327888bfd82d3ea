/** Prepares calls that the mock accepts, with the smallest bodies, and creates the resources that they need. */
import type { Action } from '../../runtime/rule.js';
import { getAt, toObject, type Json, type JsonObject, type Pointer } from '../../generator/lib/json.js';
import type { Field, Method, Resource, Type } from '../../generator/model/model.js';
import { getItemsField } from '../../generator/model/schema-lookup.js';
import { findType, setAt } from './field-paths.js';
import { adjustCall } from './adjust-call.js';
import { findCreatedPath, getResourceBody } from './created-path.js';
import { createReference } from './references.js';
import { getBody, isAccepted } from './reference-mock.js';
import type { CallTemplate } from './scenario.js';
import { getLocation, ScenarioError, type Instance, type ScenarioBuilder } from './scenario-builder.js';
import { listCandidates } from './values.js';

/** Returns the resource that the scenario has, and creates it if there is none. */
export async function ensureInstance(builder: ScenarioBuilder, resource: Resource): Promise<Instance> {
  return builder.getInstance(resource) ?? builder.addInstance(await createInstance(builder, resource));
}

/** Creates a resource, and those above it. `change`: changes the body of the creation. */
export async function createInstance(builder: ScenarioBuilder, resource: Resource, change: JsonObject = {}): Promise<Instance> {
  if (resource.implicit) return { resource, path: builder.buildPath(resource, {}), body: {} };
  if (resource.operation !== undefined) return createOperation(builder, resource);
  const method = builder.index.findCreation(resource);
  if (method === undefined) return findOwned(builder, resource);
  await ensureParent(builder, resource);
  const prepared = await prepareCall(builder, method, change);
  const reply = await builder.mustCall(prepared);
  return { resource, path: findCreatedPath(builder, resource, { call: prepared, step: reply.step }), body: getResourceBody(prepared) };
}

export async function ensureParent(builder: ScenarioBuilder, { parent }: Resource): Promise<Instance | undefined> {
  const resource = builder.index.getResource(parent);
  return resource && ensureInstance(builder, resource);
}

/** Starts an operation with a method that creates a resource. */
async function createOperation(builder: ScenarioBuilder, resource: Resource): Promise<Instance> {
  const { api } = builder.index;
  const starting = api.methods.filter(({ operationPath, changeRecord }) => [operationPath, changeRecord?.resource].includes(resource.path));
  const isAbove = (method: Method): boolean => resource.path.startsWith(`${builder.index.getTarget(method)?.path ?? '-'}/`);
  const method =
    starting.find((each) => each.action.kind !== 'create' && isAbove(each)) ??
    starting.find(({ action }) => action.kind === 'create') ??
    starting[0];
  if (method === undefined) throw new ScenarioError('no method starts such an operation');
  const reply = await builder.mustCall(await prepareCall(builder, method));
  const [field = 'name'] = resource.idFields;
  const [name = ''] = resource.idParameters;
  return { resource, path: builder.buildPath(resource, { [name]: createReference(reply.step, [field]) }), body: {} };
}

/** Creates the parent so that it owns resources of this kind. */
async function ensureOwner(builder: ScenarioBuilder, { path, parent }: Resource): Promise<void> {
  const owner = builder.index.getResource(parent);
  const rules = builder.index.lookup.object(owner?.schema)?.rules.map(({ rule }) => rule) ?? [];
  const rule = rules.find((each) => each.kind === 'ownedResources' && each.members === path);
  if (owner === undefined || rule?.kind !== 'ownedResources' || rule.when === undefined) return;
  const change = Object.entries(rule.when).reduce<Json>((body, [field, [value]]) => setAt(body, field.split('.'), value ?? undefined), {});
  builder.addInstance(await createInstance(builder, owner, change as JsonObject));
}

/** Finds a resource that the server creates, such as the keys of a zone, and otherwise seeds one. */
async function findOwned(builder: ScenarioBuilder, resource: Resource): Promise<Instance> {
  await ensureOwner(builder, resource);
  await ensureParent(builder, resource);
  const list = builder.index.findMethod(resource, 'list');
  const [field = ''] = resource.idFields;
  const [name = ''] = resource.idParameters;
  if (list !== undefined) {
    const template = await prepareCall(builder, list);
    const items = getItemsField(list);
    if (getAt(getBody(await builder.try(template)) ?? {}, [items, 0, field]) !== undefined) {
      const reply = await builder.mustCall(template);
      return { resource, path: builder.buildPath(resource, { [name]: createReference(reply.step, [items, 0, field]) }), body: {} };
    }
  }
  const path = builder.buildPath(resource, Object.fromEntries(resource.idParameters.map((id) => [id, builder.createName()])));
  const segments = path.split('/');
  const id = resource.fullNameFrom === undefined ? (segments.at(-1) ?? '') : segments.slice(resource.fullNameFrom).join('/');
  await builder.control('POST', '/__admin/seed', {
    resources: { [`/${path}`]: field === '' ? {} : (setAt({}, field.split('.'), id) as JsonObject) },
  });
  return { resource, path, body: {} };
}

const sourceActions: ReadonlySet<Action['kind']> = new Set<Action['kind']>(['list', 'create', 'service']);

/** Prepares a call that the mock accepts. `change`: members of the resource to set. */
export async function prepareCall(builder: ScenarioBuilder, method: Method, change: JsonObject = {}): Promise<CallTemplate> {
  const { action } = method;
  const resource = builder.index.getTarget(method);
  if (action.kind === 'notImplemented') throw new ScenarioError('the mock does not implement the method');
  if (method.httpMethod === 'GET') await ensureReport(builder, method);
  const target = await prepareTarget(builder, method, resource);
  const call = addName(builder, addRequiredParameters(builder, builder.createCall(method, target)), resource);
  const initial = await createBody(builder, method, { resource, target: action.kind === 'batch' ? undefined : target, named: call });
  const body = initial === undefined ? undefined : mergeResource(method, initial, change);
  const frozen = Object.keys(change).map((key): Pointer => (method.requestWrap === undefined ? [key] : [method.requestWrap, key]));
  const adjusted = await adjustCall(
    builder,
    { ...call, ...(body !== undefined && { body }) },
    { frozen, ensureLink: (link) => ensureLink(builder, link) },
  );
  if (adjusted.reason !== undefined) throw new ScenarioError(`no accepted request of ${method.id} is known: ${adjusted.reason}`);
  return method.httpMethod === 'GET' && findReport(builder, method) !== undefined
    ? useGlobalLocation(builder, adjusted.call)
    : adjusted.call;
}

/** Lists what is in the global location, which has the events without a location, if the list of the other location is empty. */
async function useGlobalLocation(builder: ScenarioBuilder, call: CallTemplate): Promise<CallTemplate> {
  const items = getItemsField(call.method);
  const isEmpty = async (each: CallTemplate): Promise<boolean> => getAt(getBody(await builder.try(each)) ?? {}, [items, 0]) === undefined;
  const global = { ...call, path: call.path.replace(`/locations/${getLocation('locations')}/`, '/locations/global/') };
  return global.path !== call.path && (await isEmpty(call)) && !(await isEmpty(global)) ? global : call;
}

/** Returns the method that reports what a list of events or of their groups contains. */
export function findReport({ index }: ScenarioBuilder, { action }: Method): Method | undefined {
  if (action.kind !== 'service' || !action.module.startsWith('errorreporting/')) return undefined;
  return index.api.methods.find((method) => method.action.kind === 'service' && method.action.module === 'errorreporting/report-event');
}

/** Reports the event that lists of events and of their groups contain. */
async function ensureReport(builder: ScenarioBuilder, method: Method): Promise<void> {
  const report = findReport(builder, method);
  if (report === undefined || builder.steps.some((step) => step.kind === 'call' && step.template.method === report)) return;
  await builder.mustCall(await prepareCall(builder, report));
}

/** Reports events, each with another text. */
export async function reportEvents(builder: ScenarioBuilder, report: Method, count: number): Promise<void> {
  const { lookup } = builder.index;
  const text = lookup.object(report.request)?.fields.find(({ type, required }) => required && lookup.resolve(type)?.kind === 'string');
  for (let at = 0; at < count; at += 1) {
    const call = await prepareCall(builder, report);
    await builder.mustCall(
      text === undefined
        ? call
        : { ...call, body: setAt(call.body, [text.name], `${'abcdefghijklmnopqrstuvwxyz'.charAt(at % 26)} ${'x'.repeat(at)}`) },
    );
  }
}

/** Reports an event with all fields of which the mock accepts a value. */
export async function reportWholeEvent(builder: ScenarioBuilder, report: Method): Promise<void> {
  const { lookup } = builder.index;
  let call = await prepareCall(builder, report);
  for (const { name, type, readOnly } of lookup.object(report.request)?.fields ?? []) {
    const [value] = readOnly || getAt(call.body ?? {}, [name]) !== undefined ? [] : listCandidates(type, lookup);
    const changed = value === undefined ? call : { ...call, body: setAt(call.body, [name], value) };
    if (isAccepted(await builder.try(changed))) call = changed;
  }
  await builder.mustCall(call);
}

async function prepareTarget(builder: ScenarioBuilder, method: Method, resource: Resource | undefined): Promise<Instance | undefined> {
  const { action } = method;
  if (resource === undefined) return undefined;
  if (action.kind === 'createFrom' && action.from === undefined) {
    const source = builder.index.getResource(action.resource);
    return source && ensureInstance(builder, source);
  }
  if (action.kind === 'createFrom' || action.kind === 'create' || action.kind === 'list') {
    if (action.kind === 'list') await ensureOwner(builder, resource);
    await ensureParent(builder, resource);
    return { resource, path: builder.buildPath(resource, {}), body: {} };
  }
  if (action.kind === 'batch') {
    await ensureParent(builder, resource);
    return { resource, path: builder.buildPath(resource, {}), body: {} };
  }
  return sourceActions.has(action.kind) && !resource.implicit ? ensureParent(builder, resource) : ensureInstance(builder, resource);
}

/** Adds the parameter that names a new resource, if the body doesn't. */
function addName(builder: ScenarioBuilder, call: CallTemplate, resource: Resource | undefined): CallTemplate {
  const { method } = call;
  if (resource === undefined || method.action.kind !== 'create') return call;
  const [parameter] = method.idParameters
    .flat()
    .filter((name) => method.parameters.some((each) => each.name === name && each.location === 'query'));
  return parameter === undefined ? call : { ...call, query: { ...call.query, [parameter]: builder.createName() } };
}

function addRequiredParameters(builder: ScenarioBuilder, call: CallTemplate): CallTemplate {
  const required = call.method.parameters.filter(({ location, required: isRequired }) => location === 'query' && isRequired);
  const values = required.map(({ name, type }) => [name, listCandidates(type, builder.index.lookup)[0] ?? ''] as const);
  return { ...call, query: { ...Object.fromEntries(values), ...call.query } };
}

interface RequestedBody {
  readonly resource: Resource | undefined;
  readonly target: Instance | undefined;
  readonly named: CallTemplate;
}

async function createBody(builder: ScenarioBuilder, method: Method, { resource, target, named }: RequestedBody): Promise<Json | undefined> {
  const { action, request, body } = method;
  if (request === undefined || (body === 'none' && action.kind !== 'create')) return undefined;
  switch (action.kind) {
    case 'create':
    case 'createFrom':
      return wrap(method, createNewBody(builder, resource, named));
    case 'update':
      return wrap(method, { ...toObject(target?.body), ...(await createEtags(builder, method, target)) });
    case 'patch':
      return wrap(method, { ...(await createEtags(builder, method, target)) });
    default:
      return { ...createRequired(builder, method, request), ...(await createEtags(builder, method, target)) };
  }
}

const wrap = ({ requestWrap }: Method, body: JsonObject): JsonObject => (requestWrap === undefined ? body : { [requestWrap]: body });

function mergeResource({ requestWrap }: Method, body: Json, change: JsonObject): Json {
  if (Object.keys(change).length === 0) return body;
  return requestWrap === undefined
    ? { ...toObject(body), ...change }
    : { ...toObject(body), [requestWrap]: { ...toObject(getAt(body, [requestWrap])), ...change } };
}

/** The body of a new resource: its name, and what is required. */
function createNewBody(builder: ScenarioBuilder, resource: Resource | undefined, { method, query }: CallTemplate): JsonObject {
  const type = getResourceType(method, builder);
  const required = createRequired(builder, method, type);
  const parent = resource?.parent === undefined ? undefined : builder.getInstance({ path: resource.parent } as Resource);
  return (resource?.idFields ?? []).reduce<JsonObject>((body, field, at) => {
    const path = field.split('.');
    const fieldType = builder.index.lookup.resolve(findType(type, path, builder.index.lookup));
    const isGenerated = resource?.generatedIds.includes(field) && method.operation === undefined;
    const isNamed = (method.idParameters[at] ?? []).some((name) => query[name] !== undefined);
    if (fieldType?.kind !== 'string' || isGenerated || isNamed || isReadOnly(type, field, builder)) return body;
    const value =
      at === 0 ? createId(builder, fieldType.format, parent) : (listCandidates(fieldType, builder.index.lookup, ['A'])[0] ?? 'A');
    return setAt(body, path, value) as JsonObject;
  }, required);
}

const isReadOnly = (type: Type | undefined, field: string, { index }: ScenarioBuilder): boolean =>
  index.lookup.field(type, field)?.readOnly === true;

/** The type of the resource in a request. */
const getResourceType = ({ request, requestWrap }: Method, { index }: ScenarioBuilder): Type | undefined =>
  requestWrap === undefined ? request : index.lookup.field(request, requestWrap)?.type;

/** Names a domain below that of the parent. */
function createId(builder: ScenarioBuilder, format: string | undefined, parent: Instance | undefined): string {
  const name = builder.createName();
  if (format !== 'domain-name') return name;
  const domain = Object.values(toObject(parent?.body)).find((value) => typeof value === 'string' && value.endsWith('.'));
  return `${name}.${typeof domain === 'string' ? domain : 'example.'}`;
}

/** Creates the fields that the method requires. */
function createRequired(builder: ScenarioBuilder, { id }: Method, type: Type | undefined): JsonObject {
  const { lookup } = builder.index;
  const isNeeded = ({ required, requiredBy, expected, expectedBy, readOnly }: Field): boolean =>
    !readOnly && (required || requiredBy?.includes(id) === true || (expected === true && (expectedBy?.includes(id) ?? true)));
  const fields = lookup.object(type)?.fields.filter(isNeeded) ?? [];
  return Object.fromEntries(
    fields.flatMap(({ name, type: fieldType }) => {
      const resolved = lookup.resolve(fieldType);
      const value =
        resolved?.kind === 'string' && resolved.format === 'domain-name'
          ? `${builder.createName()}.example.`
          : listCandidates(fieldType, lookup)[0];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

/** The etags that a change must contain, as the resource has them. */
async function createEtags(builder: ScenarioBuilder, method: Method, target: Instance | undefined): Promise<JsonObject> {
  const { action } = method;
  const rules = builder.index.lookup.object(target?.resource.schema)?.rules.map(({ rule }) => rule) ?? [];
  const stated = rules.flatMap((rule) =>
    rule.kind === 'etag' && rule.match === 'required' && rule.covers === undefined ? [rule.field] : [],
  );
  const fields =
    action.kind === 'setFields'
      ? action.fingerprint === undefined
        ? []
        : [action.fingerprint]
      : action.kind === 'patch' || action.kind === 'update'
        ? stated
        : [];
  const read = target && fields.length > 0 ? builder.createRead(target) : undefined;
  if (read === undefined) return {};
  const reply = await builder.mustCall(read);
  return Object.fromEntries(
    fields.flatMap((field) => {
      const reference = builder.refer(reply, [field]);
      return reference === undefined ? [] : [[field, reference] as const];
    }),
  );
}

/** A link of a body to a resource that doesn't exist. */
export interface BodyLink {
  readonly field: string;
}

/** Creates the resource to which a field links, and returns its path. */
async function ensureLink(builder: ScenarioBuilder, { field }: BodyLink): Promise<string | undefined> {
  const name = field.toLowerCase();
  const linked = builder.index.api.resources
    .filter(({ idParameters, implicit }) => !implicit && name.endsWith((idParameters.at(-1) ?? '-').toLowerCase()))
    .sort((one, other) => (other.idParameters.at(-1)?.length ?? 0) - (one.idParameters.at(-1)?.length ?? 0));
  const [resource] = linked;
  if (resource === undefined) return undefined;
  const { path } = await ensureInstance(builder, resource);
  return path.split('/').slice(Math.max(0, builder.index.api.nameStart)).join('/');
}
