/** The interface of media support. Only mocks of services with media contain the implementation. */
import type { ApiBehavior } from '../../../descriptor.js';
import type { CallContext } from '../../engine/call.js';
import type { JsonObject } from '../../lib/json.js';
import type { HttpResult } from '../http-response.js';
import { getCommonParameter, type BodyLimits, type ParsedRequest } from '../../lib/http-request.js';
import type { RouteResult } from '../../world/router.js';
import type { RoutedRequest } from '../routed-request.js';
import type { Session } from '../../state/session.js';
import type { Effect } from '../../state/apply-effects.js';
import type { Method } from '../../world/method.js';
import type { Place } from '../../world/resource.js';
import type { World } from '../../world/world.js';
import type { Content } from '../../engine/media/content.js';
import type { RequestContent, ServedContent } from './media-types.js';

/** The route of a media request, and its handler if it isn't handled like an API call. */
export interface MediaRequest {
  readonly route: RouteResult<Method>;
  readonly handle?: (routed: RoutedRequest) => HttpResult | Promise<HttpResult>;
}

/** Returns the media support of an API, if it has media. */
export function getMediaSupport({ media }: ApiBehavior): MediaSupport | undefined {
  return media as MediaSupport | undefined;
}

/** Returns the media support of a mock, if one of its APIs has media. */
export function findMediaSupport({ apis, hasMedia }: World): MediaSupport | undefined {
  return hasMedia ? apis.map(getMediaSupport).find((media) => media !== undefined) : undefined;
}

/** Returns whether a request is for the content of a resource. */
export function isMediaRequest({ behavior: { method } }: Method, incoming: ParsedRequest): boolean {
  const isDownload = incoming.path.startsWith('/download/') && !method.path.startsWith('download/');
  return method.download !== undefined && (getCommonParameter(incoming, 'alt') === 'media' || isDownload);
}

export interface MediaSupport {
  /** Returns `undefined` if the request isn't for media. Throws `URIError` for a malformed path. */
  findRequest(world: World, session: Session, incoming: ParsedRequest): Promise<MediaRequest | undefined>;
  /** Reads a request whose body is media content. Returns `undefined` for any other request. Throws `HttpError`. */
  readContent(method: Method, incoming: ParsedRequest, limits: BodyLimits): RequestContent | undefined;
  /** Returns the requested content, or `undefined` if the request isn't for content. Throws 404. */
  findContent(call: CallContext, incoming: ParsedRequest): Content | undefined;
  /** Returns the content that a response body represents. */
  fromResponseBody(method: Method, body: JsonObject): Content | undefined;
  /** Adds effects that store the content and set the fields that describe it. */
  storeContent(effects: readonly Effect[], place: Place, content: Content): readonly Effect[];
  /** Returns the response with the content or a range of it. `headers` are those of the request. Throws 416. */
  serveContent(content: Content, headers: Readonly<Record<string, string>>): ServedContent;
}
