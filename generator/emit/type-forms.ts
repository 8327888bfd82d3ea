/** Which types have two forms: one received (without write-only fields) and one sent (without read-only fields). */
import type { Api, Field, Type } from '../model/model.js';

/** The types directly inside a type. */
export function listInnerTypes(type: Type): readonly Type[] {
  if (type.kind === 'array') return [type.items];
  if (type.kind === 'map') return [type.values];
  if (type.kind !== 'object') return [];
  const fields = type.fields.map((field) => field.type);
  return type.additional === undefined ? fields : [...fields, type.additional];
}

/** Whether a type has two forms, given the ids of the schemas that have. */
export function hasInputForm(type: Type, schemas: ReadonlySet<string>): boolean {
  if (type.kind === 'ref') return schemas.has(type.schema);
  if (type.kind === 'object' && type.fields.some((field) => field.readOnly || field.writeOnly)) return true;
  return listInnerTypes(type).some((inner) => hasInputForm(inner, schemas));
}

/** Ids of the schemas that a type refers to, itself or through others. */
function collectReferences(type: Type, schemas: ReadonlyMap<string, Type>, found: Set<string>): void {
  const waiting: Type[] = [type];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    waiting.push(...listInnerTypes(next));
    if (next.kind !== 'ref' || found.has(next.schema)) continue;
    found.add(next.schema);
    const target = schemas.get(next.schema);
    if (target !== undefined) waiting.push(target);
  }
}

/** Ids of the schemas that some request can hold. */
export function sentSchemas(api: Api): ReadonlySet<string> {
  const types = new Map(api.schemas.map((schema) => [schema.id, schema.type]));
  const found = new Set<string>();
  for (const method of api.methods) if (method.request !== undefined) collectReferences(method.request, types, found);
  return found;
}

/** Ids of the schemas that get an input form: those with two forms that are sent at all. */
export function findDirectionalSchemas(api: Api): ReadonlySet<string> {
  const sent = sentSchemas(api);
  return new Set(api.schemas.filter((schema) => schema.directional && sent.has(schema.id)).map((schema) => schema.id));
}

/** The fields that a form has. */
export function listFields(type: { readonly fields: readonly Field[] }, form: 'output' | 'input'): readonly Field[] {
  return type.fields.filter((field) => (form === 'output' ? !field.writeOnly : !field.readOnly));
}

/** Whether a field must stand in the whole bodies of all methods that take it, or in those of this one. */
export function isRequiredBy({ required, requiredBy }: Field, method: string): boolean {
  return required || requiredBy?.includes(method) === true;
}
