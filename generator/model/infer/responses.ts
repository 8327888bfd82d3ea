/**
 * Infers what responses contain: fields that are always present, values that are omitted, defaults, enum values without a number,
 * and server-sent events.
 */
import { beginsWithVersion } from './errors.js';
import { isObject, type Json } from '../../lib/json.js';
import type { Api, Field, Method, ObjectType, Parameter, Resource, Schema, Type } from '../model.js';
import { createLookup, getItemType, type Lookup } from '../schema-lookup.js';
import { walkTypes } from '../walk-types.js';

/**
 * Published services never send empty lists. Those whose paths begin with the version serialize messages as ProtoJSON does, without the
 * default values of their fields.
 */
export function inferOmittedValues({ isPublished, methods, parameters }: Api): Api['omittedValues'] {
  if (!isPublished) return undefined;
  return inferProtoJson({ parameters }) && beginsWithVersion(methods) ? 'defaults' : 'emptyLists';
}

/** Marks the fields that a rule sets, possibly to an empty value: what a rule states takes precedence over what is usually omitted. */
export function markStatedFields(schemas: readonly Schema[], lookup: Lookup): readonly Schema[] {
  const stated = new Set(schemas.flatMap(({ type }) => (type.kind === 'object' ? listStatedFields(type, lookup) : [])));
  if (stated.size === 0) return schemas;
  return schemas.map((schema) => {
    if (schema.type.kind !== 'object' || !schema.type.fields.some((field) => stated.has(field))) return schema;
    const fields = schema.type.fields.map((field): Field => (stated.has(field) ? { ...field, stated: true } : field));
    return { ...schema, type: { ...schema.type, fields } };
  });
}

function listStatedFields(type: ObjectType, lookup: Lookup): readonly Field[] {
  return type.rules.flatMap(({ rule }) => {
    if (rule.kind !== 'serverDefault') return [];
    const names = rule.field.split('.');
    const owner = names
      .slice(0, -1)
      .reduce<ObjectType | undefined>((object, name) => lookup.object(lookup.field(object, name)?.type), type);
    const field = lookup.field(owner, names.at(-1) ?? '');
    return field === undefined ? [] : [field, ...listFieldsIn(rule.value, field.type, lookup)];
  });
}

/** Lists the fields of the objects in a value. */
function listFieldsIn(value: Json, type: Type, lookup: Lookup): readonly Field[] {
  const resolved = lookup.resolve(type);
  if (Array.isArray(value)) {
    const items = resolved?.kind === 'array' ? resolved.items : undefined;
    return items === undefined ? [] : value.flatMap((element: Json) => listFieldsIn(element, items, lookup));
  }
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    if (resolved?.kind === 'map') return listFieldsIn(inner, resolved.values, lookup);
    const field = lookup.field(resolved, name);
    return field === undefined ? [] : [field, ...listFieldsIn(inner, field.type, lookup)];
  });
}

const alwaysSet: ReadonlySet<Field['serverValue']> = new Set(['createTime', 'id', 'uuid']);

/** Marks the fields that responses with a resource always have, in addition to its required fields. */
export function inferPresentFields({ schemas, methods, resources, isPublished }: Api): readonly Schema[] {
  const stored = new Set(resources.flatMap(({ schema }) => schema ?? []));
  return schemas.map((schema) => {
    // If requests and responses share a form, `required` describes only requests.
    const hasOwnForm = schema.directional || !schema.requested;
    if (schema.type.kind !== 'object' || !stored.has(schema.id) || !hasOwnForm) return schema;
    const creators = methods.flatMap(({ id, request, action }) =>
      action.kind === 'create' && request?.kind === 'ref' && request.schema === schema.id ? [id] : [],
    );
    const versions = listVersionFields(schema, { methods, resources });
    const isPresent = (field: Field): boolean => {
      const { name, readOnly, writeOnly, serverValue, requiredBy = [], expectedBy = [], replacedByMedia } = field;
      return (
        !writeOnly &&
        (versions.has(name) ||
          (readOnly && alwaysSet.has(serverValue)) ||
          (!isPublished && isPathName(field, schema.id, resources)) ||
          [...requiredBy, ...expectedBy].some((id) => creators.includes(id) && !replacedByMedia?.includes(id)))
      );
    };
    const fields = schema.type.fields.map((field): Field => (isPresent(field) ? { ...field, present: true } : field));
    return { ...schema, type: { ...schema.type, fields } };
  });
}

/** Whether a field is the name of the resources with a schema, which the server derives from their paths. */
function isPathName({ name }: Field, schema: string, resources: Api['resources']): boolean {
  const stored = resources.filter((resource) => resource.schema === schema);
  const isName = ({ fullNameFrom, idFields, pathFields }: Resource): boolean =>
    Object.hasOwn(pathFields, name) || (fullNameFrom !== undefined && idFields[0] === name);
  return name === 'name' && stored.length > 0 && stored.every(isName);
}

/** Lists the fields with the version of a resource or of a part of it. An update sends them back. */
function listVersionFields({ id, type }: Schema, { methods, resources }: Pick<Api, 'methods' | 'resources'>): ReadonlySet<string> {
  const etags =
    type.kind === 'object' ? type.rules.flatMap(({ rule }) => (rule.kind === 'etag' && rule.match === 'required' ? rule.field : [])) : [];
  const paths = new Set(resources.flatMap(({ schema, path }) => (schema === id ? path : [])));
  const partEtags = methods.flatMap(({ action }) =>
    action.kind === 'setFields' && action.match !== 'optional' && action.fingerprint !== undefined && paths.has(action.resource)
      ? action.fingerprint
      : [],
  );
  return new Set([...etags, ...partEtags]);
}

export function inferImplicitDefaults({ schemas, methods, resources }: Pick<Api, 'schemas' | 'methods' | 'resources'>): readonly Schema[] {
  const lookup = createLookup({ schemas });
  const returned = new Set([
    ...methods.flatMap((method) => [...listReferences(method.response), ...listReferences(getItemType(method, lookup))]),
    ...resources.map(({ schema }) => schema),
  ]);
  const isImplicit = ({ name, source, default: value }: Field, schema: Schema): boolean =>
    source.kind === 'published' && value !== undefined && !(name === 'kind' && returned.has(schema.id));
  return schemas.map((schema) => {
    if (schema.type.kind !== 'object') return schema;
    const fields = schema.type.fields.map((field) => (isImplicit(field, schema) ? { ...field, implicitDefault: true as const } : field));
    return { ...schema, type: { ...schema.type, fields } };
  });
}

function listReferences(type: Type | undefined): readonly string[] {
  return type?.kind === 'ref' ? [type.schema] : [];
}

/**
 * Whether a response can contain an enum value that the mock can't encode as a number. A long-running operation contains messages whose
 * types its schema doesn't state.
 */
export function hasNamedEnums({ action, operation, response }: Method, lookup: Lookup): boolean {
  if (action.kind === 'notImplemented') return false;
  if (operation === 'longrunning') return true;
  for (const type of walkTypes([response], lookup))
    if (type.kind === 'string' && type.enum?.some(({ number }) => number === undefined)) return true;
  return false;
}

/** The common parameter of APIs whose server parses requests as ProtoJSON. Descriptions of older servers lack it. */
const errorFormatParameter = '$.xgafv';

/** Whether the common parameters select the format of errors. Only servers for Protocol Buffers have that parameter. */
export function inferProtoJson({ parameters }: Pick<Api, 'parameters'>): boolean {
  return parameters.some(({ name }) => name === errorFormatParameter);
}

/** `streamAnswer`, `streamingRead`, `serverStreamingPredict`, `executeStreamingSql` */
const streamingName = /^stream[A-Z]|(?:^s|S)treaming[A-Z]/;

/**
 * A method returns events if its name says that it streams, or if `sse` is a value of the parameter `alt` of the method or of the API. Each
 * event has the type of the response. Lists and raw content have forms of their own.
 */
export function inferEvents(method: Method, commonParameters: readonly Parameter[]): boolean {
  const { name, response, list, acceptsMedia, returnsMedia, parameters } = method;
  if (response === undefined || list !== undefined || acceptsMedia || returnsMedia) return false;
  const format = [...parameters, ...commonParameters].find((parameter) => parameter.name === 'alt');
  const values = format?.type.kind === 'string' ? (format.type.enum ?? []) : [];
  return streamingName.test(name) || values.some(({ value }) => value === 'sse');
}
