/** Answers that track a change that goes on: compute's operations (`status: DONE`) and AIP-151's (`done: true`). */
import type { Lookup } from './schema-lookup.js';
import type { Api, Method, OperationMetadata, Type } from './model.js';
import { findLastLiteral, parseShape, toSingular } from './route-shape.js';

/** Whether a message has a field, of a type where one is named. */
export type HasField = (name: string, kind?: 'string' | 'boolean') => boolean;

/** What a message is by its fields: `longrunning` has `done` and what the operation ended with, `compute` tells its `status`. */
export function inferOperationStyle(has: HasField): Method['operation'] {
  if (has('status', 'string') && has('operationType', 'string') && has('targetLink', 'string')) return 'compute';
  return has('done', 'boolean') && has('name', 'string') && (has('error') || has('response')) ? 'longrunning' : undefined;
}

export function inferOperation({ httpMethod, response }: Method, lookup: Lookup): Method['operation'] {
  return httpMethod === 'GET' ? undefined : getOperationStyle(response, lookup);
}

/** What a message is by its fields, where it is an operation. */
export function getOperationStyle(type: Type | undefined, lookup: Lookup): Method['operation'] {
  return inferOperationStyle((name, kind) => {
    const field = lookup.field(type, name);
    return field !== undefined && (kind === undefined || field.type.kind === kind);
  });
}

/** The schema of the metadata of a method's operations: `CreateInstanceMetadata`, else the one of all operations. */
export function inferOperationMetadata(
  { operation, name, route, response }: Method,
  { schemas }: Api,
  lookup: Lookup,
): OperationMetadata | undefined {
  if (operation !== 'longrunning' || !lookup.field(response, 'metadata')) return undefined;
  const subject = `${name}${toSingular(findLastLiteral(parseShape(route).parts) ?? '')}`.toLowerCase();
  const endings = [`${subject}metadata`, `${subject}operationmetadata`];
  const ids = schemas.map(({ id }) => id);
  const own = ids.filter((id) => endings.some((ending) => id.toLowerCase().endsWith(ending)));
  const common = ids.filter((id) => /(?:^|V\d+(?:(?:alpha|beta)\d*)?)OperationMetadata$/.test(id));
  const [found, ...others] = own.length > 0 ? own : common;
  if (found === undefined || others.length > 0) return undefined;
  const fields = lookup.object({ kind: 'ref', schema: found })?.fields.filter(({ type }) => type.kind === 'string') ?? [];
  return { schema: found, fields: fields.map((field) => field.name) };
}
