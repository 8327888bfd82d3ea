/** Finds out which schemas are used in requests and in responses. */
import type { Api, Field, Type } from '../model/model.js';
import { getLookup } from '../model/schema-lookup.js';
import { walkTypes } from '../model/walk-types.js';
import type { Direction } from './changes.js';

/** Returns the directions of a schema. A schema that no method uses is still an exported type and counts as both. */
export function createDirectionLookup(api: Api): (schema: string) => Direction {
  const findSchemas = (types: readonly (Type | undefined)[], isFollowed: (field: Field) => boolean): ReadonlySet<string> =>
    new Set([...walkTypes(types, getLookup(api), isFollowed)].flatMap((type) => (type.kind === 'ref' ? type.schema : [])));
  const sent = findSchemas(
    api.methods.map(({ request }) => request),
    ({ readOnly }) => !readOnly,
  );
  const received = findSchemas(
    api.methods.map(({ response }) => response),
    ({ writeOnly }) => !writeOnly,
  );
  return (schema) => {
    const direction = { sent: sent.has(schema), received: received.has(schema) };
    return direction.sent || direction.received ? direction : { sent: true, received: true };
  };
}
