/** What goes in and what comes out of a resource, by its table of fields. Where the table is absent (the shape is not shown), everything is kept. */
import type { ApiBehavior, ViolationTest, FieldBehavior, ResourceBehavior } from '../descriptor.js';
import { emptyObject, isEqual, isEmpty, isList, isObject, setMember, type Json, type JsonObject } from './json.js';
import type { Fields, Resource } from './world/resource.js';

type Visit = (field: FieldBehavior | undefined, value: Json) => Json | undefined;

/** What the table says of a field, never anything inherited. */
export function getField(fields: Fields | undefined, name: string): FieldBehavior | undefined {
  return fields && Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** What the table says of the field at a dotted path. */
export function getFieldAt({ fields, api }: Pick<Resource, 'fields' | 'api'>, path: string): FieldBehavior | undefined {
  const [head = '', ...rest] = path.split('.');
  return (
    rest.reduce<FieldBehavior | null | undefined>((field, name) => knownMembers(field, api.shapes)?.(name), getField(fields, head)) ??
    undefined
  );
}

function addFields(
  found: Record<string, Json>,
  fields: Fields | undefined,
  { object, visit }: { readonly object: JsonObject; readonly visit: Visit },
): void {
  for (const name of Object.keys(object)) {
    const field = getField(fields, name);
    const value = visit(field, object[name] as Json);
    if (value !== undefined) setMember(found, name, field?.fields ? mapNested(field, value, visit) : value);
  }
}

function mapFields(fields: Fields | undefined, object: JsonObject, visit: Visit): JsonObject {
  const found: Record<string, Json> = {};
  addFields(found, fields, { object, visit });
  return found;
}

function mapNested(field: FieldBehavior, value: Json, visit: Visit): Json {
  if (isList(value)) return value.map((each) => mapNested(field, each, visit));
  return isObject(value) ? mapFields(field.fields, value, visit) : value;
}

/** What a client may say: output-only fields are dropped, and empty text that answers leave out, at every depth. */
export function toStoredFields(fields: Fields | undefined, object: JsonObject): JsonObject {
  return fields ? mapFields(fields, object, (field, value) => (isIgnored(field, value) ? undefined : value)) : object;
}

function isIgnored(field: FieldBehavior | undefined, value: Json): boolean {
  return field?.readOnly === true || (field?.omitEmpty === true && value === '');
}

/** What a client sees: no write-only fields, constants and defaults in their places, nothing that is left out while empty. */
export function toShownFields(fields: Fields | undefined, object: JsonObject): JsonObject {
  if (!fields) return object;
  const shown: Record<string, Json> = { ...getConstants(fields) };
  for (const [name, value] of getFixedValues(fields).defaults)
    if (!Object.hasOwn(object, name) && appliesDefault(fields, [name, value], object)) shown[name] = value;
  addFields(shown, fields, { object, visit: showField });
  return shown;
}

/** What a client sees without what `output` adds to it: the constants, and the values that equal their defaults. */
export function omitAdded(fields: Fields | undefined, shown: JsonObject): JsonObject {
  if (!fields) return shown;
  const added = { ...getDefaults(fields, {}, shown), ...getConstants(fields) };
  const left: Record<string, Json> = {};
  for (const [name, value] of Object.entries(shown)) {
    if (Object.hasOwn(added, name) && isEqual(added[name], value)) continue;
    const inner = getField(fields, name)?.fields;
    const without = (each: Json): Json => (isList(each) ? each.map(without) : isObject(each) ? omitAdded(inner, each) : each);
    setMember(left, name, inner ? without(value) : value);
  }
  return left;
}

const showField: Visit = (field, value) => {
  if (!field) return value;
  if (field.writeOnly || (field.omitEmpty && isEmpty(value))) return undefined;
  const { fields } = field;
  if (!fields || field.type === 'map') return field.const ?? value;
  if (!getFixedValues(fields).any) return value;
  if (isObject(value)) return addFixedValues(fields, value);
  return isList(value) ? value.map((each) => (isObject(each) ? addFixedValues(fields, each) : each)) : value;
};

function addFixedValues(fields: Fields, value: JsonObject): JsonObject {
  return { ...getConstants(fields), ...getDefaults(fields, value), ...value };
}

/** What a table says once and for all. */
interface FixedValues {
  readonly constants: JsonObject;
  /** Whether there are any of the two. */
  readonly any: boolean;
  /** Defaults that answers show. */
  readonly defaults: readonly (readonly [string, Json])[];
}

const fixedByFields = new WeakMap<Fields, FixedValues>();

function getFixedValues(fields: Fields): FixedValues {
  let found = fixedByFields.get(fields);
  if (!found) {
    const all = Object.entries(fields);
    const visible = all.filter(
      ([, field]) => field.default !== undefined && !field.writeOnly && !(field.omitEmpty && isEmpty(field.default as Json)),
    );
    const same = all.flatMap(([name, field]) => (field.const === undefined ? [] : [[name, field.const] as const]));
    found = {
      constants: Object.fromEntries(same),
      any: same.length + visible.length > 0,
      defaults: visible.map(([name, field]) => [name, field.default as Json]),
    };
    fixedByFields.set(fields, found);
  }
  return found;
}

function getConstants(fields: Fields): JsonObject {
  return getFixedValues(fields).constants;
}

/** Defaults of the fields that are not given; `whole`: the object that decides which defaults there are. */
export function getDefaults(fields: Fields | undefined, object: JsonObject, whole: JsonObject = object): JsonObject {
  if (!fields) return emptyObject;
  const absent = getFixedValues(fields).defaults.filter(
    (field) => !Object.hasOwn(object, field[0]) && appliesDefault(fields, field, whole),
  );
  return Object.fromEntries(absent);
}

/** The conditions that mention a field with a default, by table and field. */
const conditions = new WeakMap<Fields, Map<string, Set<ViolationTest>>>();

/** Remembers what the validations of a resource say of fields with defaults. */
export function addConditions({ fields, validations = [] }: Pick<ResourceBehavior, 'fields' | 'validations'>): void {
  for (const { at = [], fields: names, isViolated, oldSelf } of validations) {
    const table = at.reduce<Fields | undefined>((found, name) => (name === '*' ? found : getField(found, name)?.fields), fields);
    for (const name of oldSelf === undefined && table ? names : []) {
      if (!table || getField(table, name)?.default === undefined) continue;
      const known = conditions.get(table) ?? new Map<string, Set<ViolationTest>>();
      conditions.set(table, known.set(name, (known.get(name) ?? new Set()).add(isViolated)));
    }
  }
}

/** A default counts only where the object may have the field. */
function appliesDefault(fields: Fields, [name, value]: readonly [string, Json], object: JsonObject): boolean {
  const found = conditions.get(fields)?.get(name);
  if (!found) return true;
  const whole = { ...object, [name]: value };
  for (const isViolated of found) if (isViolated(whole, undefined, true)) return false;
  return true;
}

/** The fields given and their defaults, for rules that count a default as the value. */
export function addDefaults(fields: Fields | undefined, object: JsonObject): JsonObject {
  return fields ? { ...getDefaults(fields, object), ...object } : object;
}

/** What a fingerprint covers: what clients may change, defaults as if given. */
export function toFingerprintedFields(fields: Fields | undefined, object: JsonObject): JsonObject {
  return toStoredFields(fields, addDefaults(fields, object));
}

export type Shapes = ApiBehavior['shapes'];

/** What is known of the members of an object: the field with a name, or `null` where there is none. Nothing is known where the shape is not shown. */
export type KnownMembers = ((name: string) => FieldBehavior | null) | undefined;

export function knownFields(fields: Fields | undefined): KnownMembers {
  return fields && ((name) => getField(fields, name) ?? null);
}

/** The members of an object, or of the objects in a list; of a map each key names a value. */
export function knownMembers(field: FieldBehavior | null | undefined, shapes: Shapes): KnownMembers {
  const { shape, type } = field ?? {};
  if (shape === undefined || !shapes || !Object.hasOwn(shapes, shape)) return undefined;
  if (type !== 'map') return knownFields(shapes[shape]);
  const value: FieldBehavior = { type: 'object', shape };
  return () => value;
}

/** Whether a field is known to hold a single value, which has no members; a text is told by its lack of all else. */
export function isScalarField(field: FieldBehavior | null | undefined): boolean {
  if (!field) return false;
  const { type } = field;
  if (type === undefined) return field.fields === undefined && field.shape === undefined;
  return type === 'string' || type === 'integer' || type === 'number' || type === 'boolean';
}
