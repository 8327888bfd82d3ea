/** The control routes of APIs, collections, and resources. */
import type { ApiBehavior } from '../../../runtime/behavior.js';
import { compileFilter } from '../../engine/lists/compile-filter.js';
import { findSeedPlace } from '../../engine/seed/check-seed.js';
import { HttpError } from '../../lib/http-error.js';
import { getTextMember } from '../../lib/json.js';
import { findResources, listCollections as listStoredCollections, type StoredResource } from '../../state/collections.js';
import type { State } from '../../state/state.js';
import type { ApiList, CollectionList, CollectionSummary, ResourceAction, ResourcePage, ResourceTypeSummary } from '../../types/control.js';
import { createDiscoveryDocument, readDiscoveryDocument } from '../../catalog/discovery-document.js';
import { renderComplete, renderResourceAt } from '../../catalog/links.js';
import { createBuiltInResources } from '../../catalog/operation-routes.js';
import { getRule, type CompiledMethod } from '../../catalog/method.js';
import { findProjectIndex } from '../../catalog/projects.js';
import type { Place, CompiledResource } from '../../catalog/resource.js';
import { findRootPath, getRootPath } from '../../catalog/root-paths.js';
import type { Catalog } from '../../catalog/catalog.js';
import { createInvalidError, readCount, readQuery, toJson, type AdminCall, type AdminRoute } from './admin-call.js';

export const listApis: AdminRoute = async ({ session: { catalog } }) => {
  const apis = catalog.apis.map(async (api) => {
    const documentationLink = getTextMember(await readDiscoveryDocument(api), 'documentationLink');
    const hasLink = documentationLink !== undefined && /^https?:\/\//i.test(documentationLink);
    const { name, version, title, methods } = api;
    const basePath = findBasePath(api);
    return {
      name,
      version,
      title,
      methods: methods.length,
      ...(basePath !== undefined && { basePath }),
      ...(hasLink && { documentationLink }),
    };
  });
  return toJson({ apis: await Promise.all(apis) } satisfies ApiList);
};

/** Returns the beginning of the paths of an API up to its version, or `undefined` if no path contains the version. */
function findBasePath({ version, methods, ...api }: ApiBehavior): string | undefined {
  const paths = methods.map(({ method }) => method.path.split('/')).filter((segments) => segments.includes(version));
  const [first] = paths;
  return first && `${getRootPath(api)}/${first.slice(0, first.indexOf(version) + 1).join('/')}/`;
}

export const getApi: AdminRoute = ({ session: { catalog }, incoming }, name, version) => {
  const api = catalog.apis.find((each) => each.name === name && each.version === version);
  if (api?.discovery) return createDiscoveryDocument(api, incoming.origin);
  const known = catalog.apis.map((each) => `${each.name}/${each.version}`).join(', ');
  throw new HttpError('notFound', {
    message: `The mock has no description of ${name}/${version}; expected one of ${known}.`,
    rule: 'route',
  });
};

export const listCollections: AdminRoute = async ({ session }) => {
  const collections = await session.run((state) => listStoredCollections(state));
  return toJson({
    collections: collections.map(({ path, member, count }): CollectionSummary => {
      const { api, behavior } = member.resource;
      const project = findProject(member);
      return {
        path: `/${path}`,
        type: behavior.path,
        api: api.name,
        version: api.version,
        ...(project !== undefined && { project }),
        count,
      };
    }),
    types: session.catalog.apis.flatMap((api) => listTypes(session.catalog, api)),
  } satisfies CollectionList);
};

function findProject({ resource, segments, collection }: Place): string | undefined {
  const index = findProjectIndex(resource.api, segments);
  return index !== undefined && index < collection.split('/').length ? segments[index] : undefined;
}

function listTypes(catalog: Catalog, api: ApiBehavior): readonly ResourceTypeSummary[] {
  const paths = new Set([...api.resources, ...createBuiltInResources(api)].map(({ path }) => path));
  return [...paths].flatMap((path) => {
    const resource = catalog.findResource(api, path);
    return resource ? [describeType(catalog, resource)] : [];
  });
}

function describeType(catalog: Catalog, resource: CompiledResource): ResourceTypeSummary {
  const { api, behavior, steps } = resource;
  const lastCollection = steps.flatMap((step) => ('literal' in step ? [step.literal] : [])).at(-1) ?? behavior.path;
  const methods = resourceActions.flatMap((action) => {
    const method = findMethod(catalog, resource, action);
    return method ? [[action, method] as const] : [];
  });
  const list = new Map(methods).get('list');
  const filter = list && getRule(list, 'filter')?.parameter;
  return {
    type: behavior.path,
    api: api.name,
    version: api.version,
    name: behavior.schema ?? lastCollection,
    ...(behavior.schema !== undefined && { schema: behavior.schema }),
    methods: Object.fromEntries(methods.map(([action, { id }]) => [action, id])),
    ...(filter !== undefined && { filter }),
  };
}

const resourceActions: readonly ResourceAction[] = ['list', 'get', 'create', 'update', 'patch', 'delete'];

/** Returns the method with the shortest path. Others act on several collections, or on a part of the resource. */
function findMethod(catalog: Catalog, resource: CompiledResource, action: ResourceAction): CompiledMethod | undefined {
  const [method] = catalog.routedMethods
    .filter((each) => each.resource === resource && each.behavior.action.kind === action)
    .sort((one, other) => one.steps.length - other.steps.length);
  return method;
}

export const listResources: AdminRoute = async (call) => {
  const query = readQuery(call, ['collection', 'search', 'filter', 'offset', 'after', 'limit']);
  const { search, filter, after } = query;
  const collection = query.collection === undefined ? undefined : toCanonicalCollection(query.collection, call.session.catalog);
  const limit = readCount(query, 'limit', { minimum: 1, maximum: 1000, fallback: 100 });
  const request = {
    collection,
    search: search?.toLowerCase(),
    after: after === undefined ? undefined : requirePlace(call, 'after', after),
    offset: readCount(query, 'offset'),
    limit,
  };
  const { resources, total, hasMore } = await call.session.run(async (state) =>
    findResources(state, {
      ...request,
      filter: filter === undefined ? undefined : await compileCollectionFilter(call, { state, collection, text: filter }),
    }),
  );
  const last = resources.at(-1);
  return toJson({
    resources: resources.map(({ path, place, entity: { body, version } }) => ({
      path,
      name: place.ids.join('/'),
      version,
      body: renderResourceAt(place, body, call.incoming.origin),
    })),
    total,
    ...(hasMore && last && { next: last.path }),
  } satisfies ResourcePage);
};

interface CollectionFilter {
  readonly state: State;
  readonly collection: string | undefined;
  readonly text: string;
}

/** Compiles a filter of the list method of a collection. Rejects with 400 if the filter is invalid, or if the method has none. */
async function compileCollectionFilter(
  { session: { catalog }, incoming: { origin } }: AdminCall,
  { state, collection, text }: CollectionFilter,
): Promise<(resource: StoredResource) => boolean> {
  const found = listStoredCollections(state).find(({ path }) => path === collection);
  // A collection without resources has nothing to filter.
  if (collection !== undefined && !found) return () => false;
  const resource = found?.member.resource;
  const list = resource && findMethod(catalog, resource, 'list');
  const rule = list && getRule(list, 'filter');
  if (collection === undefined) throw createInvalidError('filter requires the parameter collection', 'filter');
  if (!resource || !rule) throw createInvalidError(`the list method of the collection '${collection}' has no filter`, 'filter');
  const { objectTypes, re2: loadRe2 } = resource.api;
  const isMatch = await compileFilter(text, { rule, fields: resource.fields, objectTypes, loadRe2 });
  return ({ place, entity: { body } }) => isMatch(renderComplete(place, body, origin));
}

function toCanonicalCollection(path: string, { rootPaths }: Catalog): string {
  if (path.startsWith('/')) return path.slice(findRootPath(rootPaths, path).length + 1);
  throw createInvalidError(`collection must be a path that begins with a slash (received '${path}')`, 'collection');
}

/** Returns the place of a resource. Throws 400 for the path of something else. */
export function requirePlace({ session: { catalog } }: Pick<AdminCall, 'session'>, parameter: string, path: string): Place {
  const place = findSeedPlace(catalog, path);
  if (place) return place;
  throw createInvalidError(`${parameter} must be the path of a resource (received '${path}')`, parameter);
}
