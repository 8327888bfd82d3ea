/** Runs every complete collection whose methods the mock implements from create over get, list, a change, and delete to 404, through the client on the mock. */
import type { Method, Resource } from '../../generator/model/model.js';
import { createLookup } from '../../generator/model/schema-lookup.js';
import { Flow } from './flow.js';
import type { Modules, Published } from './published.js';
import type { Tally } from './report.js';

/** The methods of a complete collection. */
export interface Whole {
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
  for (const collection of wholeCollections(published).filter((each) => showsItsName(each, published))) {
    const { create, get, list, change, remove } = collection;
    const absent = [create, get, list, change, remove].find(({ id }) => missing.has(id));
    if (absent !== undefined) {
      unsupported.push(`${collection.name}: the mock doesn't implement ${absent.id}`);
      continue;
    }
    total += 1;
    const failure = await walk(collection, new Flow(published, modules));
    if (failure !== undefined) failures.push(`${collection.name}: ${failure}`);
  }
  return { total, failures, unsupported };
}

/** Methods to which the mock responds with 501, as `support()` lists them. */
async function listNotImplemented({ createMock }: Modules): Promise<ReadonlySet<string>> {
  const { apis } = await createMock().support();
  return new Set(apis.flatMap(({ methods }) => methods.flatMap(({ id, support }) => (support === 'notImplemented' ? [id] : []))));
}

function wholeCollections({ name, api }: Published): readonly Whole[] {
  const groups = new Map<string, Method[]>();
  for (const method of api.methods) {
    const key = method.collections.join('.');
    const group = groups.get(key);
    if (group) group.push(method);
    else groups.set(key, [method]);
  }
  return [...groups].flatMap(([key, methods]) => {
    const named = (...names: readonly string[]): Method | undefined =>
      names.map((wanted) => methods.find((method) => method.name === wanted)).find((method) => method !== undefined);
    const [create, get, list] = [named('create', 'insert'), named('get'), named('list')];
    const [change, remove] = [named('patch', 'update'), named('delete')];
    const whole = create && get && list && change && remove && [get, change, remove].every((method) => isOfMember(method, get));
    return whole ? [{ name: `${name} ${key}`, create, get, list, change, remove }] : [];
  });
}

/** A resource cannot be read again if its responses do not contain its server-generated name. */
function showsItsName({ create, get }: Whole, { api }: Published): boolean {
  const { action } = get;
  const resource = action.kind === 'get' ? api.resources.find(({ path }) => path === action.resource) : undefined;
  if (resource?.schema === undefined || (create.action.kind === 'create' && create.action.id !== undefined)) return true;
  const lookup = createLookup(api);
  const type = { kind: 'ref', schema: resource.schema } as const;
  const isNamedByPath = create.route.split('/').length === get.route.split('/').length;
  return isNamedByPath || resource.idFields.every((field) => lookup.field(type, field.split('.')[0] ?? '') !== undefined);
}

/** A change or deletion at the address of the collection (by a query parameter) does not concern one member. */
function isOfMember(method: Method, get: Method): boolean {
  const segments = ({ route }: Method): number => route.replace(/\{[^=}]+=([^}]*)\}/g, '$1').split('/').length;
  return segments(method) === segments(get);
}

/** Formats an error in one line. */
async function walk(collection: Whole, flow: Flow): Promise<string | undefined> {
  const { action } = collection.get;
  const resource: Resource | undefined = action.kind === 'get' ? flow.resource(action.resource) : undefined;
  if (resource === undefined) return `${collection.get.id} is no read of a resource`;
  try {
    const path = await flow.create(collection.create, collection.list, resource);
    const before = await flow.read(collection.get, path);
    const change = flow.changeOf(collection.change, before, { path, schema: resource.schema });
    await flow.call(collection.change, path, change.params);
    const after = await flow.read(collection.get, path);
    if (change.field !== undefined && after[change.field] !== change.value) return `${collection.change.id} did not change ${change.field}`;
    await flow.call(collection.remove, path, {});
    const gone = await flow.call(collection.get, path, {}).then(
      () => 'an answer',
      (error: unknown) => (error as { status?: number }).status ?? String(error),
    );
    return gone === 404 ? undefined : `${collection.get.id} after ${collection.remove.id}: expected 404, found ${gone}`;
  } catch (error) {
    return String(error);
  }
}
