/**
 * Infers which requests must have the fields that only their descriptions call required ("Required."). Services accept most requests without
 * them: deprecated fields, fields that the URL sets, updates, and fields of nested messages carry the word, too.
 */
import type { Lookup } from '../schema-lookup.js';
import type { Api, Field, Method, Schema } from '../model.js';

/** Lists the fields that a method checks: those of the body of a creation. */
export function inferExpectedFields(method: Method, lookup: Lookup): readonly string[] {
  if (method.action.kind !== 'create') return [];
  const fields = lookup.object(method.request)?.fields ?? [];
  const isChecked = (field: Field): boolean =>
    field.expected === true && !field.deprecated && !isAnyJson(field, lookup) && !isSetByUrl(field.name, method, lookup);
  return fields.flatMap((field) => (isChecked(field) ? [field.name] : []));
}

/** Whether a field holds any JSON: its absence is the value `null`. */
function isAnyJson({ type }: Field, lookup: Lookup): boolean {
  return lookup.resolve(type)?.kind === 'any';
}

/** Whether the path or the query of a request sets a field of its body. */
function isSetByUrl(field: string, { action, parameters, idParameters }: Method, lookup: Lookup): boolean {
  if (parameters.some(({ name, bodyField }) => name === field || bodyField === field)) return true;
  const idFields = action.kind === 'create' ? (lookup.resource(action.resource)?.idFields ?? []) : [];
  return idFields.some((idField, index) => {
    const setters = idParameters[index] ?? [];
    return idField === field && parameters.some(({ name, location }) => location === 'query' && setters.includes(name));
  });
}

/** Marks as unexpected the fields that are deprecated or that a URL sets. The other methods with the schema still expect the latter. */
export function limitExpectedFields(schemas: readonly Schema[], { methods }: Pick<Api, 'methods'>, lookup: Lookup): readonly Schema[] {
  return schemas.map((schema): Schema => {
    if (schema.type.kind !== 'object' || !schema.type.fields.some(({ expected }) => expected)) return schema;
    const users = methods.filter(({ request }) => request?.kind === 'ref' && request.schema === schema.id);
    const fields = schema.type.fields.map((field) => limitExpectedField(field, { schema, users, lookup }));
    return { ...schema, type: { ...schema.type, fields } };
  });
}

interface FieldUse {
  readonly schema: Schema;
  /** The methods whose request is the schema. */
  readonly users: readonly Method[];
  readonly lookup: Lookup;
}

function limitExpectedField(field: Field, { schema, users, lookup }: FieldUse): Field {
  const others = users.filter((method) => !isSetByUrl(field.name, method, lookup));
  if (!field.expected || (!field.deprecated && others.length === users.length)) return field;
  const { expected: _, ...unexpected } = field;
  const expectedBy = field.deprecated ? [] : others.filter(({ bodyForm }) => bodyForm === 'whole').map(({ id }) => id);
  // If requests and responses share a form, a field that responses always have would be required in requests.
  const hasOwnForm = schema.directional || !schema.requested;
  return { ...unexpected, ...(expectedBy.length > 0 && { expectedBy }), ...(hasOwnForm && !field.writeOnly && { present: true }) };
}
