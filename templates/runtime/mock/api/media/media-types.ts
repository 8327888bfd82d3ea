/** The content of requests and responses. */
import type { JsonObject } from '../../lib/json.js';
import type { Content } from '../../engine/media/content.js';

/** The content of a request: a JSON object, media, or both. */
export interface RequestContent {
  readonly value: JsonObject | undefined;
  readonly content?: Content;
}

/** A media response: the whole content or a range. */
export interface ServedContent {
  readonly status: 200 | 206 | 304;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
}
