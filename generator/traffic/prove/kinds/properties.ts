/** Properties that every service must have without a rule, such as: a read returns what was written. */
import { getAt, isObject, toObject, type JsonObject } from '../../../lib/json.js';
import type { Resource } from '../../../model/model.js';
import type { ApiIndex } from '../api-index.js';
import type { Plan, Planner } from '../planner.js';
import { ensureInstance, prepareCall } from '../prepare.js';
import { getBody, isAccepted } from '../reference-mock.js';
import type { CallTemplate } from '../scenario.js';
import { ScenarioError, type Stage } from '../stage.js';
import { createWith, listChanges, readInstance } from './resources.js';
import { followPages, prepareList } from './list-rules.js';
import { findChange } from './state-rules.js';

export interface Property {
  readonly name: string;
  readonly sentence: string;
  readonly appliesTo: (index: ApiIndex, resource: Resource) => boolean;
  readonly build: (stage: Stage, resource: Resource) => Promise<boolean>;
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

async function readAfterWrites(stage: Stage, resource: Resource): Promise<boolean> {
  const { index } = stage;
  const instance = await createWith(stage, resource, {});
  await readInstance(stage, instance, Object.keys(toObject(instance.body)));
  for (const method of listChanges(index, resource)) {
    const base = await prepareCall(stage, method);
    const call = { ...base, body: { ...toObject(base.body), ...findChange(stage, method) } };
    const used = isAccepted(await stage.try(call)) ? call : base;
    await stage.call(used, { fields: [] });
    await readInstance(
      stage,
      instance,
      listSentFields(used).filter((name) => name !== 'fingerprint' && name !== 'etag'),
    );
  }
  const list = index.findMethod(resource, 'list');
  if (list !== undefined) await stage.call(await prepareCall(stage, list), { fields: [] });
  return true;
}

async function deleteTwice(stage: Stage, resource: Resource): Promise<boolean> {
  const remove = stage.index.findMethod(resource, 'delete');
  if (remove === undefined) return false;
  const instance = await createWith(stage, resource, {});
  await readInstance(stage, instance);
  const call = stage.createCall(remove, instance);
  await stage.mustCall(call, { fields: [] });
  const read = stage.createRead(instance);
  if (read !== undefined) await stage.call(read, { fields: [] });
  await stage.call(call, { fields: [] });
  return true;
}

async function createTwice(stage: Stage, resource: Resource): Promise<boolean> {
  const creation = stage.index.findCreation(resource);
  if (creation === undefined) return false;
  const call = await prepareCall(stage, creation);
  await stage.mustCall(call, { fields: [] });
  await stage.call(call, { fields: [] });
  return true;
}

/** The resource in which those of a kind are created, if it must be created itself. */
function findCreatedParent(index: ApiIndex, { parent }: Resource): Resource | undefined {
  const resource = index.getResource(parent);
  return resource !== undefined && hasMethods()(index, resource) ? resource : undefined;
}

/** Creates and lists resources below a parent that was never created. */
async function useAbsentParent(stage: Stage, resource: Resource): Promise<boolean> {
  const parent = findCreatedParent(stage.index, resource);
  if (parent === undefined) return false;
  const { path } = await ensureInstance(stage, parent);
  const absentPath = path.replace(/[^/]+$/, stage.createName());
  const methods = [stage.index.findCreation(resource), stage.index.findMethod(resource, 'list')];
  let isSent = false;
  for (const method of methods.filter((each) => each !== undefined)) {
    const call = await prepareCall(stage, method);
    const absentCall = { ...call, path: call.path.replace(path, () => absentPath) };
    if (absentCall.path === call.path) continue;
    await stage.call(absentCall, { fields: [] });
    isSent = true;
  }
  return isSent;
}

async function listPages(stage: Stage, resource: Resource): Promise<boolean> {
  const method = stage.index.findMethod(resource, 'list');
  if (method?.list === undefined) return false;
  const { pageSize, pageToken, nextPageToken } = method.list;
  await followPages(stage, await prepareList(stage, method), { size: pageSize, token: pageToken, next: nextPageToken });
  return true;
}

/** The method that adds and deletes resources in one request. */
const findBatch = (index: ApiIndex, { path }: Resource) =>
  index.api.methods.find(({ action }) => action.kind === 'batch' && action.members === path);

/** Adds a resource in a batch, and deletes it: with other content, and with that which it has. */
async function deleteInBatch(stage: Stage, resource: Resource): Promise<boolean> {
  const method = findBatch(stage.index, resource);
  if (method?.action.kind !== 'batch') return false;
  const { additions, deletions } = method.action;
  const base = await prepareCall(stage, method);
  const added = getAt(toObject(base.body), [additions, 0]);
  const number = stage.index.lookup
    .object(resource.schema)
    ?.fields.find(({ type, readOnly }) => !readOnly && stage.index.lookup.resolve(type)?.kind === 'integer');
  if (!isObject(added) || number === undefined) return false;
  const send = async (body: JsonObject): Promise<void> => {
    await stage.call({ ...base, body }, { fields: [] });
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
async function writeConcurrently(stage: Stage, resource: Resource): Promise<boolean> {
  const field = findEtag(stage.index, resource);
  const method = listChanges(stage.index, resource).find(
    ({ action }) => action.kind === 'patch' || action.kind === 'update' || action.kind === 'setFields',
  );
  if (field === undefined || method === undefined) return false;
  const instance = await ensureInstance(stage, resource);
  const read = stage.createRead(instance);
  if (read === undefined) return false;
  const reply = await stage.mustCall(read);
  const etag = stage.refer(reply, [field]);
  if (etag === undefined) return false;
  const base = await prepareCall(stage, method);
  const write = { ...base, body: { ...toObject(base.body), ...findChange(stage, method), [field]: etag } };
  if (!isAccepted(await stage.try(write))) throw new ScenarioError('the mock rejects a change with the current etag');
  await stage.callTogether([write, write], { fields: [] });
  await stage.call(write, { fields: [] });
  return getBody(reply) !== undefined;
}

export const properties: readonly Property[] = [
  { name: 'readsWrites', sentence: 'A read returns what was written.', appliesTo: hasMethods('get'), build: readAfterWrites },
  { name: 'deletedIsGone', sentence: 'A deleted resource is not found.', appliesTo: hasMethods('delete'), build: deleteTwice },
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

/** The key of the claims of properties. */
export const propertyKey = (name: string): string => `property ${name}`;

export async function proveProperty(planner: Planner, property: Property, resource: Resource): Promise<Plan> {
  const isPlanned = await planner.plan((stage) => property.build(stage, resource));
  return isPlanned ? { kind: 'planned' } : { kind: 'untested', reason: planner.reasons[0] ?? 'the mock does not support the property' };
}
