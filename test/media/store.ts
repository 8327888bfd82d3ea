/** Generates and imports the package of an object store, and records or breaks its exchanges. */
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
  Fetch,
  MediaCall,
  MediaMethod,
  Method,
  PagedCall,
  UploadOptions,
} from '../../templates/runtime/client/index.js';
import type { Mock, MockOptions } from '../../templates/runtime/mock/index.js';
import { root } from '../packages/support.js';

type Body = Readonly<Record<string, unknown>>;
type Named = Readonly<Record<string, string>> & { readonly requestBody?: Body };

export interface StoreObject {
  readonly name?: string;
  readonly size?: string;
  readonly contentType?: string;
  readonly md5Hash?: string;
  readonly crc32c?: string;
}

type Upload<Result> = (params: Named | Body, options?: UploadOptions) => Call<Result>;
type Plain<Result> = (params: Named | Body, options?: CallOptions) => Call<Result>;
type Download = (params: Named, options?: DownloadOptions) => MediaCall;

export interface StoreClient extends Client {
  readonly buckets: { readonly insert: Plain<Body>; readonly get: Plain<Body> };
  readonly objects: {
    readonly insert: Upload<StoreObject>;
    readonly update: Upload<StoreObject>;
    readonly get: Plain<StoreObject>;
    readonly delete: Plain<void>;
    readonly list: (params: Named) => PagedCall<StoreObject, { readonly items?: readonly StoreObject[] }>;
    readonly getMedia: Download;
  };
  readonly notes: { readonly create: Upload<Body>; readonly getMedia: Download };
  readonly pages: { readonly create: Upload<Body>; readonly get: Plain<Body>; readonly update: Upload<Body>; readonly getMedia: Download };
}

export interface WordsClient extends Client {
  readonly words: {
    readonly insert: Plain<Body>;
    readonly get: Plain<Body>;
    readonly patch: Plain<Body>;
    readonly list: (params?: Named) => PagedCall<Body, Body>;
  };
}

interface Entry {
  readonly batch: typeof batch;
  readonly createMock: (options?: MockOptions) => Mock;
  readonly compose: (...mocks: readonly Mock[]) => Mock;
  readonly validators: NonNullable<ClientOptions['validate']>;
}

export interface Store extends Entry {
  readonly createStoreClient: (options?: ClientOptions & { readonly location?: string }) => StoreClient;
  readonly createClient: (options?: ClientOptions & { readonly location?: string }) => Client;
  readonly objectsGet: Method<Named, StoreObject>;
  readonly objectsGetMedia: MediaMethod<Named>;
}

export interface Words extends Entry {
  readonly createWordsClient: (options?: ClientOptions) => WordsClient;
}

const imported = new Map<string, Promise<object>>();

/** Generates the package of a fixture and imports it, once for all files that a worker tests. */
export async function importPackage<Package>(name: 'store-v1' | 'words-v2'): Promise<Package> {
  const known = imported.get(name) ?? generateAndImport(name);
  imported.set(name, known);
  return (await known) as Package;
}

async function generateAndImport(name: string): Promise<object> {
  // Below node_modules, so that imported files are not transformed. It stays until the next run, because the mock imports some modules late.
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

export interface Watched {
  readonly fetch: Fetch;
  readonly log: ObservedExchange[];
}

/** Breaks an exchange before the request reaches the service or before the response reaches the client. */
export type Cut = 'before' | 'after' | undefined;

/** A fetch function that records exchanges and breaks them as `cut` specifies. */
export function watchExchanges(inner: Mock['fetch'], cut: (request: Omit<ObservedExchange, 'status'>) => Cut = () => undefined): Watched {
  const log: ObservedExchange[] = [];
  const fetch: Fetch = async (url, init) => {
    const { pathname, search } = new URL(url);
    const sent = init.body === undefined ? 0 : typeof init.body === 'string' ? init.body.length : init.body.byteLength;
    const request = { method: init.method, path: pathname + search, range: init.headers['content-range'] ?? init.headers['range'], sent };
    const broken = cut(request);
    if (broken === 'before') {
      log.push({ ...request, status: 0 });
      throw new TypeError('fetch failed');
    }
    const response = await inner(url, init);
    log.push({ ...request, status: broken ? 0 : response.status });
    if (broken) throw new TypeError('fetch failed');
    return response;
  };
  return { fetch, log };
}

/** Bytes without repetition. */
export function bytes(length: number): Uint8Array {
  let state = 1;
  return Uint8Array.from({ length }, () => (state = (state * 48271) % 2147483647) & 0xff);
}

/** The same bytes in chunks. */
export async function* toStream(content: Uint8Array, step: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; at += step) yield content.subarray(at, at + step);
}

/** Retries without a delay. */
export const quick = { attempts: 5, delay: 0 } as const;
