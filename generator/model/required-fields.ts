/** Determines which methods require a field: all, or those that an annotation names. */
import type { Field } from './model.js';
import { groupByKey } from '../lib/group-by.js';
import { compareByKey, isTrue, type JsonObject, getMember, getObject, getStrings, getText } from '../lib/json.js';
import type { ElementStatement, Statements } from './statements.js';

/** The methods of a document by the schemas of their requests. */
export interface MethodLookup {
  /** Maps ids as written, and ids by position, to ids by position. */
  readonly ids: ReadonlyMap<string, string>;
  /** The sorted ids of methods whose request can contain the schema. */
  readonly listMethods: (schema: string) => readonly string[];
  /** Returns whether the method with an id by position accepts media. */
  readonly acceptsMedia: (id: string) => boolean;
}

/** The methods that concern an element. */
export interface ElementMethods {
  readonly methodsBySchema: MethodLookup;
  /** Lists the methods whose requests can contain the element. */
  readonly listMethods?: () => readonly string[];
}

/**
 * An annotation that names all methods that take the field, or only unknown ones, has the effect of `required: true`, unless the field
 * says `required: false`. An annotation that names some methods applies to their requests only. `x-optionalIn` lists exceptions.
 */
export function readRequired(
  element: JsonObject,
  { methodsBySchema, listMethods }: ElementMethods,
): Pick<Field, 'required' | 'requiredBy'> {
  if (isTrue(element, 'required')) return { required: true };
  const named = getStrings(getObject(element, 'annotations') ?? {}, 'required');
  const optional = new Set(getStrings(element, 'x-optionalIn'));
  const requiringIds = new Set(named.flatMap((id) => (optional.has(id) ? [] : (methodsBySchema.ids.get(id) ?? []))));
  if (requiringIds.size === 0) return { required: named.some((id) => !optional.has(id)) };
  const methods = listMethods?.() ?? [];
  const requiredBy = methods.filter((id) => requiringIds.has(id));
  if (requiredBy.length === 0) return { required: false, requiredBy };
  const isRequiredByAll = requiredBy.length === methods.length && getMember(element, 'required') !== false;
  return isRequiredByAll ? { required: true } : { required: false, requiredBy };
}

/** Indexes the methods of a document by the schemas that their requests contain. */
export function indexMethodsBySchema({ methods, schemas }: Statements): MethodLookup {
  const ids = new Map(methods.flatMap(({ id, statedId }) => [[statedId ?? id, id] as const, [id, id] as const]));
  const mediaIds = new Set(methods.flatMap(({ id, value }) => (getObject(value, 'mediaUpload') ? [id] : [])));
  let found: ReadonlyMap<string, readonly string[]> | undefined;
  return {
    ids,
    listMethods: (schema) => (found ??= groupMethodsBySchema({ methods, schemas })).get(schema) ?? [],
    acceptsMedia: (id) => mediaIds.has(id),
  };
}

function groupMethodsBySchema({ methods, schemas }: Pick<Statements, 'methods' | 'schemas'>): ReadonlyMap<string, readonly string[]> {
  const references = new Map([...schemas].map(([id, schema]) => [id, listReferences(schema)]));
  const entries = [...methods].sort(compareByKey(({ id }) => id)).flatMap(({ id, httpMethod = 'GET', request }) => {
    const isRead = /^(?:GET|HEAD)$/i.test(httpMethod);
    // The set grows during the iteration.
    const reached = new Set(request === undefined || isRead ? [] : listReferences(request));
    for (const schema of reached) for (const next of references.get(schema) ?? []) reached.add(next);
    return [...reached].map((schema) => [schema, id] as const);
  });
  return groupByKey(entries);
}

/** Lists the schemas that an element references in requests. */
function listReferences({ value, fields, items, values }: ElementStatement): readonly string[] {
  if (isTrue(value, 'readOnly')) return [];
  const reference = getText(value, '$ref');
  const parts = [items, values, ...fields].filter((part) => part !== undefined);
  return [...(reference === undefined ? [] : [reference]), ...parts.flatMap(listReferences)];
}
