/** Calls every method through the client: the request reaches its own route in the mock and passes its validator. */
import type { Api, Method } from '../../generator/model/model.js';
import type { Tally } from './report.js';
import type { Mock } from '../../mock/index.js';
import { findFunction, type Modules, type Node, type Published } from './published.js';
import { type Extent, type Params, SampleValues } from './samples.js';

interface Calls {
  readonly routes: Tally;
  readonly validators: Tally;
}

export async function callAll(published: Published, modules: Modules): Promise<Calls> {
  const samples = new SampleValues(published.api);
  const calls = published.api.methods.flatMap((method) =>
    (['least', 'most'] as const).map((extent) => ({ method, extent, params: samples.params(method, extent) })),
  );
  const mock = modules.createMock();
  const client = modules.createClient({ fetch: mock.fetch, rootUrl: 'https://corpus.example/', retry: false });
  const routes: string[] = [];
  const validators: string[] = [];
  for (const call of calls) {
    const routeFailure = await findRouteFailure(call, published, { mock, client });
    if (routeFailure !== undefined) routes.push(`${published.name} ${call.method.id} (${call.extent}): ${routeFailure}`);
    const validatorFailure = findValidatorFailure(call, published, modules);
    if (validatorFailure !== undefined) validators.push(`${published.name} ${call.method.id} (${call.extent}): ${validatorFailure}`);
  }
  return { routes: { total: calls.length, failures: routes }, validators: { total: calls.length, failures: validators } };
}

interface Call {
  readonly method: Method;
  readonly extent: Extent;
  readonly params: Params;
}

/** Shared by all calls of a document, because building a mock of a large document takes long. */
interface ClientAndMock {
  readonly mock: Mock;
  readonly client: Node;
}

/** Describes the failure of a call. A rejection of the request is a failure. A rejection because of the state (404, 501, …) is not. */
async function findRouteFailure(
  { method, params }: Call,
  { api }: Published,
  { mock, client }: ClientAndMock,
): Promise<string | undefined> {
  const before = mock.requests.at(-1);
  const result: unknown = await findFunction(client, method.collections, method.name)(params).catch((error: unknown) => error);
  const entry = mock.requests.at(-1);
  if (entry === undefined || entry === before) return `nothing was sent: ${String(result)} ${JSON.stringify(params)}`;
  if (entry.methodId !== method.id && !hasSameAddress(api, method, entry.methodId)) {
    return `${entry.method} ${entry.path} reached ${String(entry.methodId)}`;
  }
  if (entry.status === 500) return `${entry.path}: ${String(entry.failure)}`;
  return undefined;
}

/** Two methods with one verb and one route cannot be distinguished. */
function hasSameAddress(api: Api, method: Method, reachedId: string | undefined): boolean {
  const reachedMethod = api.methods.find(({ id }) => id === reachedId);
  const formatAddress = ({ httpMethod, route }: Method): string => `${httpMethod} ${route.replace(/\{[^=}]+/g, '{')}`;
  return reachedMethod !== undefined && formatAddress(reachedMethod) === formatAddress(method);
}

function findValidatorFailure({ method, params }: Call, { names }: Published, { validators }: Modules): string | undefined {
  const validate = validators[names.method(method.id).requestValidator];
  if (validate === undefined) return 'there is no validator';
  if (validate(params)) return undefined;
  return (validate.errors ?? []).map(({ instancePath, message = '' }) => `${instancePath} ${message}`).join('; ');
}
