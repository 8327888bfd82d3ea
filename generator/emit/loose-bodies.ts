/** Bodies whose shape is publicly known and not the documents': `null` in them stands for what is absent, as services made of protobuf descriptions read JSON. */
import type { Lookup } from '../model/schema-lookup.js';
import type { Type } from '../model/model.js';

export function isLooseBody(type: Type | undefined, lookup: Lookup): boolean {
  const fields = lookup.object(type)?.fields ?? [];
  return fields.length > 0 && fields.every(({ source }) => source.kind === 'public');
}
