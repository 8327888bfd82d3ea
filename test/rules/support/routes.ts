/** Finds how a value gets into a message: the path from a request body to a schema, and the required parts of the request. */
import { isObject, type Json, type JsonObject, getMember } from '../../../generator/lib/json.js';
import { apiNames, resolvePointer, getSpecification, type ApiName } from './specifications.js';

export type Steps = readonly (string | number)[];

/** A place of a schema in the body of a method's request. */
export interface Route {
  readonly method: string;
  readonly steps: Steps;
}

interface MethodDefinition {
  readonly id: string;
  readonly value: JsonObject;
}

/** All methods of an API by ID without the API name. */
export function listMethods(api: ApiName): MethodDefinition[] {
  const listInCollection = (collection: Json | undefined): MethodDefinition[] => [
    ...listObjects(getMember(collection ?? {}, 'methods')).map((value) => ({
      id: String(getMember(value, 'id')).slice(api.length + 1),
      value,
    })),
    ...listObjects(getMember(collection ?? {}, 'resources')).flatMap(listInCollection),
  ];
  return listInCollection(getSpecification(api).value);
}

function listObjects(map: Json | undefined): JsonObject[] {
  return isObject(map) ? Object.values(map).filter(isObject) : [];
}

/** Each schema that a request can contain in a field that the server reads, with the shortest path. */
function findRoutes(api: ApiName): ReadonlyMap<string, Route> {
  const routeBySchema = new Map<string, Route>();
  let frontier: (readonly [Json | undefined, Route])[] = listMethods(api).map(({ id, value }) => [
    getMember(value, 'request'),
    { method: id, steps: ['requestBody'] },
  ]);
  while (frontier.length > 0) frontier = frontier.flatMap(([element, route]) => findNextSteps(element, { api, route, routeBySchema }));
  return routeBySchema;
}

interface Search {
  readonly api: ApiName;
  readonly route: Route;
  readonly routeBySchema: Map<string, Route>;
}

function findNextSteps(element: Json | undefined, { api, route, routeBySchema }: Search): (readonly [Json | undefined, Route])[] {
  if (!isObject(element) || getMember(element, 'readOnly') === true) return [];
  const schema = getMember(element, '$ref');
  if (typeof schema === 'string') {
    if (routeBySchema.has(schema)) return [];
    routeBySchema.set(schema, route);
    return [[resolvePointer(getSpecification(api).value, ['schemas', schema]), route]];
  }
  const toNextStep = (inner: Json | undefined, step: string | number): readonly [Json | undefined, Route] => [
    inner,
    { ...route, steps: [...route.steps, step] },
  ];
  const properties = getMember(element, 'properties');
  return [
    ...Object.entries(isObject(properties) ? properties : {}).map(([name, field]) => toNextStep(field, name)),
    toNextStep(getMember(element, 'items'), 0),
    toNextStep(getMember(element, 'additionalProperties'), 'key'),
  ];
}

const routes = new Map(apiNames.map((api) => [api, findRoutes(api)] as const));

export function findRoute(api: ApiName, schema: string): Route | undefined {
  return routes.get(api)?.get(schema);
}
