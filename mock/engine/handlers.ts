/** Runs handlers: functions of the user that replace or wrap the default behavior of a method. */
import type { ApiBehavior } from '../../runtime/behavior.js';
import { describeValue } from '../../runtime/error-text.js';
import type { EngineCall } from './call.js';
import { HandlerAccess } from './handler-access.js';
import { toHandlerJson } from './handler-json.js';
import { createHandlerContent } from './handler-content.js';
import { createHandlerRows } from './handler-rows.js';
import { createHandlerState, type StateCall } from './handler-state.js';
import { readResponse, type RawResponse } from './raw-response.js';
import { getAccount } from './identities.js';
import type { Session } from '../state/session.js';
import { startCustomOperation } from './operations/custom-operation.js';
import type { HandlerCall, OperationOptions, OutgoingRequest } from '../types/handlers.js';
import { canDeliver } from '../lib/host.js';
import type { MethodHandlers } from '../state/handler-registry.js';
import { HttpError } from '../lib/http-error.js';
import { describeFailure } from '../lib/http-result.js';
import { collectMessages, isSequence, rejectSequence } from './messages.js';
import { copyJson, emptyObject, isList, isObject, type Json, type JsonObject } from '../lib/json.js';
import { createPlace } from '../catalog/resource.js';
import { getResourceSegments } from '../catalog/method.js';

/** What the handlers of a method return. */
export interface HandlerResult {
  readonly body: Json;
  /** The messages of a stream, which replace the body. */
  readonly messages?: readonly JsonObject[];
  /** Sent instead of the body. */
  readonly response?: RawResponse;
}

/**
 * Runs the handlers of a method around the default behavior. The result is the response body, or the messages of a request for server-sent
 * events. Rejects if the handlers take longer than `handlerTimeout`.
 */
export async function runHandlers(handlers: MethodHandlers, call: EngineCall, respond: () => Promise<Json>): Promise<HandlerResult> {
  const accesses: HandlerAccess[] = [];
  const run = handlers.reduce<() => Promise<unknown>>(
    (next, handler) => async () => {
      const access = new HandlerAccess(call.method.id);
      accesses.push(access);
      return runHandler(handler, { access, call: createHandlerCall(call, access), next: access.guard('next', next) });
    },
    async () => copyJson(await respond()),
  );
  try {
    return await limitTime(call.session, call.method.id, async () => readResult(call, await run()));
  } finally {
    for (const access of accesses) access.end();
  }
}

interface HandlerRun {
  readonly access: HandlerAccess;
  readonly call: HandlerCall<Record<string, unknown>>;
  readonly next: () => Promise<unknown>;
}

async function runHandler(handler: MethodHandlers[number], { access, call, next }: HandlerRun): Promise<unknown> {
  let isGenerating = false;
  try {
    const result = await handler(call, next);
    // A generator can use the state until its last message.
    isGenerating = isSequence(result);
    return result;
  } finally {
    if (!isGenerating) access.end();
  }
}

async function readResult(call: EngineCall, result: unknown): Promise<HandlerResult> {
  if (result instanceof Response) return { body: emptyObject, response: await readResponse(result) };
  if (call.requestsEvents && isSequence(result)) return { body: emptyObject, messages: await collectMessages(call, result) };
  const { plainResponse } = call.method.behavior;
  if (plainResponse === undefined && isSequence(result)) rejectSequence(call);
  const body =
    toHandlerJson(result, `the result of the handler of ${call.method.id}`) ?? (plainResponse === undefined ? emptyObject : null);
  if (plainResponse === 'list' ? isList(body) : plainResponse === 'value' || isObject(body)) return { body };
  const expected = plainResponse === 'list' ? 'an array' : 'an object';
  throw new TypeError(`the handler of ${call.method.id} must return ${expected} (received ${describeValue(body)})`);
}

/** The longest delay of a timer. */
const maxDelay = 2 ** 31 - 1;

/** Rejects with 500 if the work takes longer than `handlerTimeout`, so that later requests of the session don't wait for it. */
export async function limitTime<T>({ settings }: Session, owner: string, work: () => Promise<T>): Promise<T> {
  const { handlerTimeout, reportError } = settings;
  if (handlerTimeout > maxDelay) return work();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const result = work();
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const message = `The handler of ${owner} didn't respond within ${handlerTimeout} ms (handlerTimeout).`;
      reportError(message);
      void result.catch((error: unknown) => reportError(`${owner}: ${describeFailure(error)}`));
      reject(new HttpError('internalError', { message, rule: 'handler' }));
    }, handlerTimeout);
  });
  try {
    return await Promise.race([result, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** Creates the argument `call` of a handler. All values are copies, because the rest of the call uses the originals. */
export function createHandlerCall(call: EngineCall, access: HandlerAccess): HandlerCall<Record<string, unknown>> {
  const { requestBody: _, ...parameters } = call.parameters;
  const { handlerUse } = call;
  return {
    methodId: call.method.id,
    parameters: handlerUse.trackMembers(copyJson(parameters)),
    requestBody: (call.plainBody === undefined
      ? call.hasBody
        ? handlerUse.trackBody(copyJson(call.body))
        : undefined
      : copyJson(call.plainBody)) as never,
    headers: handlerUse.trackMembers({ ...call.headers }),
    path: findPath(call),
    requestsContent: call.requestsContent,
    responseMask: call.responseMask,
    upload: call.content && { type: call.content.type, bytes: call.content.bytes.slice() },
    ...createStateAccess(call, access, call.method.api),
    startOperation: access.guard('startOperation', (options: OperationOptions = {}) =>
      copyJson(startCustomOperation(call, options)),
    ) as HandlerCall['startOperation'],
  };
}

/** Creates the members of a call that depend only on the state. `api`: the API whose rows are the default. */
export function createStateAccess(
  call: StateCall & Pick<EngineCall, 'session' | 'user'>,
  access: HandlerAccess,
  api: ApiBehavior,
): StateAccess {
  return {
    user: call.user,
    account: getAccount(call.state, call.user),
    session: call.session.name,
    apis: call.state.catalog.apis.map(({ name }) => name),
    now: call.at,
    state: createHandlerState(call, access),
    content: createHandlerContent(call, access, api),
    rows: (owner = api.name) => createHandlerRows(call.state, access, owner),
    newId: access.guard('newId', () => call.state.controls.random.nextId()),
    deliver: access.guard('deliver', (key: string, at: number, request: OutgoingRequest) => {
      const isSent = canDeliver(request.url, call.session.settings.deliver);
      if (isSent) createHandlerRows(call.state, access, api.name).put(getDeliveryKey(key), { at, request } satisfies ScheduledDelivery);
      return isSent;
    }),
    cancelDelivery: access.guard('cancelDelivery', (key: string) => {
      createHandlerRows(call.state, access, api.name).delete(getDeliveryKey(key));
    }),
    reject: (reason, message, options) => {
      throw new HttpError(reason, { rule: 'handler', ...options, ...(message !== undefined && { message }) });
    },
  };
}

type StateAccess = Pick<
  HandlerCall,
  'user' | 'account' | 'session' | 'apis' | 'now' | 'state' | 'content' | 'rows' | 'newId' | 'deliver' | 'cancelDelivery' | 'reject'
>;

/** The row of a request that the mock will send. */
export interface ScheduledDelivery {
  /** Milliseconds since 1970 on the clock of the mock. */
  readonly at: number;
  readonly request: OutgoingRequest;
}

export const deliveryPrefix = 'delivery/';
const getDeliveryKey = (key: string): string => deliveryPrefix + key;

function findPath({ method, segments, session }: EngineCall): string | undefined {
  const { resource, template, api } = method;
  const memberSegments = resource && getResourceSegments({ method, segments }, resource);
  if (memberSegments) return `/${createPlace(resource, memberSegments).path}`;
  // The path of a custom method is that of a resource, even if the method is about another one or does what no convention knows.
  const place = template.verb === undefined ? undefined : session.catalog.findPlace(`/${segments.map(encodeURIComponent).join('/')}`, api);
  return place && `/${place.path}`;
}
