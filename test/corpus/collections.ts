/** Runs every complete collection whose methods the mock implements from create over get, list, a change, and delete to 404, through the client on the mock. */
import type { JsonObject } from '../../mock/index.js';
import { isDeleted } from '../../mock/catalog/soft-deletion.js';
import type { Method, Resource } from '../../generator/model/model.js';
import { createLookup } from '../../generator/model/schema-lookup.js';
import { Flow } from './flow.js';
import type { Modules, Published } from './published.js';
import type { Tally } from './report.js';

/** The methods of a complete collection. */
export interface CompleteCollection {
  /** `dns managedZones` */
  readonly name: string;
  readonly create: Method;
  readonly get: Method;
  readonly list: Method;
  readonly change: Method;
  readonly remove: Method;
}

export async function walkCollections(published: Published, modules: Modules): Promise<Tally> {
  const missing = await listNotImplemented(modules);
  const failures: string[] = [];
  const unsupported: string[] = [];
  let total = 0;
  for (const collection of findCompleteCollections(published).filter((each) => returnsItsName(each, published))) {
    const { create, get, list, change, remove } = collection;
    const unsupportedMethod = [create, get, list, change, remove].find(({ id }) => missing.has(id));
    if (unsupportedMethod !== undefined) {
      unsupported.push(`${collection.name}: the mock doesn't implement ${unsupportedMethod.id}`);
      continue;
    }
    total += 1;
    const failure = await walkCollection(collection, new Flow(published, modules));
    if (failure !== undefined) failures.push(`${collection.name}: ${failure}`);
  }
  return { total, failures, unsupported };
}

/** Methods to which the mock responds with 501, as `support()` lists them. */
async function listNotImplemented({ createMock }: Modules): Promise<ReadonlySet<string>> {
  const { apis } = await createMock().support();
  return new Set(apis.flatMap(({ methods }) => methods.flatMap(({ id, support }) => (support === 'notImplemented' ? [id] : []))));
}

function findCompleteCollections({ name, api }: Published): readonly CompleteCollection[] {
  const groups = new Map<string, Method[]>();
  for (const method of api.methods) {
    const key = method.collections.join('.');
    const group = groups.get(key);
    if (group) group.push(method);
    else groups.set(key, [method]);
  }
  return [...groups].flatMap(([key, methods]) => {
    const findMethod = (...names: readonly string[]): Method | undefined =>
      names.map((wantedName) => methods.find((method) => method.name === wantedName)).find((method) => method !== undefined);
    const [create, get, list] = [findMethod('create', 'insert'), findMethod('get'), findMethod('list')];
    const [change, remove] = [findMethod('patch', 'update'), findMethod('delete')];
    const isComplete = create && get && list && change && remove && [get, change, remove].every((method) => addressesMember(method, get));
    return isComplete ? [{ name: `${name} ${key}`, create, get, list, change, remove }] : [];
  });
}

/** Whether responses contain the name of the resource. Without a server-generated name, the resource cannot be read again. */
function returnsItsName({ create, get }: CompleteCollection, { api }: Published): boolean {
  const { action } = get;
  const resource = action.kind === 'get' ? api.resources.find(({ path }) => path === action.resource) : undefined;
  if (resource?.schema === undefined || (create.action.kind === 'create' && create.action.id !== undefined)) return true;
  const lookup = createLookup(api);
  const type = { kind: 'ref', schema: resource.schema } as const;
  const isNamedByPath = create.route.split('/').length === get.route.split('/').length;
  return isNamedByPath || resource.idFields.every((field) => lookup.field(type, field.split('.')[0] ?? '') !== undefined);
}

/** Whether the route of a method addresses one member. A method can also address the collection and select a member by a query parameter. */
function addressesMember(method: Method, get: Method): boolean {
  const segments = ({ route }: Method): number => route.replace(/\{[^=}]+=([^}]*)\}/g, '$1').split('/').length;
  return segments(method) === segments(get);
}

/** Runs all steps of one collection; returns the failure in one line. */
async function walkCollection(collection: CompleteCollection, flow: Flow): Promise<string | undefined> {
  const { action } = collection.get;
  const resource: Resource | undefined = action.kind === 'get' ? flow.resource(action.resource) : undefined;
  if (resource === undefined) return `${collection.get.id} doesn't read a resource`;
  try {
    const path = await flow.create(collection.create, collection.list, resource);
    const before = await flow.read(collection.get, path);
    const change = flow.createChange(collection.change, before, { path, schema: resource.schema });
    await flow.call(collection.change, path, change.params);
    const after = await flow.read(collection.get, path);
    if (change.field !== undefined && after[change.field] !== change.value) return `${collection.change.id} did not change ${change.field}`;
    await flow.call(collection.remove, path, {});
    const { action: removal } = collection.remove;
    if (removal.kind === 'delete' && removal.keeps) {
      const kept = await flow.read(collection.get, path);
      return isDeleted(kept as JsonObject, removal.keeps) ? undefined : `${collection.remove.id}: the resource isn't marked as deleted`;
    }
    const readAfterRemoval = await flow.call(collection.get, path, {}).then(
      () => 'a response',
      (error: unknown) => (error as { status?: number }).status ?? String(error),
    );
    return readAfterRemoval === 404
      ? undefined
      : `${collection.get.id} after ${collection.remove.id}: expected 404, found ${readAfterRemoval}`;
  } catch (error) {
    return String(error);
  }
}
