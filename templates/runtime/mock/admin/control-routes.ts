/** The control routes, which read and change a session. The journal, faults, and authorization don't apply to them. */
import { describeValue } from '../../error-text.js';
import { formatInstant, isRepresentableInstant, parseDuration, parseInstant } from '../lib/instants.js';
import { HttpError } from '../lib/http-error.js';
import { SeedError } from '../engine/seed/seed-error.js';
import { toFaultRules, validateFaultRule } from '../state/faults.js';
import { isList, isObject, type Json, type JsonObject } from '../lib/json.js';
import { readJson } from '../lib/http-request.js';
import { catchHttpErrors, type HttpResult } from '../lib/http-result.js';
import { continueWith, type MaybePromise } from '../lib/maybe-promise.js';
import { addFaults, applySeed, changeSettings, exportState, getSettings, replaceFaults } from '../engine/session-state.js';
import { getCoverage, readJournal, runInAllProcesses } from './all-processes.js';
import { describeSupport } from './describe-support.js';
import type { ControlGrant } from './access.js';
import {
  AdminResponse,
  createInvalidError,
  readDocument,
  type AdminCall,
  type AdminRoute,
  type AdminRoutes,
  type NamedAdminRoutes,
} from './admin-call.js';
import { createSnapshot, forkSession, listSnapshots, rewindSession, snapshotRoutes } from './version-routes.js';

const routes: Readonly<Record<string, AdminRoutes>> = {
  health: { GET: () => ({ status: 'ok' }) },
  state: {
    GET: async ({ session, incoming }) => {
      const body = (await exportState(session, incoming.origin)) as JsonObject;
      return new AdminResponse(body, { headers: { 'x-mock-sequence': String(session.version.sequence) } });
    },
    PUT: async (control) => seedSession(control, true),
  },
  seed: { POST: async (control) => seedSession(control, false) },
  reset: {
    POST: async ({ sessions, session }) => {
      await sessions.reset(session);
      await runInAllProcesses('reset', { sessions, session });
      return {};
    },
  },
  requests: {
    GET: async (control) => ({ requests: (await readJournal(control)) as unknown as readonly JsonObject[] }),
    DELETE: async (control) => {
      await runInAllProcesses('clear', control);
      return {};
    },
  },
  clock: {
    GET: ({ session }) => ({ now: formatInstant(session.now()) }),
    POST: setClock,
  },
  faults: {
    GET: ({ session }) => session.controls.faults.rules as unknown as readonly JsonObject[],
    PUT: async (control) => {
      await replaceFaults(control.session, toFaultRules(await readRules(control)));
      return {};
    },
    POST: async (control) => {
      await addFaults(control.session, toFaultRules(await readRules(control)));
      return {};
    },
    DELETE: async ({ session }) => {
      await replaceFaults(session, []);
      return {};
    },
  },
  coverage: { GET: getCoverage },
  support: { GET: ({ sessions }) => describeSupport(sessions) as unknown as JsonObject },
  settings: {
    GET: ({ session }) => ({ ...getSettings(session) }),
    PUT: async ({ session, incoming }) => {
      const body = readJson(incoming.body, session.settings);
      if (!isObject(body)) throw createInvalidError(`The request body must be an object with strict (received ${describeValue(body)}).`);
      try {
        await changeSettings(session, body);
      } catch (error) {
        throw error instanceof TypeError ? createInvalidError(error.message) : error;
      }
      return {};
    },
  },
  sessions: {
    GET: async (control) => ({ sessions: [...new Set((await runInAllProcesses('names', control)).flat())].sort() }),
    POST: forkSession,
  },
  snapshots: { GET: listSnapshots, POST: createSnapshot },
  rewind: { POST: rewindSession },
};

const namedRoutes: Readonly<Record<string, NamedAdminRoutes>> = {
  sessions: {
    async DELETE(control, name) {
      await control.sessions.delete(name);
      await runInAllProcesses('unload', control, name);
      return {};
    },
  },
  snapshots: snapshotRoutes,
};

/** Handles a control request. `access`: the permission of a request that came over HTTP, or the error that rejects it. */
export function handleAdminRequest(call: AdminCall, access: ControlGrant | HttpError | undefined): MaybePromise<HttpResult> {
  const result = catchHttpErrors(async () => {
    if (access instanceof HttpError) throw access;
    if (access?.isPreflight) return { status: 204, body: null };
    if (call.incoming.error) throw call.incoming.error;
    await call.session.catchUp();
    const response = await handleAdminCall(call);
    return response instanceof AdminResponse ? { ...response } : { status: 200, body: response };
  });
  const headers = access instanceof HttpError ? undefined : access?.headers;
  return continueWith(result, (settled) => (headers ? { ...settled, headers: { ...settled.headers, ...headers } } : settled));
}

function handleAdminCall(call: AdminCall): ReturnType<AdminRoute> {
  const { path } = call.incoming;
  const [name = '', subpath, ...rest] = path.split('/').slice(2);
  const named = Object.hasOwn(namedRoutes, name) ? namedRoutes[name] : undefined;
  if (named && subpath !== undefined && subpath !== '' && rest.length === 0) return findRoute(named, call)(call, decodeName(subpath));
  const methods = subpath === undefined && Object.hasOwn(routes, name) ? routes[name] : undefined;
  if (!methods)
    throw new HttpError('notFound', {
      message: `No control route matches ${path}; expected one of ${Object.keys(routes).join(', ')}.`,
      rule: 'route',
    });
  return findRoute(methods, call)(call);
}

/** Returns the route of the request's HTTP method. Throws 405. */
function findRoute<Route>(routesByMethod: Readonly<Record<string, Route>>, { incoming: { method } }: AdminCall): Route {
  const route = Object.hasOwn(routesByMethod, method) ? routesByMethod[method] : undefined;
  if (!route) throw createMethodNotAllowedError(method, Object.keys(routesByMethod));
  return route;
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

async function seedSession({ session, incoming }: AdminCall, replace: boolean): Promise<Json> {
  const document = await readDocument({ session, incoming });
  try {
    await applySeed(session, document as JsonObject, replace);
  } catch (error) {
    if (!(error instanceof SeedError)) throw error;
    throw new HttpError('invalid', {
      message: error.message,
      details: error.faults.map(({ message }) => ({ reason: 'invalid', message })),
      rule: 'seed',
    });
  }
  return {};
}

const clockMembers = ['set', 'freeze', 'advance'];

async function setClock({ session, incoming }: AdminCall): Promise<Json> {
  const body = await readDocument({ session, incoming });
  if (!isObject(body))
    throw createInvalidError(`The request body must be an object with set, freeze, or advance (received ${describeValue(body)}).`);
  const unknown = Object.keys(body).find((name) => !clockMembers.includes(name));
  if (unknown !== undefined) throw createInvalidError(`unknown member "${unknown}"; expected one of ${clockMembers.join(', ')}`);
  const { set, freeze, advance } = body;
  const time = set === undefined ? undefined : parseInstant(set);
  const duration = advance === undefined ? undefined : parseDuration(advance);
  if (set !== undefined && time === undefined)
    throw createInvalidError(`set must be an RFC 3339 time such as 2026-01-01T00:00:00Z (received ${describeValue(set)})`);
  if (advance !== undefined && duration === undefined)
    throw createInvalidError(`advance must be a duration such as 90s (received ${describeValue(advance)})`);
  if (freeze !== undefined && typeof freeze !== 'boolean')
    throw createInvalidError(`freeze must be true or false (received ${describeValue(freeze)})`);
  if (!isRepresentableInstant((time ?? session.now()) + (duration ?? 0)) || (time !== undefined && !isRepresentableInstant(time)))
    throw createInvalidError('the clock must stay within the years 0 to 9999');
  await session.changeClock({ freeze, set: time, advance: duration });
  return { now: formatInstant(session.now()) };
}

async function readRules(control: AdminCall): Promise<readonly Json[]> {
  const rules = await readDocument(control);
  if (!isList(rules)) throw createInvalidError(`The request body must be an array of fault rules (received ${describeValue(rules)}).`);
  const errors = rules.flatMap((rule, index) => validateFaultRule(rule, control.session.world).map((error) => `[${index}]: ${error}`));
  if (errors.length > 0)
    throw new HttpError('invalid', { details: errors.map((message) => ({ reason: 'invalid', message })), rule: 'control' });
  return rules;
}
