/** Request bodies that only public sources describe: the mock reads them as ProtoJSON, in which `null` means absent. */
import type { Lookup } from '../model/schema-lookup.js';
import type { Type } from '../model/model.js';

export function acceptsProtoJson(type: Type | undefined, lookup: Lookup): boolean {
  const fields = lookup.object(type)?.fields ?? [];
  return fields.length > 0 && fields.every(({ source }) => source.kind === 'public');
}
