/** What a mock does of media, as the mocks of services with media have it: the others hold none of its code. */
import type { ApiBehaviour } from '../../descriptor.js';
import type { Call } from '../call.js';
import type { JsonObject } from '../json.js';
import type { Outcome } from '../reply.js';
import { commonParameter, type BodyLimits, type Incoming } from '../request.js';
import type { Finding } from '../router.js';
import type { Routed } from '../pipeline.js';
import type { Session } from '../session.js';
import type { Effect } from '../state/effects.js';
import type { Method } from '../world/method.js';
import type { Place } from '../world/resource.js';
import type { World } from '../world/world.js';

/** Content as it is. */
export interface Content {
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** What a request carries: a JSON object, content, or both. */
export interface Carried {
  readonly value: JsonObject | undefined;
  readonly content?: Content;
}

/** What a request for media concerns, and how it is answered where not as any other one. */
export interface MediaCall {
  readonly finding: Finding<Method>;
  readonly work?: (routed: Routed) => Outcome | Promise<Outcome>;
}

/** Content as it goes out: whole, or a range of it. */
export interface Served {
  readonly status: 200 | 206 | 304;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
}

/** What an API does of media, where it has any. */
export function mediaSupport({ media }: ApiBehaviour): MediaSupport | undefined {
  return media as MediaSupport | undefined;
}

/** Whether a request asks for the content of a resource. */
export function wantsMedia({ behaviour: { method } }: Method, incoming: Incoming): boolean {
  const isDownload = incoming.path.startsWith('/download/') && !method.path.startsWith('download/');
  return method.download !== undefined && (commonParameter(incoming, 'alt') === 'media' || isDownload);
}

export interface MediaSupport {
  /** `undefined` for a request that is none for media. Throws URIError where the path is malformed. */
  find(world: World, session: Session, incoming: Incoming): Promise<MediaCall | undefined>;
  /** What a request carries whose body is content as it is; `undefined` for any other one. Throws a refusal. */
  read(method: Method, incoming: Incoming, limits: BodyLimits): Carried | undefined;
  /** The content that a request asks for; `undefined` for any other one. Throws 404. */
  answer(call: Call, incoming: Incoming): Content | undefined;
  /** The content that the body of an answer stands for. */
  shown(method: Method, body: JsonObject): Content | undefined;
  /** The effects with the content in its place, and what the resource tells of it. */
  kept(effects: readonly Effect[], place: Place, content: Content): readonly Effect[];
  /** `headers`: those of the request. Throws 416. */
  served(content: Content, headers: Readonly<Record<string, string>>): Served;
}
