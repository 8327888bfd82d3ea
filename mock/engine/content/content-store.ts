/** The interface of the store of media content. Only mocks of services with media contain the implementation. */
import type { ApiBehavior } from '../../../runtime/behavior.js';
import type { HttpResult } from '../../lib/http-result.js';
import type { Effect } from '../../state/apply-effects.js';
import type { Place } from '../../catalog/resource.js';
import type { EngineCall } from '../call.js';
import type { Content } from './content.js';

/** A media response: the whole content or a range. */
export type ServedContent = Required<Pick<HttpResult, 'status' | 'headers' | 'bytes'>>;

export interface ContentStore {
  /** Returns the content that a call requests. Throws 404. */
  findContent(call: EngineCall): Content;
  /**
   * Returns the response with the content, a range of it, or status 304. `headers` are those of the request. `isUnchanged`: whether a
   * parameter shows that the client has the content. Throws 416.
   */
  serveContent(content: Content, headers: Readonly<Record<string, string>>, isUnchanged?: true): ServedContent;
  /** Adds effects that store the content and set the fields that describe it. */
  storeContent(effects: readonly Effect[], place: Place, content: Content): readonly Effect[];
}

/** Returns the content store of an API, if it has media. */
export function getContentStore({ media }: ApiBehavior): ContentStore | undefined {
  return media as ContentStore | undefined;
}
