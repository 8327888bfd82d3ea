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
import { compileResource, foldCase, hasField, createPlace, type Order, type Place, type Resource } from './resource.js';

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
  recordsOf(resource: Resource): Resource | undefined;
  /** Whether a field holds a domain name: one that lies within that of the resource above, or within which those below lie. */
  holdsDomain(resource: Resource, field: string): boolean;
  /** Whether any kind of resource counts the members of a collection below it. */
  readonly counts: boolean;
  /** What counts the members of a collection: the rules of the kinds of resources above. */
  memberCounters(resource: Resource): readonly Counting[];
  /** What counts the calls of a method. */
  callCounters(method: Method): readonly Counting[];
  /** What stands at a path (percent-encoded, leading slash). Throws URIError where that is malformed. */
  place(path: string): Place | undefined;
}

/** A rule that counts, and the kind of resource that has it. */
export interface Counting {
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
    for (const resource of own.values()) places.add({ template: placeTemplate(resource), method: '' }, resource);
    for (const behavior of api.methods) {
      const method = compileMethod(api, behavior, own.get(actionResource(behavior.action) ?? ''));
      methods.push(method);
      addRoute(router, method);
      const { path, upload, httpMethod } = behavior.method;
      if (upload) uploads.add({ template: upload.path ?? `upload/${path}`, method: httpMethod }, method);
    }
  }
  const builtIn = apis.flatMap((api) =>
    createBuiltInMethods(api).map((behavior) =>
      compileMethod(api, behavior, resources.get(api)?.get(actionResource(behavior.action) ?? '')),
    ),
  );
  const added = builtIn.filter((method) => {
    const { path, httpMethod } = method.behavior.method;
    return router.add({ template: path, method: httpMethod }, method) === undefined;
  });
  const shapes = new Map([...resources].map(([api, own]) => [api, new Map([...own].map(([path, each]) => [shapeOf(path), each]))]));
  const counters = [...resources.values()].flatMap((own) => [...own.values()].flatMap(countersOf));
  const members = new Map<Resource, readonly Counting[]>();
  for (const counting of counters) {
    const { api } = counting.owner;
    const counted = shapes.get(api)?.get(shapeOf(counting.rule.members ?? ''));
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
    eventBase: eventBaseOf(apis),
    resource: (api, template) => resources.get(api)?.get(template) ?? shapes.get(api)?.get(shapeOf(template)),
    counts: members.size > 0,
    memberCounters: (resource) => members.get(resource) ?? [],
    callCounters: ({ api, id }) => counters.filter(({ owner, rule }) => owner.api === api && rule.methods?.includes(id)),
    recordsOf(resource) {
      const { path } = resource.behavior;
      const found = [...(resources.get(resource.api)?.values() ?? [])].find((each) => isRecordOf(each.behavior.path, path));
      // What tells by `done` that it is (AIP-151) tracks a change, and is no record of it.
      const isRecord = found && !hasField(found, 'done') && !isCreated(resource.api, found.behavior.path);
      return isRecord ? found : undefined;
    },
    holdsDomain(resource, field) {
      const below = [...(resources.get(resource.api)?.values() ?? [])].filter(({ behavior }) => behavior.parent === resource.behavior.path);
      return (
        resource.rules.some((rule) => rule.kind === 'subdomainOf' && rule.field === field) ||
        below.some(({ rules }) => rules.some((rule) => rule.kind === 'subdomainOf' && rule.of === field))
      );
    },
    place(path) {
      const found = places.find(path, '');
      return found.kind === 'match' ? createPlace(found.value, foldCase(found.value, found.segments)) : undefined;
    },
  };
}

/** A template without the names of its variables. */
function shapeOf(template: string): string {
  return template.replace(/^\//, '').replace(/\{[^{}]*\}/g, '*');
}

function countersOf(owner: Resource): readonly Counting[] {
  return owner.rules.flatMap((rule) => (rule.kind === 'counter' ? [{ owner, rule }] : []));
}

/** A name that holds slashes spans the rest of a path. */
function placeTemplate({ behavior: { path, spansSegments } }: Resource): string {
  return spansSegments ? path.replace(/\{([^{}=]+)\}$/, '{$1=**}') : path;
}

function isRecordOf(path: string, resource: string): boolean {
  return path.startsWith(`${resource}/operations/{`) && !path.slice(resource.length + 12).includes('/');
}

function isCreated({ methods }: ApiBehavior, path: string): boolean {
  return methods.some(
    ({ action }) =>
      ((action.kind === 'create' || action.kind === 'batch') && action.resource === path) ||
      (action.kind === 'createFrom' && action.creates === path),
  );
}

function eventBaseOf(apis: readonly ApiBehavior[]): string | undefined {
  const actions = apis.flatMap(({ methods }) => methods.map(({ action }) => action));
  const found = actions.find(({ kind }) => kind === 'reportEvent' || kind === 'listEvents');
  return found && actionResource(found)?.replace(/\/?projects\/.*$/, '');
}

export function actionResource(action: Action): string | undefined {
  return 'resource' in action ? action.resource : undefined;
}

function addRoute(router: Router<Method>, method: Method): void {
  const { path, httpMethod } = method.behavior.method;
  const present = router.add({ template: path, method: httpMethod, accepts: acceptsPairs(method) }, method);
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
function acceptsPairs({ api, behavior, resource, steps }: Method): ((segments: readonly string[]) => boolean) | undefined {
  const length = resource ? resource.steps.length - resource.idCount : 0;
  if (!resource?.behavior.spansSegments || steps.length === length) return undefined;
  const { path } = resource.behavior;
  const isPaired = api.methods.some(
    ({ action, method }) =>
      isOfCollection(action) && actionResource(action) === path && listTemplateSteps(parseTemplate(method.path)).length > length,
  );
  const odd = isOfCollection(behavior.action) ? 1 : 0;
  return isPaired && behavior.action.kind !== 'notImplemented' ? (segments) => (segments.length - length) % 2 === odd : undefined;
}

const isOfCollection = ({ kind }: Action): boolean => kind === 'list' || kind === 'create';

function compileResources(api: ApiBehavior): Map<string, Resource> {
  const found = new Map<string, Resource>();
  const owners = ownersIn(api);
  for (const each of [...api.resources, ...createBuiltInResources(api)]) {
    const behavior: ResourceBehavior =
      owners.has(each.path) || each.rules?.some(({ kind }) => kind === 'builtIn') ? { ...each, implicit: true } : each;
    if (!found.has(behavior.path)) {
      addConditions(behavior);
      const nameFrom = behavior.fullNameFrom;
      const facts = { orders: ordersOf(api.methods, behavior), ...(nameFrom !== undefined && { nameFrom }) };
      found.set(behavior.path, compileResource(api, behavior, facts));
    }
  }
  return found;
}

/** What only owns events or inherits policies is not kept itself: it exists. */
function ownersIn({ methods }: ApiBehavior): ReadonlySet<string> {
  const owning = new Set(['reportEvent', 'listEvents', 'deleteEvents', 'listGroupStats', 'effectivePolicy']);
  const owners = new Set(methods.flatMap(({ action }) => (owning.has(action.kind) ? (actionResource(action) ?? []) : [])));
  for (const { action } of methods) if (!owning.has(action.kind)) owners.delete(actionResource(action) ?? '');
  return owners;
}

/** The orders that lists of the collection offer, besides the one by name. */
function ordersOf(methods: readonly MethodBehavior[], resource: ResourceBehavior): readonly Order[] {
  const texts = new Set(
    methods
      .filter(({ action }) => action.kind === 'list' && action.resource === resource.path)
      .flatMap(({ rules }) => (rules ?? []).flatMap(ordersIn)),
  );
  return [...texts]
    .map((text): Order => {
      const [field = '', direction] = text.trim().split(/\s+/);
      return { text: text.trim(), field, descending: direction === 'desc' };
    })
    .filter(({ field, descending }) => descending || field !== resource.idFields[0] || resource.idFields.length > 1);
}

function ordersIn(rule: MethodRule): readonly string[] {
  if (rule.kind !== 'orderBy') return [];
  const orders = [...supportedOrders(rule).values()];
  return rule.direction === undefined ? orders : [...orders, ...orders.map(reverseOrder)];
}
