/** Finds schemas that requests contain, and schemas that differ between requests and responses. */
import { groupByKey } from '../lib/group-by.js';
import type { Method, Schema, Type } from './model.js';

/** Returns the ids of schemas that a request refers to, directly or indirectly. */
export function findRequestedSchemas(schemas: readonly Schema[], methods: readonly Method[]): ReadonlySet<string> {
  const types = new Map(schemas.map(({ id, type }) => [id, type]));
  const found = new Set(methods.flatMap(({ request }) => (request === undefined ? [] : [...collectParts(request).references])));
  // The set grows during the iteration.
  for (const id of found) {
    const type = types.get(id);
    for (const inner of type === undefined ? [] : collectParts(type).references) found.add(inner);
  }
  return found;
}

/** Returns the ids of schemas with a read-only or write-only field, directly or through references, including cycles. */
export function findDirectionalSchemas(types: ReadonlyMap<string, Type>): ReadonlySet<string> {
  const parts = [...types].map(([id, type]) => ({ id, ...collectParts(type) }));
  const users = groupByKey(parts.flatMap(({ id, references }) => [...references].map((used) => [used, id] as const)));
  const found = new Set(parts.flatMap(({ id, directional }) => (directional ? [id] : [])));
  // The set grows during the iteration, which visits each user of a directional schema.
  for (const id of found) for (const user of users.get(id) ?? []) found.add(user);
  return found;
}

interface TypeParts {
  directional: boolean;
  readonly references: Set<string>;
}

function collectParts(type: Type, parts: TypeParts = { directional: false, references: new Set() }): TypeParts {
  if (type.kind === 'ref') parts.references.add(type.schema);
  if (type.kind === 'array') collectParts(type.items, parts);
  if (type.kind === 'map') collectParts(type.values, parts);
  if (type.kind !== 'object') return parts;
  if (type.additional) collectParts(type.additional, parts);
  for (const { schema } of type.variants?.options ?? []) parts.references.add(schema);
  for (const field of type.fields) {
    if (field.readOnly || field.writeOnly) parts.directional = true;
    collectParts(field.type, parts);
  }
  return parts;
}
