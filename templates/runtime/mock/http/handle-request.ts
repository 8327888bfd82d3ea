/** Handles one request: finds its session and route, applies faults, runs the call, and records the exchange. */
import { maxControlBody, type ControlGrant } from '../admin/access.js';
import { handleAdminCall } from '../admin/control-routes.js';
import { handleBatch, isBatch } from './http-batch.js';
import { findDiscovery, type DiscoveryCall } from '../api/serve-discovery.js';
import {
  ConnectionCut,
  toErrorBody,
  getReasonDefaults,
  getDefaultReason,
  HttpError,
  toHttpErrorBody,
  getStatusName,
} from '../lib/http-error.js';
import { getFaultStatus, type FaultEffects } from '../state/faults.js';
import { decompress } from './decompress.js';
import { formatHeaderNames, findIgnored } from '../api/ignored.js';
import { findMediaSupport, type MediaRequest } from '../api/media/media-support.js';
import { handleApiCall } from '../api/pipeline.js';
import type { MethodResult, RoutedRequest } from '../api/routed-request.js';
import { readResponseFormat, toHttpResult, toResponse, type HttpResult } from '../api/http-response.js';
import { isControlPath, readRequest, type ParsedRequest, type RawRequest } from '../lib/http-request.js';
import type { RouteResult } from '../world/router.js';
import type { Session } from '../state/session.js';
import { defaultSession, type Sessions } from '../engine/sessions.js';
import type { FaultRule, MockResponse } from '../types/mock.js';
import type { Method } from '../world/method.js';

/**
 * Returns the response without a promise if nothing is asynchronous. Throws or rejects with `ConnectionCut` if a fault cuts the connection.
 * `access`: the permission of a control request that came over HTTP, or the error that rejects it.
 */
export function handleRequest(
  sessions: Sessions,
  request: RawRequest,
  access?: ControlGrant | HttpError,
): MockResponse | Promise<MockResponse> {
  const { maxBody } = sessions.settings;
  const limit = access === undefined ? maxBody : maxControlBody;
  const decompressed = decompress(request, limit);
  if (!(decompressed instanceof Promise)) return selectSession({ sessions, incoming: readRequest(decompressed, maxBody), access });
  return decompressed.then(
    (inflated) => selectSession({ sessions, incoming: readRequest(inflated, maxBody), access }),
    (error: unknown) => selectSession({ sessions, incoming: { ...readRequest(request, maxBody), error: requireHttpError(error) }, access }),
  );
}

interface SessionRequest {
  readonly sessions: Sessions;
  readonly session: Session;
  readonly incoming: ParsedRequest;
  readonly access?: ControlGrant | HttpError | undefined;
}

function selectSession({ sessions, incoming, access }: Omit<SessionRequest, 'session'>): MockResponse | Promise<MockResponse> {
  const name = access instanceof HttpError ? defaultSession : incoming.headers['x-mock-session'] || defaultSession;
  const session = sessions.findExisting(name);
  if (session) return route({ sessions, session, incoming, access });
  return sessions.get(name).then((created) => route({ sessions, session: created, incoming, access }));
}

function route(request: SessionRequest): MockResponse | Promise<MockResponse> {
  const { sessions, session, incoming } = request;
  if (isBatch(incoming)) {
    const parts = handleBatch(incoming, { maxBody: sessions.settings.maxBody, handle: async (inner) => handleRequest(sessions, inner) });
    return parts.catch((error: unknown) => toResponse(session, readResponseFormat(incoming), toErrorResult(requireHttpError(error))));
  }
  return isControlPath(incoming.path) ? respondToAdminCall(request) : respondToApiCall(request);
}

async function respondToAdminCall({ sessions, session, incoming, access }: SessionRequest): Promise<MockResponse> {
  const result = await catchHttpErrors(async () => {
    if (access instanceof HttpError) throw access;
    if (access?.isPreflight) return { status: 204, body: null };
    if (incoming.error) throw incoming.error;
    return { status: 200, body: await handleAdminCall(incoming.path, { sessions, session, incoming }) };
  });
  const headers = { ...result.headers, ...(access instanceof HttpError ? {} : access?.headers) };
  // Only pages of allowed origins may read the response. A script response would bypass that.
  const format = { ...readResponseFormat(incoming), origin: undefined, callback: undefined };
  return toResponse(session, format, Object.keys(headers).length === 0 ? result : { ...result, headers });
}

function respondToApiCall(request: SessionRequest): MockResponse | Promise<MockResponse> {
  const { sessions, session, incoming } = request;
  const media = findMediaSupport(sessions.world);
  if (!media || incoming.error) return applyFaults(request);
  const mediaRequest = media.findRequest(sessions.world, session, incoming).catch(() => undefined);
  return mediaRequest.then((media) => applyFaults(request, media));
}

/** Applies the injected faults to the call, then responds. */
function applyFaults({ sessions, session, incoming }: SessionRequest, media?: MediaRequest): MockResponse | Promise<MockResponse> {
  // Errors of the query and the body are reported after those of the route and the caller. With media the route depends on the query.
  const route = (sessions.world.hasMedia ? incoming.error : undefined) ?? media?.route ?? findRoute(sessions, incoming);
  const isMatch = !(route instanceof HttpError) && route.kind === 'match';
  const discovery = route instanceof HttpError || route.kind !== 'none' ? undefined : findDiscovery(sessions.world.apis, incoming);
  const methodId = isMatch ? route.value.id : discovery?.methodId;
  const faults = session.faults.apply(methodId, incoming.path);
  const resolved: ResolvedRequest = { session, incoming, route, methodId, faults, handleMedia: media?.handle, discovery };
  return faults.latencyMs > 0 ? wait(faults.latencyMs).then(() => respond(resolved)) : respond(resolved);
}

function respond(resolved: ResolvedRequest): MockResponse | Promise<MockResponse> {
  const time = resolved.session.clock.now();
  const result = computeResult(resolved, time);
  return result instanceof Promise
    ? result.then((settled) => recordExchange(resolved, time, settled))
    : recordExchange(resolved, time, result);
}

/** Records the exchange in the journal and returns its response. Throws `ConnectionCut` if a fault cuts the connection. */
function recordExchange({ session, incoming, methodId }: ResolvedRequest, at: number, result: HttpResult): MockResponse {
  const { method, target, headers, body } = incoming;
  const response = toResponse(session, readResponseFormat(incoming), result);
  const isCut = result.status === 0;
  const status = isCut ? 0 : response.status;
  session.journal.add({ at, methodId, method, path: target, status, headers, body, response, note: result.note });
  if (isCut) throw new ConnectionCut();
  return response;
}

function requireHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  throw error;
}

function findRoute({ world }: Sessions, { path, method }: ParsedRequest): RouteResult<Method> | HttpError {
  try {
    const result = world.router.find(path, method);
    return result.kind === 'wrongMethod' && method === 'HEAD' ? world.router.find(path, 'GET') : result;
  } catch {
    return new HttpError('invalid', { message: `The path contains malformed percent-encoding: ${path}`, location: 'path', rule: 'route' });
  }
}

interface ResolvedRequest {
  readonly session: Session;
  readonly incoming: ParsedRequest;
  readonly route: RouteResult<Method> | HttpError;
  /** Absent if no route matched. */
  readonly methodId: string | undefined;
  readonly faults: FaultEffects;
  /** Handles a media request. Absent for other requests. */
  readonly handleMedia: MediaRequest['handle'];
  readonly discovery: DiscoveryCall | undefined;
}

function computeResult(
  { session, incoming, route, faults, handleMedia, discovery }: ResolvedRequest,
  at: number,
): HttpResult | Promise<HttpResult> {
  if (faults.response) return toFaultResult(faults.response, faults.ids);
  if (route instanceof HttpError) return toErrorResult(route);
  if (incoming.method === 'OPTIONS' && route.kind !== 'match') return { status: 204, body: null, ...createOptionsHeaders(route) };
  if (discovery) return catchHttpErrors(async () => ({ status: 200, body: await discovery.respond() }), { faults: faults.ids });
  if (route.kind === 'none') {
    return toErrorResult(new HttpError('notFound', { message: `No route matches ${incoming.method} ${incoming.path}`, rule: 'route' }));
  }
  if (route.kind === 'wrongMethod') {
    const allowed = route.allowed.join(', ');
    return toErrorResult(
      new HttpError('methodNotAllowed', {
        message: `${incoming.path} doesn't support ${incoming.method}; expected ${allowed}.`,
        rule: 'route',
        headers: { allow: allowed },
      }),
    );
  }
  const { value: method, segments } = route;
  // A handler may read any part of the request, so nothing counts as ignored.
  const ignored = session.handlers.find(method.id) ? [] : findIgnored(method, incoming, session.settings);
  const response = catchHttpErrors(
    () => {
      const routed: RoutedRequest = { session, method, segments, incoming, faults, ignored };
      if (handleMedia) return handleMedia(routed);
      const result = pollUntilReady(session, at, () => session.run((state) => handleApiCall(state, routed)));
      return result instanceof Promise ? result.then((settled) => toHttpResult(settled, incoming)) : toHttpResult(result, incoming);
    },
    { faults: faults.ids, service: method.api.errorDomain },
  );
  // A strict session rejects the request for what would be ignored.
  if (ignored.length === 0 || session.strict) return response;
  session.settings.warnings.reportIgnored(method.id, ignored);
  return response instanceof Promise ? response.then((settled) => addIgnoredHeader(settled, ignored)) : addIgnoredHeader(response, ignored);
}

function addIgnoredHeader(result: HttpResult, ignored: readonly string[]): HttpResult {
  const headers = { ...result.headers, 'x-mock-ignored': formatHeaderNames(ignored) };
  return { ...result, headers, note: { ...result.note, ignored } };
}

/** Lists the methods that a path supports, with `OPTIONS`, and with `HEAD` wherever it supports `GET`. */
function createOptionsHeaders(route: Exclude<RouteResult<Method>, { readonly kind: 'match' }>): Pick<HttpResult, 'headers'> {
  if (route.kind === 'none') return {};
  const { allowed } = route;
  return { headers: { allow: [...allowed, ...(allowed.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort().join(', ') } };
}

/** Milliseconds between two polls. */
const pollInterval = 20;

/** Repeats the call until the resource is ready or the timeout is over. A frozen clock ends the polling at once. */
function pollUntilReady(
  session: Session,
  at: number,
  call: () => MethodResult | Promise<MethodResult>,
): MethodResult | Promise<MethodResult> {
  const result = call();
  return result instanceof Promise || result.pollTimeout !== undefined ? poll(session, { start: at, first: result, call }) : result;
}

interface Polling {
  readonly start: number;
  /** The result of the first call. */
  readonly first: MethodResult | Promise<MethodResult>;
  readonly call: () => MethodResult | Promise<MethodResult>;
}

async function poll(session: Session, { start, first, call }: Polling): Promise<MethodResult> {
  let now = start;
  for (let result = await first; ; result = await call()) {
    if (result.pollTimeout === undefined || now - start >= result.pollTimeout) return result;
    await wait(pollInterval);
    if (session.clock.now() === now) return result;
    now = session.clock.now();
  }
}

interface ResultContext {
  /** Ids of the faults that applied. */
  readonly faults?: readonly string[];
  /** The domain of a service whose errors have details. */
  readonly service?: string | undefined;
}

/** Runs `work` and turns a thrown error into an error result. */
function catchHttpErrors(
  work: () => HttpResult | Promise<HttpResult>,
  { faults = [], service }: ResultContext = {},
): HttpResult | Promise<HttpResult> {
  const addFaultIds = (result: HttpResult): HttpResult =>
    faults.length > 0 ? { ...result, note: { ...result.note, fault: faults.join(', ') } } : result;
  const toFailure = (error: unknown): HttpResult =>
    error instanceof HttpError ? addFaultIds(toErrorResult(error, service)) : toInternalErrorResult(error, service);
  try {
    const result = work();
    return result instanceof Promise ? result.then(addFaultIds, toFailure) : addFaultIds(result);
  } catch (error) {
    return toFailure(error);
  }
}

function toInternalErrorResult(error: unknown, service?: string): HttpResult {
  const result = toErrorResult(
    new HttpError('internalError', { rule: 'internal', message: 'The mock failed. GET /__admin/requests shows the cause as `failure`.' }),
    service,
  );
  return { ...result, note: { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) } };
}

function toErrorResult(error: HttpError, service?: string): HttpResult {
  return {
    status: error.code,
    body: toHttpErrorBody(error, service),
    headers: error.headers,
    note: { rejection: { rule: error.rule, reason: error.reason, message: error.message } },
  };
}

function toFaultResult(rule: FaultRule, ids: readonly string[]): HttpResult {
  const fault = ids.join(', ');
  const code = getFaultStatus(rule);
  if (rule.drop || code === undefined) return { status: 0, body: null, note: { fault } };
  const reason = rule.reason ?? getDefaultReason(code);
  const defaults = getReasonDefaults(reason);
  const message = rule.message ?? defaults?.message ?? `An injected fault responded with status ${code}.`;
  const status = defaults?.code === code ? defaults.status : getStatusName(code);
  const body = toErrorBody({ code, message, status, errors: [{ domain: 'global', reason, message }] });
  return { status: code, body, note: { fault, rejection: { rule: 'fault', reason, message } } };
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
