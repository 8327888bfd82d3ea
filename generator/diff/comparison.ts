/** State and types shared by all comparisons. */
import type { EnumMode } from '../language/parts.js';
import type { Api } from '../model/model.js';
import type { Lookup } from '../model/schema-lookup.js';
import type { Changes } from './changes.js';

export interface ComparedVersion {
  readonly api: Api;
  readonly lookup: Lookup;
}

export interface Comparison {
  readonly changes: Changes;
  readonly old: ComparedVersion;
  readonly new: ComparedVersion;
  /** How the types of enums are printed: `open` types accept other values than those listed. */
  readonly enums: EnumMode;
  /** The common prefix of all paths. */
  readonly bases: Pair<string>;
  /** The new ids of renamed schemas, by the old id. */
  readonly renamedSchemas: ReadonlyMap<string, string>;
  /** Pairs of different schemas that have already been compared. */
  readonly compared: Set<string>;
}

export interface Pair<T> {
  readonly old: T;
  readonly new: T;
}
