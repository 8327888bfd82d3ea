/** Bodies whose shape is publicly known and not the documents': they are read as leniently as services made of protobuf descriptions read JSON. */
import { depthWithin, objectIn } from './breadth.js';
import type { Lookup } from '../model/lookup.js';
import type { Type } from '../model/model.js';

/** Objects inside objects. */
const DEPTH = 6;
/** Lists of lists; a schema may be a list of itself. */
const LISTS = 4;

/** Paths of the fields (through lists) that hold whole numbers; `undefined` where the documents show the body. */
export function looseBody(type: Type | undefined, lookup: Lookup): readonly string[] | undefined {
  const fields = lookup.object(type)?.fields ?? [];
  return fields.length > 0 && fields.every(({ source }) => source.kind === 'public')
    ? integersIn(type, lookup, { path: [], left: depthWithin(objectIn(type, lookup), lookup, DEPTH), lists: LISTS })
    : undefined;
}

interface At {
  readonly path: readonly string[];
  /** Objects that may be inside. */
  readonly left: number;
  /** Lists that may be inside this one. */
  readonly lists: number;
}

function integersIn(type: Type | undefined, lookup: Lookup, { path, left, lists }: At): readonly string[] {
  const resolved = lookup.resolve(type);
  if (resolved?.kind === 'array') return lists > 0 ? integersIn(resolved.items, lookup, { path, left, lists: lists - 1 }) : [];
  if (left < 0) return [];
  return (lookup.object(resolved)?.fields ?? []).flatMap((field) => {
    const at = [...path, field.name];
    if (lookup.resolve(field.type)?.kind !== 'integer') return integersIn(field.type, lookup, { path: at, left: left - 1, lists: LISTS });
    return field.source.kind === 'public' && !field.readOnly ? [at.join('.')] : [];
  });
}
