/** The control routes, which read and change a session. The journal, faults, and authorization don't apply to them. */
import { describeValue } from '../../error-text.js';
import { formatInstant, isRepresentableInstant, parseDuration, parseInstant } from '../lib/instants.js';
import { HttpError } from '../lib/http-error.js';
import { SeedError } from '../engine/seed/seed-error.js';
import { toFaultRules, validateFaultRule } from '../state/faults.js';
import { isList, isObject, type Json, type JsonObject } from '../lib/json.js';
import { readJson, toText, type ParsedRequest } from '../lib/http-request.js';
import { catchHttpErrors, type HttpResult } from '../lib/http-result.js';
import { continueWith, type MaybePromise } from '../lib/maybe-promise.js';
import type { Session } from '../state/session.js';
import type { Sessions } from '../engine/sessions.js';
import { changeSettings, exportState, getSettings, applySeed } from '../engine/session-state.js';
import { describeSupport } from './describe-support.js';
import { isYaml, maxControlBody, type ControlGrant } from './access.js';

interface AdminCall {
  readonly sessions: Sessions;
  readonly session: Session;
  readonly incoming: ParsedRequest;
}

type Route = (control: AdminCall) => MaybePromise<Json>;

const routes: Readonly<Record<string, Readonly<Record<string, Route>>>> = {
  health: { GET: () => ({ status: 'ok' }) },
  state: {
    GET: async ({ session, incoming }) => (await exportState(session, incoming.origin)) as JsonObject,
    PUT: async (control) => seedSession(control, true),
  },
  seed: { POST: async (control) => seedSession(control, false) },
  reset: {
    POST: async ({ sessions, session }) => {
      await sessions.reset(session);
      return {};
    },
  },
  requests: {
    GET: ({ session }) => ({ requests: session.journal.entries as unknown as readonly JsonObject[] }),
    DELETE: ({ session }) => {
      session.journal.clear();
      return {};
    },
  },
  clock: {
    GET: ({ session }) => ({ now: formatInstant(session.clock.now()) }),
    POST: setClock,
  },
  faults: {
    GET: ({ session }) => session.faults.rules as unknown as readonly JsonObject[],
    PUT: async (control) => {
      control.session.faults.replace(toFaultRules(await readRules(control)));
      control.session.isPrepared = true;
      return {};
    },
    POST: async (control) => {
      for (const rule of toFaultRules(await readRules(control))) control.session.faults.add(rule);
      control.session.isPrepared = true;
      return {};
    },
    DELETE: ({ session }) => {
      session.faults.replace([]);
      return {};
    },
  },
  coverage: { GET: ({ sessions, session }) => getCoverage(sessions, session) },
  support: { GET: ({ sessions }) => describeSupport(sessions) as unknown as JsonObject },
  settings: {
    GET: ({ session }) => ({ ...getSettings(session) }),
    PUT: ({ session, incoming }) => {
      const body = readJson(incoming.body, session.settings);
      if (!isObject(body)) throw createInvalidError(`The request body must be an object with strict (received ${describeValue(body)}).`);
      try {
        changeSettings(session, body);
      } catch (error) {
        throw error instanceof TypeError ? createInvalidError(error.message) : error;
      }
      return {};
    },
  },
  sessions: { GET: ({ sessions }) => ({ sessions: sessions.names }) },
};

/** Handles a control request. `access`: the permission of a request that came over HTTP, or the error that rejects it. */
export function handleAdminRequest(call: AdminCall, access: ControlGrant | HttpError | undefined): MaybePromise<HttpResult> {
  const result = catchHttpErrors(async () => {
    if (access instanceof HttpError) throw access;
    if (access?.isPreflight) return { status: 204, body: null };
    if (call.incoming.error) throw call.incoming.error;
    return { status: 200, body: await handleAdminCall(call) };
  });
  const headers = access instanceof HttpError ? undefined : access?.headers;
  return continueWith(result, (settled) => (headers ? { ...settled, headers: { ...settled.headers, ...headers } } : settled));
}

function handleAdminCall(call: AdminCall): MaybePromise<Json> {
  const { path, method } = call.incoming;
  const [name = '', subpath, ...rest] = path.split('/').slice(2);
  if (name === 'sessions' && subpath !== undefined && subpath !== '' && rest.length === 0) return deleteSession(decodeName(subpath), call);
  const methods = subpath === undefined && Object.hasOwn(routes, name) ? routes[name] : undefined;
  if (!methods)
    throw new HttpError('notFound', {
      message: `No control route matches ${path}; expected one of ${Object.keys(routes).join(', ')}.`,
      rule: 'route',
    });
  const route = Object.hasOwn(methods, method) ? methods[method] : undefined;
  if (!route) throw createMethodNotAllowedError(Object.keys(methods));
  return route(call);
}

function createMethodNotAllowedError(allowed: readonly string[]): HttpError {
  return new HttpError('methodNotAllowed', {
    message: `The control route doesn't support this HTTP method; expected ${allowed.join(', ')}.`,
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

async function deleteSession(name: string, { sessions, incoming }: AdminCall): Promise<Json> {
  if (incoming.method !== 'DELETE') throw createMethodNotAllowedError(['DELETE']);
  await sessions.delete(name);
  return {};
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
  if (unknown !== undefined) throw createInvalidError(`unknown member "${unknown}"; expected ${clockMembers.join(', ')}`);
  const { set, freeze, advance } = body;
  const time = set === undefined ? undefined : parseInstant(set);
  const duration = advance === undefined ? undefined : parseDuration(advance);
  if (set !== undefined && time === undefined)
    throw createInvalidError(`set must be an RFC 3339 time such as 2026-01-01T00:00:00Z (received ${describeValue(set)})`);
  if (advance !== undefined && duration === undefined)
    throw createInvalidError(`advance must be a duration such as 90s (received ${describeValue(advance)})`);
  if (freeze !== undefined && typeof freeze !== 'boolean')
    throw createInvalidError(`freeze must be true or false (received ${describeValue(freeze)})`);
  if (!isRepresentableInstant((time ?? session.clock.now()) + (duration ?? 0)) || (time !== undefined && !isRepresentableInstant(time)))
    throw createInvalidError('the clock must stay within the years 0 to 9999');
  session.isPrepared = true;
  if (freeze === true) session.clock.freeze();
  if (time !== undefined) await session.setTime(time);
  if (freeze === false) session.clock.unfreeze();
  if (duration !== undefined) await session.setTime(session.clock.now() + duration);
  return { now: formatInstant(session.clock.now()) };
}

function createInvalidError(message: string): HttpError {
  return new HttpError('invalid', { message, rule: 'control' });
}

/** Parses the body as JSON, or as YAML if its content type is YAML and the mock has a YAML parser. */
async function readDocument({ session, incoming }: Pick<AdminCall, 'session' | 'incoming'>): Promise<Json> {
  const limits = { maxBody: maxControlBody, maxDepth: 1000 };
  if (!isYaml(incoming)) return readJson(incoming.body, limits);
  const { parseYaml } = session.settings;
  if (!parseYaml)
    throw new HttpError('invalid', {
      code: 415,
      message: `This mock doesn't read YAML: send JSON with 'content-type: application/json', or set the option parseYaml.`,
      location: 'Content-Type',
      locationType: 'header',
      rule: 'contentType',
    });
  try {
    return (await parseYaml(toText(incoming.body))) as Json;
  } catch (error) {
    const message = `The request body is not valid YAML: ${error instanceof Error ? error.message : String(error)}`;
    throw new HttpError('parseError', { message, location: 'requestBody', rule: 'yaml' });
  }
}

async function readRules(control: AdminCall): Promise<readonly Json[]> {
  const rules = await readDocument(control);
  if (!isList(rules)) throw createInvalidError(`The request body must be an array of fault rules (received ${describeValue(rules)}).`);
  const errors = rules.flatMap((rule, index) => validateFaultRule(rule, control.session.world).map((error) => `[${index}]: ${error}`));
  if (errors.length > 0)
    throw new HttpError('invalid', { details: errors.map((message) => ({ reason: 'invalid', message })), rule: 'control' });
  return rules;
}

function getCoverage({ world }: Sessions, { journal }: Session): Json {
  const ids = world.methods.map(({ id }) => id).sort();
  const { counts } = journal;
  const methods = ids.flatMap((id): readonly (readonly [string, JsonObject])[] => {
    const statusCounts = counts.get(id);
    return statusCounts ? [[id, Object.fromEntries([...statusCounts].map(([status, count]) => [String(status), count]))]] : [];
  });
  return { methods: Object.fromEntries(methods), unreached: ids.filter((id) => !counts.has(id)) };
}
