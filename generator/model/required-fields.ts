/** Determines which methods require a field: all, or those that an annotation names. */
import type { Field, Type } from './model.js';
import { listMethods } from '../lib/document-methods.js';
import { groupByKey } from '../lib/group-by.js';
import { compareByKey, isTrue, type JsonObject, getMember, getObject, getObjects, getStrings, getText } from '../lib/json.js';

/** The methods of a document by the schemas of their requests. */
export interface MethodLookup {
  /** Maps ids as written, and ids by position, to ids by position. */
  readonly ids: ReadonlyMap<string, string>;
  /** The sorted ids of methods whose request can contain the schema. */
  readonly listMethods: (schema: string) => readonly string[];
  /** Returns whether the method with an id by position accepts media. */
  readonly acceptsMedia: (id: string) => boolean;
  /** The ids of methods whose path holds a field of their request schema. */
  readonly listMethodsWithPathField: (schema: string, field: string) => readonly string[];
}

/** The methods that concern an element. */
export interface ElementMethods {
  readonly methodsBySchema: MethodLookup;
  /** Lists the methods whose requests can contain the element. */
  readonly listMethods?: () => readonly string[];
}

/**
 * An annotation that names all methods that take the field, or only unknown ones, has the effect of `required: true`, unless the field
 * says `required: false`. An annotation that names some methods applies to their requests only.
 */
export function readRequired(
  element: JsonObject,
  { methodsBySchema, listMethods }: ElementMethods,
): Pick<Field, 'required' | 'requiredBy'> {
  if (isTrue(element, 'required')) return { required: true };
  const named = getStrings(getObject(element, 'annotations') ?? {}, 'required');
  const requiringIds = new Set(named.flatMap((id) => methodsBySchema.ids.get(id) ?? []));
  if (requiringIds.size === 0) return { required: named.length > 0 };
  const methods = listMethods?.() ?? [];
  const requiredBy = methods.filter((id) => requiringIds.has(id));
  if (requiredBy.length === 0) return { required: false, requiredBy };
  const isRequiredByAll = requiredBy.length === methods.length && getMember(element, 'required') !== false;
  return isRequiredByAll ? { required: true } : { required: false, requiredBy };
}

interface MethodElement {
  readonly id: string;
  readonly element: JsonObject;
}

/** Indexes the methods of a document by the schemas that their requests contain. */
export function indexMethodsBySchema(document: JsonObject): MethodLookup {
  const name = getText(document, 'name') ?? '';
  const methods = listMethods(document).map(({ collections, name: method, value }) => ({
    id: [name, ...collections, method].join('.'),
    element: value,
  }));
  const ids = new Map(methods.flatMap(({ id, element }) => [[getText(element, 'id') ?? id, id] as const, [id, id] as const]));
  const mediaIds = new Set(methods.flatMap(({ id, element }) => (getObject(element, 'mediaUpload') ? [id] : [])));
  let found: ReadonlyMap<string, readonly string[]> | undefined;
  return {
    ids,
    listMethods: (schema) => (found ??= groupMethodsBySchema(document, methods)).get(schema) ?? [],
    acceptsMedia: (id) => mediaIds.has(id),
    listMethodsWithPathField: (schema, field) => methods.flatMap(({ id, element }) => (isPathField(element, schema, field) ? [id] : [])),
  };
}

function isPathField(method: JsonObject, schema: string, field: string): boolean {
  const parameter = getObject(getObject(method, 'parameters') ?? {}, field) ?? {};
  return getText(getObject(method, 'request') ?? {}, '$ref') === schema && getText(parameter, 'location') === 'path';
}

/** If a description requires a field, methods with that field in the path don't require it in the body. */
export function omitPathParameters(type: Type, schema: string, methodsBySchema: MethodLookup): Type {
  if (type.kind !== 'object') return type;
  const fields = type.fields.map((field): Field => {
    const methodsWithPathField = field.inferred.includes('required') ? methodsBySchema.listMethodsWithPathField(schema, field.name) : [];
    if (methodsWithPathField.length === 0) return field;
    const requiredBy = methodsBySchema.listMethods(schema).filter((id) => !methodsWithPathField.includes(id));
    const inferred = field.inferred.filter((flag) => flag !== 'required');
    return { ...field, required: false, inferred, ...(requiredBy.length > 0 && { requiredBy }) };
  });
  return { ...type, fields };
}

function groupMethodsBySchema(document: JsonObject, methods: readonly MethodElement[]): ReadonlyMap<string, readonly string[]> {
  const schemas = new Map(getObjects(document, 'schemas').map(([id, schema]) => [id, listReferences(schema)]));
  const entries = [...methods].sort(compareByKey(({ id }) => id)).flatMap(({ id, element }) => {
    const request = /^(?:GET|HEAD)$/i.test(getText(element, 'httpMethod') ?? 'GET') ? undefined : getObject(element, 'request');
    // The set grows during the iteration.
    const reached = new Set(request === undefined ? [] : listReferences(request));
    for (const schema of reached) for (const next of schemas.get(schema) ?? []) reached.add(next);
    return [...reached].map((schema) => [schema, id] as const);
  });
  return groupByKey(entries);
}

/** Lists the schemas that an element references in requests. */
function listReferences(element: JsonObject): readonly string[] {
  if (isTrue(element, 'readOnly')) return [];
  const reference = getText(element, '$ref');
  const inner = [getObject(element, 'items'), getObject(element, 'additionalProperties')].filter((part) => part !== undefined);
  const fields = getObjects(element, 'properties').map(([, field]) => field);
  return [...(reference === undefined ? [] : [reference]), ...[...inner, ...fields].flatMap(listReferences)];
}
