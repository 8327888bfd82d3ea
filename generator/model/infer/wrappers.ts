/** Infers bodies that wrap the resource in a field (`{ instanceId, instance: {…} }`), and bodies that are another message. */
import { findIdName } from './parameters.js';
import { toSingular } from '../../lib/singular.js';
import { findLastLiteral } from '../../lib/path-steps.js';
import { toShapeKey } from '../../../templates/runtime/paths/shape.js';
import { parseTemplate } from '../../../templates/runtime/paths/template.js';
import { groupByKey } from '../../lib/group-by.js';
import { isNeeded, getItemType, getSchemaId, type Lookup } from '../schema-lookup.js';
import type { Field, Method, Type } from '../model.js';

const writeActions: ReadonlySet<string> = new Set(['create', 'update', 'patch']);
const resourceActions: ReadonlySet<string> = new Set(['get', ...writeActions]);

/**
 * Finds methods whose body isn't the resource that reads of the same path return, but has one field with it, or for creations, fields of the same names.
 * The effect of an update with any other body is unknown, and so is the response without such a field.
 */
export function inferWrappers(methods: readonly Method[], lookup: Lookup): readonly Method[] {
  const readSchemas = findReadSchemas(methods, lookup);
  const records = groupRecordsByOwner(methods);
  return methods.map((method) => {
    if (!resourceActions.has(method.action.kind)) return method;
    const schema = readSchemas.get(getKey(method));
    if (schema === undefined)
      return (
        addResponseWrapper(method, getSchemaId(method.request), lookup) ??
        inferReturnedResource(method, lookup) ??
        clearInferredAction(method)
      );
    const withRequestWrapper = writeActions.has(method.action.kind) ? addRequestWrapper(method, schema, lookup) : method;
    return (
      (withRequestWrapper &&
        (addResponseWrapper(withRequestWrapper, schema, lookup) ??
          addRecord(withRequestWrapper, records.get(getKey(withRequestWrapper))))) ??
      clearInferredAction(method)
    );
  });
}

/** Finds the resource that a method writes and no method reads, if one field of the body is the response or is also in the response. */
function inferReturnedResource(method: Method, lookup: Lookup): Method | undefined {
  const fields = lookup.object(method.request)?.fields ?? [];
  const returnedSchemas = [
    getSchemaId(method.response),
    ...(lookup.object(method.response)?.fields ?? []).map(({ type }) => getSchemaId(type)),
  ];
  const [field, ...others] = fields.filter(({ type }) => type.kind === 'ref' && returnedSchemas.includes(type.schema));
  if (field === undefined || others.length > 0) return undefined;
  return addResponseWrapper(wrapRequest(field, fields, method), getSchemaId(field.type), lookup);
}

/** Groups reads of `things/{thing}/operations/{operation}` by the shape of the owner's path. */
function groupRecordsByOwner(methods: readonly Method[]): ReadonlyMap<string, Method> {
  return new Map(
    methods.flatMap((method) => {
      const owner = method.action.kind === 'get' ? /^(.+)\/operations\/\*$/.exec(getKey(method))?.[1] : undefined;
      return owner === undefined ? [] : [[owner, method] as const];
    }),
  );
}

/** A write that returns its change record. */
function addRecord(method: Method, record: Method | undefined): Method | undefined {
  const schema = getSchemaId(method.response);
  if (record?.action.kind !== 'get' || schema === undefined || getSchemaId(record.response) !== schema) return undefined;
  return { ...method, recordedAs: record.action.resource };
}

/** Clears an inferred action. A stated one stays. */
function clearInferredAction(method: Method): Method {
  return method.actionSource === undefined ? { ...method, action: { kind: 'notImplemented' } } : method;
}

/** Finds the schemas of resources that can be read or listed, by the shape of their path. If a read returns a wrapper, uses the schema inside. */
function findReadSchemas(methods: readonly Method[], lookup: Lookup): ReadonlyMap<string, string> {
  const listSchemas = (getType: (method: Method) => Type | undefined): readonly (readonly [string, string])[] =>
    methods.flatMap((method) => {
      const schema = getSchemaId(getType(method));
      return schema === undefined ? [] : [[getKey(method), schema] as const];
    });
  const getListed = (method: Method): Type | undefined => (method.action.kind === 'list' ? getItemType(method, lookup) : undefined);
  const others = groupByKey(listSchemas((method) => (writeActions.has(method.action.kind) ? method.request : getListed(method))));
  const read = listSchemas(({ action, response }) => (action.kind === 'get' ? response : undefined));
  const unwrapped = read.map(([key, schema]) => [key, chooseInnerSchema(schema, others.get(key) ?? [], lookup)] as const);
  return new Map([...listSchemas(getListed), ...unwrapped]);
}

/** If a schema is a wrapper, with one field of another schema that the methods of the resource use, returns the inner schema. */
export function chooseInnerSchema(schema: string, others: readonly string[], lookup: Lookup): string {
  if (others.includes(schema)) return schema;
  const inside = lookup.object(schema)?.fields.map(({ type }) => getSchemaId(type)) ?? [];
  return others.find((other) => inside.filter((each) => each === other).length === 1) ?? schema;
}

function getKey({ action }: Method): string {
  return 'resource' in action ? toShapeKey(action.resource) : '';
}

/** Returns `undefined` if the body can't be interpreted. */
function addRequestWrapper(method: Method, schema: string, lookup: Lookup): Method | undefined {
  const { action, request } = method;
  if (request?.kind !== 'ref' || request.schema === schema) return method;
  const fields = lookup.object(request)?.fields ?? [];
  const inside = fields.filter(({ type }) => getSchemaId(type) === schema);
  if (inside[0] !== undefined && inside.length === 1) return wrapRequest(inside[0], fields, method);
  if (action.kind !== 'create') return undefined;
  const common = fields.filter(({ name, type }) => hasSameKind(type, lookup.field(schema, name)?.type, lookup));
  // The client must assign a name, but the body has no field for it.
  const name = action.id === undefined ? lookup.field(schema, 'name') : undefined;
  const isUnnamed = name !== undefined && isNeeded(name) && !common.some((field) => field.name === 'name') && method.httpMethod === 'POST';
  return isUnnamed || (common.length === 0 && fields.length > 0) ? undefined : { ...method, requestFields: common.map(({ name }) => name) };
}

const hasSameKind = (type: Type, other: Type | undefined, lookup: Lookup): boolean =>
  other !== undefined && lookup.resolve(type)?.kind === lookup.resolve(other)?.kind;

function wrapRequest(field: Field, fields: readonly Field[], method: Method): Method {
  const { action, route } = method;
  const named = action.kind === 'create' && action.id === undefined;
  const texts = fields.filter(({ type }) => type.kind === 'string').map(({ name }) => name);
  const id = named ? findIdName(texts, findLastLiteral(parseTemplate(route).steps) ?? '') : undefined;
  return { ...method, requestWrap: field.name, action: action.kind === 'create' && id !== undefined ? { ...action, id } : action };
}

/** Adds the response field that holds the resource, if the response isn't the resource itself. Returns `undefined` for another message. */
function addResponseWrapper(method: Method, schema: string | undefined, lookup: Lookup): Method | undefined {
  const { operation, response } = method;
  const fields = lookup.object(response)?.fields ?? [];
  if (schema === undefined || operation !== undefined || fields.length === 0 || getSchemaId(response) === schema) return method;
  const candidates = fields.filter(({ type }) => getSchemaId(type) === schema);
  const [field] = candidates;
  const isOnly = fields.filter(({ type }) => lookup.resolve(type)?.kind === 'object').length === 1;
  return field !== undefined && candidates.length === 1 && (isOnly || isNamedAfterResource(field, method))
    ? { ...method, responseWrap: field.name }
    : undefined;
}

/** Whether a field is named after the resource, or has a generic name. */
function isNamedAfterResource({ name }: Field, { action }: Method): boolean {
  const singular = 'resource' in action ? toSingular(findLastLiteral(parseTemplate(action.resource).steps) ?? '') : '';
  return ['data', 'item', 'metadata', 'resource', 'result'].includes(name) || name.toLowerCase() === singular.toLowerCase();
}
