/** Finds the method of a request, and responds to requests without one. */
import { HttpError } from '../lib/http-error.js';
import { catchHttpErrors, type HttpResult } from '../lib/http-result.js';
import type { ParsedRequest } from '../lib/http-request.js';
import { loadOnce } from '../lib/lazy-module.js';
import { continueWith, attempt, type MaybePromise } from '../lib/maybe-promise.js';
import type { Session } from '../state/session.js';
import { decodeNameSlashes, type CompiledMethod } from '../catalog/method.js';
import type { FoundRoute } from '../catalog/router.js';
import type { Catalog } from '../catalog/catalog.js';
import { findMediaSupport, type MediaRequest } from './media/media-support.js';
import type { BuiltInCall } from './built-in-call.js';

/** Where a request leads. */
export interface RoutedCall {
  readonly target: FoundRoute<CompiledMethod> | HttpError;
  /** Absent if no route matched. */
  readonly methodId: string | undefined;
  /** Handles a media request. Absent for other requests. */
  readonly handleMedia: MediaRequest['handle'];
  /** Present if no method of an API matches. */
  readonly builtIn: BuiltInCall | undefined;
}

/** Finds the call of a request for which no method of an API matches. */
export type FindBuiltIn = (session: Session, incoming: ParsedRequest) => MaybePromise<BuiltInCall | undefined>;

export function route(session: Session, incoming: ParsedRequest, findBuiltIn: FindBuiltIn): MaybePromise<RoutedCall> {
  const { catalog } = session;
  const media = incoming.error ? undefined : findMediaSupport(catalog);
  const mediaRequest =
    media &&
    attempt(
      () => media.findRequest(session, incoming),
      (error) => (error instanceof HttpError ? { route: error } : undefined),
    );
  return continueWith(mediaRequest, (found) => {
    // Errors of the query and the body are reported after those of the route and the caller. With media the route depends on the query.
    const target = (catalog.hasMedia ? incoming.error : undefined) ?? found?.route ?? findRoute(catalog, incoming);
    const isMatch = !(target instanceof HttpError) && target.kind === 'match';
    if (target instanceof HttpError || isMatch)
      return { target, methodId: isMatch ? target.value.id : undefined, handleMedia: found?.handle, builtIn: undefined };
    return continueWith(findBuiltIn(session, incoming), (builtIn): RoutedCall => ({
      target,
      methodId: builtIn?.methodId,
      handleMedia: found?.handle,
      builtIn,
    }));
  });
}

function findRoute(catalog: Catalog, { path, method, origin }: ParsedRequest): FoundRoute<CompiledMethod> | HttpError {
  try {
    const first = catalog.router.find(path, method, origin);
    const result = first.kind === 'wrongMethod' && method === 'HEAD' ? catalog.router.find(path, 'GET', origin) : first;
    if (result.kind !== 'match' || !path.includes('%252F')) return result;
    return { ...result, segments: decodeNameSlashes(result.value, result.segments) };
  } catch (error) {
    if (error instanceof HttpError) return error;
    return new HttpError('invalid', { message: `The path contains malformed percent-encoding: ${path}`, location: 'path', rule: 'route' });
  }
}

const loadMissingRoute = loadOnce(() => import('./missing-route.js'));

interface UnroutedRequest extends Pick<RoutedCall, 'builtIn'> {
  readonly catalog: Catalog;
  readonly incoming: ParsedRequest;
  /** Ids of the faults that applied. */
  readonly faults: readonly string[];
}

export function respondWithoutMethod(
  target: Exclude<FoundRoute<CompiledMethod>, { readonly kind: 'match' }>,
  { incoming: { method, path }, builtIn, faults, catalog }: UnroutedRequest,
): MaybePromise<HttpResult> {
  if (method === 'OPTIONS') return { status: 204, body: null, ...createOptionsHeaders(target) };
  const reject = (): MaybePromise<HttpResult> =>
    continueWith(loadMissingRoute(), ({ rejectMissingRoute }) => rejectMissingRoute(target, { method, path }, catalog));
  if (!builtIn) return reject();
  return catchHttpErrors(() => continueWith(builtIn.respond(), (result) => result ?? reject()), { faults });
}

/** Lists the methods that a path supports, with `OPTIONS`, and with `HEAD` wherever it supports `GET`. */
function createOptionsHeaders(route: Exclude<FoundRoute<CompiledMethod>, { readonly kind: 'match' }>): Pick<HttpResult, 'headers'> {
  if (route.kind === 'none') return {};
  const { allowed } = route;
  return { headers: { allow: [...allowed, ...(allowed.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort().join(', ') } };
}
