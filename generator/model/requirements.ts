/** Which methods ask for a field: all that take it, or those that an annotation names. */
import type { Field, Type } from './model.js';
import { isTrue, type JsonObject, member, objectAt, objectsAt, stringsAt, textAt } from './input.js';

/** The methods around an element, by their ids. */
export interface Takers {
  /** Ids as they are written, and as they follow from where the methods stand: the latter. */
  readonly ids: ReadonlyMap<string, string>;
  /** Those whose request may hold the schema, sorted. */
  readonly of: (schema: string) => readonly string[];
  /** Those whose path gives a field of the schema that is their request. */
  readonly givenByPath: (schema: string, field: string) => readonly string[];
}

interface Element {
  readonly takers?: Takers | undefined;
  /** The methods that may be sent the element. */
  readonly takenBy?: (() => readonly string[]) | undefined;
}

/**
 * An annotation that names all methods that take the field, or none that is known, says what `required` says, unless that is
 * denied beside it; one that names some of them speaks of their requests alone.
 */
export function requirementOf(element: JsonObject, { takers, takenBy }: Element): Pick<Field, 'required' | 'requiredBy'> {
  if (isTrue(element, 'required')) return { required: true };
  const named = stringsAt(objectAt(element, 'annotations') ?? {}, 'required');
  const known = new Set(named.flatMap((id) => takers?.ids.get(id) ?? []));
  if (known.size === 0) return { required: named.length > 0 };
  const taking = takenBy?.() ?? [];
  const requiredBy = taking.filter((id) => known.has(id));
  if (requiredBy.length === 0) return { required: false, requiredBy };
  const ofAll = requiredBy.length === taking.length && member(element, 'required') !== false;
  return ofAll ? { required: true } : { required: false, requiredBy };
}

interface Taking {
  readonly id: string;
  readonly element: JsonObject;
}

/** What a document says of its methods and the schemas that their requests hold. */
export function takersIn(document: JsonObject): Takers {
  const name = textAt(document, 'name') ?? '';
  const methods = methodsBelow(document, [name]);
  const ids = new Map(methods.flatMap(({ id, element }) => [[textAt(element, 'id') ?? id, id] as const, [id, id] as const]));
  let found: ReadonlyMap<string, readonly string[]> | undefined;
  return {
    ids,
    of: (schema) => (found ??= takersBySchema(document, methods)).get(schema) ?? [],
    givenByPath: (schema, field) => methods.flatMap(({ id, element }) => (givesByPath(element, schema, field) ? [id] : [])),
  };
}

function givesByPath(method: JsonObject, schema: string, field: string): boolean {
  const parameter = objectAt(objectAt(method, 'parameters') ?? {}, field) ?? {};
  return textAt(objectAt(method, 'request') ?? {}, '$ref') === schema && textAt(parameter, 'location') === 'path';
}

/** A schema whose prose asks for fields: those methods whose path gives one do not ask for it in the body once more. */
export function lessGivenByPath(type: Type, schema: string, takers: Takers): Type {
  if (type.kind !== 'object') return type;
  const fields = type.fields.map((field): Field => {
    const given = field.inferred.includes('required') ? takers.givenByPath(schema, field.name) : [];
    if (given.length === 0) return field;
    const requiredBy = takers.of(schema).filter((id) => !given.includes(id));
    const inferred = field.inferred.filter((flag) => flag !== 'required');
    return { ...field, required: false, inferred, ...(requiredBy.length > 0 && { requiredBy }) };
  });
  return { ...type, fields };
}

function methodsBelow(node: JsonObject, path: readonly string[]): readonly Taking[] {
  const own = objectsAt(node, 'methods').map(([name, element]) => ({ id: [...path, name].join('.'), element }));
  return [...own, ...objectsAt(node, 'resources').flatMap(([name, inner]) => methodsBelow(inner, [...path, name]))];
}

function takersBySchema(document: JsonObject, methods: readonly Taking[]): ReadonlyMap<string, readonly string[]> {
  const schemas = new Map(objectsAt(document, 'schemas').map(([id, schema]) => [id, referencesIn(schema)]));
  const found = new Map<string, string[]>();
  for (const { id, element } of [...methods].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))) {
    const request = /^(?:GET|HEAD)$/i.test(textAt(element, 'httpMethod') ?? 'GET') ? undefined : objectAt(element, 'request');
    // A set that grows while it is walked.
    const reached = new Set(request === undefined ? [] : referencesIn(request));
    for (const schema of reached) for (const next of schemas.get(schema) ?? []) reached.add(next);
    for (const schema of reached) found.set(schema, [...(found.get(schema) ?? []), id]);
  }
  return found;
}

/** The schemas that an element refers to in what may be sent of it. */
function referencesIn(element: JsonObject): readonly string[] {
  if (isTrue(element, 'readOnly')) return [];
  const reference = textAt(element, '$ref');
  const inner = [objectAt(element, 'items'), objectAt(element, 'additionalProperties')].filter((part) => part !== undefined);
  const fields = objectsAt(element, 'properties').map(([, field]) => field);
  return [...(reference === undefined ? [] : [reference]), ...[...inner, ...fields].flatMap(referencesIn)];
}
