/** Which methods ask for a field: all that take it, or those that an annotation names. */
import type { Field, Type } from './model.js';
import { isTrue, type JsonObject, getMember, getObject, getObjects, getStrings, getText } from './json-access.js';

/** The methods around an element, by their ids. */
export interface MethodsBySchema {
  /** Ids as they are written, and as they follow from where the methods stand: the latter. */
  readonly ids: ReadonlyMap<string, string>;
  /** Those whose request may hold the schema, sorted. */
  readonly listMethods: (schema: string) => readonly string[];
  /** Those whose path gives a field of the schema that is their request. */
  readonly listMethodsWithPathField: (schema: string, field: string) => readonly string[];
}

interface Element {
  readonly methodsBySchema?: MethodsBySchema | undefined;
  /** The methods that may be sent the element. */
  readonly listMethods?: (() => readonly string[]) | undefined;
}

/**
 * An annotation that names all methods that take the field, or none that is known, says what `required` says, unless that is
 * denied beside it; one that names some of them speaks of their requests alone.
 */
export function parseRequirement(element: JsonObject, { methodsBySchema, listMethods }: Element): Pick<Field, 'required' | 'requiredBy'> {
  if (isTrue(element, 'required')) return { required: true };
  const named = getStrings(getObject(element, 'annotations') ?? {}, 'required');
  const known = new Set(named.flatMap((id) => methodsBySchema?.ids.get(id) ?? []));
  if (known.size === 0) return { required: named.length > 0 };
  const methods = listMethods?.() ?? [];
  const requiredBy = methods.filter((id) => known.has(id));
  if (requiredBy.length === 0) return { required: false, requiredBy };
  const ofAll = requiredBy.length === methods.length && getMember(element, 'required') !== false;
  return ofAll ? { required: true } : { required: false, requiredBy };
}

interface MethodElement {
  readonly id: string;
  readonly element: JsonObject;
}

/** What a document says of its methods and the schemas that their requests hold. */
export function methodsByRequestSchema(document: JsonObject): MethodsBySchema {
  const name = getText(document, 'name') ?? '';
  const methods = listMethods(document, [name]);
  const ids = new Map(methods.flatMap(({ id, element }) => [[getText(element, 'id') ?? id, id] as const, [id, id] as const]));
  let found: ReadonlyMap<string, readonly string[]> | undefined;
  return {
    ids,
    listMethods: (schema) => (found ??= groupMethodsBySchema(document, methods)).get(schema) ?? [],
    listMethodsWithPathField: (schema, field) => methods.flatMap(({ id, element }) => (isPathField(element, schema, field) ? [id] : [])),
  };
}

function isPathField(method: JsonObject, schema: string, field: string): boolean {
  const parameter = getObject(getObject(method, 'parameters') ?? {}, field) ?? {};
  return getText(getObject(method, 'request') ?? {}, '$ref') === schema && getText(parameter, 'location') === 'path';
}

/** A schema whose prose asks for fields: those methods whose path gives one do not ask for it in the body once more. */
export function omitPathParameters(type: Type, schema: string, methodsBySchema: MethodsBySchema): Type {
  if (type.kind !== 'object') return type;
  const fields = type.fields.map((field): Field => {
    const given = field.inferred.includes('required') ? methodsBySchema.listMethodsWithPathField(schema, field.name) : [];
    if (given.length === 0) return field;
    const requiredBy = methodsBySchema.listMethods(schema).filter((id) => !given.includes(id));
    const inferred = field.inferred.filter((flag) => flag !== 'required');
    return { ...field, required: false, inferred, ...(requiredBy.length > 0 && { requiredBy }) };
  });
  return { ...type, fields };
}

function listMethods(node: JsonObject, path: readonly string[]): readonly MethodElement[] {
  const own = getObjects(node, 'methods').map(([name, element]) => ({ id: [...path, name].join('.'), element }));
  return [...own, ...getObjects(node, 'resources').flatMap(([name, inner]) => listMethods(inner, [...path, name]))];
}

function groupMethodsBySchema(document: JsonObject, methods: readonly MethodElement[]): ReadonlyMap<string, readonly string[]> {
  const schemas = new Map(getObjects(document, 'schemas').map(([id, schema]) => [id, listReferences(schema)]));
  const found = new Map<string, string[]>();
  for (const { id, element } of [...methods].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))) {
    const request = /^(?:GET|HEAD)$/i.test(getText(element, 'httpMethod') ?? 'GET') ? undefined : getObject(element, 'request');
    // A set that grows while it is walked.
    const reached = new Set(request === undefined ? [] : listReferences(request));
    for (const schema of reached) for (const next of schemas.get(schema) ?? []) reached.add(next);
    for (const schema of reached) found.set(schema, [...(found.get(schema) ?? []), id]);
  }
  return found;
}

/** The schemas that an element refers to in what may be sent of it. */
function listReferences(element: JsonObject): readonly string[] {
  if (isTrue(element, 'readOnly')) return [];
  const reference = getText(element, '$ref');
  const inner = [getObject(element, 'items'), getObject(element, 'additionalProperties')].filter((part) => part !== undefined);
  const fields = getObjects(element, 'properties').map(([, field]) => field);
  return [...(reference === undefined ? [] : [reference]), ...[...inner, ...fields].flatMap(listReferences)];
}
