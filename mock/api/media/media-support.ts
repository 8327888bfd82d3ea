/** The interface of media support. Only mocks of services with media contain the implementation. */
import type { ApiBehavior } from '../../../runtime/behavior.js';
import type { JsonObject } from '../../lib/json.js';
import type { HttpError } from '../../lib/http-error.js';
import type { HttpResult } from '../../lib/http-result.js';
import type { MaybePromise } from '../../lib/maybe-promise.js';
import { getCommonParameter, type BodyLimits, type ParsedRequest } from '../../lib/http-request.js';
import type { FoundRoute } from '../../catalog/router.js';
import type { Session } from '../../state/session.js';
import type { CompiledMethod } from '../../catalog/method.js';
import type { Catalog } from '../../catalog/catalog.js';
import type { Content } from '../../engine/content/content.js';
import type { ContentStore } from '../../engine/content/content-store.js';
import type { ApiRequest, RequestContent } from '../api-request.js';

/** The route of a media request, and its handler if it isn't handled like an API call. */
export interface MediaRequest {
  readonly route: FoundRoute<CompiledMethod> | HttpError;
  readonly handle?: (request: ApiRequest) => Promise<HttpResult>;
}

/** Returns the media support of an API, if it has media. */
export function getMediaSupport({ media }: ApiBehavior): MediaSupport | undefined {
  return media as MediaSupport | undefined;
}

/** Returns the media support of a mock, if one of its APIs has media. */
export function findMediaSupport({ apis, hasMedia }: Catalog): MediaSupport | undefined {
  return hasMedia ? apis.map(getMediaSupport).find((media) => media !== undefined) : undefined;
}

/** Returns whether a request is for the content of a resource. */
export function isMediaRequest({ behavior: { method } }: CompiledMethod, incoming: ParsedRequest): boolean {
  const isDownload = incoming.path.startsWith('/download/') && !method.path.startsWith('download/');
  return method.download !== undefined && (getCommonParameter(incoming, 'alt') === 'media' || isDownload);
}

export interface MediaSupport extends ContentStore {
  /** Returns `undefined` if the request isn't for media. Throws `URIError` for a malformed path. */
  findRequest(session: Session, incoming: ParsedRequest): MaybePromise<MediaRequest | undefined>;
  /** Reads a request whose body is media content. Returns `undefined` for any other request. Throws `HttpError`. */
  readContent(method: CompiledMethod, incoming: ParsedRequest, limits: BodyLimits): RequestContent | undefined;
  /** Returns the content that a response body represents. */
  fromResponseBody(method: CompiledMethod, body: JsonObject): Content | undefined;
}
