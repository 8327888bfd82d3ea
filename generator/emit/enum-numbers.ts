/** Values of enums by their numbers: clients that are made of protobuf descriptions may send those. */
import { limitDepth, findObjectType } from './field-depth.js';
import type { Lookup } from '../model/schema-lookup.js';
import type { Type } from '../model/model.js';

/** Objects inside objects. */
const DEPTH = 6;
/** Lists of lists; a schema may be a list of itself. */
const LISTS = 4;

/** The values, in the order of their numbers, by the paths of their fields (through lists); only where the first is the one that stands for none, as protobuf has it. */
export function listEnumNumbers(type: Type | undefined, lookup: Lookup): Record<string, readonly string[]> {
  const left = limitDepth(findObjectType(type, lookup), lookup, DEPTH);
  return Object.fromEntries(pathsOf(type, lookup, { path: [], left, lists: LISTS }));
}

interface At {
  readonly path: readonly string[];
  /** Objects that may be inside. */
  readonly left: number;
  /** Lists that may be inside this one. */
  readonly lists: number;
}

function pathsOf(type: Type | undefined, lookup: Lookup, { path, left, lists }: At): readonly (readonly [string, readonly string[]])[] {
  const resolved = lookup.resolve(type);
  if (resolved?.kind === 'array') return lists > 0 ? pathsOf(resolved.items, lookup, { path, left, lists: lists - 1 }) : [];
  if (resolved?.kind === 'string')
    return numbered(resolved.enum) ? [[path.join('.'), (resolved.enum ?? []).map(({ value }) => value)]] : [];
  if (left < 0) return [];
  const fields = lookup.object(resolved)?.fields ?? [];
  return fields.flatMap((field) => pathsOf(field.type, lookup, { path: [...path, field.name], left: left - 1, lists: LISTS }));
}

function numbered(values: readonly { readonly value: string }[] | undefined): boolean {
  return values?.[0]?.value.endsWith('_UNSPECIFIED') ?? false;
}
