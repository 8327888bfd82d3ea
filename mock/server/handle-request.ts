/** Handles one request: decompresses its body, finds its session, passes it to a batch, a control route, or the API, and responds. */
import { dryRun } from '../api/dry-run.js';
import { handleApiRequest, type ApiResult } from '../api/handle-call.js';
import type { FindBuiltIn } from '../api/route.js';
import { omitRootPath } from '../api/root-path.js';
import { defaultSession, type SessionRegistry } from '../engine/session-registry.js';
import { redactAdminToken, redactText, redactUrl } from '../lib/admin-token.js';
import { Reservation } from '../lib/byte-budget.js';
import { ConnectionCut, HttpError, requireHttpError } from '../lib/http-error.js';
import { getBodyText, getQueryParameter, readRequest, type ParsedRequest, type RawRequest } from '../lib/http-request.js';
import { toErrorResult } from '../lib/http-result.js';
import { loadOnce } from '../lib/lazy-module.js';
import { continueWith, type MaybePromise } from '../lib/maybe-promise.js';
import type { RecordedExchange } from '../state/journal.js';
import type { Session } from '../state/session.js';
import type { MockResponse } from '../types/mock.js';
import type { ControlGrant } from './admin/access.js';
import type { AdminCall } from './admin/admin-call.js';
import { readResponseFormat, respondWithoutSession, toResponse } from './http-response.js';
import { adminPath, getEncoding, isBatch, isControlPath, isControlRequest } from './request-kinds.js';

/** Loads the control routes. */
export const loadAdmin: () => MaybePromise<typeof import('./admin-entry.js')> = loadOnce(() => import('./admin-entry.js'));
/** Loads the HTTP server. */
export const loadHttp: () => MaybePromise<typeof import('./http-entry.js')> = loadOnce(() => import('./http-entry.js'));
const loadBuiltInCalls = loadOnce(() => import('./built-in-calls.js'));

const findBuiltIn: FindBuiltIn = (session, incoming) =>
  continueWith(loadBuiltInCalls(), ({ findBuiltInCall }) => findBuiltInCall(session, incoming));

type Access = ControlGrant | HttpError | undefined;

/**
 * Returns the response without a promise if nothing is asynchronous. Throws or rejects with `ConnectionCut` if a fault cuts the connection.
 * `access`: the permission of a control request that came over HTTP, or the error that rejects it. In memory, only the token is checked.
 */
export function handleRequest(
  sessions: SessionRegistry,
  request: RawRequest,
  access?: ControlGrant | HttpError,
): MaybePromise<MockResponse> {
  if (access !== undefined || sessions.settings.adminToken === undefined || !isControlRequest(request))
    return handleAdmitted(sessions, request, access);
  return continueWith(loadAdmin(), ({ checkAdminToken }) => handleAdmitted(sessions, request, checkAdminToken(request, sessions.settings)));
}

function handleAdmitted(sessions: SessionRegistry, request: RawRequest, access: Access): MaybePromise<MockResponse> {
  // The content of a compressed body counts until the response exists.
  const reservation = getEncoding(request) !== 'identity' ? new Reservation(sessions.bodies) : undefined;
  const response = continueWith(parseRequest(sessions, { request, access, reservation }), (incoming) => {
    const name = access instanceof HttpError ? defaultSession : getSessionName(incoming);
    const respond = (session: Session): MaybePromise<MockResponse> => {
      if (isBatch(incoming, session.catalog.apis)) return respondToBatch(sessions, session, incoming);
      if (isControlPath(incoming.path))
        return respondToAdmin({ sessions, session, incoming, dryRun: (request) => dryRun(session, request) }, access);
      return continueWith(handleApiRequest(session, incoming, findBuiltIn), (result) => recordExchange(session, incoming, result));
    };
    const existing = sessions.findExisting(name);
    return existing ? respond(existing) : sessions.get(name).then(respond, respondWithoutSession);
  });
  return reservation ? Promise.resolve(response).finally(() => reservation.release()) : response;
}

/** A browser can't send headers when it opens an event stream. */
function getSessionName(incoming: ParsedRequest): string {
  const inQuery = incoming.path === `${adminPath}/events` ? getQueryParameter(incoming, 'session') : undefined;
  return inQuery || incoming.headers['x-mock-session'] || defaultSession;
}

interface AdmittedRequest {
  readonly request: RawRequest;
  readonly access: unknown;
  /** Present if the body is compressed. */
  readonly reservation: Reservation | undefined;
}

function parseRequest(sessions: SessionRegistry, { request, access, reservation }: AdmittedRequest): MaybePromise<ParsedRequest> {
  const { maxBody, maxControlBody } = sessions.settings;
  const { bodyError } = request;
  const read = (received: RawRequest): ParsedRequest => readPath(readRequest(received, maxBody), sessions);
  if (bodyError) return { ...read(request), error: bodyError };
  if (!reservation) return read(request);
  const limit = access !== undefined && !(access instanceof HttpError) ? maxControlBody : maxBody;
  return Promise.resolve(loadHttp())
    .then(({ decompress }) => decompress(request, { maxBody: limit, reservation }))
    .then(read)
    .catch((error: unknown) => ({ ...read(request), error: requireHttpError(error) }));
}

/** Removes the path in the address of an API. There are no control routes below it. */
function readPath(incoming: ParsedRequest, { catalog }: SessionRegistry): ParsedRequest {
  const relative = omitRootPath(incoming, catalog);
  return isControlPath(incoming.path) || isControlPath(relative.path) ? incoming : relative;
}

async function respondToBatch(sessions: SessionRegistry, session: Session, incoming: ParsedRequest): Promise<MockResponse> {
  const { handleBatch } = await loadHttp();
  const { maxBody } = sessions.settings;
  const isForbidden = (received: ParsedRequest): boolean => {
    const call = readPath(received, sessions);
    return isBatch(call, session.catalog.apis) || isControlPath(call.path);
  };
  const response = handleBatch(incoming, { maxBody, isForbidden, handle: (request) => handleRequest(sessions, request) });
  return response.catch((error: unknown) => toResponse(session, readResponseFormat(incoming), toErrorResult(requireHttpError(error))));
}

async function respondToAdmin(call: AdminCall, access: Access): Promise<MockResponse> {
  const { handleAdminRequest } = await loadAdmin();
  // Only pages of allowed origins may read the response. A script response would bypass that.
  const format = { ...readResponseFormat(call.incoming), origin: undefined, callback: undefined };
  return toResponse(call.session, format, await handleAdminRequest(call, access));
}

/** Records the exchange in the journal and returns its response. Throws `ConnectionCut` if a fault cuts the connection. */
function recordExchange(session: Session, incoming: ParsedRequest, { at, methodId, call, durationMs, result }: ApiResult): MockResponse {
  const { method, rootPath = '', target, body } = incoming;
  const { adminToken } = session.settings;
  const headers = redactAdminToken(incoming.headers, adminToken);
  const response = toResponse(session, readResponseFormat(incoming), result);
  const path = redactUrl(target, adminToken);
  const isCut = result.status === 0;
  const status = isCut ? 0 : response.status;
  const exchange = {
    at,
    methodId,
    method,
    path: `${rootPath}${path}`,
    status,
    headers,
    body: redactBody(body, adminToken),
    response,
    note: result.note,
    durationMs,
    call,
    ...(adminToken !== undefined && redactEcho(response, result.note, adminToken)),
  };
  session.journal.add(exchange);
  session.activity.record(exchange, session.settings.now());
  if (isCut) throw new ConnectionCut();
  return response;
}

/** Removes the admin token from a body. */
function redactBody(body: ParsedRequest['body'], token: string | undefined): ParsedRequest['body'] {
  if (token === undefined || body === undefined || body.length === 0) return body;
  const text = getBodyText(body);
  const redacted = redactText(text, token);
  return redacted === text ? body : redacted;
}

/** Removes the token from the response, which repeats the values of invalid parameters. */
function redactEcho(response: MockResponse, note: RecordedExchange['note'], token: string): Pick<RecordedExchange, 'response' | 'note'> {
  const rejection = note?.rejection;
  return {
    response: { ...response, body: redactText(response.body, token) },
    note: rejection ? { ...note, rejection: { ...rejection, message: redactText(rejection.message, token) } } : note,
  };
}
