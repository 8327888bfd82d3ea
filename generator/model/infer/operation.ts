/** Infers long-running operations: Compute's (`status: DONE`) and AIP-151's (`done: true`). */
import type { TypeUrls } from './proto-types.js';
import type { Lookup, TypeReference } from '../schema-lookup.js';
import type { OperationFieldForm } from '../../../templates/runtime/behavior.js';
import type { Api, EnumValue, Field, Method, OperationMetadata, Resource, Type } from '../model.js';
import { findLastLiteral, isVersion, parseShape, toSingular, type RoutePart } from '../../lib/route-shape.js';

/** Returns whether a message has a field, optionally of a type. */
export type HasField = (name: string, kind?: 'string' | 'boolean') => boolean;

/** Infers the style from the fields: `longrunning` has `done` and a result, `status` has a `status`. */
export function inferOperationStyle(has: HasField): Method['operation'] {
  if (has('status', 'string') && has('operationType', 'string') && has('targetLink', 'string')) return 'status';
  return has('done', 'boolean') && has('name', 'string') && (has('error') || has('response')) ? 'longrunning' : undefined;
}

export function inferOperation({ httpMethod, response }: Method, lookup: Lookup): Method['operation'] {
  return httpMethod === 'GET' ? undefined : getOperationStyle(response, lookup);
}

/** Returns the operation style of a message, or `undefined`. */
export function getOperationStyle(type: TypeReference, lookup: Lookup): Method['operation'] {
  return inferOperationStyle((name, kind) => {
    const field = lookup.field(type, name);
    return field !== undefined && (kind === undefined || field.type.kind === kind);
  });
}

/** Infers the style of an operation and the form of its error. Treats every collection named `operations` as one of operations. */
export function inferOperationFacts(
  parts: readonly RoutePart[],
  type: Type | undefined,
  lookup: Lookup,
): Pick<Resource, 'operation' | 'hasStatusError'> {
  if (findLastLiteral(parts) !== 'operations') return {};
  if (getOperationStyle(type, lookup) === 'longrunning') return { operation: 'longrunning' };
  const error = lookup.field(type, 'error')?.type;
  return {
    operation: 'status',
    hasStatusError: lookup.field(error, 'code') !== undefined && lookup.field(error, 'errors') === undefined,
  };
}

/** Returns the index of the part at which the name begins: the name of an AIP-151 operation is its path below the version. */
export function findOperationNameStart(parts: readonly RoutePart[]): number {
  const start = parts.findIndex((part) => part.kind === 'wild');
  const version = parts.slice(0, start).findLastIndex(isVersion);
  return version < 0 ? start - 1 : version + 1;
}

/**
 * Returns the forms of operation fields that a published document describes differently from Compute: a name instead of a URL or a number,
 * or an enum value for the type of the operation.
 */
export function inferOperationFields(method: Method, lookup: Lookup): Method['operationFields'] {
  const { operation, response, rules } = method;
  if (operation !== 'status' || rules.some(({ rule }) => rule.kind === 'operation')) return undefined;
  const forms = (lookup.object(response)?.fields ?? []).flatMap((field) => {
    const form = findOperationForm(field, method);
    return form === undefined ? [] : [[field.name, form] as const];
  });
  return forms.length === 0 ? undefined : Object.fromEntries(forms);
}

function findOperationForm({ name, type, description = '' }: Field, method: Method): OperationFieldForm | undefined {
  if (name === 'operationType') return type.kind === 'string' && type.enum ? findOperationType(type.enum, method) : undefined;
  if (name === 'targetId') return /\bname of\b/i.test(description) ? 'name' : undefined;
  if ((name !== 'zone' && name !== 'region') || /\bUR[IL]\b/.test(description)) return undefined;
  return /\bname of\b/i.test(description) ? 'name' : 'unknown';
}

/** The verbs in the types of operations: Cloud SQL, and with the name of the resource Kubernetes Engine. */
export const OPERATION_VERBS: ReadonlyMap<string, string> = new Map([
  ['create', 'CREATE'],
  ['patch', 'UPDATE'],
  ['update', 'UPDATE'],
  ['delete', 'DELETE'],
]);

/** Returns the type that consists of the verb, or of the verb and the resource: `CREATE`, `CREATE_NODE_POOL`. */
function findOperationType(values: readonly EnumValue[], { action, route }: Method): OperationFieldForm {
  const noun = toSingular(findLastLiteral(parseShape(route).parts) ?? '')
    .replace(/(?=[A-Z])/g, '_')
    .toUpperCase();
  const verb = OPERATION_VERBS.get(action.kind);
  const names = verb === undefined ? [] : [`${verb}_${noun}`, verb];
  const found = names.find((name) => values.some(({ value }) => value === name));
  return found === undefined ? 'unknown' : { value: found };
}

/** Infers the type URL of the response of a method's operations (AIP-151): that of the resource. */
export function inferOperationResponse({ operation, action }: Method, getTypeUrl: TypeUrls, lookup: Lookup): string | undefined {
  if (operation !== 'longrunning') return undefined;
  if (action.kind === 'delete' && !action.state) return 'type.googleapis.com/google.protobuf.Empty';
  const schema = 'resource' in action ? lookup.resource(action.resource)?.schema : undefined;
  return schema === undefined ? undefined : getTypeUrl(schema);
}

/** Infers the metadata of a method's operations: `CreateInstanceMetadata`, else a common one. */
export function inferOperationMetadata(
  { operation, name, route, response }: Method,
  { schemas, getTypeUrl }: { readonly schemas: Api['schemas']; readonly getTypeUrl: TypeUrls },
  lookup: Lookup,
): OperationMetadata | undefined {
  if (operation !== 'longrunning' || !lookup.field(response, 'metadata')) return undefined;
  const subject = `${name}${toSingular(findLastLiteral(parseShape(route).parts) ?? '')}`.toLowerCase();
  const endings = [`${subject}metadata`, `${subject}operationmetadata`];
  const ids = schemas.map(({ id }) => id);
  const specificIds = ids.filter((id) => endings.some((ending) => id.toLowerCase().endsWith(ending)));
  const commonIds = ids.filter((id) => getTypeUrl(id)?.endsWith('.OperationMetadata'));
  const [found, ...others] = specificIds.length > 0 ? specificIds : commonIds;
  const type = found === undefined || others.length > 0 ? undefined : getTypeUrl(found);
  if (type === undefined) return undefined;
  const fields = lookup.object(found)?.fields.filter((field) => field.type.kind === 'string' || field.type.kind === 'boolean') ?? [];
  return { type, fields: fields.map((field) => field.name) };
}
