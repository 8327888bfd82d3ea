/** A generated client and the generated mock of the same package, with every exchange recorded. */
import { request } from 'node:http';
import type { Fetch } from '../../runtime/client/index.js';
import type { ApiBehavior } from '../../runtime/behavior.js';
import type { AnyMock, JournalEntry, MockOptions } from '../../mock/index.js';

/** The parts of a generated package that the tests use. */
export interface GeneratedPackage<Client> {
  /** Its folder under `generated/`. */
  readonly name: string;
  readonly createClient: (options: { readonly rootUrl: string; readonly fetch: Fetch; readonly retry: false }) => Client;
  readonly createMock: (options?: Omit<MockOptions, 'handlers'>) => AnyMock;
  readonly behavior: ApiBehavior;
  /** All exports of its validators. */
  readonly validators: Readonly<Record<string, unknown>>;
}

/** One request and its response on the wire. */
export interface Exchange {
  readonly method: string;
  readonly url: URL;
  readonly requestBody: string | undefined;
  readonly status: number;
  readonly responseBody: string;
  /** Whether the request is expected to be valid. */
  readonly expectation: 'valid' | 'invalid';
}

/** A request that no generated client would send. */
export interface RawRequest {
  readonly method: string;
  /** With the query, percent-encoded, with a leading slash. */
  readonly path: string;
  readonly body?: string | undefined;
}

export interface World<Client> {
  readonly client: Client;
  readonly mock: AnyMock;
  readonly rootUrl: string;
  readonly exchanges: readonly Exchange[];
  /** The number of times that a test read the state of the mock. */
  readonly stateReads: number;
  /** The ID of the method that handled an exchange, from the journal of the mock. */
  findMethodId(exchange: Exchange): string | undefined;
  /** Sends a request that the client would reject; the exchange counts as invalid. */
  sendRaw(request: RawRequest): Promise<Exchange>;
  /** Runs a function whose requests count as invalid. */
  sendInvalid<Result>(run: () => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

type Send = (request: RawRequest & { readonly headers: Readonly<Record<string, string>> }) => Promise<{ status: number; body: string }>;

/** A transport between a client and its mock. */
export interface TransportCase {
  readonly name: string;
  open(mock: AnyMock): Promise<{ readonly rootUrl: string; readonly fetch: Fetch; readonly send: Send; close(): Promise<void> }>;
}

const inMemory: TransportCase = {
  name: 'in memory',
  open: async (mock) => {
    const rootUrl = 'https://service.example.com/';
    return {
      rootUrl,
      fetch: mock.fetch,
      send: ({ method, path, headers, body }) => mock.handle({ method, url: rootUrl.slice(0, -1) + path, headers, body }),
      close: async () => {},
    };
  },
};

const overHttp: TransportCase = {
  name: 'over HTTP',
  open: async (mock) => {
    const { url, close } = await mock.listen({ port: 0 });
    return { rootUrl: `${url}/`, fetch: (address, init) => fetch(address, init), send: (request) => sendOverHttp(url, request), close };
  },
};

export const transportCases: readonly TransportCase[] = [inMemory, overHttp];

/** Sends a request with node:http, because `fetch` forbids a body on a GET. */
function sendOverHttp(origin: string, { method, path, headers, body }: Parameters<Send>[0]): ReturnType<Send> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const outgoing = request(`${origin}${path}`, { method, headers: { ...headers, ...length }, agent: false }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(parts).toString('utf8') }));
      response.on('error', reject);
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** Opens a client and a mock for one test. IDs, times, and fingerprints are the same in every run. */
export async function openWorld<Client>(
  api: GeneratedPackage<Client>,
  transport: TransportCase,
  options?: Omit<MockOptions, 'handlers'>,
): Promise<World<Client>> {
  const clock = { now: Date.parse('2026-01-01T00:00:00Z') };
  const mock = api.createMock({ now: () => clock.now, randomSeed: 1, ...options });
  const { rootUrl, fetch, send, close } = await transport.open(mock);
  const exchanges: Exchange[] = [];
  let expectation: Exchange['expectation'] = 'valid';
  let stateReads = 0;
  const client = api.createClient({
    rootUrl,
    fetch: recordExchanges(fetch, (exchange) => exchanges.push({ ...exchange, expectation })),
    retry: false,
  });
  return {
    client,
    mock: countStateReads(mock, () => (stateReads += 1)),
    rootUrl,
    exchanges,
    get stateReads() {
      return stateReads;
    },
    findMethodId: ({ method, url }) => findJournalEntry(mock.requests, method, url)?.methodId,
    sendRaw: async ({ method, path, body }) => {
      const { status, body: responseBody } = await send({ method, path, body, headers: { 'content-type': 'application/json' } });
      const exchange: Exchange = {
        method,
        url: new URL(rootUrl.slice(0, -1) + path),
        requestBody: body,
        status,
        responseBody,
        expectation: 'invalid',
      };
      exchanges.push(exchange);
      return exchange;
    },
    sendInvalid: async (run) => {
      expectation = 'invalid';
      try {
        return await run();
      } finally {
        expectation = 'valid';
      }
    },
    close,
  };
}

/** Counts reads of the state; everything else is unchanged. */
function countStateReads(mock: AnyMock, onRead: () => void): AnyMock {
  return new Proxy(mock, {
    get(target, name) {
      if (name === 'state') onRead();
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

function recordExchanges(fetch: Fetch, add: (exchange: Omit<Exchange, 'expectation'>) => void): Fetch {
  return async (url, init) => {
    const response = await fetch(url, init);
    const responseBody = await response.text();
    add({
      method: init.method,
      url: new URL(url),
      requestBody: typeof init.body === 'string' ? init.body : undefined,
      status: response.status,
      responseBody,
    });
    return { status: response.status, headers: response.headers, text: async () => responseBody };
  };
}

function findJournalEntry(entries: readonly JournalEntry[], method: string, url: URL): JournalEntry | undefined {
  const path = decodeURIComponent(url.pathname);
  return entries.find((entry) => entry.method === method && decodeURIComponent(new URL(entry.path, url).pathname) === path);
}
