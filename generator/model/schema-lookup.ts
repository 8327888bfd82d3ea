/** Resolves references between schemas. */
import type { Api, Field, Method, ObjectType, Schema, Type } from './model.js';

export interface Lookup {
  readonly schema: (id: string) => Schema | undefined;
  /** The referenced type. `undefined` for a circular reference. */
  readonly resolve: (type: Type | undefined) => Exclude<Type, { kind: 'ref' }> | undefined;
  /** The referenced type, if it is an object. */
  readonly object: (type: Type | undefined) => ObjectType | undefined;
  readonly field: (type: Type | undefined, name: string) => Field | undefined;
}

export function createLookup(api: Pick<Api, 'schemas'>): Lookup {
  const byId = new Map(api.schemas.map((schema) => [schema.id, schema]));
  const resolve: Lookup['resolve'] = (type) => {
    let current = type;
    for (let hops = 0; current?.kind === 'ref' && hops <= byId.size; hops++) current = byId.get(current.schema)?.type;
    return current?.kind === 'ref' ? undefined : current;
  };
  const object: Lookup['object'] = (type) => {
    const found = resolve(type);
    return found?.kind === 'object' ? found : undefined;
  };
  return {
    schema: (id) => byId.get(id),
    resolve,
    object,
    field: (type, name) => object(type)?.fields.find((field) => field.name === name),
  };
}

/** Returns the type of the items of a list. */
export function getItemType({ list, listItems, response }: Method, lookup: Lookup): Type | undefined {
  const items = lookup.resolve(lookup.field(response, (list ?? listItems)?.items ?? '')?.type);
  return items?.kind === 'array' ? items.items : undefined;
}

const lookups = new WeakMap<Api, Lookup>();

/** Returns the lookup of a model, created once because emitters need it for every method. */
export function getLookup(api: Api): Lookup {
  const lookup = lookups.get(api) ?? createLookup(api);
  lookups.set(api, lookup);
  return lookup;
}
