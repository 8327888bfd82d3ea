/** Properties that every service must have without a rule, such as: a read returns what was written. */
import { getAt, isObject, toObject, type JsonObject } from '../../../generator/lib/json.js';
import type { Resource } from '../../../generator/model/model.js';
import type { ApiIndex } from '../api-index.js';
import type { Plan, Planner } from '../planner.js';
import { ensureInstance, prepareCall } from '../prepare.js';
import { getBody, isAccepted } from '../reference-mock.js';
import type { CallTemplate } from '../scenario.js';
import { ScenarioError, type ScenarioBuilder } from '../scenario-builder.js';
import { createWith, listChanges, readInstance } from './resources.js';
import { followPages, prepareList } from './list-rules.js';
import { combineParameters, filterByType, findFilteredList, listFieldParameters, selectByFields } from './list-queries.js';
import { changePolicy } from './policies.js';
import { findChange } from './state-rules.js';
import {
  callEachMethod,
  createBeyondQuota,
  changeAllFields,
  listMethodsOfOne,
  listParameters,
  sendEmptyParameters,
  callAbsentResource,
  changeSeededResource,
} from './whole-resources.js';

export interface Property {
  readonly name: string;
  /** What holds for every resource to which the property applies. */
  readonly sentence: string;
  readonly appliesTo: (index: ApiIndex, resource: Resource) => boolean;
  /** Adds the requests that test the property to a scenario. Returns false if there are none. */
  readonly build: (builder: ScenarioBuilder, resource: Resource) => Promise<boolean>;
}

const hasMethods =
  (...kinds: readonly ('get' | 'delete' | 'list')[]) =>
  (index: ApiIndex, resource: Resource): boolean =>
    resource.operation === undefined &&
    !resource.implicit &&
    index.findCreation(resource) !== undefined &&
    kinds.every((kind) => index.findMethod(resource, kind) !== undefined);

/** Lists the names of the fields that a request contains. */
const listSentFields = ({ method, body }: CallTemplate): readonly string[] =>
  Object.keys(toObject(method.requestWrap === undefined ? body : getAt(toObject(body), [method.requestWrap])));

async function readAfterWrites(builder: ScenarioBuilder, resource: Resource): Promise<boolean> {
  const { index } = builder;
  const instance = await createWith(builder, resource, {});
  await readInstance(builder, instance, Object.keys(toObject(instance.body)));
  for (const method of listChanges(index, resource)) {
    const base = await prepareCall(builder, method);
    const call = { ...base, body: { ...toObject(base.body), ...findChange(builder, method) } };
    const used = isAccepted(await builder.try(call)) ? call : base;
    await builder.call(used, { fields: [] });
    await readInstance(
      builder,
      instance,
      listSentFields(used).filter((name) => name !== 'fingerprint' && name !== 'etag'),
    );
  }
  const list = index.findMethod(resource, 'list');
  if (list !== undefined) await builder.call(await prepareCall(builder, list), { fields: [] });
  return true;
}

async function deleteTwice(builder: ScenarioBuilder, resource: Resource): Promise<boolean> {
  const remove = builder.index.findMethod(resource, 'delete');
  if (remove === undefined) return false;
  const instance = await createWith(builder, resource, {});
  await readInstance(builder, instance);
  const call = builder.createCall(remove, instance);
  await builder.mustCall(call, { fields: [] });
  const read = builder.createRead(instance);
  if (read !== undefined) await builder.call(read, { fields: [] });
  await builder.call(call, { fields: [] });
  // The name is free again.
  const creation = builder.steps[instance.reply.step];
  if (creation?.kind === 'call') await builder.call(creation.template, { fields: [] });
  await readInstance(builder, instance);
  return true;
}

async function createTwice(builder: ScenarioBuilder, resource: Resource): Promise<boolean> {
  const creation = builder.index.findCreation(resource);
  if (creation === undefined) return false;
  const call = await prepareCall(builder, creation);
  await builder.mustCall(call, { fields: [] });
  await builder.call(call, { fields: [] });
  return true;
}

/** The resource in which those of a kind are created, if it must be created itself. */
function findCreatedParent(index: ApiIndex, { parent }: Resource): Resource | undefined {
  const resource = index.getResource(parent);
  return resource !== undefined && hasMethods()(index, resource) ? resource : undefined;
}

/** Creates and lists resources below a parent that was never created. */
async function useAbsentParent(builder: ScenarioBuilder, resource: Resource): Promise<boolean> {
  const parent = findCreatedParent(builder.index, resource);
  if (parent === undefined) return false;
  const { path } = await ensureInstance(builder, parent);
  const absentPath = builder.createAbsentPath(path);
  const methods = [builder.index.findCreation(resource), builder.index.findMethod(resource, 'list')];
  let isSent = false;
  for (const method of methods.filter((each) => each !== undefined)) {
    const call = await prepareCall(builder, method);
    const absentCall = { ...call, path: call.path.replace(path, () => absentPath) };
    if (absentCall.path === call.path) continue;
    await builder.call(absentCall, { fields: [] });
    isSent = true;
  }
  return isSent;
}

async function listPages(builder: ScenarioBuilder, resource: Resource): Promise<boolean> {
  const method = builder.index.findMethod(resource, 'list');
  if (method?.list === undefined) return false;
  const { pageSize, pageToken, nextPageToken } = method.list;
  await followPages(builder, await prepareList(builder, method), { size: pageSize, token: pageToken, next: nextPageToken });
  return true;
}

/** The method that adds and deletes resources in one request. */
const findBatch = (index: ApiIndex, { path }: Resource) =>
  index.api.methods.find(({ action }) => action.kind === 'batch' && action.members === path);

/** Adds a resource in a batch, and deletes it: with other content, and with that which it has. */
async function deleteInBatch(builder: ScenarioBuilder, resource: Resource): Promise<boolean> {
  const method = findBatch(builder.index, resource);
  if (method?.action.kind !== 'batch') return false;
  const { additions, deletions } = method.action;
  const base = await prepareCall(builder, method);
  const added = getAt(toObject(base.body), [additions, 0]);
  const number = builder.index.lookup
    .object(resource.schema)
    ?.fields.find(({ type, readOnly }) => !readOnly && builder.index.lookup.resolve(type)?.kind === 'integer');
  if (!isObject(added) || number === undefined) return false;
  const send = async (body: JsonObject): Promise<void> => {
    await builder.call({ ...base, body }, { fields: [] });
  };
  const element = { ...added, [number.name]: 60 };
  await send({ [additions]: [element] });
  await send({ [additions]: [element] });
  await send({ [deletions]: [{ ...element, [number.name]: 61 }] });
  await send({ [deletions]: [element] });
  await send({ [deletions]: [element] });
  return true;
}

const hasEtag = (index: ApiIndex, resource: Resource): boolean =>
  findEtag(index, resource) !== undefined && listChanges(index, resource).length > 0;

const findEtag = (index: ApiIndex, { schema }: Resource): string | undefined =>
  index.lookup.object(schema)?.fields.find(({ etag }) => etag !== undefined)?.name;

/** Sends two updates with the same etag at the same time. */
async function writeConcurrently(builder: ScenarioBuilder, resource: Resource): Promise<boolean> {
  const field = findEtag(builder.index, resource);
  const method = listChanges(builder.index, resource).find(
    ({ action }) => action.kind === 'patch' || action.kind === 'update' || action.kind === 'setFields',
  );
  if (field === undefined || method === undefined) return false;
  const instance = await ensureInstance(builder, resource);
  const read = builder.createRead(instance);
  if (read === undefined) return false;
  const reply = await builder.mustCall(read);
  const etag = builder.refer(reply, [field]);
  if (etag === undefined) return false;
  const base = await prepareCall(builder, method);
  const write = { ...base, body: { ...toObject(base.body), ...findChange(builder, method), [field]: etag } };
  if (!isAccepted(await builder.try(write))) throw new ScenarioError('the mock rejects a change with the current etag');
  await builder.callTogether([write, write], { fields: [] });
  await builder.call(write, { fields: [] });
  return getBody(reply) !== undefined;
}

export const properties: readonly Property[] = [
  { name: 'readsWrites', sentence: 'A read returns what was written.', appliesTo: hasMethods('get'), build: readAfterWrites },
  { name: 'deletedIsGone', sentence: 'A deleted resource is not found.', appliesTo: hasMethods('delete'), build: deleteTwice },
  {
    name: 'keepsAllFields',
    sentence: 'All fields can be set, changed, and removed together.',
    appliesTo: (index, resource) => hasMethods('get')(index, resource) && index.findCreation(resource)?.action.kind !== 'batch',
    build: changeAllFields,
  },
  {
    name: 'absentIsNotFound',
    sentence: 'No method finds a resource that was never created.',
    appliesTo: (index, resource) => !resource.implicit && listMethodsOfOne(index, resource).length > 0,
    build: callAbsentResource,
  },
  {
    name: 'seededIsComplete',
    sentence: 'A resource that a mock is seeded with behaves like a created one.',
    appliesTo: hasMethods('get'),
    build: changeSeededResource,
  },
  {
    name: 'emptyParameters',
    sentence: 'An empty parameter has no effect, or is rejected.',
    appliesTo: (index, resource) => listParameters(index, resource).length > 0,
    build: sendEmptyParameters,
  },
  {
    name: 'methodsSucceed',
    sentence: 'Each method of a resource can be called, and a read shows its effect.',
    appliesTo: (index, resource) => listMethodsOfOne(index, resource).length > 0,
    build: callEachMethod,
  },
  {
    name: 'filtersCompare',
    sentence: 'A filter compares fields by their type.',
    appliesTo: (index, resource) => findFilteredList(index, resource) !== undefined,
    build: filterByType,
  },
  {
    name: 'fieldsSelect',
    sentence: 'A parameter with the name of a field selects the items of a list by that field.',
    appliesTo: (index, resource) => !resource.implicit && listFieldParameters(index, resource).length > 0,
    build: selectByFields,
  },
  {
    name: 'tokensBelongToLists',
    sentence: 'A page token continues the list that returned it, and no other one.',
    appliesTo: (index, resource) => index.findMethod(resource, 'list')?.list?.pageSize !== undefined,
    build: combineParameters,
  },
  {
    name: 'policyIsKept',
    sentence: 'A read returns the access policy that was set, unless it is invalid or outdated.',
    appliesTo: (index, resource) => index.findMethod(resource, 'setIamPolicy') !== undefined,
    build: changePolicy,
  },
  {
    name: 'quotaLimits',
    sentence: 'No more resources are created than a quota permits.',
    appliesTo: (index, resource) => resource.quota !== undefined && index.findCreation(resource) !== undefined,
    build: createBeyondQuota,
  },
  {
    name: 'createdOnce',
    sentence: 'A second creation with the same name is rejected, unless the server generates the name.',
    appliesTo: hasMethods(),
    build: createTwice,
  },
  {
    name: 'parentMustExist',
    sentence: 'Nothing is created or listed in a resource that does not exist.',
    appliesTo: (index, resource) => hasMethods()(index, resource) && findCreatedParent(index, resource) !== undefined,
    build: useAbsentParent,
  },
  {
    name: 'pagesAreComplete',
    sentence: 'The union of the pages of a list does not depend on the page size.',
    appliesTo: (index, resource) =>
      index.findMethod(resource, 'list')?.list !== undefined && !resource.implicit && resource.operation === undefined,
    build: listPages,
  },
  {
    name: 'batchesCompare',
    sentence: 'A batch deletes a resource only if it contains the present content of it.',
    appliesTo: (index, resource) => findBatch(index, resource) !== undefined,
    build: deleteInBatch,
  },
  {
    name: 'oneWriteWins',
    sentence: 'Of two concurrent writes with the same etag, one succeeds.',
    appliesTo: hasEtag,
    build: writeConcurrently,
  },
];

/** The key of the tested rules of properties. */
export const propertyKey = (name: string): string => `property ${name}`;

export async function planProperty(planner: Planner, property: Property, resource: Resource): Promise<Plan> {
  const isPlanned = await planner.plan((builder) => property.build(builder, resource));
  return isPlanned ? { kind: 'planned' } : { kind: 'untested', reason: planner.reasons[0] ?? 'the mock does not support the property' };
}
