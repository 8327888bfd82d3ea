/** Fields as the server treats them, and the shapes inside: each object is written once, so that shapes may recurse. */
import { limitDepth, findObjectType } from './field-depth.js';
import type { Lookup } from '../model/schema-lookup.js';
import type { Api, Field, Method, ObjectType, Type } from '../model/model.js';
import type { FieldBehavior } from '../../templates/runtime/descriptor.js';
import { getLookup } from './cached-lookup.js';

export type Fields = Readonly<Record<string, FieldBehavior>>;

/** Nested fields deeper than this keep no behavior of their own. */
const DEPTH = 4;
/** Where an object's fields are told without those inside. */
export const FLAT = DEPTH;

interface Within {
  readonly lookup: Lookup;
  /** Name of the shape around. */
  readonly at: string;
  readonly depth: number;
}

/** The fields of a resource, and those inside, as deep as their number allows. `at`: its schema. */
export function toDeepFields(type: ObjectType, lookup: Lookup, at: string): Fields {
  return toObjectFields(type, { lookup, at, depth: DEPTH - limitDepth(type, lookup, DEPTH) });
}

export function toObjectFields(type: ObjectType, within: Within): Fields {
  return toRecord(type.fields.map((field) => [field.name, fieldBehavior(field, type, within)] as const));
}

function fieldBehavior(field: Field, owner: ObjectType, { lookup, at, depth }: Within): FieldBehavior {
  const type = lookup.resolve(field.type);
  const path = nameInside(at, field.name);
  const nested = depth < DEPTH ? nestedFields(type, { lookup, at: path, depth: depth + 1 }) : undefined;
  const shape = findShapeName(field.type, lookup, path);
  const items = elementBehavior(type, lookup, LISTS);
  return {
    ...(type && type.kind !== 'string' && { type: type.kind }),
    ...(type && 'format' in type && type.format !== undefined && { format: type.format }),
    ...(type?.kind === 'string' && type.const !== undefined && { const: type.const }),
    ...(field.readOnly && { readOnly: true as const }),
    ...(field.writeOnly && { writeOnly: true as const }),
    ...(field.immutable && { immutable: true as const }),
    ...(field.patchable && { patchable: true as const }),
    ...(field.omitEmpty && { omitEmpty: true as const }),
    ...(field.default !== undefined && { default: field.default }),
    ...(field.always !== undefined && { default: field.always }),
    ...(field.serverValue !== undefined && { serverValue: field.serverValue }),
    ...(shape !== undefined && { shape }),
    ...(items && { items }),
    ...(nested && { fields: nested }),
  };
}

/** Of the elements of a list or map, where they lead to numbers: those have several forms in JSON. */
function elementBehavior(type: Type | undefined, lookup: Lookup, lists: number): FieldBehavior | undefined {
  if ((type?.kind !== 'array' && type?.kind !== 'map') || lists === 0) return undefined;
  const element = lookup.resolve(elementOf(type));
  if (element === undefined) return undefined;
  if (element.kind === 'integer' || element.kind === 'number')
    return { type: element.kind, ...(element.format && { format: element.format }) };
  if (element.kind === 'string') return element.format === 'int64' || element.format === 'uint64' ? { format: element.format } : undefined;
  const items = elementBehavior(element, lookup, lists - 1);
  return items && { type: element.kind, items };
}

/** Members of an object or of a list's objects, where one of them is no ordinary field. */
function nestedFields(type: Type | undefined, within: Within): Fields | undefined {
  const object = within.lookup.object(elementOf(type));
  if (object === undefined) return undefined;
  // Bytes may be fingerprints.
  const special = Object.entries(toObjectFields(object, within)).filter(([, { type: _, shape: __, format, ...rest }]) => {
    return Object.keys(rest).length > 0 || format === 'byte';
  });
  return special.length > 0 ? toRecord(special) : undefined;
}

/** What a list, or a map, is of. */
function elementOf(type: Type | undefined): Type | undefined {
  return type?.kind === 'array' ? type.items : type?.kind === 'map' ? type.values : type;
}

/** An object that has no name of its own is called after the place where it stands. */
function nameInside(at: string, name: string): string {
  return `${at.startsWith('.') ? '' : '.'}${at}.${name}`;
}

/** The schema that a type refers to, through lists and maps, or the place where its object is written out; `undefined` where no member is known, and where any name may be one. */
export function findShapeName(type: Type | undefined, lookup: Lookup, path: string): string | undefined {
  const object = findObjectType(type, lookup);
  if (object === undefined || !isKnown(object)) return undefined;
  return refIn(type, lookup) ?? inlineName(object, path);
}

/** Names of objects that are written out, by the place where each was met first: a list of them may lead back to itself. */
const inlineNames = new WeakMap<ObjectType, string>();

function inlineName(object: ObjectType, path: string): string {
  const name = inlineNames.get(object) ?? (path.startsWith('.') ? path : `.${path}`);
  inlineNames.set(object, name);
  return name;
}

/** Where a document does not show all members, those that are shown are what is known. */
function isKnown({ additional, fields }: ObjectType): boolean {
  return additional === undefined || (additional.kind === 'any' && fields.length > 0);
}

/** Lists of lists that are looked through; a schema may be a list of itself. */
const LISTS = 4;

/** The last schema on the way to the object. */
function refIn(type: Type | undefined, lookup: Lookup): string | undefined {
  let current = type;
  for (let hops = 0; hops <= LISTS && current; hops += 1) {
    if (current.kind === 'ref' && lookup.resolve(current)?.kind === 'object') return lastRef(current.schema, lookup);
    current = elementOf(lookup.resolve(current));
    if (current?.kind === 'object') return undefined;
  }
  return undefined;
}

/** A schema may be nothing but a reference to another. */
function lastRef(schema: string, lookup: Lookup): string {
  let name = schema;
  for (let hops = 0; hops < 100; hops += 1) {
    const type = lookup.schema(name)?.type;
    if (type?.kind !== 'ref') return name;
    name = type.schema;
  }
  return name;
}

/** An answer that is written out is called after its method, so a body needs another name. */
const placeOfRequest = (id: string): string => `${id}(request)`;

/** Of a method's body, where its fields are known. */
export function findRequestShape({ id, request }: Method, api: Api): string | undefined {
  return findShapeName(request, getLookup(api), placeOfRequest(id));
}

/** All shapes that resources, answers and bodies lead to, by name: schemas, and objects that are written out where they stand (their names begin with a dot). */
export function collectShapes(api: Api): Readonly<Record<string, Fields>> {
  const lookup = getLookup(api);
  const found = new Map<string, Fields>();
  const visit = (type: Type | undefined, path: string): void => {
    const name = findShapeName(type, lookup, path);
    const object = findObjectType(type, lookup);
    if (name === undefined || object === undefined || found.has(name)) return;
    found.set(name, toObjectFields(object, { lookup, at: name, depth: DEPTH }));
    for (const field of object.fields) visit(field.type, nameInside(name, field.name));
  };
  for (const { schema } of api.resources) {
    const type = schema === undefined ? undefined : lookup.object({ kind: 'ref', schema });
    for (const field of type?.fields ?? []) visit(field.type, nameInside(schema ?? '', field.name));
  }
  for (const method of api.methods) {
    visit(method.response, method.id);
    visit(method.request, placeOfRequest(method.id));
  }
  return toRecord([...found]);
}

/** Keys come from specifications: no prototype to pollute. */
export function toRecord<V>(entries: readonly (readonly [string, V])[]): Record<string, V> {
  return Object.assign(Object.create(null) as Record<string, V>, Object.fromEntries(entries));
}
