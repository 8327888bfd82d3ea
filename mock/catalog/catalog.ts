/** Compiles all APIs of a mock: routes, resource types, and variables. The result doesn't change after startup. */
import { reverseOrder, listSupportedOrders } from '../../runtime/list-rules.js';
import type { ApiBehavior, MethodBehavior, ResourceBehavior } from '../../runtime/behavior.js';
import { toShapeKey } from '../../runtime/paths/shape.js';
import { isInt64Format } from '../../runtime/proto-number.js';
import { createPairTest, getActionResource } from './paired-path.js';
import { HostRouter, separateByHost } from './host-router.js';
import { Router, type FoundRoute } from './router.js';
import { listRootPaths } from './root-paths.js';
import { collectFollowers } from './services.js';
import { linkObjectTypes, type FieldsByType } from './field-links.js';
import { getField, registerDefaultConditions } from './field-tables.js';
import { createSiblingIndexes } from './sibling-index.js';
import type { CounterRule, SoftDeletion } from '../../runtime/resource-rules.js';
import type { MethodRule } from '../../runtime/rule.js';
import { compileMethod, type CompiledMethod } from './method.js';
import { createBuiltInMethods, createBuiltInResources } from './operation-routes.js';
import {
  compileResource,
  joinSpanningSegments,
  createPlace,
  type ResourceFields,
  type Order,
  type Place,
  type CompiledResource,
} from './resource.js';

export interface Catalog {
  readonly apis: readonly ApiBehavior[];
  readonly methods: readonly CompiledMethod[];
  /** All methods that handle requests, including built-in ones. */
  readonly routedMethods: readonly CompiledMethod[];
  readonly router: MethodRouter;
  /** The routes of upload URLs. */
  readonly uploads: MethodRouter;
  /** Whether an API has media. */
  readonly hasMedia: boolean;
  readonly variables: Readonly<Record<string, string>>;
  /** The paths in the addresses of the APIs. */
  readonly rootPaths: readonly string[];
  /** The resource types that are projects, one for each API with projects. */
  readonly projects: readonly CompiledResource[];
  /** Returns the resource type of a template. Variable names don't matter. */
  findResource(api: ApiBehavior, template: string): CompiledResource | undefined;
  /** Whether any resource type counts its members. */
  readonly hasCounters: boolean;
  /** Returns the counters of ancestors that count members of this type. */
  getMemberCounters(resource: CompiledResource): readonly CounterBinding[];
  /** Returns how resources of this type remain after their deletion, if they do. */
  findSoftDeletion(resource: CompiledResource): SoftDeletion | undefined;
  /** Returns the counters that count calls of a method. */
  getCallCounters(method: CompiledMethod): readonly CounterBinding[];
  /**
   * Returns the place at a percent-encoded path with a leading slash. Throws URIError for malformed percent-encoding.
   *
   * @param api - The API of the place. Default: the only one that has it. If several have it, `//HOST` must precede the path.
   */
  findPlace(path: string, api?: ApiBehavior): Place | undefined;
  /** Remembers the place of a new resource, so that `findPlace` doesn't search for its path. */
  rememberPlace(place: Place): void;
  /** Lists the paths with the hosts of the APIs that have a path, if several have it. */
  listPlacePaths(path: string): readonly string[];
}

/** Finds the method of a request. `origin`: the address of the request. */
export interface MethodRouter {
  find(path: string, method: string, origin?: string): FoundRoute<CompiledMethod>;
}

/** A counter rule and the resource type that has it. */
export interface CounterBinding {
  readonly owner: CompiledResource;
  readonly rule: CounterRule;
}

/** The maximum number of remembered places. One call looks up the same few paths several times, and the next call often does, too. */
const maxRecentPlaces = 1000;

interface CachedCatalog {
  catalog?: Catalog;
  /** The catalogs with a further API. */
  readonly next: WeakMap<ApiBehavior, CachedCatalog>;
}

/** Caches catalogs, because a test suite often creates a mock of the same APIs for each test. */
const noApis: CachedCatalog = { next: /* @__PURE__ */ new WeakMap() };

/** Throws if two APIs have the same route and the same host. */
export function compileCatalog(apis: readonly ApiBehavior[]): Catalog {
  let cached = noApis;
  for (const api of apis) {
    const next = cached.next.get(api) ?? { next: new WeakMap() };
    cached.next.set(api, next);
    cached = next;
  }
  return (cached.catalog ??= compileApis(apis));
}

function compileApis(apis: readonly ApiBehavior[]): Catalog {
  const groups = separateByHost([...new Set(apis)]);
  const namespaces = new Map(groups?.flatMap((group) => group.apis.map((api) => [api, `/${group.host}`] as const)));
  const tables = new Map(apis.map((api) => [api, linkObjectTypes(api.objectTypes)]));
  const findFollowers = collectFollowers(apis);
  const resources = new Map(
    [...tables].map(([api, fieldsByType]) => [
      api,
      compileResources(api, { fieldsByType, namespace: namespaces.get(api) ?? '', findFollowers }),
    ]),
  );
  const compile = (api: ApiBehavior, behavior: MethodBehavior): CompiledMethod =>
    compileMethod(api, behavior, {
      resource: resources.get(api)?.get(getActionResource(behavior.action) ?? ''),
      itemFields: tables.get(api)?.(behavior.itemType),
    });
  const routed = (groups ?? [{ host: '', apis: [...tables.keys()] }]).map((group) => ({ ...group, ...compileRoutes(group.apis, compile) }));
  const selectRouter = (name: 'router' | 'uploads'): MethodRouter =>
    groups ? new HostRouter(routed.map((group) => ({ ...group, router: group[name] }))) : (routed[0] ?? createRoutes())[name];
  const methods = routed.flatMap((group) => group.methods);
  const findResource = createResourceSearch(resources);
  const allResources = [...resources.values()].flatMap((apiResources) => [...apiResources.values()]);
  return {
    apis,
    methods,
    routedMethods: [...methods, ...routed.flatMap((group) => group.builtInMethods)],
    router: selectRouter('router'),
    uploads: selectRouter('uploads'),
    hasMedia: apis.some(({ media }) => media !== undefined),
    variables: Object.fromEntries([...apis].reverse().flatMap((api) => Object.entries(api.variables))),
    rootPaths: listRootPaths(apis),
    projects: allResources.filter(({ behavior }) => behavior.projectNumbers),
    findResource,
    ...createCounterSearch(allResources, findResource),
    findSoftDeletion: createDeletionSearch(methods),
    ...createPlaceSearch(allResources),
  };
}

interface CompiledRoutes {
  readonly router: Router<CompiledMethod>;
  readonly uploads: Router<CompiledMethod>;
  readonly methods: CompiledMethod[];
  readonly builtInMethods: CompiledMethod[];
}

const createRoutes = (): CompiledRoutes => ({ router: new Router(), uploads: new Router(), methods: [], builtInMethods: [] });

/** Compiles the routes of APIs whose paths tell them apart. */
function compileRoutes(
  apis: readonly ApiBehavior[],
  compile: (api: ApiBehavior, behavior: MethodBehavior) => CompiledMethod,
): CompiledRoutes {
  const routes = createRoutes();
  for (const api of apis) {
    for (const behavior of api.methods) {
      const method = compile(api, behavior);
      routes.methods.push(method);
      addRoute(routes.router, method);
      const { path, upload, httpMethod } = behavior.method;
      if (upload) routes.uploads.add({ template: upload.path ?? `upload/${path}`, method: httpMethod }, method);
    }
  }
  for (const method of apis.flatMap((api) => createBuiltInMethods(api).map((behavior) => compile(api, behavior)))) {
    const { path, httpMethod } = method.behavior.method;
    if (routes.router.add({ template: path, method: httpMethod }, method) === undefined) routes.builtInMethods.push(method);
  }
  return routes;
}

/** Finds the resource with a template, or else one whose template has the same shape. */
function createResourceSearch(resources: ReadonlyMap<ApiBehavior, ReadonlyMap<string, CompiledResource>>): Catalog['findResource'] {
  const byShape = new Map<ApiBehavior, ReadonlyMap<string, CompiledResource>>();
  const findByShape = (api: ApiBehavior, template: string): CompiledResource | undefined => {
    let shapes = byShape.get(api);
    if (!shapes) byShape.set(api, (shapes = new Map([...(resources.get(api) ?? [])].map(([path, each]) => [toShapeKey(path), each]))));
    return shapes.get(toShapeKey(template));
  };
  return (api, template) => resources.get(api)?.get(template) ?? findByShape(api, template);
}

function createCounterSearch(
  resources: readonly CompiledResource[],
  findResource: Catalog['findResource'],
): Pick<Catalog, 'hasCounters' | 'getMemberCounters' | 'getCallCounters'> {
  const counters = resources.flatMap(listCounters);
  const memberCounters = new Map<CompiledResource, readonly CounterBinding[]>();
  for (const counter of counters) {
    const memberResource = findResource(counter.owner.api, counter.rule.members ?? '');
    if (memberResource) memberCounters.set(memberResource, [...(memberCounters.get(memberResource) ?? []), counter]);
  }
  return {
    hasCounters: memberCounters.size > 0,
    getMemberCounters: (resource) => memberCounters.get(resource) ?? [],
    getCallCounters: ({ api, id }) => counters.filter(({ owner, rule }) => owner.api === api && rule.methods?.includes(id)),
  };
}

function createDeletionSearch(methods: readonly CompiledMethod[]): Catalog['findSoftDeletion'] {
  const deletions = new Map(
    methods.flatMap(({ resource, behavior: { action } }) =>
      resource && action.kind === 'delete' && action.keeps ? [[resource, action.keeps] as const] : [],
    ),
  );
  return (resource) => deletions.get(resource);
}

function listCounters(owner: CompiledResource): readonly CounterBinding[] {
  return owner.rules.flatMap((rule) => (rule.kind === 'counter' ? [{ owner, rule }] : []));
}

/** Finds the place of a path. Remembers recent ones, because a request asks for the same places several times. */
function createPlaceSearch(resources: readonly CompiledResource[]): Pick<Catalog, 'findPlace' | 'rememberPlace' | 'listPlacePaths'> {
  const namespaces = new Map(resources.flatMap(({ api, namespace }) => (namespace === '' ? [] : [[api, namespace] as const])));
  // Most requests are found by their route, so the mock needs the routers only later.
  let routers: PlaceRouters | undefined;
  const getRouters = (): PlaceRouters => (routers ??= createPlaceRouters(resources));
  const search = (namespace: string, path: string): Place | undefined => {
    const result = getRouters().get(namespace)?.find(path, '');
    return result?.kind === 'match' ? createPlace(result.value, joinSpanningSegments(result.value, result.segments)) : undefined;
  };
  const searchAll = (path: string): readonly Place[] => {
    const [, namespace = '', rest = path] = (namespaces.size > 0 && /^\/(\/[^/]+)(\/.*)$/.exec(path)) || [];
    const searched = namespace === '' ? [...getRouters().keys()] : [namespace];
    return searched.flatMap((each) => search(each, rest) ?? []);
  };
  const recentPlaces = new Map<string, Place>();
  const remember = (path: string, place: Place): void => {
    if (recentPlaces.size >= maxRecentPlaces) recentPlaces.clear();
    recentPlaces.set(path, place);
  };
  const findPlace: Catalog['findPlace'] = (path, api) => {
    const namespace = api && namespaces.get(api);
    if (namespace !== undefined && !path.startsWith('//')) return findPlace(`/${namespace}${path}`);
    const recentPlace = recentPlaces.get(path);
    if (recentPlace) return recentPlace;
    // Unlike a request, a name has no slash at its end.
    if (path.endsWith('/')) return undefined;
    const [place, ...others] = searchAll(path);
    if (!place || others.length > 0) return undefined;
    remember(path, place);
    return place;
  };
  const listPlacePaths = (path: string): readonly string[] => {
    const found = searchAll(path);
    return found.length > 1 ? found.map((place) => `/${place.path}`) : [];
  };
  return { findPlace, rememberPlace: (place) => remember(`/${place.path}`, place), listPlacePaths };
}

type PlaceRouters = ReadonlyMap<string, Router<CompiledResource>>;

/** Creates a router by namespace. */
function createPlaceRouters(resources: readonly CompiledResource[]): PlaceRouters {
  const routers = new Map<string, Router<CompiledResource>>();
  for (const resource of resources) {
    const router = routers.get(resource.namespace) ?? new Router();
    routers.set(resource.namespace, router);
    router.add({ template: getPlaceTemplate(resource), method: '' }, resource);
  }
  return routers;
}

/** A name that contains slashes spans the rest of a path. */
function getPlaceTemplate({ behavior: { path, spansSegments } }: CompiledResource): string {
  return spansSegments ? path.replace(/\{([^{}=]+)\}$/, '{$1=**}') : path;
}

function addRoute(router: Router<CompiledMethod>, method: CompiledMethod): void {
  const {
    action,
    method: { path, httpMethod },
  } = method.behavior;
  const accepts = createPairTest({
    method: { action, path },
    resource: method.resource?.behavior,
    listMethods: () => method.api.methods.map((each) => ({ action: each.action, path: each.method.path })),
  });
  const present = router.add({ template: path, method: httpMethod, accepts }, method);
  const { flatPath, shorterPaths = [] } = method.behavior;
  if (flatPath !== undefined) router.add({ template: flatPath, method: httpMethod }, method);
  for (const template of shorterPaths) router.add({ template, method: httpMethod, isFallback: true }, method);
  if (present === undefined || present.api === method.api) return;
  const formatMethod = ({ api: { name, version }, id }: CompiledMethod): string => `${name} ${version} (${id})`;
  throw new Error(
    `Two APIs have the route ${httpMethod} /${path}: ${formatMethod(present)} and ${formatMethod(method)}. Serve them on two ports.`,
  );
}

function compileResources(
  api: ApiBehavior,
  {
    fieldsByType,
    namespace,
    findFollowers,
  }: {
    readonly fieldsByType: FieldsByType;
    readonly namespace: string;
    readonly findFollowers: ReturnType<typeof collectFollowers>;
  },
): Map<string, CompiledResource> {
  const resources = new Map<string, CompiledResource>();
  for (const declared of [...api.resources, ...createBuiltInResources(api)]) {
    const behavior: ResourceBehavior = declared.rules?.some(({ kind }) => kind === 'builtIn') ? { ...declared, implicit: true } : declared;
    if (!resources.has(behavior.path)) {
      const fields = fieldsByType(behavior.schema);
      registerDefaultConditions(fields, behavior.validations);
      const orders = listOrders(api.methods, behavior, fields);
      const siblingIndexes = createSiblingIndexes(behavior, fields);
      resources.set(
        behavior.path,
        compileResource(api, behavior, { fields, namespace, orders, siblingIndexes, followers: findFollowers(api, behavior.path) }),
      );
    }
  }
  return resources;
}

/** Returns the orders that lists of the collection support in addition to the order by name. */
function listOrders(methods: readonly MethodBehavior[], resource: ResourceBehavior, fields: ResourceFields | undefined): readonly Order[] {
  const texts = new Set(
    methods
      .filter(({ action }) => action.kind === 'list' && action.resource === resource.path)
      .flatMap(({ rules }) => (rules ?? []).flatMap(getRuleOrders)),
  );
  return [...texts]
    .map((text): Order => {
      const [field = '', direction] = text.trim().split(/\s+/);
      const isNumeric =
        isInt64Format(getField(fields, field)?.format) || (resource.numericOrder === true && field === resource.idFields[0]);
      const isDuration = getField(fields, field)?.format === 'google-duration';
      return { text: text.trim(), field, descending: direction === 'desc', isNumeric, isDuration };
    })
    .filter(({ field, descending }) => descending || field !== resource.idFields[0] || resource.idFields.length > 1);
}

function getRuleOrders(rule: MethodRule): readonly string[] {
  if (rule.kind !== 'orderBy') return [];
  const orders = [...listSupportedOrders(rule).values()];
  return rule.direction === undefined ? orders : [...orders, ...orders.map(reverseOrder)];
}
