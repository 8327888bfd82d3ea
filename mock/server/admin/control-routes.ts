/** The control routes, which read and change a session. The journal, faults, and authorization don't apply to them. */
import { HttpError } from '../../lib/http-error.js';
import { catchHttpErrors, type HttpResult } from '../../lib/http-result.js';
import type { ControlGrant } from './access.js';
import { AdminResponse, toJson, type AdminCall, type AdminRoute, type AdminRoutes } from './admin-call.js';
import { runInAllProcesses } from './all-processes.js';
import { clockRoutes } from './clock-routes.js';
import { describeSupport } from './describe-support.js';
import { dryRunCall } from './dry-run-route.js';
import { streamEvents } from './event-stream.js';
import { describeForm } from './form-route.js';
import { faultRoutes, previewFault } from './fault-routes.js';
import { compareStates, getHistory } from './history-routes.js';
import { getCoverage, getRequest, getStatistics, requestRoutes } from './journal-routes.js';
import { listMethods } from './method-routes.js';
import { operationRoutes } from './operation-routes.js';
import { getApi, listApis, listCollections, listResources } from './resource-routes.js';
import { getCredentials, getSeed, mergeSeed, settingsRoutes, stateRoutes } from './state-routes.js';
import { createSnapshot, deleteSnapshot, forkSession, getSnapshot, listSnapshots, rewindSession } from './version-routes.js';

/** Serves the control page, a document with its script and style. Its source is `control-page/`. */
const serveControlPage: AdminRoute = async () => {
  const { loadPage, contentSecurityPolicy } = await import('../../ui.js');
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': contentSecurityPolicy,
    'cache-control': 'no-cache',
    'referrer-policy': 'no-referrer',
  };
  return new AdminResponse(null, { text: await loadPage(), headers });
};

/** The routes by their path below `/__admin/`. `*` is a name, which the route receives. */
const routes: Readonly<Record<string, AdminRoutes>> = {
  health: { GET: () => ({ status: 'ok' }) },
  ui: { GET: serveControlPage },
  state: stateRoutes,
  seed: { GET: getSeed, POST: mergeSeed },
  reset: {
    POST: async ({ sessions, session }) => {
      await sessions.reset(session);
      await runInAllProcesses('reset', { sessions, session });
      return {};
    },
  },
  requests: requestRoutes,
  'requests/*': { GET: getRequest },
  statistics: { GET: getStatistics },
  events: { GET: streamEvents },
  clock: clockRoutes,
  faults: faultRoutes,
  'faults/preview': { POST: previewFault },
  coverage: { GET: getCoverage },
  support: { GET: ({ sessions }) => toJson(describeSupport(sessions)) },
  apis: { GET: listApis },
  'apis/*/*': { GET: getApi },
  methods: { GET: listMethods },
  form: { GET: describeForm },
  collections: { GET: listCollections },
  resources: { GET: listResources },
  operations: operationRoutes,
  'dry-run': { POST: dryRunCall },
  history: { GET: getHistory },
  compare: { GET: compareStates },
  settings: settingsRoutes,
  credentials: { GET: getCredentials },
  sessions: {
    GET: async ({ sessions }) => ({ sessions: await sessions.list() }),
    POST: forkSession,
  },
  'sessions/*': {
    async DELETE(call, name) {
      await call.sessions.delete(name);
      await runInAllProcesses('unload', { sessions: call.sessions, session: { name } });
      return {};
    },
  },
  snapshots: { GET: listSnapshots, POST: createSnapshot },
  'snapshots/*': { GET: getSnapshot, DELETE: deleteSnapshot },
  rewind: { POST: rewindSession },
};

/** Handles a control request. `access`: the permission of a request that came over HTTP, or the error that rejects it. */
export async function handleAdminRequest(call: AdminCall, access: ControlGrant | HttpError | undefined): Promise<HttpResult> {
  const result = await catchHttpErrors(async () => {
    if (access instanceof HttpError) throw access;
    if (access?.isPreflight) return { status: 204, body: null };
    if (call.incoming.error) throw call.incoming.error;
    await call.session.catchUp();
    const response = await handleAdminCall(call);
    return response instanceof AdminResponse ? response.result : { status: 200, body: response };
  });
  const headers = access instanceof HttpError ? undefined : access?.headers;
  return headers ? { ...result, headers: { ...result.headers, ...headers } } : result;
}

function handleAdminCall(call: AdminCall): ReturnType<AdminRoute> {
  const { path, method } = call.incoming;
  const segments = path.split('/').slice(2);
  const [name = '', ...names] = segments;
  const isFixed = Object.hasOwn(routes, segments.join('/'));
  const pattern = isFixed ? segments.join('/') : [name, ...names.map((text) => text && '*')].join('/');
  const methods = Object.hasOwn(routes, pattern) ? routes[pattern] : undefined;
  if (!methods)
    throw new HttpError('notFound', {
      message: `No control route matches ${path}; expected one of ${Object.keys(routes)
        .filter((known) => !known.includes('/'))
        .join(', ')}.`,
      rule: 'route',
    });
  const allowed = Object.keys(methods);
  // The transports omit the body of the response. An event stream has no other content to describe.
  if (allowed.includes('GET') && pattern !== 'events') allowed.push('HEAD');
  if (!allowed.includes(method)) throw createMethodNotAllowedError(method, allowed);
  const route = methods[method === 'HEAD' ? 'GET' : method] as AdminRoute;
  const [first = '', second = ''] = isFixed ? [] : names.map(decodeName);
  return route(call, first, second);
}

function createMethodNotAllowedError(method: string, allowed: readonly string[]): HttpError {
  return new HttpError('methodNotAllowed', {
    message: `The control route doesn't support the HTTP method ${method}; expected ${allowed.join(' or ')}.`,
    rule: 'route',
    headers: { allow: allowed.join(', ') },
  });
}

function decodeName(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new HttpError('invalid', { message: 'The path contains malformed percent-encoding.', rule: 'route' });
  }
}
