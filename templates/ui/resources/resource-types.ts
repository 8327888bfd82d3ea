/** The types of resources with their methods and schemas. */
import type { CollectionList, CollectionSummary, ResourceAction, ResourceTypeSummary } from '../../runtime/mock/types/control.js';
import { findMethod, type Api, type DocumentMethod, type PlacedMethod, type Schema } from '../lib/api-documents.js';

export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns an own member. Names of the mock's content may be `constructor`. */
export function getMember(object: unknown, name: string): unknown {
  return typeof object === 'object' && object !== null && Object.hasOwn(object, name) ? (object as JsonObject)[name] : undefined;
}

/** Returns a copy with another value of a member. `undefined` removes it. */
export function withMember(object: JsonObject, name: string, value: unknown): JsonObject {
  const others = Object.entries(object).filter(([key]) => key !== name || value !== undefined);
  return Object.fromEntries(
    Object.hasOwn(object, name) || value === undefined
      ? others.map(([key, old]) => [key, key === name ? value : old])
      : [...others, [name, value]],
  );
}

export interface ResourceType extends ResourceTypeSummary {
  readonly document: Api['document'];
  readonly placedMethods: Readonly<Partial<Record<ResourceAction, ResourceMethod>>>;
}

export interface ResourceMethod extends PlacedMethod {
  /** The schema of what the request contains. */
  readonly schema: Schema | undefined;
}

export function placeTypes(list: CollectionList, apis: readonly Api[]): readonly ResourceType[] {
  return list.types.flatMap((type) => {
    const api = apis.find(({ name, version }) => name === type.api && version === type.version);
    if (!api) return [];
    const methods = (Object.keys(type.methods) as ResourceAction[]).flatMap((action) => {
      const placed = findMethod([api], type.methods[action]);
      return placed ? [[action, { ...placed, schema: api.document.schemas?.[type.requestSchemas[action] ?? ''] }] as const] : [];
    });
    return [{ ...type, document: api.document, placedMethods: Object.fromEntries(methods) }];
  });
}

/** Finds the collection that contains a resource. */
export function findCollection(collections: readonly CollectionSummary[], path: string): CollectionSummary | undefined {
  const containing = collections.filter((each) => path.startsWith(`${each.path}/`));
  return containing.sort((one, other) => other.path.length - one.path.length)[0];
}

/**
 * The parameters that a form for a method shows: those of the query, and those of the path without a known value: all of a new resource
 * without a collection, otherwise those that are missing.
 */
export function createParameterSchema({ method }: PlacedMethod, target: string | undefined, missing: readonly string[]): Schema {
  const mask = findUpdateRule(method)?.['mask'];
  const shown = Object.entries(method.parameters ?? {}).filter(
    ([name, { location }]) => name !== mask && (location !== 'path' || target === undefined || missing.includes(name)),
  );
  const toField = (schema: Schema): Schema =>
    schema.repeated ? { ...schema, type: 'array', items: { ...schema, description: '' } } : schema;
  return { type: 'object', properties: Object.fromEntries(shown.map(([name, schema]) => [name, toField(schema)])) };
}

const findUpdateRule = (method: DocumentMethod) => method['x-rules']?.find(({ kind }) => kind === 'update');

/** Whether a patch or an update can't change a field. */
export function isFixed(name: string, schema: Schema, method: DocumentMethod): boolean {
  const fields = findUpdateRule(method)?.['fields'];
  return schema['x-immutable'] === true || (Array.isArray(fields) && !fields.some((field) => String(field).split('.')[0] === name));
}

/** Whether the document says that requests of a method need the field. */
export function isRequired({ required, annotations }: Schema, methodId: string): boolean {
  return annotations?.required?.includes(methodId) ?? required === true;
}

/** Messages by field: `rules.0.name`. */
export type Errors = ReadonlyMap<string, string>;

export const toKey = (path: readonly (string | number)[]): string => path.join('.');

/** Returns the value of the field with a key. The names of map entries can contain dots. */
export function getField(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, item] of Object.entries(value)) {
    if (name === key) return item;
    const found: unknown = key.startsWith(`${name}.`) ? getField(item, key.slice(name.length + 1)) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}
