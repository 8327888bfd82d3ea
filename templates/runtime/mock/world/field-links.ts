/** Links the shapes of an API: a field with objects leads to the special fields of those objects. */
import type { ApiBehavior, FieldBehavior } from '../../behavior.js';
import type { Field, Fields } from './resource.js';

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

/** Returns the fields of each shape. Shapes can contain themselves. */
export function linkShapes(shapes: ApiBehavior['shapes'] = {}): ReadonlyMap<string, Fields> {
  const specialFields = listSpecialFields(shapes);
  const link = (field: FieldBehavior): Field => {
    const fields = field.shape === undefined ? undefined : specialFields.get(field.shape);
    return fields ? { ...field, fields } : field;
  };
  for (const [name, fields] of specialFields) {
    for (const [key, field] of Object.entries(shapes[name] ?? {})) {
      const linked = link(field);
      if (linked.fields || isSpecial(field)) fields[key] = linked;
    }
  }
  return new Map(
    Object.entries(shapes).map(([name, fields]) => {
      const linked = createFields();
      for (const [key, field] of Object.entries(fields)) linked[key] = link(field);
      return [name, linked];
    }),
  );
}

/** Returns an empty table for each shape that has a special field, or contains a shape that has one. */
function listSpecialFields(shapes: NonNullable<ApiBehavior['shapes']>): ReadonlyMap<string, Record<string, Field>> {
  const found = new Map<string, Record<string, Field>>();
  let remaining = Object.entries(shapes).map(([name, fields]) => [name, Object.values(fields)] as const);
  for (let count = -1; count !== found.size;) {
    count = found.size;
    remaining = remaining.filter(([name, fields]) => {
      const leadsToSpecial = fields.some((field) => isSpecial(field) || (field.shape !== undefined && found.has(field.shape)));
      if (leadsToSpecial) found.set(name, createFields());
      return !leadsToSpecial;
    });
  }
  return found;
}

/** Names of fields come from specifications, so tables have no prototype. */
function createFields(): Record<string, Field> {
  return Object.create(null) as Record<string, Field>;
}
