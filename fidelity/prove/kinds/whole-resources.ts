/** Properties of whole resources: all their fields, absent and seeded ones, and the parameters of their methods. */
import { toObject, type Json, type JsonObject } from '../../../generator/lib/json.js';
import type { Field, Method, Resource } from '../../../generator/model/model.js';
import type { ApiIndex } from '../api-index.js';
import { findCreatedPath } from '../created-path.js';
import { findTypeAt } from '../adjust-call.js';
import { setAt } from '../field-paths.js';
import { ensureInstance, prepareCall } from '../prepare.js';
import { isAccepted } from '../reference-mock.js';
import { hasReference, resolveValue } from '../references.js';
import type { CallTemplate } from '../scenario.js';
import { ScenarioError, type Instance, type ScenarioBuilder } from '../scenario-builder.js';
import { listCandidates } from '../values.js';
import { listChanges, readInstance, toSeededBody } from './resources.js';
import { findChange } from './state-rules.js';

/** The number of values of a field that are tried. */
const maxTried = 3;

const callList = async (builder: ScenarioBuilder, resource: Resource): Promise<void> => {
  const method = builder.index.findMethod(resource, 'list');
  if (method !== undefined) await builder.call(await prepareCall(builder, method), { fields: [] });
};

/** Lists the fields that a request of a method can set. */
function listSettable({ index }: ScenarioBuilder, { request, requestWrap }: Method): readonly Field[] {
  const type = requestWrap === undefined ? request : index.lookup.field(request, requestWrap)?.type;
  return index.lookup.object(type)?.fields.filter(({ readOnly, etag }) => !readOnly && etag === undefined) ?? [];
}

/** Sets as many fields of a call as the mock accepts together. `at`: which of the values of a field is tried first. */
async function fillFields(builder: ScenarioBuilder, base: CallTemplate, at: number): Promise<CallTemplate> {
  const { method } = base;
  let call = base;
  for (const { name, type } of listSettable(builder, method)) {
    const pointer = method.requestWrap === undefined ? [name] : [method.requestWrap, name];
    for (const value of listCandidates(type, builder.index.lookup).slice(at, at + maxTried)) {
      const next = { ...call, body: setAt(call.body ?? {}, pointer, value) };
      if (!isAccepted(await builder.try(next))) continue;
      call = next;
      break;
    }
  }
  return call;
}

/** Removes the fields of a call, as far as the mock accepts that. */
async function clearFields(builder: ScenarioBuilder, base: CallTemplate, names: readonly string[]): Promise<CallTemplate> {
  const { method } = base;
  let call = base;
  for (const name of names) {
    const pointer = method.requestWrap === undefined ? [name] : [method.requestWrap, name];
    if (findTypeAt(builder, method, pointer) === undefined) continue;
    const next = { ...call, body: setAt(call.body ?? {}, pointer, null) };
    if (isAccepted(await builder.try(next))) call = next;
  }
  return call;
}

/** Creates a resource with as many fields as possible, if one request creates it. */
export async function createWithAllFields(builder: ScenarioBuilder, resource: Resource): Promise<Instance | undefined> {
  const creation = builder.index.findCreation(resource);
  if (creation === undefined || creation.action.kind === 'batch') return undefined;
  const call = await fillFields(builder, await prepareCall(builder, creation), 0);
  const { step } = await builder.mustCall(call, { fields: [''] });
  return builder.addInstance({ resource, path: findCreatedPath(builder, resource, { call, step }), body: call.body ?? {} });
}

/** Creates a resource with as many fields as possible, changes all of them, and removes them. */
export async function changeAllFields(builder: ScenarioBuilder, resource: Resource): Promise<boolean> {
  const { index } = builder;
  const instance = await createWithAllFields(builder, resource);
  if (instance === undefined) return false;
  await readInstance(builder, instance, ['']);
  for (const method of listChanges(index, resource)) {
    const names = listSettable(builder, method).map(({ name }) => name);
    const prepare = () => prepareCall(builder, method);
    for (const change of [
      async () => fillFields(builder, await prepare(), 1),
      prepare,
      async () => clearFields(builder, await prepare(), names),
      async () => fillFields(builder, await prepare(), 0),
    ]) {
      await builder.call(await change(), { fields: [''] });
      await readInstance(builder, instance, ['']);
    }
  }
  await callList(builder, resource);
  return true;
}

/** The methods whose requests name one resource that must exist. */
export const listMethodsOfOne = (index: ApiIndex, resource: Resource): readonly Method[] =>
  index
    .listMethods(resource)
    .filter(({ action }) => !['create', 'list', 'batch', 'notImplemented'].includes(action.kind) && 'resource' in action);

/** Calls all methods of a resource that was never created. */
export async function callAbsentResource(builder: ScenarioBuilder, resource: Resource): Promise<boolean> {
  let isSent = false;
  const instance = await ensureInstance(builder, resource);
  const absentPath = builder.createAbsentPath(instance.path);
  for (const method of listMethodsOfOne(builder.index, resource)) {
    const call = await prepareCall(builder, method).catch(toUndefined);
    if (call === undefined || !call.path.startsWith(instance.path)) continue;
    await builder.call({ ...call, path: `${absentPath}${call.path.slice(instance.path.length)}` }, { fields: [] });
    isSent = true;
  }
  return isSent;
}

function toUndefined(error: unknown): undefined {
  if (!(error instanceof ScenarioError)) throw error;
}

/** Seeds a resource of a mock with its name alone, reads, changes, and deletes it. */
export async function changeSeededResource(builder: ScenarioBuilder, resource: Resource): Promise<boolean> {
  const { path, body } = await ensureInstance(builder, resource);
  // The ID of a parent can differ in the target.
  if (hasReference(path.slice(0, path.lastIndexOf('/')))) return false;
  const seeded: Instance = { resource, path: builder.createAbsentPath(path), body: {} };
  const seed = (body: Json): Promise<boolean> =>
    builder.tryControl('POST', '/__admin/seed', { resources: { [`/${seeded.path}`]: toSeededBody(builder, { ...seeded, body }) } });
  if (!(await seed({})) && !(await seed(resolveValue(body, builder.getBody)))) return false;
  await readInstance(builder, seeded, ['']);
  await callList(builder, resource);
  for (const method of listChanges(builder.index, resource)) {
    const base = await prepareCall(builder, method).catch(toUndefined);
    if (base === undefined || !base.path.startsWith(path)) continue;
    const change: JsonObject = { ...toObject(base.body), ...findChange(builder, method) };
    await builder.call({ ...base, path: `${seeded.path}${base.path.slice(path.length)}`, body: change }, { fields: [''] });
    await readInstance(builder, seeded, ['']);
  }
  const remove = builder.index.findMethod(resource, 'delete');
  if (remove !== undefined) await builder.call(builder.createCall(remove, seeded), { fields: [] });
  await readInstance(builder, seeded);
  return true;
}

interface MethodParameter {
  readonly method: Method;
  readonly name: string;
}

/** Lists the query parameters of the methods of a resource. */
export const listParameters = (index: ApiIndex, resource: Resource): readonly MethodParameter[] =>
  index
    .listMethods(resource)
    .filter(({ action }) => action.kind !== 'notImplemented')
    .flatMap((method) => method.parameters.filter(({ location }) => location === 'query').map(({ name }) => ({ method, name })));

/** Sends each parameter with an empty value. */
export async function sendEmptyParameters(builder: ScenarioBuilder, resource: Resource): Promise<boolean> {
  let isSent = false;
  for (const { method, name } of listParameters(builder.index, resource)) {
    const base = await prepareCall(builder, method).catch(toUndefined);
    if (base === undefined) continue;
    await builder.call({ ...base, query: { ...base.query, [name]: '' } }, { fields: [''] });
    isSent = true;
  }
  return isSent;
}

/** Calls each method of a resource. */
export async function callEachMethod(builder: ScenarioBuilder, resource: Resource): Promise<boolean> {
  const { index } = builder;
  const instance = await ensureInstance(builder, resource);
  const rank = ({ action }: Method): number => (action.kind === 'delete' ? 1 : 0);
  const methods = index
    .listMethods(resource)
    .filter(({ action }) => action.kind !== 'create' && action.kind !== 'createFrom' && action.kind !== 'notImplemented');
  for (const method of methods.toSorted((one, other) => rank(one) - rank(other))) {
    const call = await prepareCall(builder, method).catch(toUndefined);
    if (call === undefined) continue;
    await builder.call(call, { fields: [''] });
    await readInstance(builder, instance, ['']);
  }
  return methods.length > 0;
}

/** Creates more resources than a quota of a mock permits, and deletes one. */
export async function createBeyondQuota(builder: ScenarioBuilder, resource: Resource): Promise<boolean> {
  const { index } = builder;
  const { metric, owners } = resource.quota ?? { metric: '', owners: [] };
  const owner = index.getResource(owners[0]);
  const [creation, remove] = [index.findCreation(resource), index.findMethod(resource, 'delete')];
  if (owner === undefined || creation === undefined) return false;
  const ownerInstance: Instance = { resource: owner, path: builder.buildPath(owner, {}), body: {} };
  const prepared: CallTemplate[] = [];
  for (let count = 0; count < 3; count += 1) prepared.push(await prepareCall(builder, creation));
  const quotas = [
    { metric: 'OTHERS', limit: 0, usage: 0 },
    { metric, limit: 2, usage: 0 },
  ];
  await builder.control('POST', '/__admin/seed', { resources: { [`/${ownerInstance.path}`]: { quotas } } });
  const created: Instance[] = [];
  for (const call of prepared) {
    const { step } = await builder.call(call, { fields: [''] });
    created.push({ resource, path: findCreatedPath(builder, resource, { call, step }), body: {} });
    await readInstance(builder, ownerInstance, ['']);
  }
  const [first] = created;
  if (first !== undefined && remove !== undefined) await builder.call(builder.createCall(remove, first), { fields: [] });
  await readInstance(builder, ownerInstance, ['']);
  return true;
}
