/** Determines which types have two forms: the output form omits input-only fields, the input form omits output-only fields. */
import type { Api, Field, Type } from '../model/model.js';

/** Lists the types directly inside a type. */
export function listInnerTypes(type: Type): readonly Type[] {
  if (type.kind === 'array') return [type.items];
  if (type.kind === 'map') return [type.values];
  if (type.kind !== 'object') return [];
  const fields = type.fields.map((field) => field.type);
  return type.additional === undefined ? fields : [...fields, type.additional];
}

/** Whether a type has two forms. `schemas` has the IDs of the schemas with two forms. */
export function hasInputForm(type: Type, schemas: ReadonlySet<string>): boolean {
  if (type.kind === 'ref') return schemas.has(type.schema);
  if (type.kind === 'object' && type.fields.some((field) => field.readOnly || field.writeOnly)) return true;
  return listInnerTypes(type).some((inner) => hasInputForm(inner, schemas));
}

/** Collects the IDs of the schemas that a type refers to, directly or indirectly. */
function collectReferences(type: Type, schemas: ReadonlyMap<string, Type>, found: Set<string>): void {
  const queue: Type[] = [type];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    queue.push(...listInnerTypes(next));
    if (next.kind !== 'ref' || found.has(next.schema)) continue;
    found.add(next.schema);
    const target = schemas.get(next.schema);
    if (target !== undefined) queue.push(target);
  }
}

/** Returns the IDs of the schemas that a request can contain. */
export function findRequestSchemas(api: Api): ReadonlySet<string> {
  const types = new Map(api.schemas.map((schema) => [schema.id, schema.type]));
  const found = new Set<string>();
  for (const method of api.methods) if (method.request !== undefined) collectReferences(method.request, types, found);
  return found;
}

/** Returns the IDs of the schemas with an input form: those with two forms that a request can contain. */
export function findDirectionalSchemas(api: Api): ReadonlySet<string> {
  const sent = findRequestSchemas(api);
  return new Set(api.schemas.filter((schema) => schema.directional && sent.has(schema.id)).map((schema) => schema.id));
}

/** Lists the fields of a form. */
export function listFields(type: { readonly fields: readonly Field[] }, form: 'output' | 'input'): readonly Field[] {
  return type.fields.filter((field) => (form === 'output' ? !field.writeOnly : !field.readOnly));
}

/** Whether the schema or this method requires a field. */
export function isRequiredBy({ required, requiredBy }: Field, method: string): boolean {
  return required || requiredBy?.includes(method) === true;
}
