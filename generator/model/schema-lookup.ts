/** Resolves references to schemas and resources. */
import { toShapeKey } from '../../runtime/paths/shape.js';
import type { Api, Field, Method, ObjectType, Resource, Schema, Type } from './model.js';

/** A type, or the id of a schema. */
export type TypeReference = Type | string | undefined;

/** Finds schemas, types, fields, and resources of an API. */
export interface Lookup {
  readonly schema: (id: string) => Schema | undefined;
  /** The referenced type. `undefined` for a circular reference. */
  readonly resolve: (type: TypeReference) => Exclude<Type, { kind: 'ref' }> | undefined;
  /** The referenced type, if it is an object. */
  readonly object: (type: TypeReference) => ObjectType | undefined;
  readonly field: (type: TypeReference, name: string) => Field | undefined;
  /** The resource with a path template. */
  readonly resource: (path: string) => Resource | undefined;
  /** The resource with a path template of the same shape, whose variables can have other names. */
  readonly resourceByShape: (template: string) => Resource | undefined;
}

export function createLookup({ schemas, resources = [] }: Pick<Api, 'schemas'> & Partial<Pick<Api, 'resources'>>): Lookup {
  const byId = new Map(schemas.map((schema) => [schema.id, schema]));
  const byPath = new Map(resources.map((resource) => [resource.path, resource]));
  const byShape = new Map(resources.map((resource) => [toShapeKey(resource.path), resource]));
  const resolve: Lookup['resolve'] = (type) => {
    let current = typeof type === 'string' ? byId.get(type)?.type : type;
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
    resource: (path) => byPath.get(path),
    resourceByShape: (template) => byShape.get(toShapeKey(template)),
  };
}

/** Returns the name of the field with the items of a list. */
export function getItemsField({ list, listItems }: Pick<Method, 'list' | 'listItems'>): string {
  return (list ?? listItems)?.items ?? 'items';
}

/** Returns the type of the items of a list. */
export function getItemType({ list, listItems, response }: Method, lookup: Lookup): Type | undefined {
  const responseType = lookup.resolve(response);
  if (responseType?.kind === 'array') return responseType.items;
  const items = lookup.resolve(lookup.field(response, (list ?? listItems)?.items ?? '')?.type);
  return items?.kind === 'array' ? items.items : undefined;
}

/** Returns whether a body isn't a JSON object: a list, or a single value. */
export function isPlainBody(type: Type | undefined, lookup: Lookup): boolean {
  const kind = lookup.resolve(type)?.kind;
  return kind !== undefined && kind !== 'object' && kind !== 'map' && kind !== 'any';
}
/** Whether types require the field, because the specification states it or the description says so. */
export const isNeeded = ({ required, expected }: Pick<Field, 'required' | 'expected'>): boolean => required || expected === true;

export const getSchemaId = (type: Type | undefined): string | undefined => (type?.kind === 'ref' ? type.schema : undefined);

const lookups = new WeakMap<Api, Lookup>();

/** Returns the lookup of a model, created once because emitters need it for every method. */
export function getLookup(api: Api): Lookup {
  const lookup = lookups.get(api) ?? createLookup(api);
  lookups.set(api, lookup);
  return lookup;
}
