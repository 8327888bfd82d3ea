/** Lists the numbers of enum values, because clients generated from protobuf can send numbers. */
import { limitDepth, findObjectType } from './type-queries.js';
import type { Lookup } from '../model/schema-lookup.js';
import type { Type } from '../model/model.js';

/** The maximum depth of nested objects. */
const MAX_DEPTH = 6;
/** The maximum depth of nested lists. A schema can be a list of itself. */
const MAX_NESTED_LISTS = 4;

/** Returns the enum values in the order of their numbers, by the paths of their fields (lists are skipped). Includes only enums whose first value is `*_UNSPECIFIED`, as protobuf requires. */
export function listEnumNumbers(type: Type | undefined, lookup: Lookup): Record<string, readonly string[]> {
  const depthLeft = limitDepth(findObjectType(type, lookup), lookup, MAX_DEPTH);
  return Object.fromEntries(listPaths(type, lookup, { path: [], depthLeft, listsLeft: MAX_NESTED_LISTS }));
}

interface WalkPosition {
  readonly path: readonly string[];
  /** The remaining depth of objects. */
  readonly depthLeft: number;
  /** The remaining depth of lists. */
  readonly listsLeft: number;
}

function listPaths(
  type: Type | undefined,
  lookup: Lookup,
  { path, depthLeft, listsLeft }: WalkPosition,
): readonly (readonly [string, readonly string[]])[] {
  const resolved = lookup.resolve(type);
  if (resolved?.kind === 'array')
    return listsLeft > 0 ? listPaths(resolved.items, lookup, { path, depthLeft, listsLeft: listsLeft - 1 }) : [];
  if (resolved?.kind === 'string') return resolved.numbered ? [[path.join('.'), (resolved.enum ?? []).map(({ value }) => value)]] : [];
  if (depthLeft < 0) return [];
  const fields = lookup.object(resolved)?.fields ?? [];
  return fields.flatMap((field) =>
    listPaths(field.type, lookup, { path: [...path, field.name], depthLeft: depthLeft - 1, listsLeft: MAX_NESTED_LISTS }),
  );
}
