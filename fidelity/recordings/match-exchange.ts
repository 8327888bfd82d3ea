/** Finds the API and the method that a recorded request calls. Uses the routes of the mock, so that both agree. */
import { matchPath } from '../../runtime/paths/match.js';
import {
  Router,
  createPairTest,
  getActionResource,
  getAddressPath,
  getCommonParameter,
  getHost,
  isCommonHostPath,
  matchHost,
  readRequest,
  splitUrl,
  type FoundRoute,
  type HostMatch,
  type ParsedRequest,
} from '../../mock/shared.js';
import { groupBy } from '../../generator/lib/group-by.js';
import type { Api, Method } from '../../generator/model/model.js';
import type { RecordedRequest } from './exchange.js';

export interface MatchOptions {
  /** Further addresses at which all APIs are, for example that of a mock or a proxy: `http://127.0.0.1:8787/`. */
  readonly addresses?: readonly string[];
}

export interface MatchedCall {
  readonly kind: 'match';
  readonly api: Api;
  readonly method: Method;
  /** Decoded. A slash in a segment stays `%2F` if the parameter spans several segments. */
  readonly pathParameters: ReadonlyMap<string, string>;
  /** Decoded, in the order of the request. */
  readonly queryParameters: ReadonlyMap<string, readonly string[]>;
  /** `upload`: the first or only request of an upload. `chunk`: a later request of a resumable one. `download`: a read of the content. */
  readonly media?: 'upload' | 'chunk' | 'download';
}

export interface UnmatchedCall {
  readonly kind: 'none';
  /** `batch`: a batch of calls. `malformed`: the path or the query can't be decoded. */
  readonly reason: 'grpc' | 'unknownHost' | 'unknownPath' | 'wrongHttpMethod' | 'batch' | 'malformed';
  /** The reason as a sentence without a period. */
  readonly message: string;
  /** The APIs at the host. */
  readonly apis: readonly Api[];
}

export type Match = MatchedCall | UnmatchedCall;

/**
 * Returns a function that finds the method of a request. It compiles the routes of an API at the first request to its host. A URL without
 * a host can be of any of the APIs.
 */
export function createMatcher(apis: readonly Api[], { addresses = [] }: MatchOptions = {}): (request: RecordedRequest) => Match {
  const routes = new Map<Api, ApiRoutes>();
  const getRoutes = (api: Api): ApiRoutes => {
    const present = routes.get(api) ?? new ApiRoutes(api, addresses);
    routes.set(api, present);
    return present;
  };
  const hosts = new Map<string, HostApis>();
  const findApis = (host: string): HostApis => {
    const present = hosts.get(host) ?? groupBy(apis, (api) => matchApiHost(api, host, addresses));
    hosts.set(host, present);
    return present;
  };
  return (request) => {
    if (request.method === 'GRPC') return createFailure('grpc', `${request.url} is a gRPC call`, []);
    const incoming = parseRequest(request);
    const atHost = findApis(getHost(incoming.origin));
    const find = (api: Api): FoundCall => ({ api, result: getRoutes(api).find(incoming) });
    const own = (request.url.startsWith('/') ? apis : (atHost.get('own') ?? [])).map(find);
    const common = request.url.startsWith('/') ? [] : (atHost.get('common') ?? []);
    // Without a service path, only its methods show that an API is at a common host.
    const found = [
      ...own,
      ...common
        .filter(({ servicePath }) => isCommonHostPath(servicePath, incoming.path))
        .map(find)
        .filter(({ api, result }) => api.servicePath !== '' || !isUnknownPath(result)),
    ];
    const candidates = found.map(({ api }) => api);
    if (candidates.length === 0) return createFailure('unknownHost', `no API is at ${incoming.origin}`, candidates);
    if (incoming.error !== undefined) return createFailure('malformed', incoming.error.message, candidates);
    const results = found.map(({ result }) => result);
    const match = results.find(({ kind }) => kind === 'match');
    if (match !== undefined) return match;
    const failure = results.find((result) => !isUnknownPath(result));
    return failure ?? createFailure('unknownPath', describeMissingPath(incoming.path, candidates), candidates);
  };
}

type HostApis = ReadonlyMap<HostMatch | undefined, readonly Api[]>;

interface FoundCall {
  readonly api: Api;
  readonly result: Match;
}

const isUnknownPath = (result: Match): boolean => result.kind === 'none' && result.reason === 'unknownPath';

const createFailure = (reason: UnmatchedCall['reason'], message: string, apis: readonly Api[]): UnmatchedCall => ({
  kind: 'none',
  reason,
  message,
  apis,
});

function describeMissingPath(path: string, apis: readonly Api[]): string {
  const names = apis.map(({ name, version }) => `${name} ${version}`);
  return names.length === 1
    ? `${names[0]} has no method with the path ${path}`
    : `none of ${names.join(', ')} has a method with the path ${path}`;
}

/** Parses the request like a mock: a method in `X-HTTP-Method-Override` counts, and a form can hold the query. */
function parseRequest({ method, url, headers, body }: RecordedRequest): ParsedRequest {
  const text = body === undefined || body.kind === 'bytes' ? undefined : body.text;
  return readRequest({ method, url, headers: Object.fromEntries(headers), ...(text !== undefined && { body: text }) });
}

export type ApiAddress = Pick<Api, 'name' | 'rootUrl' | 'endpoints' | 'servicePath'>;

/** Returns a function that tells whether an API can be at the address of a request. `prefixes`: the beginnings of the paths of its methods. */
export function createAddressTest(api: ApiAddress & { readonly prefixes: ReadonlySet<string> }): (url: string) => boolean {
  const hosts = new Map<string, HostMatch | undefined>();
  return (url) => {
    if (url.startsWith('/')) return true;
    const origin = url.split('/', 3).join('/');
    if (!hosts.has(origin)) hosts.set(origin, matchApiHost(api, getHost(origin), []));
    const match = hosts.get(origin);
    if (match !== 'common') return match === 'own';
    const { path } = splitUrl({ method: 'GET', url });
    return isCommonHostPath(api.servicePath, path) && (api.servicePath !== '' || hasPrefix(path, api.prefixes));
  };
}

/** Whether a path of a call, an upload, or a download begins like one of the paths of methods. */
export function hasPrefix(path: string, prefixes: ReadonlySet<string>): boolean {
  const own = path.replace(/^\/(?:resumable\/)?(?:upload|download)\//, '/');
  return [...prefixes].some((prefix) => own.startsWith(prefix));
}

function matchApiHost(api: ApiAddress, host: string, addresses: readonly string[]): HostMatch | undefined {
  const rootUrls = listRootUrls(api);
  // An API whose address is an unset variable can be anywhere.
  if (rootUrls.length === 0 || addresses.some((address) => getHost(address) === host)) return 'own';
  return matchHost({ name: api.name, rootUrls }, host);
}

const listRootUrls = ({ rootUrl, endpoints }: Pick<Api, 'rootUrl' | 'endpoints'>): readonly string[] => [
  ...(rootUrl === undefined ? [] : [rootUrl]),
  ...endpoints.map(({ url }) => url),
];

/** The routes of one API. */
class ApiRoutes {
  readonly #calls = new Router<Method>();
  readonly #uploads = new Router<Method>();
  readonly #rootPaths: readonly string[];

  constructor(
    private readonly api: Api,
    addresses: readonly string[],
  ) {
    for (const method of api.methods) this.#add(method);
    const urls = [...listRootUrls(api), ...addresses];
    this.#rootPaths = [...new Set(urls.map(getAddressPath))].filter((path) => path !== '').sort((one, other) => other.length - one.length);
  }

  #add(method: Method): void {
    const { route, segmentPath, shorterRoutes, mediaUpload, httpMethod } = method;
    this.#calls.add({ template: route, method: httpMethod, accepts: this.#createPairTest(method) }, method);
    if (segmentPath !== undefined) this.#calls.add({ template: segmentPath, method: httpMethod }, method);
    for (const template of shorterRoutes) this.#calls.add({ template, method: httpMethod, isFallback: true }, method);
    if (mediaUpload !== undefined) this.#uploads.add({ template: mediaUpload.route, method: httpMethod }, method);
  }

  #createPairTest({ action, route }: Method): ReturnType<typeof createPairTest> {
    const { methods, resources } = this.api;
    const path = getActionResource(action);
    return createPairTest({
      method: { action, path: route },
      resource: resources.find((resource) => resource.path === path),
      listMethods: () => methods.map((each) => ({ action: each.action, path: each.route })),
    });
  }

  find(incoming: ParsedRequest): Match {
    const { api } = this;
    const rootPath = this.#rootPaths.find((each) => incoming.path.startsWith(`${each}/`)) ?? '';
    const path = incoming.path.slice(rootPath.length);
    try {
      return this.#findCall(path, incoming) ?? this.#explain(path, incoming);
    } catch (error) {
      if (!(error instanceof URIError)) throw error;
      return createFailure('malformed', `${path} contains malformed percent-encoding`, [api]);
    }
  }

  #findCall(path: string, incoming: ParsedRequest): MatchedCall | undefined {
    const call = findRoute(this.#calls, path, incoming.method);
    if (call !== undefined) {
      const isDownload = call.mediaDownload && getCommonParameter(incoming, 'alt') === 'media';
      return this.#createMatch(call, { path, incoming, ...(isDownload && { media: 'download' }) });
    }
    if (path.startsWith('/download/')) {
      const target = path.slice('/download'.length);
      const download = findRoute(this.#calls, target, incoming.method);
      return download && this.#createMatch(download, { path: target, incoming, media: 'download' });
    }
    return this.#findUpload(path.replace(/^\/resumable\//, '/'), incoming);
  }

  /** Finds an upload. A chunk has the URL of the first request, but another HTTP method. */
  #findUpload(path: string, incoming: ParsedRequest): MatchedCall | undefined {
    const result = this.#uploads.find(path, incoming.method);
    const isChunk = getCommonParameter(incoming, 'upload_id') !== undefined;
    const httpMethod = result.kind === 'wrongMethod' && isChunk ? result.allowed[0] : incoming.method;
    const method = httpMethod === undefined ? undefined : findRoute(this.#uploads, path, httpMethod);
    return method && this.#createMatch(method, { path, incoming, media: isChunk ? 'chunk' : 'upload' });
  }

  #createMatch(method: Method, { path, incoming, media }: RequestPath): MatchedCall {
    const { api } = this;
    const templates = [media === 'upload' || media === 'chunk' ? (method.mediaUpload?.route ?? '') : method.route, ...method.shorterRoutes];
    const variables =
      templates.map((template) => matchPath(template, path.replace(/\/$/, ''))).find((values) => values !== undefined) ?? {};
    const queryParameters = new Map<string, string[]>();
    for (const [name, value] of incoming.query) {
      const values = queryParameters.get(name);
      if (values === undefined) queryParameters.set(name, [value]);
      else values.push(value);
    }
    const pathParameters = new Map(Object.entries(variables));
    return { kind: 'match', api, method, pathParameters, queryParameters, ...(media !== undefined && { media }) };
  }

  #explain(path: string, { method }: ParsedRequest): UnmatchedCall {
    const { api } = this;
    if (path.replace(/\/$/, '') === `/${api.batchPath ?? 'batch'}`) return createFailure('batch', `${path} is a batch of calls`, [api]);
    const results: readonly FoundRoute<Method>[] = [this.#calls.find(path, method), this.#uploads.find(path, method)];
    const allowed = results.flatMap((result) => (result.kind === 'wrongMethod' ? result.allowed : []));
    return allowed.length === 0
      ? createFailure('unknownPath', describeMissingPath(path, [api]), [api])
      : createFailure(
          'wrongHttpMethod',
          `${api.name} ${api.version} has no method ${method} ${path}; the path supports ${allowed.join(', ')}`,
          [api],
        );
  }
}

interface RequestPath {
  readonly path: string;
  readonly incoming: ParsedRequest;
  readonly media?: MatchedCall['media'];
}

/** Finds the route of a path. A `HEAD` request calls the method of `GET`. */
function findRoute(router: Router<Method>, path: string, httpMethod: string): Method | undefined {
  const result = router.find(path, httpMethod);
  if (result.kind === 'match') return result.value;
  return result.kind === 'wrongMethod' && httpMethod === 'HEAD' ? findRoute(router, path, 'GET') : undefined;
}
