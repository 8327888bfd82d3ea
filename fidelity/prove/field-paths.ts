/** Reads and changes values at paths of fields, and finds where messages contain a schema. */
import { getMember, isObject, setMember, type Json, type Pointer } from '../../generator/lib/json.js';
import type { Api, Method, Type } from '../../generator/model/model.js';
import { getLookup, type Lookup } from '../../generator/model/schema-lookup.js';
import type { RulePath } from './tested-rule.js';

/** The key in a map that `{}` stands for. */
export const mapKey = 'k1';

/** Converts a path to a pointer to the first element of each list, and to one value of each map. */
export const toPointer = (path: RulePath): Pointer => path.map((step) => (step === '[]' ? 0 : step === '{}' ? mapKey : step));

/** Returns a copy with another value at a pointer. `undefined` removes the member. Creates absent objects and lists on the path. */
export function setAt(value: Json | undefined, [key, ...rest]: Pointer, to: Json | undefined): Json {
  if (key === undefined) return to ?? null;
  if (typeof key === 'number') {
    const list: Json[] = Array.isArray(value) ? [...(value as readonly Json[])] : [];
    if (rest.length === 0 && to === undefined) list.splice(key, 1);
    else list[Math.min(key, list.length)] = setAt(list[key], rest, to);
    return list;
  }
  const object: Record<string, Json> = isObject(value) ? { ...value } : {};
  if (rest.length > 0) setMember(object, key, setAt(getMember(object, key), rest, to));
  else if (to === undefined) delete object[key];
  else setMember(object, key, to);
  return object;
}

/** Where the request or the response of a method contains a schema. */
export interface SchemaUse {
  readonly method: Method;
  readonly path: RulePath;
}

/** The maximum number of objects, lists, and maps around a schema in a message. */
const maxDepth = 7;

/** Finds the methods whose request or response contains a schema, those with the shortest path first. */
export class SchemaUses {
  readonly #lookup: Lookup;
  readonly #paths = new Map<string, ReadonlyMap<string, RulePath>>();

  constructor(private readonly api: Api) {
    this.#lookup = getLookup(api);
  }

  list(schema: string, message: 'request' | 'response'): readonly SchemaUse[] {
    const found = this.api.methods.flatMap((method) => {
      const path = this.#getPaths(method, message).get(schema);
      return path === undefined ? [] : [{ method, path }];
    });
    return found.sort((one, other) => one.path.length - other.path.length);
  }

  #getPaths(method: Method, message: 'request' | 'response'): ReadonlyMap<string, RulePath> {
    const key = `${method.id} ${message}`;
    const paths = this.#paths.get(key) ?? findSchemas(method[message], this.#lookup, message === 'request');
    this.#paths.set(key, paths);
    return paths;
  }
}

/** Finds the shortest path to each schema in a type. Requests don't contain output-only fields. */
function findSchemas(type: Type | undefined, lookup: Lookup, isRequest: boolean): ReadonlyMap<string, RulePath> {
  const found = new Map<string, RulePath>();
  let frontier: readonly (readonly [Type, RulePath])[] = type === undefined ? [] : [[type, []]];
  for (let depth = 0; depth <= maxDepth && frontier.length > 0; depth += 1)
    frontier = frontier.flatMap(([current, path]) => listInner(current, path));
  return found;

  function listInner(current: Type, path: RulePath): readonly (readonly [Type, RulePath])[] {
    switch (current.kind) {
      case 'ref': {
        if (found.has(current.schema)) return [];
        found.set(current.schema, path);
        const target = lookup.schema(current.schema)?.type;
        return target === undefined ? [] : listInner(target, path);
      }
      case 'array':
        return [[current.items, [...path, '[]']]];
      case 'map':
        return [[current.values, [...path, '{}']]];
      case 'object':
        return current.fields
          .filter(({ readOnly }) => !readOnly || !isRequest)
          .map((field): readonly [Type, RulePath] => [field.type, [...path, field.name]]);
      default:
        return [];
    }
  }
}

/** Returns the shortest path from a type to objects of a schema. */
export const findSchemaPath = (type: Type, schema: string, lookup: Lookup): RulePath | undefined =>
  findSchemas(type, lookup, false).get(schema);

/** Returns the type at a path, or `undefined` if the type has no such path. */
export function findType(type: Type | undefined, path: RulePath, lookup: Lookup): Type | undefined {
  return path.reduce<Type | undefined>((current, step) => {
    const resolved = lookup.resolve(current);
    if (step === '[]') return resolved?.kind === 'array' ? resolved.items : undefined;
    if (resolved?.kind === 'map') return resolved.values;
    if (resolved?.kind !== 'object') return undefined;
    return resolved.fields.find(({ name }) => name === step)?.type ?? resolved.additional;
  }, type);
}
