/** The behavior of fields for the mock. Each nested object has one named shape, so that shapes can be recursive. */
import { copyMembers } from './json-objects.js';
import { listEnumNumbers } from './discovery-types.js';
import { limitDepth, findObjectType, getElementType } from './type-queries.js';
import { isNeeded, type Lookup, getLookup } from '../model/schema-lookup.js';
import type { Api, Field, Method, ObjectType, Type } from '../model/model.js';
import type { FieldBehavior } from '../../templates/runtime/behavior.js';

export type Fields = Readonly<Record<string, FieldBehavior>>;

/** The maximum depth of nested fields with their own behavior. */
const MAX_DEPTH = 4;
/** The depth at which an object has no nested fields. */
export const SHALLOW = MAX_DEPTH;

interface WalkPosition {
  readonly lookup: Lookup;
  /** The name of the surrounding shape. */
  readonly at: string;
  readonly depth: number;
}

/** Returns the fields of a resource, nested as deep as their number permits. `at` is the name of the schema. */
export function toDeepFields(type: ObjectType, lookup: Lookup, at: string): Fields {
  return toObjectFields(type, { lookup, at, depth: MAX_DEPTH - limitDepth(type, lookup, MAX_DEPTH) });
}

export function toObjectFields(type: ObjectType, position: WalkPosition): Fields {
  return toRecord(type.fields.map((field) => [field.name, toFieldBehavior(field, position)] as const));
}

function toFieldBehavior(field: Field, { lookup, at, depth }: WalkPosition): FieldBehavior {
  const type = lookup.resolve(field.type);
  const path = getNestedName(at, field.name);
  const nested = depth < MAX_DEPTH ? toNestedFields(type, { lookup, at: path, depth: depth + 1 }) : undefined;
  const shape = findShapeName(field.type, lookup, path);
  const items = toElementBehavior(type, lookup, MAX_NESTED_LISTS);
  return {
    ...(type && type.kind !== 'string' && { type: type.kind }),
    ...(type && 'format' in type && type.format !== undefined && { format: type.format }),
    ...(type?.kind === 'string' && type.const !== undefined && { const: type.const }),
    ...readEnumNumbers(type),
    ...copyMembers(field, ['readOnly', 'writeOnly', 'immutable', 'patchable', 'omitEmpty']),
    ...(field.unreturned && { writeOnly: true as const }),
    ...(field.default !== undefined && !field.implicitDefault && { default: field.default }),
    ...(field.describedDefault !== undefined && { default: field.describedDefault }),
    ...(field.always !== undefined && { default: field.always }),
    ...(((field.source.kind === 'published' && (isNeeded(field) || field.present)) || field.stated) && { present: true as const }),
    ...copyMembers(field, ['serverValue', 'creationStates', 'link', 'etag', 'encryptionKey']),
    ...(shape !== undefined && { shape }),
    ...(items && { items }),
    ...(nested && { fields: nested }),
  };
}

/** Returns the behavior of the elements of a list or map if they contain numbers or numbered enum values, which have several JSON forms. */
function toElementBehavior(type: Type | undefined, lookup: Lookup, lists: number): FieldBehavior | undefined {
  const element = lookup.resolve(getElementType(type));
  if (element === undefined || lists === 0) return undefined;
  if (element.kind === 'integer' || element.kind === 'number')
    return { type: element.kind, ...(element.format && { format: element.format }) };
  if (element.kind === 'string') {
    if (element.format === 'int64' || element.format === 'uint64') return { format: element.format };
    const numbers = readEnumNumbers(element);
    return numbers.enumNumbers && numbers;
  }
  const items = toElementBehavior(element, lookup, lists - 1);
  return items && { type: element.kind, items };
}

function readEnumNumbers(type: Type | undefined): Pick<FieldBehavior, 'enumNumbers'> {
  const enumNumbers = type?.kind === 'string' ? listEnumNumbers(type) : undefined;
  return enumNumbers ? { enumNumbers: toRecord(Object.entries(enumNumbers)) } : {};
}

/** Returns the fields of an object, or of the objects in a list, if one of them has special behavior. */
function toNestedFields(type: Type | undefined, position: WalkPosition): Fields | undefined {
  const object = position.lookup.object(getElementType(type) ?? type);
  if (object === undefined) return undefined;
  const special = Object.entries(toObjectFields(object, position)).filter(
    ([, { type: _, shape: __, format: ___, link: ____, enumNumbers: _____, present: ______, ...rest }]) => Object.keys(rest).length > 0,
  );
  return special.length > 0 ? toRecord(special) : undefined;
}

/** Names an inline object by its path. */
function getNestedName(at: string, name: string): string {
  return `${at.startsWith('.') ? '' : '.'}${at}.${name}`;
}

/** Returns the schema that a type refers to (directly or through lists and maps), or the path of an inline object. Returns `undefined` if no member is known or if any member is allowed. */
export function findShapeName(type: Type | undefined, lookup: Lookup, path: string): string | undefined {
  const object = findObjectType(type, lookup);
  if (object === undefined || !hasKnownFields(object)) return undefined;
  return findLastReference(type, lookup) ?? getInlineName(object, path);
}

/** The names of inline objects: the path of the first occurrence, because a list can contain itself. */
const inlineNameCache = new WeakMap<ObjectType, string>();

function getInlineName(object: ObjectType, path: string): string {
  const name = inlineNameCache.get(object) ?? (path.startsWith('.') ? path : `.${path}`);
  inlineNameCache.set(object, name);
  return name;
}

/** If the documentation is incomplete, the documented members count as known. */
function hasKnownFields({ additional, fields }: ObjectType): boolean {
  return additional === undefined || (additional.kind === 'any' && fields.length > 0);
}

/** The maximum depth of nested lists. A schema can be a list of itself. */
const MAX_NESTED_LISTS = 4;

/** Returns the last schema on the path to the object. */
function findLastReference(type: Type | undefined, lookup: Lookup): string | undefined {
  let current = type;
  for (let hops = 0; hops <= MAX_NESTED_LISTS && current; hops += 1) {
    if (current.kind === 'ref' && lookup.resolve(current)?.kind === 'object') return followReferences(current.schema, lookup);
    current = getElementType(lookup.resolve(current));
  }
  return undefined;
}

/** Follows schemas that are only references. */
function followReferences(schema: string, lookup: Lookup): string {
  let name = schema;
  for (let hops = 0; hops < 100; hops += 1) {
    const type = lookup.schema(name)?.type;
    if (type?.kind !== 'ref') return name;
    name = type.schema;
  }
  return name;
}

/** An inline response has the name of its method, so the request needs another name. */
const getRequestName = (id: string): string => `${id}(request)`;

/** Returns the shape of the request body if its fields are known. */
export function findRequestShape({ id, request }: Method, api: Api): string | undefined {
  return findShapeName(request, getLookup(api), getRequestName(id));
}

/** Collects all shapes of resources, responses, and requests by name. The names of inline objects begin with a dot. */
export function collectShapes(api: Api): Readonly<Record<string, Fields>> {
  const lookup = getLookup(api);
  const found = new Map<string, Fields>();
  const visit = (type: Type | undefined, path: string): void => {
    const name = findShapeName(type, lookup, path);
    const object = findObjectType(type, lookup);
    if (name === undefined || object === undefined || found.has(name)) return;
    found.set(name, toObjectFields(object, { lookup, at: name, depth: MAX_DEPTH }));
    for (const field of object.fields) visit(field.type, getNestedName(name, field.name));
  };
  for (const { schema } of api.resources) {
    for (const field of lookup.object(schema)?.fields ?? []) visit(field.type, getNestedName(schema ?? '', field.name));
  }
  for (const method of api.methods) {
    visit(method.response, method.id);
    visit(method.request, getRequestName(method.id));
  }
  return toRecord([...found]);
}

/** Creates a record without a prototype, because the keys come from specifications. */
export function toRecord<V>(entries: readonly (readonly [string, V])[]): Record<string, V> {
  return Object.assign(Object.create(null) as Record<string, V>, Object.fromEntries(entries));
}
