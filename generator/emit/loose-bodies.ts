/** Bodies whose shape is publicly known and not the documents': they are read as leniently as services made of protobuf descriptions read JSON. */
import type { Lookup } from '../model/lookup.js';
import type { Type } from '../model/model.js';

/** Objects inside objects. */
const DEPTH = 6;

/** Paths of the fields (through lists) that hold whole numbers; `undefined` where the documents show the body. */
export function looseBody(type: Type | undefined, lookup: Lookup): readonly string[] | undefined {
  const fields = lookup.object(type)?.fields ?? [];
  return fields.length > 0 && fields.every(({ source }) => source.kind === 'public') ? integersIn(type, lookup, []) : undefined;
}

function integersIn(type: Type | undefined, lookup: Lookup, path: readonly string[]): readonly string[] {
  const resolved = lookup.resolve(type);
  if (resolved?.kind === 'array') return integersIn(resolved.items, lookup, path);
  if (path.length > DEPTH) return [];
  return (lookup.object(resolved)?.fields ?? []).flatMap((field) => {
    const at = [...path, field.name];
    if (lookup.resolve(field.type)?.kind !== 'integer') return integersIn(field.type, lookup, at);
    return field.source.kind === 'public' && !field.readOnly ? [at.join('.')] : [];
  });
}
