/** All APIs of a mock, compiled: routes, kinds of resources, variables. Never changes after the start. */
import { reverseOrder, supportedOrders } from '../../supported-orders.js';
import type { ApiBehavior, MethodBehavior, ResourceBehavior } from '../../descriptor.js';
import { parseTemplate, listTemplateSteps } from '../../path-template.js';
import { getMediaSupport, type MediaSupport } from '../media/support.js';
import { Router } from '../router.js';
import { addConditions } from '../field-tables.js';
import type { CounterRule } from '../../resource-rules.js';
import type { Action, MethodRule } from '../../rule.js';
import { compileMethod, type Method } from './method.js';
import { createBuiltInMethods, createBuiltInResources } from './operation-routes.js';
import { isProject } from './projects.js';
import { compileResource, joinSpanningSegments, hasField, createPlace, type Order, type Place, type Resource } from './resource.js';

export interface World {
  readonly apis: readonly ApiBehavior[];
  readonly methods: readonly Method[];
  /** The methods, and those that the mock adds to them: all that answer requests. */
  readonly routed: readonly Method[];
  readonly router: Router<Method>;
  /** By the addresses of uploads. */
  readonly uploads: Router<Method>;
  /** Where an API has media. */
  readonly media: MediaSupport | undefined;
  readonly variables: Readonly<Record<string, string>>;
  /** The kinds of resources that are projects, one for each API that keeps them. */
  readonly projects: readonly Resource[];
  /** What stands before `projects/...` in the paths of error groups, where an API keeps error events. */
  readonly eventBase: string | undefined;
  /** The kind of resource with this template, however its variables are called. */
  resource(api: ApiBehavior, template: string): Resource | undefined;
  /** The kind of resource that records the changes of another: its collection is `operations` below it, and no method creates one. */
  findRecordResource(resource: Resource): Resource | undefined;
  /** Whether a field holds a domain name: one that lies within that of the resource above, or within which those below lie. */
  isDomainField(resource: Resource, field: string): boolean;
  /** Whether any kind of resource counts the members of a collection below it. */
  readonly hasCounters: boolean;
  /** What counts the members of a collection: the rules of the kinds of resources above. */
  getMemberCounters(resource: Resource): readonly CounterBinding[];
  /** What counts the calls of a method. */
  getCallCounters(method: Method): readonly CounterBinding[];
  /** What stands at a path (percent-encoded, leading slash). Throws URIError where that is malformed. */
  place(path: string): Place | undefined;
}

/** A rule that counts, and the kind of resource that has it. */
export interface CounterBinding {
  readonly owner: Resource;
  readonly rule: CounterRule;
}

/** Throws where two APIs have the same route. */
export function compileWorld(apis: readonly ApiBehavior[]): World {
  const resources = new Map<ApiBehavior, Map<string, Resource>>();
  const places = new Router<Resource>();
  const router = new Router<Method>();
  const uploads = new Router<Method>();
  const methods: Method[] = [];
  for (const api of apis) {
    const own = compileResources(api);
    resources.set(api, own);
    for (const resource of own.values()) places.add({ template: getPlaceTemplate(resource), method: '' }, resource);
    for (const behavior of api.methods) {
      const method = compileMethod(api, behavior, own.get(getActionResource(behavior.action) ?? ''));
      methods.push(method);
      addRoute(router, method);
      const { path, upload, httpMethod } = behavior.method;
      if (upload) uploads.add({ template: upload.path ?? `upload/${path}`, method: httpMethod }, method);
    }
  }
  const builtIn = apis.flatMap((api) =>
    createBuiltInMethods(api).map((behavior) =>
      compileMethod(api, behavior, resources.get(api)?.get(getActionResource(behavior.action) ?? '')),
    ),
  );
  const added = builtIn.filter((method) => {
    const { path, httpMethod } = method.behavior.method;
    return router.add({ template: path, method: httpMethod }, method) === undefined;
  });
  const shapes = new Map(
    [...resources].map(([api, own]) => [api, new Map([...own].map(([path, each]) => [normalizeTemplate(path), each]))]),
  );
  const counters = [...resources.values()].flatMap((own) => [...own.values()].flatMap(listCounters));
  const members = new Map<Resource, readonly CounterBinding[]>();
  for (const counting of counters) {
    const { api } = counting.owner;
    const counted = shapes.get(api)?.get(normalizeTemplate(counting.rule.members ?? ''));
    if (counted) members.set(counted, [...(members.get(counted) ?? []), counting]);
  }
  return {
    apis,
    methods,
    routed: [...methods, ...added],
    router,
    uploads,
    media: apis.map(getMediaSupport).find((media) => media !== undefined),
    variables: Object.fromEntries([...apis].reverse().flatMap((api) => Object.entries(api.variables))),
    projects: [...resources.values()].flatMap((own) => [...own.values()].filter(isProject)),
    eventBase: findEventBase(apis),
    resource: (api, template) => resources.get(api)?.get(template) ?? shapes.get(api)?.get(normalizeTemplate(template)),
    hasCounters: members.size > 0,
    getMemberCounters: (resource) => members.get(resource) ?? [],
    getCallCounters: ({ api, id }) => counters.filter(({ owner, rule }) => owner.api === api && rule.methods?.includes(id)),
    findRecordResource(resource) {
      const { path } = resource.behavior;
      const found = [...(resources.get(resource.api)?.values() ?? [])].find((each) => isRecordPath(each.behavior.path, path));
      // What tells by `done` that it is (AIP-151) tracks a change, and is no record of it.
      const isRecord = found && !hasField(found, 'done') && !isCreated(resource.api, found.behavior.path);
      return isRecord ? found : undefined;
    },
    isDomainField(resource, field) {
      const below = [...(resources.get(resource.api)?.values() ?? [])].filter(({ behavior }) => behavior.parent === resource.behavior.path);
      return (
        resource.rules.some((rule) => rule.kind === 'subdomainOf' && rule.field === field) ||
        below.some(({ rules }) => rules.some((rule) => rule.kind === 'subdomainOf' && rule.of === field))
      );
    },
    place(path) {
      const found = places.find(path, '');
      return found.kind === 'match' ? createPlace(found.value, joinSpanningSegments(found.value, found.segments)) : undefined;
    },
  };
}

/** A template without the names of its variables. */
function normalizeTemplate(template: string): string {
  return template.replace(/^\//, '').replace(/\{[^{}]*\}/g, '*');
}

function listCounters(owner: Resource): readonly CounterBinding[] {
  return owner.rules.flatMap((rule) => (rule.kind === 'counter' ? [{ owner, rule }] : []));
}

/** A name that holds slashes spans the rest of a path. */
function getPlaceTemplate({ behavior: { path, spansSegments } }: Resource): string {
  return spansSegments ? path.replace(/\{([^{}=]+)\}$/, '{$1=**}') : path;
}

function isRecordPath(path: string, resource: string): boolean {
  return path.startsWith(`${resource}/operations/{`) && !path.slice(resource.length + 12).includes('/');
}

function isCreated({ methods }: ApiBehavior, path: string): boolean {
  return methods.some(
    ({ action }) =>
      ((action.kind === 'create' || action.kind === 'batch') && action.resource === path) ||
      (action.kind === 'createFrom' && action.creates === path),
  );
}

function findEventBase(apis: readonly ApiBehavior[]): string | undefined {
  const actions = apis.flatMap(({ methods }) => methods.map(({ action }) => action));
  const found = actions.find(({ kind }) => kind === 'reportEvent' || kind === 'listEvents');
  return found && getActionResource(found)?.replace(/\/?projects\/.*$/, '');
}

export function getActionResource(action: Action): string | undefined {
  return 'resource' in action ? action.resource : undefined;
}

function addRoute(router: Router<Method>, method: Method): void {
  const { path, httpMethod } = method.behavior.method;
  const present = router.add({ template: path, method: httpMethod, accepts: createPairTest(method) }, method);
  const { flatPath, shorterPaths = [] } = method.behavior;
  if (flatPath !== undefined) router.add({ template: flatPath, method: httpMethod }, method);
  for (const template of shorterPaths) router.add({ template, method: httpMethod, isFallback: true }, method);
  if (present === undefined || present.api === method.api) return;
  const name = ({ name, version }: ApiBehavior): string => `${name} ${version}`;
  throw new Error(
    `Two APIs have the route ${httpMethod} /${path}: ${name(present.api)} (${present.id}) and ${name(method.api)} (${method.id}). Serve them on two ports.`,
  );
}

/**
 * Where a variable names the collection below names with slashes, these are pairs of a collection and a member: a path of pairs is one of a member,
 * and one with a segment more names a collection.
 */
function createPairTest({ api, behavior, resource, steps }: Method): ((segments: readonly string[]) => boolean) | undefined {
  const length = resource ? resource.steps.length - resource.idCount : 0;
  if (!resource?.behavior.spansSegments || steps.length === length) return undefined;
  const { path } = resource.behavior;
  const isPaired = api.methods.some(
    ({ action, method }) =>
      isCollectionAction(action) && getActionResource(action) === path && listTemplateSteps(parseTemplate(method.path)).length > length,
  );
  const odd = isCollectionAction(behavior.action) ? 1 : 0;
  return isPaired && behavior.action.kind !== 'notImplemented' ? (segments) => (segments.length - length) % 2 === odd : undefined;
}

const isCollectionAction = ({ kind }: Action): boolean => kind === 'list' || kind === 'create';

function compileResources(api: ApiBehavior): Map<string, Resource> {
  const found = new Map<string, Resource>();
  const owners = findOwners(api);
  for (const each of [...api.resources, ...createBuiltInResources(api)]) {
    const behavior: ResourceBehavior =
      owners.has(each.path) || each.rules?.some(({ kind }) => kind === 'builtIn') ? { ...each, implicit: true } : each;
    if (!found.has(behavior.path)) {
      addConditions(behavior);
      const nameFrom = behavior.fullNameFrom;
      const facts = { orders: listOrders(api.methods, behavior), ...(nameFrom !== undefined && { nameFrom }) };
      found.set(behavior.path, compileResource(api, behavior, facts));
    }
  }
  return found;
}

/** What only owns events or inherits policies is not kept itself: it exists. */
function findOwners({ methods }: ApiBehavior): ReadonlySet<string> {
  const owning = new Set(['reportEvent', 'listEvents', 'deleteEvents', 'listGroupStats', 'effectivePolicy']);
  const owners = new Set(methods.flatMap(({ action }) => (owning.has(action.kind) ? (getActionResource(action) ?? []) : [])));
  for (const { action } of methods) if (!owning.has(action.kind)) owners.delete(getActionResource(action) ?? '');
  return owners;
}

/** The orders that lists of the collection offer, besides the one by name. */
function listOrders(methods: readonly MethodBehavior[], resource: ResourceBehavior): readonly Order[] {
  const texts = new Set(
    methods
      .filter(({ action }) => action.kind === 'list' && action.resource === resource.path)
      .flatMap(({ rules }) => (rules ?? []).flatMap(getRuleOrders)),
  );
  return [...texts]
    .map((text): Order => {
      const [field = '', direction] = text.trim().split(/\s+/);
      return { text: text.trim(), field, descending: direction === 'desc' };
    })
    .filter(({ field, descending }) => descending || field !== resource.idFields[0] || resource.idFields.length > 1);
}

function getRuleOrders(rule: MethodRule): readonly string[] {
  if (rule.kind !== 'orderBy') return [];
  const orders = [...supportedOrders(rule).values()];
  return rule.direction === undefined ? orders : [...orders, ...orders.map(reverseOrder)];
}
