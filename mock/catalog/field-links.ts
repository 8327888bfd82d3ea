/** Links the object types of an API: a field with objects leads to the special fields of those objects. */
import type { FieldBehavior } from '../../runtime/behavior.js';
import type { ObjectTypes } from './field-tables.js';
import type { ResourceField, ResourceFields } from './resource.js';

/** The properties of a field that the mock reads where it needs them. All others make a field special: they change or complete every body. */
const plainProperties: ReadonlySet<string> = new Set<keyof FieldBehavior>([
  'type',
  'format',
  'enumNumbers',
  'link',
  'present',
  'objectType',
  'open',
  'items',
]);

function isSpecial(field: FieldBehavior): boolean {
  return Object.keys(field).some((key) => !plainProperties.has(key));
}

/** Finds the fields of an object type by its name. */
export type FieldsByType = (objectType: string | undefined) => ResourceFields | undefined;

/** Returns a function that links the fields of an object type when they are needed. Object types can contain themselves. */
export function linkObjectTypes(objectTypes: NonNullable<ObjectTypes> = {}): FieldsByType {
  const specialFields = linkSpecialFields(objectTypes);
  const linkedFields = new Map<string, ResourceFields>();
  return (objectType = '') => {
    const fields = Object.hasOwn(objectTypes, objectType) ? objectTypes[objectType] : undefined;
    if (!fields) return undefined;
    const linked = linkedFields.get(objectType) ?? linkFields(fields, specialFields);
    linkedFields.set(objectType, linked);
    return linked;
  };
}

function linkField(field: FieldBehavior, specialFields: ReadonlyMap<string, ResourceFields>): ResourceField {
  const fields = field.objectType === undefined ? undefined : specialFields.get(field.objectType);
  return fields ? { ...field, fields } : field;
}

function linkFields(fields: NonNullable<ObjectTypes>[string], specialFields: ReadonlyMap<string, ResourceFields>): ResourceFields {
  const entries = Object.entries(fields);
  if (!entries.some(([, { objectType }]) => objectType !== undefined && specialFields.has(objectType))) return fields;
  const linked = createFields();
  for (const [name, field] of entries) linked[name] = linkField(field, specialFields);
  return linked;
}

/** Returns the special fields of each object type that has one, or contains an object type that has one. */
function linkSpecialFields(objectTypes: NonNullable<ObjectTypes>): ReadonlyMap<string, ResourceFields> {
  const found = new Map<string, Record<string, ResourceField>>();
  const users = new Map<string, string[]>();
  for (const [name, fields] of Object.entries(objectTypes)) {
    for (const field of Object.values(fields)) {
      if (isSpecial(field)) found.set(name, createFields());
      if (field.objectType !== undefined) users.set(field.objectType, [...(users.get(field.objectType) ?? []), name]);
    }
  }
  // The iteration includes the object types that it adds.
  for (const name of found.keys()) for (const user of users.get(name) ?? []) if (!found.has(user)) found.set(user, createFields());
  for (const [name, specialFields] of found) {
    for (const [key, field] of Object.entries(objectTypes[name] ?? {})) {
      const linked = linkField(field, found);
      if (linked.fields || isSpecial(field)) specialFields[key] = linked;
    }
  }
  return found;
}

/** Names of fields come from specifications, so tables have no prototype. */
function createFields(): Record<string, ResourceField> {
  return Object.create(null) as Record<string, ResourceField>;
}
