/** Compiles all APIs of a mock: routes, resource types, and variables. The result doesn't change after startup. */
import { reverseOrder, listSupportedOrders } from '../../runtime/list-rules.js';
import type { ApiBehavior, MethodBehavior, ResourceBehavior } from '../../runtime/behavior.js';
import { toShapeKey } from '../../runtime/paths/shape.js';
import { isInt64Format } from '../../runtime/proto-number.js';
import { createPairTest, getActionResource } from './paired-path.js';
import { Router } from './router.js';
import { listRootPaths } from './root-paths.js';
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
  readonly router: Router<CompiledMethod>;
  /** The routes of upload URLs. */
  readonly uploads: Router<CompiledMethod>;
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
  /** Returns the place at a percent-encoded path with a leading slash. Throws URIError for malformed percent-encoding. */
  findPlace(path: string): Place | undefined;
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
  /** The worlds with a further API. */
  readonly next: WeakMap<ApiBehavior, CachedCatalog>;
}

/** Caches worlds, because a test suite often creates a mock of the same APIs for each test. */
const noApis: CachedCatalog = { next: /* @__PURE__ */ new WeakMap() };

/** Throws if two APIs have the same route. */
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
  const router = new Router<CompiledMethod>();
  const uploads = new Router<CompiledMethod>();
  const methods: CompiledMethod[] = [];
  const tables = new Map(apis.map((api) => [api, linkObjectTypes(api.objectTypes)]));
  const resources = new Map([...tables].map(([api, fieldsByType]) => [api, compileResources(api, fieldsByType)]));
  const compile = (api: ApiBehavior, behavior: MethodBehavior): CompiledMethod =>
    compileMethod(api, behavior, {
      resource: resources.get(api)?.get(getActionResource(behavior.action) ?? ''),
      itemFields: tables.get(api)?.(behavior.itemType),
    });
  for (const api of tables.keys()) {
    for (const behavior of api.methods) {
      const method = compile(api, behavior);
      methods.push(method);
      addRoute(router, method);
      const { path, upload, httpMethod } = behavior.method;
      if (upload) uploads.add({ template: upload.path ?? `upload/${path}`, method: httpMethod }, method);
    }
  }
  const builtIn = apis.flatMap((api) => createBuiltInMethods(api).map((behavior) => compile(api, behavior)));
  const builtInRoutes = builtIn.filter((method) => {
    const { path, httpMethod } = method.behavior.method;
    return router.add({ template: path, method: httpMethod }, method) === undefined;
  });
  const findResource = createResourceSearch(resources);
  const allResources = [...resources.values()].flatMap((apiResources) => [...apiResources.values()]);
  return {
    apis,
    methods,
    routedMethods: [...methods, ...builtInRoutes],
    router,
    uploads,
    hasMedia: apis.some(({ media }) => media !== undefined),
    variables: Object.fromEntries([...apis].reverse().flatMap((api) => Object.entries(api.variables))),
    rootPaths: listRootPaths(apis),
    projects: allResources.filter(({ behavior }) => behavior.projectNumbers),
    findResource,
    ...createCounterSearch(allResources, findResource),
    findSoftDeletion: createDeletionSearch(methods),
    findPlace: createPlaceSearch(allResources),
  };
}

/** Finds the resource with a template, or else one whose template has the same shape. */
function createResourceSearch(resources: ReadonlyMap<ApiBehavior, ReadonlyMap<string, CompiledResource>>): Catalog['findResource'] {
  const byShape = new Map(
    [...resources].map(([api, apiResources]) => [
      api,
      new Map([...apiResources].map(([path, candidate]) => [toShapeKey(path), candidate])),
    ]),
  );
  return (api, template) => resources.get(api)?.get(template) ?? byShape.get(api)?.get(toShapeKey(template));
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
function createPlaceSearch(resources: readonly CompiledResource[]): Catalog['findPlace'] {
  const places = new Router<CompiledResource>();
  for (const resource of resources) places.add({ template: getPlaceTemplate(resource), method: '' }, resource);
  const recentPlaces = new Map<string, Place>();
  return (path) => {
    const recentPlace = recentPlaces.get(path);
    if (recentPlace) return recentPlace;
    // Unlike a request, a name has no slash at its end.
    if (path.endsWith('/')) return undefined;
    const result = places.find(path, '');
    if (result.kind !== 'match') return undefined;
    const place = createPlace(result.value, joinSpanningSegments(result.value, result.segments));
    if (recentPlaces.size >= maxRecentPlaces) recentPlaces.clear();
    recentPlaces.set(path, place);
    return place;
  };
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

function compileResources(api: ApiBehavior, fieldsByType: FieldsByType): Map<string, CompiledResource> {
  const resources = new Map<string, CompiledResource>();
  for (const declared of [...api.resources, ...createBuiltInResources(api)]) {
    const behavior: ResourceBehavior = declared.rules?.some(({ kind }) => kind === 'builtIn') ? { ...declared, implicit: true } : declared;
    if (!resources.has(behavior.path)) {
      const fields = fieldsByType(behavior.schema);
      registerDefaultConditions(fields, behavior.validations);
      const orders = listOrders(api.methods, behavior, fields);
      const siblingIndexes = createSiblingIndexes(behavior, fields);
      resources.set(behavior.path, compileResource(api, behavior, { fields, orders, siblingIndexes }));
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
