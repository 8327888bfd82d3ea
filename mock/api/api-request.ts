/** An API request with its method. */
import type { ParsedRequest } from '../lib/http-request.js';
import type { Json, JsonObject } from '../lib/json.js';
import type { Content } from '../engine/content/content.js';
import type { HandlerUse } from '../engine/handler-use.js';
import type { FaultEffects } from '../state/faults.js';
import type { Session } from '../state/session.js';
import type { CompiledMethod } from '../catalog/method.js';
import type { Claims } from './authenticate.js';

export interface ApiRequest {
  readonly session: Session;
  readonly method: CompiledMethod;
  readonly segments: readonly string[];
  readonly incoming: ParsedRequest;
  /** What the bearer token states, if it is signed. */
  readonly claims: Claims;
  /** The number of the request in this process, in the order in which requests began. */
  readonly call: number;
  readonly faults: FaultEffects;
  /** The parts of the request without an effect, and what handlers of the user read of them. */
  readonly handlerUse: HandlerUse;
  /** Whether the request has no effects, and calls no handlers of the user. */
  readonly isDryRun?: boolean;
  /** Reads the request content, which is parsed only once. Throws `HttpError`. */
  readonly read: () => RequestContent;
}

/** The content of a request in its documented form: a JSON object, media, or both. For a method whose body isn't an object, another JSON value. */
export interface RequestContent {
  readonly value: JsonObject | undefined;
  readonly plain?: Json;
  readonly content?: Content;
}

/** The content of a request, or the error that the request gets after those of its caller. */
export type ParsedContent = RequestContent & { readonly error?: unknown };
