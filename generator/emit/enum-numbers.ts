/** Values of enums by their numbers: clients that are made of protobuf descriptions may send those. */
import type { Lookup } from '../model/lookup.js';
import type { Type } from '../model/model.js';

/** Objects inside objects. */
const DEPTH = 6;

/** The values, in the order of their numbers, by the paths of their fields (through lists); only where the first is the one that stands for none, as protobuf has it. */
export function enumNumbers(type: Type | undefined, lookup: Lookup): Record<string, readonly string[]> {
  return Object.fromEntries(pathsOf(type, lookup, { path: [], depth: 0 }));
}

interface At {
  readonly path: readonly string[];
  readonly depth: number;
}

function pathsOf(type: Type | undefined, lookup: Lookup, { path, depth }: At): readonly (readonly [string, readonly string[]])[] {
  const resolved = lookup.resolve(type);
  if (resolved?.kind === 'array') return pathsOf(resolved.items, lookup, { path, depth });
  if (resolved?.kind === 'string')
    return numbered(resolved.enum) ? [[path.join('.'), (resolved.enum ?? []).map(({ value }) => value)]] : [];
  if (depth >= DEPTH) return [];
  const fields = lookup.object(resolved)?.fields ?? [];
  return fields.flatMap((field) => pathsOf(field.type, lookup, { path: [...path, field.name], depth: depth + 1 }));
}

function numbered(values: readonly { readonly value: string }[] | undefined): boolean {
  return values?.[0]?.value.endsWith('_UNSPECIFIED') ?? false;
}
