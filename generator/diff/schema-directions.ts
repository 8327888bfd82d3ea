/** Finds out which schemas are used in requests and in responses. */
import type { Api, Type } from '../model/model.js';
import type { Direction } from './changes.js';

/** Returns the directions of a schema. A schema that no method uses is still an exported type and counts as both. */
export function createDirectionLookup(api: Api): (schema: string) => Direction {
  const types = new Map(api.schemas.map(({ id, type }) => [id, type]));
  const sent = findReachable(
    api.methods.flatMap(({ request }) => request ?? []),
    types,
    'sent',
  );
  const received = findReachable(
    api.methods.flatMap(({ response }) => response ?? []),
    types,
    'received',
  );
  return (schema) => {
    const direction = { sent: sent.has(schema), received: received.has(schema) };
    return direction.sent || direction.received ? direction : { sent: true, received: true };
  };
}

function findReachable(roots: readonly Type[], types: ReadonlyMap<string, Type>, direction: keyof Direction): ReadonlySet<string> {
  const found = new Set<string>();
  const remaining = [...roots];
  for (let type = remaining.pop(); type !== undefined; type = remaining.pop()) {
    remaining.push(...listInnerTypes(type, direction));
    if (type.kind !== 'ref' || found.has(type.schema)) continue;
    found.add(type.schema);
    const target = types.get(type.schema);
    if (target !== undefined) remaining.push(target);
  }
  return found;
}

/** Skips output-only fields in requests, and input-only fields in responses. */
function listInnerTypes(type: Type, direction: keyof Direction): readonly Type[] {
  if (type.kind === 'array') return [type.items];
  if (type.kind === 'map') return [type.values];
  if (type.kind !== 'object') return [];
  const fields = type.fields.filter((field) => (direction === 'sent' ? !field.readOnly : !field.writeOnly)).map((field) => field.type);
  return type.additional === undefined ? fields : [...fields, type.additional];
}
