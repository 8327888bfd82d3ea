/** What a mock does of media, as the mocks of services with media have it: the others hold none of its code. */
import type { ApiBehavior } from '../../descriptor.js';
import type { CallContext } from '../call.js';
import type { JsonObject } from '../json.js';
import type { HttpResult } from '../http-response.js';
import { getCommonParameter, type BodyLimits, type ParsedRequest } from '../http-request.js';
import type { RouteResult } from '../router.js';
import type { RoutedRequest } from '../pipeline.js';
import type { Session } from '../session.js';
import type { Effect } from '../state/apply-effects.js';
import type { Method } from '../world/method.js';
import type { Place } from '../world/resource.js';
import type { World } from '../world/world.js';

/** Content as it is. */
export interface Content {
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** What a request carries: a JSON object, content, or both. */
export interface RequestContent {
  readonly value: JsonObject | undefined;
  readonly content?: Content;
}

/** What a request for media concerns, and how it is answered where not as any other one. */
export interface MediaRequest {
  readonly route: RouteResult<Method>;
  readonly handle?: (routed: RoutedRequest) => HttpResult | Promise<HttpResult>;
}

/** Content as it goes out: whole, or a range of it. */
export interface ServedContent {
  readonly status: 200 | 206 | 304;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
}

/** What an API does of media, where it has any. */
export function getMediaSupport({ media }: ApiBehavior): MediaSupport | undefined {
  return media as MediaSupport | undefined;
}

/** Whether a request asks for the content of a resource. */
export function isMediaRequest({ behavior: { method } }: Method, incoming: ParsedRequest): boolean {
  const isDownload = incoming.path.startsWith('/download/') && !method.path.startsWith('download/');
  return method.download !== undefined && (getCommonParameter(incoming, 'alt') === 'media' || isDownload);
}

export interface MediaSupport {
  /** `undefined` for a request that is none for media. Throws URIError where the path is malformed. */
  findRequest(world: World, session: Session, incoming: ParsedRequest): Promise<MediaRequest | undefined>;
  /** What a request carries whose body is content as it is; `undefined` for any other one. Throws a refusal. */
  readContent(method: Method, incoming: ParsedRequest, limits: BodyLimits): RequestContent | undefined;
  /** The content that a request asks for; `undefined` for any other one. Throws 404. */
  findContent(call: CallContext, incoming: ParsedRequest): Content | undefined;
  /** The content that the body of an answer stands for. */
  fromResponseBody(method: Method, body: JsonObject): Content | undefined;
  /** The effects with the content in its place, and what the resource tells of it. */
  storeContent(effects: readonly Effect[], place: Place, content: Content): readonly Effect[];
  /** `headers`: those of the request. Throws 416. */
  serveContent(content: Content, headers: Readonly<Record<string, string>>): ServedContent;
}
