/** A request with its route, and the result of its method. */
import type { FaultEffects } from '../state/faults.js';
import type { ParsedRequest } from '../lib/http-request.js';
import type { JsonObject } from '../lib/json.js';
import type { RequestContent, ServedContent } from './media/media-types.js';
import type { Session } from '../state/session.js';
import type { Method } from '../world/method.js';

export interface RoutedRequest {
  readonly session: Session;
  readonly method: Method;
  readonly segments: readonly string[];
  readonly incoming: ParsedRequest;
  readonly faults: FaultEffects;
  /** Names of the parameters, fields, and headers without an effect. */
  readonly ignored: readonly string[];
  /** A handler of the user gets the response, so it is neither masked nor wrapped. */
  readonly isInner?: true;
  /** Reads the request content. Default: the content that the method declares. Throws `HttpError`. */
  readonly read?: () => RequestContent;
}

export interface MethodResult {
  readonly body: JsonObject;
  /** A handler of the user took part. */
  readonly handled?: true;
  /** Creates the media content to send instead of the body, for a request with these headers. */
  readonly serve?: (headers: ParsedRequest['headers']) => ServedContent;
  readonly replayed?: true;
  /** Milliseconds for which to poll. Present if the resource is not ready yet. */
  readonly pollTimeout?: number;
}
