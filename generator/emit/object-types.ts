/** The object types of an API: the behavior of the fields of each object, by the name of the object, for the mock. */
import { copyMembers } from './json-objects.js';
import { listEnumNumbers } from './discovery-types.js';
import { getElementType } from '../model/walk-types.js';
import { isNeeded, type Lookup, getLookup } from '../model/schema-lookup.js';
import type { Api, Field, Method, ObjectType, Type } from '../model/model.js';
import { isNullValue } from './type-queries.js';
import type { FieldBehavior } from '../../runtime/behavior.js';

export type ObjectTypeFields = Readonly<Record<string, FieldBehavior>>;

/** Returns the fields of an object. Inline objects in them have names that begin with that of the object type. */
function toFields({ fields }: ObjectType, objectTypeName: string, lookup: Lookup): ObjectTypeFields {
  return toRecord(fields.map((field) => [field.name, toFieldBehavior(field, getNestedName(objectTypeName, field.name), lookup)] as const));
}

function toFieldBehavior(field: Field, path: string, lookup: Lookup): FieldBehavior {
  const type = lookup.resolve(field.type);
  const items = toElementBehavior(type, lookup, maxNestedLists);
  const found = findObject(field.type, lookup, path);
  return {
    ...(type && type.kind !== 'string' && { type: type.kind }),
    ...(type && 'format' in type && type.format !== undefined && { format: type.format }),
    ...(type?.kind === 'string' && type.const !== undefined && { const: type.const }),
    ...(type && isNullValue(type) && { isNull: true as const }),
    ...readEnumNumbers(type),
    ...copyMembers(field, ['readOnly', 'writeOnly', 'immutable', 'patchable', 'omitEmpty']),
    ...(field.unreturned && { writeOnly: true as const }),
    ...(field.default !== undefined && !field.implicitDefault && { default: field.default }),
    ...(field.describedDefault !== undefined && { default: field.describedDefault }),
    ...(field.always !== undefined && { default: field.always }),
    ...(((field.source.kind === 'published' && (isNeeded(field) || field.present)) || field.stated) && { present: true as const }),
    ...copyMembers(field, ['serverValue', 'creationStates', 'link', 'etag', 'encryptionKey', 'oneof']),
    ...(found && { objectType: found.name }),
    ...(found && isOpen(found.object) && { open: true as const }),
    ...(items && { items }),
  };
}

/** The formats of text that has several JSON forms. */
const variableFormats: ReadonlySet<string | undefined> = new Set([
  'int64',
  'uint64',
  'google-datetime',
  'google-duration',
  'google-fieldmask',
  'byte',
]);

/** Returns the behavior of the elements of a list or map if they contain values that have several JSON forms. */
function toElementBehavior(type: Type | undefined, lookup: Lookup, lists: number): FieldBehavior | undefined {
  const element = lookup.resolve(getElementType(type));
  if (element === undefined || lists === 0) return undefined;
  if (element.kind === 'integer' || element.kind === 'number')
    return { type: element.kind, ...(element.format && { format: element.format }) };
  if (element.kind === 'string') {
    if (isNullValue(element)) return { isNull: true };
    if (element.format !== undefined && variableFormats.has(element.format)) return { format: element.format };
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

/** Names an inline object by its path. */
function getNestedName(at: string, name: string): string {
  return `${at.startsWith('.') ? '' : '.'}${at}.${name}`;
}

interface NamedObject {
  /** The schema that a type refers to, or the path of an inline object. */
  readonly name: string;
  readonly object: ObjectType;
}

/**
 * Finds the object that a type refers to: directly, through lists, or through a map, and lists in it. Returns `undefined` if no member is
 * known.
 */
function findObject(type: Type | undefined, lookup: Lookup, path: string): NamedObject | undefined {
  let current = type;
  for (let hops = 0; hops <= maxNestedLists && current; hops += 1) {
    const resolved = lookup.resolve(current);
    if (resolved?.kind === 'map' && hops > 0) return undefined;
    if (resolved?.kind === 'object') {
      if (resolved.additional !== undefined && resolved.fields.length === 0) return undefined;
      return { name: current.kind === 'ref' ? followReferences(current.schema, lookup) : getInlineName(resolved, path), object: resolved };
    }
    current = getElementType(resolved);
  }
  return undefined;
}

/** Returns the name of the object type of a type, or `undefined` if no member is known or if any member is allowed. */
export function findObjectTypeName(type: Type | undefined, lookup: Lookup, path: string): string | undefined {
  const found = findObject(type, lookup, path);
  return found === undefined || isOpen(found.object) ? undefined : found.name;
}

/** Whether an object can have any member. If the documentation is incomplete, the documented members are those that are known. */
function isOpen({ additional }: ObjectType): boolean {
  return additional !== undefined && additional.kind !== 'any';
}

/** The names of inline objects: the path of the first occurrence, because a list can contain itself. */
const inlineNameCache = new WeakMap<ObjectType, string>();

function getInlineName(object: ObjectType, path: string): string {
  const name = inlineNameCache.get(object) ?? (path.startsWith('.') ? path : `.${path}`);
  inlineNameCache.set(object, name);
  return name;
}

/** The maximum depth of nested lists. A schema can be a list of itself. */
const maxNestedLists = 4;

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

/** Returns the object type of the request body if its fields are known. */
export function findRequestType({ id, request }: Method, api: Api): string | undefined {
  return findObjectTypeName(request, getLookup(api), getRequestName(id));
}

/** Collects all object types of resources, responses, and requests by name. The names of inline objects begin with a dot. */
export function collectObjectTypes(api: Api): Readonly<Record<string, ObjectTypeFields>> {
  const lookup = getLookup(api);
  const found = new Map<string, ObjectTypeFields>();
  const addObject = ({ name, object }: NamedObject): void => {
    if (found.has(name)) return;
    found.set(name, toFields(object, name, lookup));
    for (const field of object.fields) addType(field.type, getNestedName(name, field.name));
  };
  const addType = (type: Type | undefined, path: string): void => {
    const object = findObject(type, lookup, path);
    if (object) addObject(object);
  };
  for (const { schema } of api.resources) {
    const object = lookup.object(schema);
    if (schema !== undefined && object && object.fields.length > 0) addObject({ name: schema, object });
  }
  for (const method of api.methods) {
    addType(method.response, method.id);
    addType(method.request, getRequestName(method.id));
  }
  return toRecord([...found]);
}

/** Creates a record without a prototype, because the keys come from specifications. */
export function toRecord<V>(entries: readonly (readonly [string, V])[]): Record<string, V> {
  return Object.assign(Object.create(null) as Record<string, V>, Object.fromEntries(entries));
}
