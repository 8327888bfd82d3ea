/**
 * The path of an API request through the mock, from top to bottom:
 *
 * `route` → `applyFaults` → `parseContent` → `authorize` → `findReplay` → `validate` → `execute` → `render`
 */
import type { ErrorForm } from '../../runtime/behavior.js';
import { resolveAliases } from '../catalog/aliases.js';
import { execute, findReplay } from '../engine/execute.js';
import { getAccount } from '../engine/identities.js';
import { addStatedError } from '../engine/stated-errors.js';
import { catchHttpErrors, toErrorResult, type HttpResult } from '../lib/http-result.js';
import type { ParsedRequest } from '../lib/http-request.js';
import { HttpError, requireHttpError } from '../lib/http-error.js';
import { loadOnce } from '../lib/lazy-module.js';
import { continueWith, attempt, wait, type MaybePromise } from '../lib/maybe-promise.js';
import { HandlerUse } from '../engine/handler-use.js';
import type { FaultEffects, FaultTarget } from '../state/faults.js';
import type { Session } from '../state/session.js';
import { createSavepoint } from '../state/savepoint.js';
import type { State } from '../state/state.js';
import type { ApiRequest } from './api-request.js';
import { verifyToken } from './authenticate.js';
import { authorize, findGrant } from './authorize.js';
import { addIgnoredHeader, findIgnoredNames, findOmittedNames } from './ignored.js';
import { createBodyReader, createCall, getUser, parseContent, readSentRequestId } from './parse-call.js';
import { normalizeParameterNames } from '../catalog/read-parameters.js';
import { addRootPath } from './root-path.js';
import { rejectInvalidMask, render, type RenderedCall } from './render.js';
import { respondWithoutMethod, route, type FindBuiltIn, type RoutedCall } from './route.js';
import { validate } from './validate-call.js';

const loadFaults = loadOnce(() => import('./apply-faults.js'));

/** The result of an API request, as the journal records it. */
export interface ApiResult {
  /** The time of the request after the delay of faults. */
  readonly at: number;
  /** Absent if no route matched. */
  readonly methodId: string | undefined;
  /** The number of the request in this process, in the order in which requests began. */
  readonly call: number;
  readonly durationMs: number;
  readonly result: HttpResult;
}

/** `findBuiltIn`: finds the calls of endpoints that are served for all APIs, such as those for tokens. */
export function handleApiRequest(session: Session, incoming: ParsedRequest, findBuiltIn: FindBuiltIn): MaybePromise<ApiResult> {
  const [call, start] = [session.activity.startCall(), performance.now()];
  return continueWith(route(session, incoming, findBuiltIn), (routed) => {
    const { methodId } = routed;
    // Faults can't be counted while the store of the session is not available.
    const { rootPath, path } = incoming;
    const applied = attempt<FaultEffects | HttpError>(() => findFaults(session, { methodId, rootPath, path }), requireHttpError);
    return continueWith(applied, (faults) => {
      const at = session.now();
      const finish = (result: HttpResult): ApiResult => {
        const failure = result.note?.failure;
        if (failure !== undefined) session.settings.reportError(`${methodId ?? incoming.path}: ${failure}`);
        if (result.status === 501 || result.status === 404) reportUnserved(session, { methodId, incoming, result });
        return { at, methodId, call, durationMs: performance.now() - start, result };
      };
      if (faults instanceof HttpError) return finish(toErrorResult(faults));
      return continueWith(respond({ session, incoming, routed, faults, at, call }), finish);
    });
  });
}

const noFaults: FaultEffects = { latencyMs: 0, unreachable: [], ids: [] };

/** Returns the faults that apply to a request, after the delay that they add, and the changes of other processes. */
function findFaults(session: Session, target: FaultTarget): MaybePromise<FaultEffects> {
  return continueWith(session.catchUp(), () =>
    session.controls.faults.rules.length === 0 ? noFaults : continueWith(loadFaults(), ({ applyFaults }) => applyFaults(session, target)),
  );
}

/** Reports a request that nothing of the mock serves. Faults and the setting `ignored: all` are meant to fail. */
function reportUnserved(
  session: Session,
  { methodId, incoming, result: { status, note } }: Pick<ApiRequest, 'incoming'> & Pick<ApiResult, 'methodId' | 'result'>,
): void {
  const { rejection, fault } = note ?? {};
  const { rejections } = session.settings;
  if (rejection === undefined || fault !== undefined) return;
  if (rejection.rule === 'ignored' && session.readVersion().controls.values.ignored === 'all') return;
  if (status === 501 && rejection.reason === 'notImplemented')
    rejections?.reportUnimplemented(methodId ?? incoming.path, rejection.message);
  else if (status === 404 && rejection.rule === 'route') rejections?.reportUnrouted(incoming.method, incoming.path);
}

interface RoutedRequest extends Pick<ApiRequest, 'session' | 'incoming' | 'faults' | 'call'> {
  readonly routed: RoutedCall;
  readonly at: number;
}

function respond({ session, incoming: received, routed, faults, at, call }: RoutedRequest): MaybePromise<HttpResult> {
  const { target, handleMedia } = routed;
  const { response, ids } = faults;
  if (response) return continueWith(loadFaults(), ({ toFaultResult }) => toFaultResult(response, { ids, form: getErrorForm(target) }));
  if (target instanceof HttpError) return toErrorResult(target);
  if (target.kind !== 'match')
    return respondWithoutMethod(target, { catalog: session.catalog, incoming: received, builtIn: routed.builtIn, faults: faults.ids });
  const { value: method, segments } = target;
  const incoming = normalizeParameterNames(method, addRootPath(received, method));
  const read = createBodyReader(method, incoming, session.settings);
  const ignored = findIgnoredNames(method, incoming, { read, isUpload: handleMedia !== undefined });
  const omitted = findOmittedNames(target, read);
  const hasHandler = session.handlers.find(method.id) !== undefined;
  const handlerUse = new HandlerUse(ignored, omitted);
  if (!hasHandler) handlerUse.markDefault();
  const handle = (request: ApiRequest): MaybePromise<HttpResult> => {
    if (handleMedia) return handleMedia(request);
    // `findFaults` has caught up with other processes.
    return pollUntilReady(session, at, () => session.run((state) => handleCall(state, request), { isCurrent: true }));
  };
  const result = catchHttpErrors(
    () =>
      continueWith(verifyToken(session, incoming), (claims) =>
        handle({ session, method, segments, incoming, read, call, faults, handlerUse, claims }),
      ),
    { faults: faults.ids, form: method.api.errors, describe: (error) => addStatedError(error, method, segments) },
  );
  if (ignored.length === 0 && omitted.length === 0) return result;
  return continueWith(result, (settled) => {
    if (handlerUse.ignored.length === 0 || settled.note?.rejection?.rule === 'ignored') return settled;
    session.settings.warnings.reportIgnored(method.id, handlerUse.ignored);
    return addIgnoredHeader(settled, handlerUse.ignored);
  });
}

function getErrorForm(target: RoutedCall['target']): ErrorForm | undefined {
  return !(target instanceof HttpError) && target.kind === 'match' ? target.value.api.errors : undefined;
}

/** Handles a call inside a transaction, which an error rolls back. */
export function handleCall(state: State, request: ApiRequest): MaybePromise<RenderedCall> {
  const content = parseContent(request);
  const named = resolveAliases(request.method.api, request.segments, () => findAccount(state, request));
  const segments = state.resolveNames(request.method, named);
  const grant = authorize(state, request, { segments, body: content.value });
  state.cause.setRequest(request, getUser(grant));
  // A repeated request returns the first response, whatever else it contains.
  const sent = readSentRequestId(request, content.value);
  const { method, incoming } = request;
  const replay = sent && findReplay({ state, method, segments, origin: incoming.origin, ...sent });
  if (replay) return render(request, replay);
  if (content.error !== undefined) throw content.error;
  const validated = validate(request, segments, content);
  const call = createCall(state, request, { segments, content, grant, validated });
  const undo = call.validatesOnly ? createSavepoint(state) : undefined;
  const result = attempt(
    () => continueWith(execute(call), (execution) => render(request, execution)),
    (error) => rejectInvalidMask(request, error),
  );
  return continueWith(result, (rendered) => {
    undo?.();
    return rendered;
  });
}

/** Returns the user whose account a request concerns: that of its token, or of credentials that name none. */
function findAccount(state: State, { session, incoming, claims }: ApiRequest): string {
  return getAccount(state, getUser(findGrant(session, state, { incoming, claims, isRequired: false })));
}

/** Milliseconds between two polls. */
const pollInterval = 20;

/** Repeats the call until the resource is ready or the timeout is over. A frozen clock ends the polling at once. */
function pollUntilReady(session: Session, start: number, call: () => MaybePromise<RenderedCall>): MaybePromise<RenderedCall> {
  const poll = (now: number): MaybePromise<RenderedCall> =>
    continueWith(call(), (result) => {
      if (result.pollTimeout === undefined || now - start >= result.pollTimeout) return result;
      return wait(pollInterval).then(async () => {
        await session.catchUp();
        const later = session.now();
        return later === now ? result : poll(later);
      });
    });
  return poll(start);
}
