/** Generates and imports the test packages, and records or interrupts their exchanges. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { generate } from '../../generator/index.js';
import type {
  batch,
  Call,
  CallOptions,
  Client,
  ClientOptions,
  DownloadOptions,
  EventStream,
  Fetch,
  MediaCall,
  MediaMethod,
  UnaryMethod,
  PagedCall,
  StreamingMethod,
  UploadOptions,
} from '../../runtime/client/index.js';
import type { Mock, MockOptions } from '../../mock/index.js';
import type { MessageValidator } from '../../runtime/validate/index.js';
import { root } from '../packages/support.js';

type Body = Readonly<Record<string, unknown>>;
type PathParameters = Readonly<Record<string, string>> & { readonly requestBody?: Body };

export interface StoreObject {
  readonly name?: string;
  readonly size?: string;
  readonly contentType?: string;
  readonly md5Hash?: string;
  readonly crc32c?: string;
}

type Upload<Result> = (params: PathParameters | Body, options?: UploadOptions) => Call<Result>;
type JsonMethod<Result> = (params: PathParameters | Body, options?: CallOptions) => Call<Result>;
type Download = (params: PathParameters, options?: DownloadOptions) => MediaCall;

export interface StoreClient extends Client {
  readonly buckets: { readonly insert: JsonMethod<Body>; readonly get: JsonMethod<Body> };
  readonly objects: {
    readonly insert: Upload<StoreObject>;
    readonly update: Upload<StoreObject>;
    readonly get: JsonMethod<StoreObject>;
    readonly delete: JsonMethod<void>;
    readonly list: (params: PathParameters) => PagedCall<StoreObject, { readonly items?: readonly StoreObject[] }>;
    readonly getMedia: Download;
  };
  readonly notes: { readonly create: Upload<Body>; readonly getMedia: Download };
  readonly pages: {
    readonly create: Upload<Body>;
    readonly get: JsonMethod<Body>;
    readonly update: Upload<Body>;
    readonly getMedia: Download;
  };
}

export interface WordsClient extends Client {
  readonly words: {
    readonly insert: JsonMethod<Body>;
    readonly get: JsonMethod<Body>;
    readonly patch: JsonMethod<Body>;
    readonly list: (params?: PathParameters) => PagedCall<Body, Body>;
  };
}

interface CommonExports {
  readonly batch: typeof batch;
  readonly createMock: (options?: MockOptions) => Mock;
  readonly compose: (...mocks: readonly Mock[]) => Mock;
  readonly validators: NonNullable<ClientOptions['validate']>;
}

export interface Store extends CommonExports {
  readonly createStoreClient: (options?: ClientOptions & { readonly location?: string }) => StoreClient;
  readonly createClient: (options?: ClientOptions & { readonly location?: string }) => Client;
  readonly objectsGet: UnaryMethod<PathParameters, StoreObject>;
  readonly objectsGetMedia: MediaMethod<PathParameters>;
}

export interface Words extends CommonExports {
  readonly createWordsClient: (options?: ClientOptions) => WordsClient;
}

export interface Answer {
  readonly text?: string;
  readonly index?: number;
}

export interface AnswersClient extends Client {
  readonly models: {
    streamAnswer(params: Body & { readonly alt: 'sse' }): EventStream<Answer>;
    streamAnswer(params: Body): Call<Answer>;
    readonly answer: JsonMethod<Answer>;
  };
}

export interface Answers extends CommonExports {
  readonly createAnswersClient: (options?: ClientOptions) => AnswersClient;
  readonly createClient: (options?: ClientOptions) => Client;
  readonly modelsStreamAnswer: StreamingMethod<Body, Answer>;
}

export interface LettersClient extends Client {
  readonly letters: { readonly insert: Upload<Body> };
  readonly drafts: { readonly create: Upload<Body> };
}

export interface Letters extends CommonExports {
  readonly createLettersClient: (options?: ClientOptions) => LettersClient;
  readonly validateLettersInsertRequest: MessageValidator<unknown>;
}

const imported = new Map<string, Promise<object>>();

/** Generates the package of a fixture and imports it, once for all files that a worker tests. */
export async function importPackage<Package>(name: 'answers-v1' | 'letters-v1' | 'store-v1' | 'words-v2'): Promise<Package> {
  const known = imported.get(name) ?? generateAndImport(name);
  imported.set(name, known);
  return (await known) as Package;
}

async function generateAndImport(name: string): Promise<object> {
  // The folder is in node_modules, so that vitest doesn't transform the imported files.
  const out = join(root, 'node_modules/.media', process.env['VITEST_POOL_ID'] ?? '');
  rmSync(join(out, name), { recursive: true, force: true });
  const { status, diagnostics } = await generate({ files: [join(root, `test/fixtures/media/${name}.json`)], out });
  if (status !== 'done') throw new Error(JSON.stringify(diagnostics));
  const entry = (file: string): Promise<object> => import(pathToFileURL(join(out, name, 'dist', file)).href) as Promise<object>;
  const [index, methods, mock, validators] = await Promise.all(['index.js', 'methods.js', 'mock.js', 'validators.js'].map(entry));
  return { ...methods, ...index, ...mock, ...validators };
}

export interface ObservedExchange {
  readonly method: string;
  readonly path: string;
  readonly range: string | undefined;
  readonly sent: number;
  readonly status: number;
}

export interface ExchangeRecorder {
  readonly fetch: Fetch;
  readonly log: ObservedExchange[];
}

/** Whether an exchange fails before the request reaches the service or before the response reaches the client. */
export type Interruption = 'before' | 'after' | undefined;

/** Creates a fetch function that records exchanges and interrupts them as specified. */
export function watchExchanges(
  original: Mock['fetch'],
  interrupt: (request: Omit<ObservedExchange, 'status'>) => Interruption = () => undefined,
): ExchangeRecorder {
  const log: ObservedExchange[] = [];
  const fetch: Fetch = async (url, init) => {
    const { pathname, search } = new URL(url);
    const sent = init.body === undefined ? 0 : typeof init.body === 'string' ? init.body.length : init.body.byteLength;
    const request = { method: init.method, path: pathname + search, range: init.headers['content-range'] ?? init.headers['range'], sent };
    const interruption = interrupt(request);
    if (interruption === 'before') {
      log.push({ ...request, status: 0 });
      throw new TypeError('fetch failed');
    }
    const response = await original(url, init);
    log.push({ ...request, status: interruption ? 0 : response.status });
    if (interruption) throw new TypeError('fetch failed');
    return response;
  };
  return { fetch, log };
}

/** Creates pseudorandom bytes, so that a misplaced piece is noticed. */
export function bytes(length: number): Uint8Array {
  let state = 1;
  return new Uint8Array(length).map(() => (state = (state * 48271) % 2147483647) & 0xff);
}

/** Yields the bytes in chunks. */
export async function* toStream(content: Uint8Array, step: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; at += step) yield content.subarray(at, at + step);
}

/** Retries without a delay. */
export const noDelay = { attempts: 5, delay: 0 } as const;
