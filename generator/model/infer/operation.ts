/** Infers long-running operations: Compute's (`status: DONE`) and AIP-151's (`done: true`). */
import type { TypeUrls } from './proto-types.js';
import { getOperationRule } from './rules.js';
import type { Lookup, TypeReference } from '../schema-lookup.js';
import type { OperationFieldForm } from '../../../templates/runtime/behavior.js';
import type { Api, EnumValue, Field, Method, OperationMetadata, Resource, Type } from '../model.js';
import { toSingular } from '../../lib/singular.js';
import { findLastLiteral, isVersion } from '../../lib/path-steps.js';
import { type PathStep, parseTemplate } from '../../../templates/runtime/paths/template.js';

export function inferOperation({ httpMethod, response }: Method, lookup: Lookup): Method['operation'] {
  return httpMethod === 'GET' ? undefined : getOperationStyle(response, lookup);
}

/** Returns the style of an operation by its fields: `longrunning` has `done` and a result, `status` has a `status`. */
export function getOperationStyle(type: TypeReference, lookup: Lookup): Method['operation'] {
  const has = (name: string, kind?: Type['kind']): boolean => {
    const field = lookup.field(type, name);
    return field !== undefined && (kind === undefined || field.type.kind === kind);
  };
  if (has('status', 'string') && has('operationType', 'string') && has('targetLink', 'string')) return 'status';
  return has('done', 'boolean') && has('name', 'string') && (has('error') || has('response')) ? 'longrunning' : undefined;
}

/** Infers the style of an operation and the form of its error. Treats every collection named `operations` as one of operations. */
export function inferOperationFacts(
  steps: readonly PathStep[],
  type: Type | undefined,
  lookup: Lookup,
): Pick<Resource, 'operation' | 'hasStatusError'> {
  if (findLastLiteral(steps) !== 'operations') return {};
  if (getOperationStyle(type, lookup) === 'longrunning') return { operation: 'longrunning' };
  const error = lookup.field(type, 'error')?.type;
  return {
    operation: 'status',
    hasStatusError: lookup.field(error, 'code') !== undefined && lookup.field(error, 'errors') === undefined,
  };
}

/** Returns the index of the step at which the name begins: the name of an AIP-151 operation is its path below the version. */
export function findOperationNameStart(steps: readonly PathStep[]): number {
  const start = steps.findIndex((step) => step.kind !== 'literal');
  const version = steps.slice(0, start).findLastIndex(isVersion);
  return version < 0 ? start - 1 : version + 1;
}

/**
 * Returns the forms of operation fields that a published document describes differently from Compute: a name instead of a URL or a number,
 * or an enum value for the type of the operation.
 */
export function inferOperationFields(method: Method, lookup: Lookup): Method['operationFields'] {
  const { operation, response } = method;
  const rule = getOperationRule(method.rules);
  if (operation !== 'status' || rule?.scope !== undefined) return undefined;
  const forms = (lookup.object(response)?.fields ?? []).flatMap((field) => {
    const isStated = field.name === 'operationType' && rule?.type !== undefined;
    const form = isStated ? undefined : findOperationForm(field, method);
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
  const noun = toSingular(findLastLiteral(parseTemplate(route).steps) ?? '')
    .replace(/(?=[A-Z])/g, '_')
    .toUpperCase();
  const verb = OPERATION_VERBS.get(action.kind);
  const names = verb === undefined ? [] : [`${verb}_${noun}`, verb];
  const found = names.find((name) => values.some(({ value }) => value === name));
  return found === undefined ? 'unknown' : { value: found };
}

const TYPE_PREFIX = 'type.googleapis.com/';

/** Infers the type URL of the response of a method's operations (AIP-151): that of the resource, unless a rule states it. */
export function inferOperationResponse(
  { operation, action, rules }: Method,
  getTypeUrl: TypeUrls,
  lookup: Lookup,
): string | null | undefined {
  if (operation !== 'longrunning') return undefined;
  const stated = getOperationRule(rules)?.response;
  if (stated !== undefined) return stated === null ? null : `${TYPE_PREFIX}${stated}`;
  if (action.kind === 'delete' && !action.state && !action.returnsResource) return 'type.googleapis.com/google.protobuf.Empty';
  const schema = 'resource' in action ? lookup.resource(action.resource)?.schema : undefined;
  return schema === undefined ? undefined : getTypeUrl(schema);
}

/** Infers the metadata of a method's operations: that of a rule, else `CreateInstanceMetadata`, else a common one. */
export function inferOperationMetadata(
  { operation, action, name, route, response, rules }: Method,
  { schemas, getTypeUrl }: { readonly schemas: Api['schemas']; readonly getTypeUrl: TypeUrls },
  lookup: Lookup,
): OperationMetadata | undefined {
  if (operation !== 'longrunning' || !lookup.field(response, 'metadata')) return undefined;
  const stated = getOperationRule(rules)?.metadata;
  if (stated === null) return undefined;
  if (stated !== undefined) {
    const type = `${TYPE_PREFIX}${stated}`;
    const shortName = stated.slice(stated.lastIndexOf('.') + 1);
    const schema = schemas.find(({ id }) => getTypeUrl(id) === type) ?? schemas.find(({ id }) => id.endsWith(shortName));
    const resource = 'resource' in action ? lookup.resource(action.resource)?.schema : undefined;
    if (schema !== undefined && schema.id === resource) return { type, fields: [], isResource: true };
    return { type, fields: listTextFields(schema?.id, lookup) };
  }
  const subject = `${name}${toSingular(findLastLiteral(parseTemplate(route).steps) ?? '')}`.toLowerCase();
  const endings = [`${subject}metadata`, `${subject}operationmetadata`];
  const ids = schemas.map(({ id }) => id);
  const specificIds = ids.filter((id) => endings.some((ending) => id.toLowerCase().endsWith(ending)));
  const commonIds = ids.filter((id) => getTypeUrl(id)?.endsWith('.OperationMetadata'));
  const [found, ...others] = specificIds.length > 0 ? specificIds : commonIds;
  const type = found === undefined || others.length > 0 ? undefined : getTypeUrl(found);
  if (type === undefined) return undefined;
  return { type, fields: listTextFields(found, lookup) };
}

/** Lists the fields of a schema that hold text or flags. */
function listTextFields(schema: string | undefined, lookup: Lookup): readonly string[] {
  const fields = schema === undefined ? [] : (lookup.object(schema)?.fields ?? []);
  return fields.flatMap(({ name, type }) => (type.kind === 'string' || type.kind === 'boolean' ? [name] : []));
}
