/** Questions about types. Some types have two forms: the output form omits input-only fields, the input form omits output-only fields. */
import type { Api, Field, ObjectType, Type } from '../model/model.js';
import { isNeeded, type Lookup } from '../model/schema-lookup.js';
import { findObjectType, listInnerTypes } from '../model/walk-types.js';

/** Whether a type has two forms. `schemas` has the IDs of the schemas with two forms. */
export function hasInputForm(type: Type, schemas: ReadonlySet<string>): boolean {
  if (type.kind === 'ref') return schemas.has(type.schema);
  if (type.kind === 'object' && type.fields.some((field) => field.readOnly || field.writeOnly)) return true;
  return listInnerTypes(type).some((inner) => hasInputForm(inner, schemas));
}

/** Returns the IDs of the schemas with an input form: those with two forms that a request can contain. */
export function findSchemasWithInputForm(api: Api): ReadonlySet<string> {
  return new Set(api.schemas.flatMap(({ id, directional, requested }) => (directional && requested ? [id] : [])));
}

/** Lists the fields that an object itself states. If it has variants, their schemas state the other fields. */
export function listOwnFields({ fields, variants }: ObjectType): readonly Field[] {
  return variants ? fields.filter(({ name }) => variants.own.includes(name)) : fields;
}

/** Lists the fields of a form. */
export function listFields(type: { readonly fields: readonly Field[] }, form: 'output' | 'input'): readonly Field[] {
  return type.fields.filter((field) => (form === 'output' ? !field.writeOnly : !field.readOnly));
}

/** Whether the type of the requests of a method requires a field. */
export function isNeededBy(field: Field, method: string): boolean {
  return isNeeded(field) || field.requiredBy?.includes(method) === true || field.expectedBy?.includes(method) === true;
}

/** The etag fields that an update must contain so that it can't overwrite changes of others. */
export function listRequiredEtags(rules: ObjectType['rules']): readonly string[] {
  return rules.flatMap(({ rule }) => (rule.kind === 'etag' && rule.match === 'required' ? [rule.field] : []));
}

/** The maximum number of nested fields of an object. */
const maxFields = 2000;

/** The number of nested fields of an object, by depth from 0. */
const countCache = new WeakMap<ObjectType, number[]>();

/** Recursive and branching schemas have exponentially many fields. Returns the greatest depth, at most `depth`, at which an object has no more than 2,000 nested fields. Depth 0 includes only its own fields. */
export function limitDepth(object: ObjectType | undefined, lookup: Lookup, depth: number): number {
  if (object === undefined) return depth;
  let found = 0;
  while (found < depth && getFieldCount(object, lookup, found + 1) <= maxFields) found += 1;
  return found;
}

function getFieldCount(object: ObjectType, lookup: Lookup, depth: number): number {
  let cached = countCache.get(object);
  if (cached === undefined) countCache.set(object, (cached = []));
  return (cached[depth] ??= countFields(object, lookup, depth));
}

/** Stops counting above the maximum. */
function countFields({ fields }: ObjectType, lookup: Lookup, depth: number): number {
  let total = fields.length;
  for (const { type } of depth === 0 ? [] : fields) {
    const inner = findObjectType(type, lookup);
    if (inner) total += getFieldCount(inner, lookup, depth - 1);
    if (total > maxFields) return total;
  }
  return total;
}

/** Whether a type is `google.protobuf.NullValue`, whose only value is `null` in JSON. */
export function isNullValue(type: Type): boolean {
  return type.kind === 'string' && type.enum?.length === 1 && type.enum[0]?.value === 'NULL_VALUE';
}
