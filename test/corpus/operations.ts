/** Calls each method that starts a long-running operation and checks that `waitForOperation` returns the operation as done. */
import type { Method, Resource } from '../../generator/model/model.js';
import type { HandlerCall, Mock } from '../../mock/index.js';
import { Flow } from './flow.js';
import { findFunction, type Modules, type Node, type Published } from './published.js';
import type { Tally } from './report.js';
import { SampleValues } from './samples.js';

const operationDelay = 60_000;

type Body = Readonly<Record<string, unknown>>;

/** A method that starts an operation and the resource that it creates or deletes. */
interface Starter {
  readonly create: Method;
  /** The method that starts the operation: the creation itself, or a later deletion. */
  readonly method: Method;
  readonly resource: Resource;
}

export async function awaitOperations(published: Published, modules: Modules): Promise<Tally> {
  const { api, name } = published;
  const operationMethods = api.methods.filter(({ operation, action }) => operation !== undefined && action.kind !== 'waitForField');
  const starters = findStarters(published);
  const failures: string[] = [];
  for (const starter of starters) {
    const failure = await awaitOperation(starter, published, modules).catch((error: unknown) => String(error));
    if (failure !== undefined) failures.push(`${name} ${starter.method.id}: ${failure}`);
  }
  if (starters.length > 0 || !hasOperations(published)) return { total: starters.length, failures };
  // No method of the mock starts operations here: handlers do, or the methods of another document.
  const failure = await awaitSeededOperation(operationMethods[0], published, modules).catch((error: unknown) => String(error));
  return { total: 1, failures: failure === undefined ? [] : [`${name} ${operationMethods[0]?.id ?? 'waitForOperation'}: ${failure}`] };
}

function hasOperations({ api }: Published): boolean {
  return api.methods.some(({ operation }) => operation !== undefined);
}

/** Finds methods that create or delete a resource and return an operation. */
function findStarters({ api }: Published): readonly Starter[] {
  return api.resources.flatMap((resource) => {
    const ownMethods = api.methods.filter(({ action }) => 'resource' in action && action.resource === resource.path);
    const create = ownMethods.find(({ action, operation }) => action.kind === 'create' && operation !== undefined);
    const creation = create ?? ownMethods.find(({ action }) => action.kind === 'create');
    const removal = ownMethods.find(({ action, operation }) => action.kind === 'delete' && operation !== undefined);
    return creation === undefined ? [] : [create, removal].flatMap((method) => (method ? [{ create: creation, method, resource }] : []));
  });
}

async function awaitOperation({ create, method, resource }: Starter, published: Published, modules: Modules): Promise<string | undefined> {
  const mock = modules.createMock({ operationDelay });
  const finishOperations = async (): Promise<void> => void (await mock.clock.advance(operationDelay));
  const flow = new Flow(published, modules, { mock, finishOperations });
  const operation = method === create ? await flow.start(create, resource) : await removeCreated({ create, method, resource }, flow);
  return findWaitFailure(operation, { method, resource }, { published, modules, mock });
}

async function removeCreated({ create, method, resource }: Starter, flow: Flow): Promise<Body> {
  const path = await flow.create(create, undefined, resource);
  const id = method.action.kind === 'delete' ? method.action.id : undefined;
  if (id === undefined) return flow.call(method, path, {});
  // A query parameter names the member of the collection.
  const end = path.lastIndexOf('/');
  return flow.call(method, path.slice(0, end), { [id]: decodeURIComponent(path.slice(end + 1)) });
}

interface RunContext {
  readonly published: Published;
  readonly modules: Modules;
  readonly mock: Mock;
}

/** Describes an incorrect operation or an incorrect result of waiting. */
async function findWaitFailure(
  operation: Body,
  { method, resource }: Pick<Starter, 'method' | 'resource'>,
  { published, modules, mock }: RunContext,
): Promise<string | undefined> {
  const client = modules.createClient({ fetch: mock.fetch, rootUrl: 'https://corpus.example/', retry: false });
  // Without a method that returns the operation later, the mock completes it immediately.
  if (isDone(operation) && method.operationPath !== undefined) return `expected a running operation, found ${JSON.stringify(operation)}`;
  const pendingResult = (client['waitForOperation'] as Node)(operation, { interval: 1, timeout: 5000 });
  await mock.clock.advance(operationDelay);
  const doneOperation = (await pendingResult) as Body;
  if (!isDone(doneOperation) || doneOperation['name'] !== operation['name'])
    return `expected ${String(operation['name'])} done, found ${JSON.stringify(doneOperation)}`;
  return method.operation === 'status'
    ? undefined
    : findResponseFailure(doneOperation['response'], { method, resource }, published, modules);
}

function isDone({ done, status }: Body): boolean {
  return done === true || status === 'DONE';
}

/** The operation of a deletion that returns nothing has the response `Empty`; that of another method, the resource. */
function findResponseFailure(
  response: unknown,
  { method, resource: { schema } }: Pick<Starter, 'method' | 'resource'>,
  { names }: Published,
  { validators }: Modules,
): string | undefined {
  const { '@type': type, ...responseFields } = (response ?? {}) as Body;
  const isDeletion = method.action.kind === 'delete' && !method.action.keeps && !method.action.returnsResource;
  const expected = isDeletion ? 'type.googleapis.com/google.protobuf.Empty' : method.operationResponse;
  if (type !== expected) return `expected a response of the type ${expected}, found ${JSON.stringify(response)}`;
  if (isDeletion)
    return Object.keys(responseFields).length === 0 ? undefined : `expected an empty response, found ${JSON.stringify(responseFields)}`;
  const validate = validators[names.schemaValidator(schema ?? '')];
  return validate?.(responseFields) ? undefined : `the response is not a ${String(schema)}: ${JSON.stringify(validate?.errors)}`;
}

/** Waits for an operation that no method reads, so a handler returns it completed. */
async function awaitCompleteOperation(method: Method | undefined, { api }: Published, modules: Modules): Promise<string | undefined> {
  if (method === undefined) return 'no method starts an operation';
  const mock = modules.createMock({ handlers: { [method.id]: () => ({ name: 'operations/x1', done: true, response: {} }) } });
  const client = modules.createClient({ fetch: mock.fetch, rootUrl: 'https://corpus.example/', retry: false });
  const params = new SampleValues(api).params(method, 'least');
  const operation = (await findFunction(client, method.collections, method.name)(params)) as Body;
  const doneOperation = (await (client['waitForOperation'] as Node)(operation)) as Body;
  return isDone(doneOperation) ? undefined : `expected a completed operation, found ${JSON.stringify(doneOperation)}`;
}

/** Waits for an operation that a handler starts or a seed contains, and that another seed completes. */
async function awaitSeededOperation(method: Method | undefined, published: Published, modules: Modules): Promise<string | undefined> {
  const { methods, resources } = published.api;
  const readable = resources.filter(
    ({ path, operation }) => operation === 'longrunning' && methods.some(({ action }) => action.kind === 'get' && action.resource === path),
  );
  // The customary path (`v1/{name}`) comes before the same names below another path (`v1/operations/{name}`).
  const operations = readable.sort((one, other) => (one.fullNameFrom ?? 0) - (other.fullNameFrom ?? 0))[0];
  if (operations === undefined) return awaitCompleteOperation(method, published, modules);
  const path = operations.path.replaceAll(/\{\w+\}/g, 'x1');
  const name = path.split('/').slice(operations.fullNameFrom).join('/');
  const handlers = method && { [method.id]: ({ state }: HandlerCall) => state.put(`/${path}`, { name, done: false }) };
  const mock = modules.createMock(handlers ? { handlers } : { seed: { resources: { [`/${path}`]: { name, done: false } } } });
  const client = modules.createClient({ fetch: mock.fetch, rootUrl: 'https://corpus.example/', retry: false });
  const params = method && new SampleValues(published.api).params(method, 'least');
  const operation = method && ((await findFunction(client, method.collections, method.name)(params)) as Body);
  const pendingResult = (client['waitForOperation'] as Node)(operation ?? { name }, { interval: 1, timeout: 5000 });
  await mock.seed({ resources: { [`/${path}`]: { name, done: true, response: {} } } });
  const doneOperation = (await pendingResult) as Body;
  return isDone(doneOperation) && doneOperation['name'] === name
    ? undefined
    : `expected ${name} done, found ${JSON.stringify(doneOperation)}`;
}
