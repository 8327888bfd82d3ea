/** Calls every method that uploads or downloads media through the client on the mock; downloaded content equals uploaded content. */
import { returnsMedia, toMediaDescriptor, acceptsMedia } from '../../generator/emit/media-descriptors.js';
import type { Api, Method } from '../../generator/model/model.js';
import type { MediaUpload } from '../../templates/runtime/client/index.js';
import type { JournalEntry, Mock } from '../../templates/runtime/mock/index.js';
import { Flow } from './flow.js';
import { functionOf, type Modules, type Node, type Published } from './published.js';
import type { Tally } from './report.js';
import { type Params, SampleValues } from './samples.js';

const content = Uint8Array.from({ length: 300 * 1024 }, (_, at) => (at * 31) % 251);

/** One upload or download call of a method. */
interface Way {
  readonly name: string;
  readonly method: Method;
  readonly call: (client: Node, params: Params) => Promise<unknown>;
}

export async function transferMedia(published: Published, modules: Modules): Promise<Tally> {
  const ways = published.api.methods.flatMap((method) => [...uploads(method, published), ...downloads(method, published)]);
  const failures: string[] = [];
  if (ways.length > 0) {
    const samples = new SampleValues(published.api);
    const mock = modules.createMock();
    const client = modules.createClient({ fetch: mock.fetch, rootUrl: 'https://corpus.example/', retry: false });
    for (const way of ways) {
      const fault = await faultOf(way, samples.params(way.method, 'least'), { mock, client });
      if (fault !== undefined) failures.push(`${way.method.id} (${way.name}): ${fault}`);
    }
  }
  const trips = await Promise.all(published.api.methods.flatMap((method) => roundTrips(method, published, modules)));
  return { total: ways.length + trips.length, failures: [...failures, ...trips.filter((fault) => fault !== undefined)] };
}

function uploads(method: Method, { api }: Published): readonly Way[] {
  if (!acceptsMedia(method, api)) return [];
  const { resumable = false, simple = true } = method.mediaUpload ?? {};
  const whole = contentFor(method, api);
  const type = typeFor(method);
  const way = (name: string, media: MediaUpload): Way => ({
    name,
    method,
    call: (client, params) => functionOf(client, method.collections, method.name)(params, { media }),
  });
  const body = content.subarray(0, 100);
  return [
    ...(simple ? [way('uploaded whole', { body, type, resumable: false })] : []),
    ...(resumable ? [way('uploaded in pieces', { body: whole, type, resumable, chunkSize: 1 })] : []),
  ];
}

/** A media type that the method accepts. */
function typeFor({ mediaUpload }: Method): string {
  return (mediaUpload?.accept.find((each) => each !== '*/*') ?? 'text/plain').replace('/*', '/plain');
}

/** As many bytes as the method accepts. */
function contentFor(method: Method, api: Api): Uint8Array {
  return content.subarray(0, toMediaDescriptor(method, api).upload?.maxSize);
}

function downloads(method: Method, { api }: Published): readonly Way[] {
  if (!returnsMedia(method, api)) return [];
  const call: Way['call'] = (client, params) => functionOf(client, method.collections, `${method.name}Media`)(params);
  return [{ name: 'downloaded', method, call }];
}

/** Faults that reject only requests with media. */
const rejectMediaTypes = new Set(['multipart', 'upload', 'accept', 'maxSize', 'maxBody', 'json', 'body', 'query', 'range']);

async function faultOf(
  { method, call }: Way,
  params: Params,
  { mock, client }: { readonly mock: Mock; readonly client: Node },
): Promise<string | undefined> {
  const before = mock.requests.length;
  const outcome = await call(client, params).catch((error: unknown) => error);
  const entries = mock.requests.slice(before);
  if (entries.length === 0) return `nothing was sent: ${String(outcome)}`;
  return entries.map((entry) => checkTransfer(entry, method)).find((fault) => fault !== undefined);
}

function checkTransfer({ methodId, method, path, status, failure, rejection }: JournalEntry, expected: Method): string | undefined {
  if (methodId !== expected.id) return `${method} ${path} reached ${String(methodId)}`;
  if (status === 500) return `${path}: ${String(failure)}`;
  return rejection && rejectMediaTypes.has(rejection.rule) ? `${path}: ${rejection.message}` : undefined;
}

/** The path from which uploaded content can be downloaded. */
function roundTrips(method: Method, published: Published, modules: Modules): readonly Promise<string | undefined>[] {
  const { api } = published;
  const { action } = method;
  if (action.kind !== 'create' || method.mediaUpload === undefined) return [];
  const get = api.methods.find((other) => other.mediaDownload && other.action.kind === 'get' && other.action.resource === action.resource);
  const list = api.methods.find((other) => other.action.kind === 'list' && other.action.resource === action.resource);
  return get ? [roundTrip({ create: method, get, list }, published, modules)] : [];
}

interface Trip {
  readonly create: Method;
  readonly get: Method;
  readonly list: Method | undefined;
}

async function roundTrip({ create, get, list }: Trip, published: Published, modules: Modules): Promise<string | undefined> {
  const body = contentFor(create, published.api);
  const type = typeFor(create);
  const flow = new Flow(published, modules, { callOptions: (method) => (method === create ? { media: { body, type } } : {}) });
  try {
    const resource = get.action.kind === 'get' ? flow.resource(get.action.resource) : undefined;
    if (resource === undefined) return `${get.id} is no read of a resource`;
    const found = await flow.media(get, await flow.create(create, list, resource));
    return Buffer.compare(found, body) === 0 ? undefined : `${get.id}: expected the content of ${create.id}, found another`;
  } catch (error) {
    return `${create.id}: ${String(error)}`;
  }
}
