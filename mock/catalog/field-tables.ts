/**
 * Converts resources between their stored and their visible form, by their field table. Without a table (the schema is unknown), every
 * field is kept.
 */
import type { ApiBehavior, FieldBehavior, ResourceValidation } from '../../runtime/behavior.js';
import type { CompiledExpression } from '../../runtime/descriptor.js';
import {
  emptyObject,
  isEqual,
  isEmpty,
  isList,
  isObject,
  setMember,
  type Json,
  type JsonObject,
  getMemberAt,
  withMemberAt,
} from '../lib/json.js';
import type { ResourceField, ResourceFields, CompiledResource } from './resource.js';

type FieldMapper = (field: ResourceField | undefined, value: Json) => Json | undefined;

/** Returns a field's own entry in the table, never an inherited one. */
export function getField(fields: ResourceFields | undefined, name: string): ResourceField | undefined {
  return fields && Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** Returns the entry of the field at a path of names, in which `*` stands for each element of a list or value of a map. */
export function getFieldAt(
  { fields, api }: Pick<CompiledResource, 'fields' | 'api'>,
  [head = '', ...rest]: readonly string[],
): FieldBehavior | undefined {
  const field = rest.reduce<FieldBehavior | null | undefined>(
    (current, name) => (name === '*' && current?.type === 'array' ? current : createMemberLookup(current, api.objectTypes)?.(name)),
    getField(fields, head),
  );
  return field ?? undefined;
}

function addFields(
  target: Record<string, Json>,
  fields: ResourceFields | undefined,
  { object, mapField }: { readonly object: JsonObject; readonly mapField: FieldMapper },
): void {
  for (const name of Object.keys(object)) {
    const field = getField(fields, name);
    const value = mapField(field, object[name] as Json);
    if (value !== undefined) setMember(target, name, field?.fields ? mapNested(field, value, mapField) : value);
  }
}

function mapFields(fields: ResourceFields | undefined, object: JsonObject, mapField: FieldMapper): JsonObject {
  const mapped: Record<string, Json> = {};
  addFields(mapped, fields, { object, mapField });
  return mapped;
}

function mapNested({ type, fields }: ResourceField, value: Json, mapField: FieldMapper): Json {
  return mapObjectsIn(type, value, (object) => mapFields(fields, object, mapField));
}

/** Returns the value of a field with each of its objects changed: itself, the elements of a list, or the values of a map. */
function mapObjectsIn(type: ResourceField['type'], value: Json, change: (object: JsonObject) => JsonObject): Json {
  if (isList(value)) return value.map((item) => mapObjectsIn('object', item, change));
  if (!isObject(value)) return value;
  return type === 'map' ? mapMembers(value, (member) => mapObjectsIn('object', member, change)) : change(value);
}

function mapMembers(object: JsonObject, change: (value: Json) => Json): JsonObject {
  const mapped: Record<string, Json> = {};
  for (const name of Object.keys(object)) setMember(mapped, name, change(object[name] as Json));
  return mapped;
}

/** Returns the fields that a client can set. Drops output-only fields at every depth, and empty text that responses omit. */
export function toStoredFields(fields: ResourceFields | undefined, object: JsonObject): JsonObject {
  return fields ? mapFields(fields, object, mapStoredField) : object;
}

const mapStoredField: FieldMapper = (field, value) => (isIgnored(field, value) ? undefined : value);

function isIgnored(field: FieldBehavior | undefined, value: Json): boolean {
  return field?.readOnly === true || (field?.omitEmpty === true && value === '');
}

/**
 * Returns the fields that a client sees: with constants and defaults, without write-only fields, and without empty fields that the schema
 * omits.
 */
export function toVisibleFields(fields: ResourceFields | undefined, object: JsonObject): JsonObject {
  if (!fields) return object;
  // Setting members of an empty object is much faster than setting those of a copy.
  const visible: Record<string, Json> = {};
  for (const [name, value] of listFixedValues(fields, object)) setMember(visible, name, value);
  addFields(visible, fields, { object, mapField: mapVisibleField });
  return visible;
}

/** Reverses `toVisibleFields`: omits the constants, and the values that equal their defaults. */
export function omitGeneratedFields(fields: ResourceFields | undefined, visible: JsonObject): JsonObject {
  if (!fields) return visible;
  const added = Object.fromEntries(listFixedValues(fields, emptyObject, visible));
  const remaining: Record<string, Json> = {};
  for (const [name, value] of Object.entries(visible)) {
    if (Object.hasOwn(added, name) && isEqual(added[name], value)) continue;
    const { type, fields: nestedFields } = getField(fields, name) ?? {};
    setMember(remaining, name, nestedFields ? mapObjectsIn(type, value, (object) => omitGeneratedFields(nestedFields, object)) : value);
  }
  return remaining;
}

const mapVisibleField: FieldMapper = (field, value) => {
  if (!field) return value;
  if (field.writeOnly || (field.omitEmpty && isEmpty(value))) return undefined;
  const { fields, type } = field;
  if (!fields) return field.const ?? value;
  const { constants, defaults } = getFixedValues(fields);
  return constants.length + defaults.length === 0 ? value : mapObjectsIn(type, value, (object) => addFixedValues(fields, object));
};

function addFixedValues(fields: ResourceFields, value: JsonObject): JsonObject {
  return Object.fromEntries([...listFixedValues(fields, value), ...Object.entries(value)]);
}

/** The constants and defaults of a field table. */
interface FixedValues {
  readonly constants: readonly FixedValue[];
  /** The defaults that responses contain. */
  readonly defaults: readonly FixedValue[];
}

type FixedValue = readonly [name: string, value: Json];

const fixedByFields = new WeakMap<ResourceFields, FixedValues>();

function getFixedValues(fields: ResourceFields): FixedValues {
  let fixedValues = fixedByFields.get(fields);
  if (!fixedValues) {
    const entries = Object.entries(fields);
    const visible = entries.filter(
      ([, field]) => field.default !== undefined && !field.writeOnly && !(field.omitEmpty && isEmpty(field.default as Json)),
    );
    fixedValues = {
      constants: entries.flatMap(([name, field]) => (field.const === undefined ? [] : [[name, field.const] as const])),
      defaults: visible.map(([name, field]) => [name, field.default as Json]),
    };
    fixedByFields.set(fields, fixedValues);
  }
  return fixedValues;
}

/** Lists the constants, and the defaults of the absent fields. */
function listFixedValues(fields: ResourceFields, object: JsonObject, conditionObject?: JsonObject): readonly FixedValue[] {
  return [...getFixedValues(fields).constants, ...listDefaults(fields, object, conditionObject)];
}

/** Lists the defaults of the absent fields. `conditionObject` is the object for which the defaults must be valid. */
function listDefaults(fields: ResourceFields, object: JsonObject, conditionObject: JsonObject = object): readonly FixedValue[] {
  return getFixedValues(fields).defaults.filter(
    (field) => !Object.hasOwn(object, field[0]) && canApplyDefault(fields, field, conditionObject),
  );
}

/** The validations that mention a field with a default, by table and field. */
const validationsOfDefaults = new WeakMap<ResourceFields, Map<string, readonly CompiledExpression[]>>();

/** Registers the validations of a resource that mention fields with defaults. */
export function registerDefaultConditions(fields: ResourceFields | undefined, validations: readonly ResourceValidation[] = []): void {
  for (const { at = [], fields: names, evaluate, oldSelf } of validations) {
    const table = at.reduce<ResourceFields | undefined>(
      (current, name) => (name === '*' ? current : getField(current, name)?.fields),
      fields,
    );
    for (const name of oldSelf === undefined && table ? names : []) {
      if (!table || getField(table, name)?.default === undefined) continue;
      const testsByField = validationsOfDefaults.get(table) ?? new Map<string, readonly CompiledExpression[]>();
      validationsOfDefaults.set(table, testsByField.set(name, [...new Set([...(testsByField.get(name) ?? []), evaluate])]));
    }
  }
}

/** Returns whether a default applies: setting it must not violate a validation. */
function canApplyDefault(fields: ResourceFields, [name, value]: FixedValue, object: JsonObject): boolean {
  const tests = validationsOfDefaults.get(fields)?.get(name);
  if (!tests) return true;
  const withDefault = { ...object, [name]: value };
  return tests.every((evaluate) => evaluate(withDefault, undefined, true) !== false);
}

/** Adds the defaults to the fields, for rules that treat a default as the value. `names`: only those of these fields. */
export function addDefaults(fields: ResourceFields | undefined, object: JsonObject, names?: readonly string[]): JsonObject {
  if (!fields) return object;
  let complete: Record<string, Json> | undefined;
  for (const field of getFixedValues(fields).defaults) {
    const [name, value] = field;
    if (Object.hasOwn(object, name) || names?.includes(name) === false || !canApplyDefault(fields, field, object)) continue;
    complete ??= { ...object };
    setMember(complete, name, value);
  }
  return complete ?? object;
}

/** Returns the fields that an etag covers: those that clients can change, with defaults. */
export function toEtagFields(fields: ResourceFields | undefined, object: JsonObject): JsonObject {
  if (!fields) return object;
  const content: Record<string, Json> = {};
  addFields(content, fields, { object: Object.fromEntries(listDefaults(fields, object)), mapField: mapStoredField });
  addFields(content, fields, { object, mapField: mapStoredField });
  return content;
}

export type ObjectTypes = ApiBehavior['objectTypes'];

/**
 * Looks up the members of an object: returns the field with a name, or `null` if there is none. It is `undefined` if the schema is unknown.
 */
export type FieldLookup = ((name: string) => FieldBehavior | null) | undefined;

export function createFieldLookup(fields: ResourceFields | undefined): FieldLookup {
  return fields && ((name) => getField(fields, name) ?? null);
}

/** Returns the lookup for the members of an object with a known object type, of the objects in an array, or of a map whose keys name its values. */
export function createMemberLookup(field: FieldBehavior | null | undefined, objectTypes: ObjectTypes): FieldLookup {
  const { objectType, open, type } = field ?? {};
  if (objectType === undefined || open || !objectTypes || !Object.hasOwn(objectTypes, objectType)) return undefined;
  if (type !== 'map') return createFieldLookup(objectTypes[objectType]);
  const value: FieldBehavior = { type: 'object', objectType };
  return () => value;
}

/** Lists the known names of the members at a path of names and indexes. An unknown member has none. */
export function listMemberNames(fields: ResourceFields | undefined, objectTypes: ObjectTypes, path: readonly string[]): readonly string[] {
  let current: FieldBehavior | null | undefined;
  let members = fields;
  for (const part of path) {
    // The elements of a list and the values of a map have the object type of their field.
    if (current?.type === 'array' || current?.type === 'map') {
      current = { ...current, type: 'object' };
      continue;
    }
    current = getField(members, part);
    const objectType = current?.objectType;
    members = objectType !== undefined && objectTypes && Object.hasOwn(objectTypes, objectType) ? objectTypes[objectType] : undefined;
  }
  return Object.keys(members ?? {});
}

/** Returns whether a field has a scalar type. A string field can have no `type`, so a field without type and object type is a string. */
export function isScalarField(field: FieldBehavior | null | undefined): boolean {
  if (!field) return false;
  const { type } = field;
  if (type === undefined) return field.objectType === undefined;
  return type === 'string' || type === 'integer' || type === 'number' || type === 'boolean';
}

/** Returns the fields that clients can change, and those that custom methods and deletions change. Defaults count as set. */
export function toChangeableFields({ fields, methodStates, deletionMarks }: CompiledResource, body: JsonObject): JsonObject {
  return [...methodStates.map(({ field }) => field), ...deletionMarks].reduce(
    (content, field) => {
      const state = getMemberAt(body, field);
      return state === undefined ? content : withMemberAt(content, field, state);
    },
    toEtagFields(fields, body),
  );
}
