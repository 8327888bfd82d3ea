/** The types of resources with their methods, paths, and schemas. */
import type { CollectionList, CollectionSummary, ResourceAction, ResourceTypeSummary } from '../../runtime/mock/types/control.js';
import { hasSegments, matchPath, parseName, variable } from '../lib/path-templates.js';
import { findMethod, resolveSchema, type Api, type DocumentMethod, type PlacedMethod, type Schema } from '../lib/api-documents.js';

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
  readonly placedMethods: Readonly<Partial<Record<ResourceAction, PlacedMethod>>>;
}

export function placeTypes(list: CollectionList, apis: readonly Api[]): readonly ResourceType[] {
  return list.types.flatMap((type) => {
    const api = apis.find(({ name, version }) => name === type.api && version === type.version);
    if (!api) return [];
    const methods = Object.entries(type.methods).map(([action, id]) => [action, findMethod([api], id)] as const);
    return [{ ...type, document: api.document, placedMethods: Object.fromEntries(methods.filter(([, placed]) => placed)) }];
  });
}

/** Finds the collection that contains a resource. */
export function findCollection(collections: readonly CollectionSummary[], path: string): CollectionSummary | undefined {
  const containing = collections.filter((each) => path.startsWith(`${each.path}/`));
  return containing.sort((one, other) => other.path.length - one.path.length)[0];
}

/** Finds the type whose template matches the path of a resource. */
export function findType(types: readonly ResourceType[], path: string): ResourceType | undefined {
  return types.find(({ type }) => matchPath(`/${type}`, path));
}

/** The names in the template of a type, and their values in the path of a resource or a collection. */
function readVariables(template: string, path = ''): ReadonlyMap<string, string> {
  const segments = path.split('/');
  return new Map(
    `/${template}`.split('/').flatMap((part, index) => {
      const segment = segments[index];
      return variable.test(part) && segment !== undefined ? [[parseName(part), segment] as const] : [];
    }),
  );
}

/** A method, and the resource or collection to call it on. Undefined if the collection isn't known. */
export interface MethodTarget {
  readonly type: ResourceType;
  readonly placed: PlacedMethod;
  readonly target: string | undefined;
}

/** Returns the path for a call, or `undefined` if it has variables that neither the target nor `parameters` have. */
export function createPath({ type, placed: { method, api }, target }: MethodTarget, parameters: JsonObject = {}): string | undefined {
  const template = `/${api.document.servicePath ?? ''}${method.path}`.replace(/^\/+/, '/');
  if (target !== undefined && matchPath(template, target)) return target;
  const known = readVariables(type.type, target);
  let isComplete = true;
  const path = template.split(variable).map((part) => {
    if (!variable.test(part)) return part;
    const name = parseName(part);
    const value = getMember(parameters, name);
    const text = value === undefined || value === '' ? known.get(name) : encodeVariable(String(value), hasSegments(part));
    isComplete &&= text !== undefined;
    return text ?? '';
  });
  return isComplete ? path.join('') : undefined;
}

const encodeVariable = (value: string, keepsSlashes: boolean): string =>
  keepsSlashes ? value.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(value);

/** The parameters that a form for a method shows: those of the query, and those of the path that the target doesn't state. */
export function listFormParameters(call: MethodTarget): Schema {
  const { method } = call.placed;
  const isPathKnown = createPath(call) !== undefined;
  const known = readVariables(call.type.type, call.target);
  const mask = findRule(method, 'update')?.['mask'];
  const properties = Object.entries(method.parameters ?? {}).filter(
    ([name, { location }]) => name !== mask && (location !== 'path' || !(isPathKnown || known.has(name))),
  );
  return {
    type: 'object',
    properties: Object.fromEntries(
      properties.map(([name, schema]) => [
        name,
        schema.repeated ? { ...schema, type: 'array', items: { ...schema, description: '' } } : schema,
      ]),
    ),
  };
}

export const findRule = (element: Pick<Schema, 'x-rules'> | undefined, kind: string) =>
  element?.['x-rules']?.find((rule) => rule.kind === kind);

export function findFilterParameter(type: ResourceType | undefined): string | undefined {
  const method = type?.placedMethods.list?.method;
  const name = findRule(method, 'filter')?.['parameter'] ?? 'filter';
  return typeof name === 'string' && Object.hasOwn(method?.parameters ?? {}, name) ? name : undefined;
}

/** The body of a method: its schema, and the member of the body that is the resource if it isn't the whole body. */
export interface BodyForm {
  readonly schema: Schema | undefined;
  readonly wrapper?: string;
}

export function findBodyForm({ document, schema: resourceSchema }: ResourceType, { method }: PlacedMethod): BodyForm {
  const name = method.request?.$ref;
  const schema = resolveSchema(document, method.request);
  const wrapper = Object.entries(schema?.properties ?? {}).find(
    ([, { $ref }]) => $ref !== undefined && $ref === resourceSchema && name !== resourceSchema,
  )?.[0];
  return wrapper === undefined ? { schema } : { schema: resolveSchema(document, { $ref: resourceSchema as string }), wrapper };
}

/** Whether the server alone sets a field. Published documents state it in descriptions too. */
export const isOutputOnly = ({ readOnly, description }: Schema): boolean =>
  readOnly === true || /^\W{0,2}output[- ]only\b/i.test(description ?? '');

/** Whether a patch or an update can't change a field. */
export function isFixed(name: string, schema: Schema, method: DocumentMethod): boolean {
  const fields = findRule(method, 'update')?.['fields'];
  const isUpdatable = !Array.isArray(fields) || fields.some((field) => String(field).split('.')[0] === name);
  return schema['x-immutable'] === true || /^(?:required\. )?\W{0,2}immutable\b/i.test(schema.description ?? '') || !isUpdatable;
}

/** The fields that guard against lost updates: those of the schema's rules, and `etag`. */
export function listEtagFields(schema: Schema | undefined): readonly string[] {
  const rules = (schema?.['x-rules'] ?? []).filter(({ kind }) => kind === 'etag').map(({ field }) => String(field));
  return [...new Set([...rules, 'etag'])].filter((name) => Object.hasOwn(schema?.properties ?? {}, name));
}
