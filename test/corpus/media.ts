/** Calls every method that uploads or downloads media through the client on the mock; downloaded content equals uploaded content. */
import type { Method } from '../../generator/model/model.js';
import type { MediaUpload } from '../../runtime/client/index.js';
import type { JournalEntry, Mock } from '../../mock/index.js';
import { Flow } from './flow.js';
import { findFunction, type Modules, type Node, type Published } from './published.js';
import type { Tally } from './report.js';
import { type Params, SampleValues } from './samples.js';

const content = Uint8Array.from({ length: 300 * 1024 }, (_, index) => (index * 31) % 251);

/** One upload or download call of a method. */
interface Transfer {
  readonly name: string;
  readonly method: Method;
  readonly call: (client: Node, params: Params) => Promise<unknown>;
}

export async function transferMedia(published: Published, modules: Modules): Promise<Tally> {
  const transfers = published.api.methods.flatMap((method) => [...listUploads(method), ...listDownloads(method)]);
  const failures: string[] = [];
  if (transfers.length > 0) {
    const samples = new SampleValues(published.api);
    const mock = modules.createMock();
    const client = modules.createClient({ fetch: mock.fetch, rootUrl: 'https://corpus.example/', retry: false });
    for (const transfer of transfers) {
      const failure = await findTransferFailure(transfer, samples.params(transfer.method, 'least'), { mock, client });
      if (failure !== undefined) failures.push(`${transfer.method.id} (${transfer.name}): ${failure}`);
    }
  }
  const roundTripFailures = await Promise.all(published.api.methods.flatMap((method) => listRoundTrips(method, published, modules)));
  return {
    total: transfers.length + roundTripFailures.length,
    failures: [...failures, ...roundTripFailures.filter((failure) => failure !== undefined)],
  };
}

function listUploads(method: Method): readonly Transfer[] {
  if (!method.acceptsMedia) return [];
  const { resumable = false, simple = true } = method.mediaUpload ?? {};
  const wholeContent = getContent(method);
  const type = getMediaType(method);
  const transfer = (name: string, media: MediaUpload): Transfer => ({
    name,
    method,
    call: (client, params) => findFunction(client, method.collections, method.name)(params, { media }),
  });
  const body = content.subarray(0, 100);
  return [
    ...(simple ? [transfer('uploaded whole', { body, type, resumable: false })] : []),
    ...(resumable ? [transfer('uploaded in pieces', { body: wholeContent, type, resumable, chunkSize: 1 })] : []),
  ];
}

/** A media type that the method accepts. */
function getMediaType({ mediaUpload }: Method): string {
  return (mediaUpload?.accept.find((each) => each !== '*/*') ?? 'text/plain').replace('/*', '/plain');
}

/** Returns as many bytes as the method accepts. */
function getContent(method: Method): Uint8Array {
  return content.subarray(0, method.mediaUpload?.maxBytes);
}

function listDownloads(method: Method): readonly Transfer[] {
  if (!method.returnsMedia) return [];
  const call: Transfer['call'] = (client, params) => findFunction(client, method.collections, `${method.name}Media`)(params);
  return [{ name: 'downloaded', method, call }];
}

/** Faults that reject only requests with media. */
const rejectMediaTypes = new Set(['multipart', 'upload', 'accept', 'maxSize', 'maxBody', 'json', 'body', 'query', 'range']);

async function findTransferFailure(
  { method, call }: Transfer,
  params: Params,
  { mock, client }: { readonly mock: Mock; readonly client: Node },
): Promise<string | undefined> {
  const before = mock.requests.length;
  const outcome = await call(client, params).catch((error: unknown) => error);
  const entries = mock.requests.slice(before);
  if (entries.length === 0) return `nothing was sent: ${String(outcome)}`;
  return entries.map((entry) => checkTransfer(entry, method)).find((failure) => failure !== undefined);
}

function checkTransfer({ methodId, method, path, status, failure, rejection }: JournalEntry, expectedMethod: Method): string | undefined {
  if (methodId !== expectedMethod.id) return `${method} ${path} reached ${String(methodId)}`;
  if (status === 500) return `${path}: ${String(failure)}`;
  return rejection && rejectMediaTypes.has(rejection.rule) ? `${path}: ${rejection.message}` : undefined;
}

/** Uploads content with a create method and downloads it with the get method of the resource. */
function listRoundTrips(method: Method, published: Published, modules: Modules): readonly Promise<string | undefined>[] {
  const { api } = published;
  const { action } = method;
  if (action.kind !== 'create' || method.mediaUpload === undefined) return [];
  const get = api.methods.find(
    (candidate) => candidate.mediaDownload && candidate.action.kind === 'get' && candidate.action.resource === action.resource,
  );
  const list = api.methods.find((candidate) => candidate.action.kind === 'list' && candidate.action.resource === action.resource);
  return get ? [runRoundTrip({ create: method, get, list }, published, modules)] : [];
}

interface RoundTrip {
  readonly create: Method;
  readonly get: Method;
  readonly list: Method | undefined;
}

async function runRoundTrip({ create, get, list }: RoundTrip, published: Published, modules: Modules): Promise<string | undefined> {
  const body = getContent(create);
  const type = getMediaType(create);
  const flow = new Flow(published, modules, { callOptions: (method) => (method === create ? { media: { body, type } } : {}) });
  try {
    const resource = get.action.kind === 'get' ? flow.resource(get.action.resource) : undefined;
    if (resource === undefined) return `${get.id} doesn't read a resource`;
    const downloaded = await flow.media(get, await flow.create(create, list, resource));
    return Buffer.compare(downloaded, body) === 0 ? undefined : `${get.id}: expected the content of ${create.id}, found other content`;
  } catch (error) {
    return `${create.id}: ${String(error)}`;
  }
}
