/** What all comparisons share. */
import type { Api } from '../model/model.js';
import type { Lookup } from '../model/schema-lookup.js';
import type { Changes } from './changes.js';

export interface Version {
  readonly api: Api;
  readonly lookup: Lookup;
}

export interface Comparison {
  readonly changes: Changes;
  readonly old: Version;
  readonly new: Version;
  /** What all paths begin with. */
  readonly bases: Pair<string>;
  /** Ids of schemas that have another name, by the old one. */
  readonly renamedSchemas: ReadonlyMap<string, string>;
  /** Pairs of differing schemas that have been compared in place of each other. */
  readonly compared: Set<string>;
}

export interface Pair<T> {
  readonly old: T;
  readonly new: T;
}

/** A value as a message shows it. */
export { formatValue } from '../read/specification.js';
