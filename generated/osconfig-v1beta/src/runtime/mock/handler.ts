/** The core: one request in, one response out. */
import { maxControlBody, type ControlGrant } from './admin/access.js';
import { control } from './admin/admin.js';
import { answerBatch, isBatch } from './http-batch.js';
import { findDiscovery, type DiscoveryCall } from './discovery.js';
import { ConnectionCut, envelope, factsOf, reasonOf, Refusal, refusalBody, statusOf } from './errors.js';
import { statusIn, type Met } from './faults.js';
import { unpacked } from './gzip.js';
import { headerText, ignoredBy } from './ignored.js';
import type { MediaCall } from './media/support.js';
import { respond, type Answer, type Routed } from './pipeline.js';
import { lookOf, outcomeOf, reply, type Outcome } from './reply.js';
import { isControlPath, readRequest, type Incoming, type Sent } from './request.js';
import type { Finding } from './router.js';
import type { Session } from './session.js';
import { defaultSession, type Sessions } from './sessions.js';
import type { FaultRule, MockResponse } from './types.js';
import type { Method } from './world/method.js';

/**
 * Answers at once where nothing is waited for. Throws or rejects with `ConnectionCut` where a fault cuts the connection.
 * `access`: whether a control request that came over HTTP may pass.
 */
export function handle(sessions: Sessions, sent: Sent, access?: ControlGrant | Refusal): MockResponse | Promise<MockResponse> {
  const { maxBody } = sessions.settings;
  const limit = access === undefined ? maxBody : maxControlBody;
  const whole = unpacked(sent, limit);
  if (!(whole instanceof Promise)) return received({ sessions, incoming: readRequest(whole, maxBody), access });
  return whole.then(
    (request) => received({ sessions, incoming: readRequest(request, maxBody), access }),
    (error: unknown) => received({ sessions, incoming: { ...readRequest(sent, maxBody), fault: asRefusal(error) }, access }),
  );
}

interface Received {
  readonly sessions: Sessions;
  readonly session: Session;
  readonly incoming: Incoming;
  readonly access?: ControlGrant | Refusal | undefined;
}

function received({ sessions, incoming, access }: Omit<Received, 'session'>): MockResponse | Promise<MockResponse> {
  const name = access instanceof Refusal ? defaultSession : incoming.headers['x-mock-session'] || defaultSession;
  const session = sessions.made(name);
  if (session) return dispatched({ sessions, session, incoming, access });
  return sessions.get(name).then((made) => dispatched({ sessions, session: made, incoming, access }));
}

function dispatched(request: Received): MockResponse | Promise<MockResponse> {
  const { sessions, session, incoming } = request;
  if (isBatch(incoming)) {
    const parts = answerBatch(incoming, { maxBody: sessions.settings.maxBody, handle: async (inner) => handle(sessions, inner) });
    return parts.catch((error: unknown) => reply(session, lookOf(incoming), refusal(asRefusal(error))));
  }
  return isControlPath(incoming.path) ? controlled(request) : served(request);
}

async function controlled({ sessions, session, incoming, access }: Received): Promise<MockResponse> {
  const outcome = await settle(async () => {
    if (access instanceof Refusal) throw access;
    if (access?.isPreflight) return { status: 204, body: null };
    if (incoming.fault) throw incoming.fault;
    return { status: 200, body: await control(incoming.path, { sessions, session, incoming }) };
  });
  const headers = { ...outcome.headers, ...(access instanceof Refusal ? {} : access?.headers) };
  // No page may read the answer, as a script neither, but for those that are allowed to.
  const look = { ...lookOf(incoming), origin: undefined, callback: undefined };
  return reply(session, look, Object.keys(headers).length === 0 ? outcome : { ...outcome, headers });
}

/** A call of an API. */
function served(request: Received): MockResponse | Promise<MockResponse> {
  const { sessions, session, incoming } = request;
  const { media } = sessions.world;
  if (!media || incoming.fault) return faced(request);
  const found = media.find(sessions.world, session, incoming).catch(() => undefined);
  return found.then((call) => faced(request, call));
}

/** The call meets the faults that are set. */
function faced({ sessions, session, incoming }: Received, media?: MediaCall): MockResponse | Promise<MockResponse> {
  // What is wrong with query or body is told after what is wrong with the route and the caller; where media may be sent, the route depends on them.
  const finding = (sessions.world.media ? incoming.fault : undefined) ?? media?.finding ?? find(sessions, incoming);
  const isMatch = !(finding instanceof Refusal) && finding.kind === 'match';
  const discovery = finding instanceof Refusal || finding.kind !== 'none' ? undefined : findDiscovery(sessions.world.apis, incoming);
  const methodId = isMatch ? finding.value.id : discovery?.methodId;
  const met = session.faults.meet(methodId, incoming.path);
  const asked: Asked = { session, incoming, finding, methodId, met, work: media?.work, discovery };
  return met.latencyMs > 0 ? wait(met.latencyMs).then(() => answered(asked)) : answered(asked);
}

function answered(asked: Asked): MockResponse | Promise<MockResponse> {
  const at = asked.session.clock.now();
  const outcome = answer(asked, at);
  return outcome instanceof Promise ? outcome.then((each) => noted(asked, at, each)) : noted(asked, at, outcome);
}

/** Into the journal with it, and out. */
function noted({ session, incoming, methodId }: Asked, at: number, outcome: Outcome): MockResponse {
  const { method, target, headers, body } = incoming;
  const response = reply(session, lookOf(incoming), outcome);
  const isCut = outcome.status === 0;
  const status = isCut ? 0 : response.status;
  session.journal.add({ at, methodId, method, path: target, status, headers, body, response, note: outcome.note });
  if (isCut) throw new ConnectionCut();
  return response;
}

function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  throw error;
}

function find({ world }: Sessions, { path, method }: Incoming): Finding<Method> | Refusal {
  try {
    const found = world.router.find(path, method);
    return found.kind === 'wrongMethod' && method === 'HEAD' ? world.router.find(path, 'GET') : found;
  } catch {
    return new Refusal('invalid', { message: `The path holds a malformed percent-encoding: ${path}`, location: 'path', rule: 'route' });
  }
}

interface Asked {
  readonly session: Session;
  readonly incoming: Incoming;
  readonly finding: Finding<Method> | Refusal;
  /** Absent where no route matched. */
  readonly methodId: string | undefined;
  readonly met: Met;
  /** How it is answered, where not as usual. */
  readonly work: MediaCall['work'];
  readonly discovery: DiscoveryCall | undefined;
}

function answer({ session, incoming, finding, met, work, discovery }: Asked, at: number): Outcome | Promise<Outcome> {
  if (met.answer) return faulted(met.answer, met.ids);
  if (finding instanceof Refusal) return refusal(finding);
  if (incoming.method === 'OPTIONS' && finding.kind !== 'match') return { status: 204, body: null, ...optionsOf(finding) };
  if (discovery) return settle(async () => ({ status: 200, body: await discovery.respond() }), { faults: met.ids });
  if (finding.kind === 'none') {
    return refusal(new Refusal('notFound', { message: `There is no route ${incoming.method} ${incoming.path}`, rule: 'route' }));
  }
  if (finding.kind === 'wrongMethod') {
    const allowed = finding.allowed.join(', ');
    return refusal(
      new Refusal('methodNotAllowed', { message: `${incoming.path} takes ${allowed}.`, rule: 'route', headers: { allow: allowed } }),
    );
  }
  const { value: method, segments } = finding;
  // A handler reads what it wants.
  const ignored = session.handlers.find(method.id) ? [] : ignoredBy(method, incoming, session.settings);
  const outcome = settle(
    () => {
      const routed: Routed = { session, method, segments, incoming, met, ignored };
      if (work) return work(routed);
      const found = patiently(session, at, () => session.run((state) => respond(state, routed)));
      return found instanceof Promise ? found.then((each) => outcomeOf(each, incoming)) : outcomeOf(found, incoming);
    },
    { faults: met.ids, service: method.api.errorDomain },
  );
  // A strict session rejects the request for what would be ignored.
  if (ignored.length === 0 || session.strict) return outcome;
  session.settings.warnings.reportIgnored(method.id, ignored);
  return outcome instanceof Promise ? outcome.then((each) => withIgnored(each, ignored)) : withIgnored(outcome, ignored);
}

function withIgnored(outcome: Outcome, ignored: readonly string[]): Outcome {
  const headers = { ...outcome.headers, 'x-mock-ignored': headerText(ignored) };
  return { ...outcome, headers, note: { ...outcome.note, ignored } };
}

/** What else than `OPTIONS` a path takes; `HEAD` wherever `GET` is. */
function optionsOf(finding: Exclude<Finding<Method>, { readonly kind: 'match' }>): Pick<Outcome, 'headers'> {
  if (finding.kind === 'none') return {};
  const { allowed } = finding;
  return { headers: { allow: [...allowed, ...(allowed.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort().join(', ') } };
}

/** Milliseconds between two looks at what is waited for. */
const interval = 20;

/** Asks until what is asked for is there, or the time for it is over; a clock that stands still is not waited for. */
function patiently(session: Session, at: number, ask: () => Answer | Promise<Answer>): Answer | Promise<Answer> {
  const found = ask();
  return found instanceof Promise || found.askAgain !== undefined ? asked(session, { start: at, found, ask }) : found;
}

interface Asking {
  readonly start: number;
  /** The first answer. */
  readonly found: Answer | Promise<Answer>;
  readonly ask: () => Answer | Promise<Answer>;
}

async function asked(session: Session, { start, found: first, ask }: Asking): Promise<Answer> {
  let now = start;
  for (let found = await first; ; found = await ask()) {
    if (found.askAgain === undefined || now - start >= found.askAgain) return found;
    await wait(interval);
    if (session.clock.now() === now) return found;
    now = session.clock.now();
  }
}

interface Around {
  /** Ids of the faults that took part. */
  readonly faults?: readonly string[];
  /** Domain of a service that gives details of its refusals. */
  readonly service?: string | undefined;
}

/** Turns what is thrown into an answer. */
function settle(work: () => Outcome | Promise<Outcome>, { faults = [], service }: Around = {}): Outcome | Promise<Outcome> {
  const marked = (outcome: Outcome): Outcome =>
    faults.length > 0 ? { ...outcome, note: { ...outcome.note, fault: faults.join(', ') } } : outcome;
  const failed = (error: unknown): Outcome => (error instanceof Refusal ? marked(refusal(error, service)) : internal(error, service));
  try {
    const made = work();
    return made instanceof Promise ? made.then(marked, failed) : marked(made);
  } catch (error) {
    return failed(error);
  }
}

function internal(error: unknown, service?: string): Outcome {
  const inner = refusal(new Refusal('internalError', { rule: 'internal', message: 'The mock failed; its journal says why.' }), service);
  return { ...inner, note: { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) } };
}

function refusal(refused: Refusal, service?: string): Outcome {
  return {
    status: refused.code,
    body: refusalBody(refused, service),
    headers: refused.headers,
    note: { refused: { rule: refused.rule, reason: refused.reason, message: refused.message } },
  };
}

function faulted(rule: FaultRule, ids: readonly string[]): Outcome {
  const fault = ids.join(', ');
  const code = statusIn(rule);
  if (rule.drop || code === undefined) return { status: 0, body: null, note: { fault } };
  const reason = rule.reason ?? reasonOf(code);
  const facts = factsOf(reason);
  const message = rule.message ?? facts?.message ?? `The mock was told to answer ${code}.`;
  const status = facts?.code === code ? facts.status : statusOf(code);
  const body = envelope({ code, message, status, errors: [{ domain: 'global', reason, message }] });
  return { status: code, body, note: { fault, refused: { rule: 'fault', reason, message } } };
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
