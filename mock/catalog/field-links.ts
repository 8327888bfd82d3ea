/** Links the shapes of an API: a field with objects leads to the special fields of those objects. */
import type { FieldBehavior } from '../../runtime/behavior.js';
import type { Shapes } from './field-tables.js';
import type { ResourceField, ResourceFields } from './resource.js';

/** The properties of a field that the mock reads where it needs them. All others make a field special: they change or complete every body. */
const plainProperties: ReadonlySet<string> = new Set<keyof FieldBehavior>([
  'type',
  'format',
  'enumNumbers',
  'link',
  'present',
  'shape',
  'open',
  'items',
]);

function isSpecial(field: FieldBehavior): boolean {
  return Object.keys(field).some((key) => !plainProperties.has(key));
}

/** Finds the fields of a shape by its name. */
export type FieldsByShape = (shape: string | undefined) => ResourceFields | undefined;

/** Returns a function that links the fields of a shape when they are needed. Shapes can contain themselves. */
export function linkShapes(shapes: NonNullable<Shapes> = {}): FieldsByShape {
  const specialFields = linkSpecialFields(shapes);
  const linkedFields = new Map<string, ResourceFields>();
  return (shape = '') => {
    const fields = Object.hasOwn(shapes, shape) ? shapes[shape] : undefined;
    if (!fields) return undefined;
    const linked = linkedFields.get(shape) ?? linkFields(fields, specialFields);
    linkedFields.set(shape, linked);
    return linked;
  };
}

function linkField(field: FieldBehavior, specialFields: ReadonlyMap<string, ResourceFields>): ResourceField {
  const fields = field.shape === undefined ? undefined : specialFields.get(field.shape);
  return fields ? { ...field, fields } : field;
}

function linkFields(fields: NonNullable<Shapes>[string], specialFields: ReadonlyMap<string, ResourceFields>): ResourceFields {
  const entries = Object.entries(fields);
  if (!entries.some(([, { shape }]) => shape !== undefined && specialFields.has(shape))) return fields;
  const linked = createFields();
  for (const [name, field] of entries) linked[name] = linkField(field, specialFields);
  return linked;
}

/** Returns the special fields of each shape that has one, or contains a shape that has one. */
function linkSpecialFields(shapes: NonNullable<Shapes>): ReadonlyMap<string, ResourceFields> {
  const found = new Map<string, Record<string, ResourceField>>();
  const users = new Map<string, string[]>();
  for (const [name, fields] of Object.entries(shapes)) {
    for (const field of Object.values(fields)) {
      if (isSpecial(field)) found.set(name, createFields());
      if (field.shape !== undefined) users.set(field.shape, [...(users.get(field.shape) ?? []), name]);
    }
  }
  // The iteration includes the shapes that it adds.
  for (const name of found.keys()) for (const user of users.get(name) ?? []) if (!found.has(user)) found.set(user, createFields());
  for (const [name, specialFields] of found) {
    for (const [key, field] of Object.entries(shapes[name] ?? {})) {
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
