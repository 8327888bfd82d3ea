/** Answers one call of a method: who may, what is asked, what is done, what is answered; in the order in which the mock refuses. */
import type { ValidationError } from '../descriptor.js';
import { perform } from './actions/index.js';
import { anonymous, authorize, grantOf } from './auth.js';
import type { Call, Plan } from './call.js';
import { Refusal } from './errors.js';
import type { Met } from './faults.js';
import { emptyObject, isObject, member, pick, withMember, type JsonObject } from './json.js';
import { view } from './links.js';
import { runHandlers, type UserHandlers } from './handlers.js';
import { mediaSupport, type Carried, type Content, type MediaSupport, type Served } from './media/support.js';
import { requireNoneIgnored } from './ignored.js';
import { asMeant } from './loose-json.js';
import { recordOf } from './records.js';
import { acceptLongRunning } from './long-running.js';
import { accept, rememberResponse, replayed, requestIdOf } from './operations.js';
import { readBody, readParameters, type Incoming } from './request.js';
import { maskResponse } from './response-mask.js';
import { chosen } from './rules/chosen-elements.js';
import { requireMatch } from './rules/if-match.js';
import { requirePreconditions } from './rules/precondition.js';
import { isBesideIgnored } from './rules/supported.js';
import { requireRequestId } from './rules/request-id.js';
import type { Session } from './session.js';
import { applyAll, type Effect } from './state/effects.js';
import type { State } from './state/state.js';
import { judge, pathOf, withoutNulls } from './validation.js';
import { resourceSegments, ruleOf, type Method } from './world/method.js';
import { placeOf, type Place } from './world/resource.js';
import { unwrapped as bodyOf } from './wrapper.js';

export interface Routed {
  readonly session: Session;
  readonly method: Method;
  readonly segments: readonly string[];
  readonly incoming: Incoming;
  readonly met: Met;
  /** Names of what the request carries without an effect. */
  readonly ignored: readonly string[];
  /** A handler of the user gets the answer: it is neither masked nor wrapped. */
  readonly isInner?: true;
  /** Reads what it carries. Default: as its method takes it. Throws a refusal. */
  readonly read?: () => Carried;
}

export interface Answer {
  readonly body: JsonObject;
  /** A handler of the user took part. */
  readonly handled?: true;
  /** Makes the content that is answered in its place, for one who asks with these headers. */
  readonly served?: (headers: Incoming['headers']) => Served;
  readonly replayed?: true;
  /** What is asked for is not there yet: for how many milliseconds to go on asking. */
  readonly askAgain?: number;
}

/** Runs in a transaction: what it throws undoes what it did. */
export function respond(state: State, routed: Routed): Answer | Promise<Answer> {
  const { session, method, incoming } = routed;
  const segments = state.withNames(method.resource, routed.segments);
  const carried = attempt(() => {
    if (incoming.fault) throw incoming.fault;
    return routed.read ? routed.read() : carriedBy(method, incoming, session.settings);
  });
  const content = carried.value?.content;
  const body = { ...carried, value: asMeant(carried.value?.value, method.behaviour, method) };
  const grant = grantOf(state, incoming.headers);
  if (session.settings.auth === 'on') authorize(grant, { method, segments, headers: incoming.headers, body: body.value });
  const call: Call = {
    session,
    state,
    method,
    segments,
    origin: incoming.origin,
    parameters: queryText(method, incoming),
    body: body.value ?? emptyObject,
    grant,
    user: grant?.user ?? anonymous,
    at: session.clock.now(),
    met: routed.met,
    ...(content && { content }),
  };
  const earlier = ruleOf(method, 'requestId') && replayed(call);
  if (earlier && 'place' in earlier) return { body: maskResponse(routed, show(call, earlier.place), earlier.place), replayed: true };
  if (earlier) return { ...wrappedUp({ body: maskResponse(routed, earlier.response) }, method), replayed: true };
  if (body.error !== undefined) throw body.error;
  const sound = validateCall({ ...call, parameters: readParameters(method, segments, incoming) }, body.value);
  if (session.strict) requireNoneIgnored(method, routed.ignored);
  return orMaskFault(routed, () => done(sound, routed));
}

/** A mask that is wrong whatever is answered is a fault of the request, which comes before what is refused for the state. */
function orMaskFault(routed: Routed, work: () => Answer | Promise<Answer>): Answer | Promise<Answer> {
  const refuse = (error: unknown): never => {
    maskResponse(routed, emptyObject);
    throw error;
  };
  try {
    const found = work();
    return found instanceof Promise ? found.catch(refuse) : found;
  } catch (error) {
    return refuse(error);
  }
}

function carriedBy(method: Method, incoming: Incoming, settings: Session['settings']): Carried {
  return mediaSupport(method.api)?.read(method, incoming, settings) ?? { value: bodyOf(method, readBody(incoming.body, settings)) };
}

interface Attempt<T> {
  readonly value?: T;
  readonly error?: unknown;
}

/** Refusals of the body come after those of the caller. */
function attempt<T>(work: () => T): Attempt<T> {
  try {
    return { value: work() };
  } catch (error) {
    return { error };
  }
}

/** The query before its types are checked: enough to find a repeated request. */
function queryText(method: Method, { query }: Incoming): JsonObject {
  const { parameter } = ruleOf(method, 'requestId') ?? { parameter: undefined };
  const found = query.find(([name]) => name === parameter);
  return found ? Object.fromEntries([found]) : emptyObject;
}

/** The call with names that the path gives to the body in their places. Throws 400 where the request is not valid. */
function validateCall(call: Call, sent: JsonObject | undefined): Call {
  const { method } = call;
  const { httpMethod, body: takes } = method.behaviour.method;
  const stated = ruleOf(method, 'emptyBody');
  if (sent !== undefined && (stated || takes === undefined || httpMethod === 'GET')) {
    throw new Refusal('invalid', { message: `${method.id} takes no body.`, location: 'requestBody', rule: stated ? 'emptyBody' : 'body' });
  }
  if (sent === undefined && takes === 2) {
    throw new Refusal('required', { message: `${method.id} needs a body.`, location: 'requestBody', rule: 'body' });
  }
  const id = ruleOf(method, 'requestId');
  const given = requestIdOf(call, id);
  if (id && given !== undefined) requireRequestId(id, given);
  const body = withBound(call);
  const merges = method.behaviour.action.kind === 'patch' || ruleOf(method, 'mergePatch') !== undefined;
  const judged = merges ? withoutNulls(body) : body;
  const value = sent === undefined && Object.keys(body).length === 0 ? call.parameters : { ...call.parameters, requestBody: judged };
  judge(
    method.behaviour.validate,
    value,
    (error) => hasOwnWords(error) || isFingerprint(call, error) || isBesideIgnored(method, value, error),
  );
  return unwrapped(body === call.body ? call : { ...call, body });
}

/** A body that holds the resource in a field, or has fields of the resource among others: the resource is the body from here on, what stands beside it are parameters. */
function unwrapped(call: Call): Call {
  const { requestWrap, requestFields } = call.method.behaviour;
  if (requestFields) return { ...call, body: pick(call.body, requestFields), parameters: { ...call.body, ...call.parameters } };
  if (requestWrap === undefined) return call;
  const { [requestWrap]: inside, ...beside } = call.body;
  return { ...call, body: isObject(inside) ? inside : emptyObject, parameters: { ...beside, ...call.parameters } };
}

/** `{group.name=...}` gives the body its `name`; a body with another one is refused. */
function withBound(call: Call): JsonObject {
  return call.method.bindings.reduce((body, { name }) => {
    const dot = name.indexOf('.');
    const value = call.parameters[name];
    if (dot < 0 || value === undefined) return body;
    const field = name.slice(dot + 1);
    const given = member(body, field);
    if (given !== undefined && given !== value) {
      throw new Refusal('invalid', {
        message: `Invalid value for '${field}': the path says '${String(value)}'.`,
        location: field,
        rule: 'path',
      });
    }
    return withMember(body, field, value);
  }, call.body);
}

/** Expressions are read again where they are used, and refused there: a field of a mask may be one that an answer alone has. */
function hasOwnWords({ keyword }: ValidationError): boolean {
  return keyword === 'filter' || keyword === 'fieldMask';
}

/** A missing fingerprint, `null` too, is a matter of the precondition (412). */
function isFingerprint({ method, body: sent }: Call, error: ValidationError): boolean {
  const { action } = method.behaviour;
  const fields = (method.resource?.fingerprints ?? []).map(({ field }) => field);
  if (action.kind === 'setFields' && action.fingerprint !== undefined) fields.push(action.fingerprint);
  const [body, field, ...rest] = pathOf(error);
  if (body !== 'requestBody' || rest.length > 0 || field === undefined || !fields.includes(field)) return false;
  return error.keyword === 'required' || member(sent, field) === null;
}

/** Content as it is where the body stands for it, below `data` where the service puts everything there. */
function wrappedUp(answer: Answer, method: Method): Answer {
  const media = mediaSupport(method.api);
  const content = answer.served ? undefined : media?.shown(method, answer.body);
  if (content) return { ...answer, served: (headers) => media?.served(content, headers) as Served };
  return method.api.dataWrapper && !answer.served ? { ...answer, body: { data: answer.body } } : answer;
}

/** The content goes with the resource that is answered. */
function withContent({ kept }: MediaSupport, plan: Plan, content: Content): Plan {
  return 'place' in plan.answer ? { ...plan, effects: kept(plan.effects, plan.answer.place, content) } : plan;
}

/** The call counts where a resource that its path names counts the calls of its method. */
function withCalls(call: Call, plan: Plan): Plan {
  const counts = call.state.world.callCounters(call.method).flatMap(({ owner, rule }): readonly Effect[] => {
    const segments = resourceSegments(call, owner);
    return segments ? [{ kind: 'increment', path: placeOf(owner, segments).path, fields: [rule.field] }] : [];
  });
  return counts.length === 0 ? plan : { ...plan, effects: [...plan.effects, ...counts] };
}

function done(call: Call, routed: Routed): Answer | Promise<Answer> {
  requireMatch(call, routed.incoming.headers['if-match']);
  requirePreconditions(call);
  const handlers = call.session.handlers.find(call.method.id);
  return handlers ? handleByUser(handlers, call, routed) : respondByDefault(call, routed);
}

/** The user's handlers get the response unmasked and unwrapped, and return such a one. */
async function handleByUser(handlers: UserHandlers, call: Call, routed: Routed): Promise<Answer> {
  let standard: Answer | undefined;
  const { headers, body } = routed.incoming;
  const respond = async (): Promise<JsonObject> => {
    standard = await respondByDefault(call, { ...routed, isInner: true });
    return standard.body;
  };
  const shown = await runHandlers(handlers, call, { headers, hasBody: body !== undefined && body.length > 0, respond });
  rememberResponse(call, shown);
  const served = standard?.served;
  return { ...wrappedUp({ ...(served && { served }), body: maskResponse(routed, shown) }, call.method), handled: true };
}

function respondByDefault(call: Call, routed: Routed): Answer | Promise<Answer> {
  const media = mediaSupport(call.method.api);
  const content = media?.answer(call, routed.incoming);
  if (media && content) return { body: emptyObject, served: (headers) => media.served(content, headers) };
  const planned = perform(call, call.method.behaviour.action);
  return planned instanceof Promise ? planned.then((plan) => answered(call, plan, routed)) : answered(call, planned, routed);
}

function answered(call: Call, made: Plan, routed: Routed): Answer {
  const media = mediaSupport(call.method.api);
  const planned = withCalls(call, made);
  const plan = media && call.content ? withContent(media, planned, call.content) : planned;
  const { body: whole, place } = carriedOut(call, plan);
  const askAgain = plan.askAgain !== undefined && { askAgain: plan.askAgain };
  if (routed.isInner) return { body: whole, ...askAgain };
  rememberResponse(call, whole);
  return wrappedUp({ body: maskResponse(routed, whole, place), ...askAgain }, call.method);
}

/** A response, and the resource that it shows, where it shows one. */
interface Shown {
  readonly body: JsonObject;
  readonly place?: Place;
}

function carriedOut(call: Call, plan: Plan): Shown {
  const rule = ruleOf(call.method, 'operation');
  const isLongRunning = call.method.behaviour.method.operation === 'longrunning';
  const changes = plan.tracked === true || plan.effects.length + (plan.onAcceptance?.length ?? 0) > 0;
  if (rule && isLongRunning && changes) return { body: acceptLongRunning(call, plan, rule) };
  if (rule && changes) {
    const place = accept(call, plan, rule);
    return { body: show(call, place), place };
  }
  if (plan.failure) throw new Refusal('forbidden', { message: String(plan.failure.errors[0]?.['message'] ?? ''), rule: 'quota' });
  const record = recordOf(call, plan);
  if (isLongRunning && (plan.tracked || plan.effects.length > 0)) {
    return { body: acceptLongRunning(call, plan) };
  }
  applyAll(call.state, [...(plan.onAcceptance ?? []), ...plan.effects, ...(record?.effects ?? [])], call.at);
  if (record && ruleOf(call.method, 'recorded')) return { body: show(call, record.place), place: record.place };
  const shown = chosen(call, 'place' in plan.answer ? show(call, plan.answer.place) : plan.answer.body);
  return { body: wrapped(call.method, plan, shown), ...('place' in plan.answer && { place: plan.answer.place }) };
}

/** Some answers hold the resource in a field. */
function wrapped(method: Method, plan: Plan, shown: JsonObject): JsonObject {
  const { responseWrap, responseConstants } = method.behaviour;
  return responseWrap === undefined || !('place' in plan.answer) ? shown : { ...responseConstants, [responseWrap]: shown };
}

function show(call: Call, place: Place): JsonObject {
  const entity = call.state.entity(place);
  return view(place, entity?.body ?? call.session.implicitBody(place, call.origin), call.origin);
}
