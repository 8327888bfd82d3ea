/**
 * Infers which defaults responses don't contain. The default in a published document is what an absent field means. Only the `kind` of a
 * message that methods return is always sent.
 */
import { createLookup, getItemType } from '../schema-lookup.js';
import type { Api, Field, Schema, Type } from '../model.js';

export function inferImplicitDefaults({ schemas, methods, resources }: Pick<Api, 'schemas' | 'methods' | 'resources'>): readonly Schema[] {
  const lookup = createLookup({ schemas });
  const returned = new Set([
    ...methods.flatMap((method) => [...listReferences(method.response), ...listReferences(getItemType(method, lookup))]),
    ...resources.map(({ schema }) => schema),
  ]);
  const isImplicit = ({ name, source, default: value }: Field, schema: Schema): boolean =>
    source.kind === 'published' && value !== undefined && !(name === 'kind' && returned.has(schema.id));
  return schemas.map((schema) => {
    if (schema.type.kind !== 'object') return schema;
    const fields = schema.type.fields.map((field) => (isImplicit(field, schema) ? { ...field, implicitDefault: true as const } : field));
    return { ...schema, type: { ...schema.type, fields } };
  });
}

function listReferences(type: Type | undefined): readonly string[] {
  return type?.kind === 'ref' ? [type.schema] : [];
}
