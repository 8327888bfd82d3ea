/** What learning proposes, and what it asks. */
import type { Json, JsonObject } from '../../generator/lib/json.js';
import type { Support } from './evidence.js';

/** A place in an overlay: the keys from its root. */
export type OverlayPath = readonly string[];

/** An entry of a list in an overlay, such as a rule. */
export interface ListEntry {
  readonly at: OverlayPath;
  readonly id: string;
  readonly content: JsonObject;
  readonly support: Support;
}

/** A value of a key in an overlay. */
export interface KeyEntry {
  readonly at: OverlayPath;
  readonly id: string;
  readonly value: Json;
  readonly support: Support;
}

/** What recordings suggest, but not often enough, or not clearly. */
export interface Question {
  readonly id: string;
  readonly value: Json;
  readonly reason: string;
  readonly scenarios: number;
}

/** What learning finds about one API. */
export interface Findings {
  readonly rules: readonly ListEntry[];
  readonly keys: readonly KeyEntry[];
  readonly questions: readonly Question[];
  /** The number of facts that the document and the conventions of the mock already produce. */
  readonly alreadySo: number;
}
