/** Builds objects that are one of several schemas. The value of a field, the discriminant, selects the schema: Discovery's key `variant`. */
import { getList, getObject, getText, type JsonObject, toCanonicalText } from '../lib/json.js';
import type { Field, Variants } from './model.js';
import type { Statements } from './statements.js';

type StatedVariants = Pick<Variants, 'discriminant' | 'options'>;

/** Returns the options of a statement, as far as their schemas exist. */
export function readVariants(element: JsonObject, schemas: Statements['schemas']): StatedVariants | undefined {
  const variant = getObject(element, 'variant');
  const discriminant = getText(variant, 'discriminant');
  const options = getList(variant, 'map').flatMap((entry) => {
    const [value, schema] = [getText(entry, 'type_value'), getText(entry, '$ref')];
    return value !== undefined && schema !== undefined && schemas.has(schema) ? [{ value, schema }] : [];
  });
  return discriminant === undefined || options.length === 0 ? undefined : { discriminant, options };
}

/** The fields of the object itself, and of each of its options. */
interface VariantFields {
  readonly own: readonly Field[];
  readonly options: readonly (readonly Field[])[];
}

/** Merges the fields of all options into those of one object. A field that differs between options has any value of its kind. */
export function mergeVariantFields({ discriminant, options }: StatedVariants, fields: VariantFields): readonly Field[] {
  const merged = new Map<string, Field>();
  for (const field of fields.options.flat()) {
    const { requiredBy: _, expected: __, expectedBy: ___, ...plain } = field;
    const found = merged.get(field.name);
    merged.set(field.name, { ...(found ?? { ...plain, required: false }), type: mergeTypes(found?.type ?? field.type, field.type) });
  }
  for (const field of fields.own) merged.set(field.name, field);
  const stated = merged.get(discriminant) ?? fields.options.flat()[0];
  const values = [...new Set(options.map(({ value }) => value))];
  if (stated !== undefined)
    merged.set(discriminant, {
      ...stated,
      name: discriminant,
      type: { kind: 'string', open: false, enum: values.map((value) => ({ value, deprecated: false })) },
      required: true,
    });
  return [...merged.values()];
}

function mergeTypes(first: Field['type'], second: Field['type']): Field['type'] {
  if (toCanonicalText(first) === toCanonicalText(second)) return first;
  return first.kind === 'string' && second.kind === 'string' ? { kind: 'string', open: false } : { kind: 'any' };
}
