/** The control routes of APIs, collections, and resources. */
import type { ApiBehavior } from '../../behavior.js';
import { findSeedPlace } from '../engine/seed/check-seed.js';
import { HttpError } from '../lib/http-error.js';
import { getTextMember } from '../lib/json.js';
import { findResources, listCollections as listStoredCollections } from '../state/collections.js';
import type { ApiList, CollectionList, CollectionSummary, ResourceAction, ResourcePage, ResourceTypeSummary } from '../types/control.js';
import { createDiscoveryDocument, readDiscoveryDocument } from '../world/discovery-document.js';
import { renderResourceAt } from '../world/links.js';
import { createBuiltInResources } from '../world/operation-routes.js';
import { getRule, type CompiledMethod } from '../world/method.js';
import { findProjectIndex } from '../world/projects.js';
import type { Place, CompiledResource } from '../world/resource.js';
import { findRootPath, getRootPath } from '../world/root-paths.js';
import type { World } from '../world/world.js';
import { createInvalidError, readCount, readQuery, toJson, type AdminCall, type AdminRoute } from './admin-call.js';

export const listApis: AdminRoute = async ({ session: { world } }) => {
  const apis = world.apis.map(async (api) => {
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

export const getApi: AdminRoute = ({ session: { world }, incoming }, name, version) => {
  const api = world.apis.find((each) => each.name === name && each.version === version);
  if (api?.discovery) return createDiscoveryDocument(api, incoming.origin);
  const known = world.apis.map((each) => `${each.name}/${each.version}`).join(', ');
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
    types: session.world.apis.flatMap((api) => listTypes(session.world, api)),
  } satisfies CollectionList);
};

function findProject({ resource, segments, collection }: Place): string | undefined {
  const index = findProjectIndex(resource.api, segments);
  return index !== undefined && index < collection.split('/').length ? segments[index] : undefined;
}

function listTypes(world: World, api: ApiBehavior): readonly ResourceTypeSummary[] {
  const paths = new Set([...api.resources, ...createBuiltInResources(api)].map(({ path }) => path));
  return [...paths].flatMap((path) => {
    const resource = world.findResource(api, path);
    return resource ? [describeType(world, resource)] : [];
  });
}

function describeType(world: World, resource: CompiledResource): ResourceTypeSummary {
  const { api, behavior, steps } = resource;
  const lastCollection = steps.flatMap((step) => ('literal' in step ? [step.literal] : [])).at(-1) ?? behavior.path;
  const methods = resourceActions.flatMap((action) => {
    const method = findMethod(world, resource, action);
    return method ? [[action, method] as const] : [];
  });
  const filter = findFilterParameter(new Map(methods).get('list'));
  return {
    type: behavior.path,
    api: api.name,
    version: api.version,
    name: behavior.schema ?? lastCollection,
    ...(behavior.schema !== undefined && { schema: behavior.schema }),
    methods: Object.fromEntries(methods.map(([action, { id }]) => [action, id])),
    idFields: behavior.idFields,
    rootPath: resource.rootPath,
    ...(filter !== undefined && { filter }),
  };
}

const resourceActions: readonly ResourceAction[] = ['list', 'get', 'create', 'update', 'patch', 'delete'];

/** Returns the method with the shortest path. Others act on several collections, or on a part of the resource. */
function findMethod(world: World, resource: CompiledResource, action: ResourceAction): CompiledMethod | undefined {
  const [method] = world.routedMethods
    .filter((each) => each.resource === resource && each.behavior.action.kind === action)
    .sort((one, other) => one.steps.length - other.steps.length);
  return method;
}

function findFilterParameter(list: CompiledMethod | undefined): string | undefined {
  const name = (list && getRule(list, 'filter')?.parameter) ?? 'filter';
  return Object.hasOwn(list?.behavior.method.parameters ?? {}, name) ? name : undefined;
}

export const listResources: AdminRoute = async (call) => {
  const query = readQuery(call, ['collection', 'search', 'offset', 'after', 'limit']);
  const { collection, search, after } = query;
  const limit = readCount(query, 'limit', { minimum: 1, maximum: 1000, fallback: 100 });
  const request = {
    collection: collection === undefined ? undefined : toCanonicalCollection(collection, call.session.world),
    search: search?.toLowerCase(),
    after: after === undefined ? undefined : requirePlace(call, 'after', after),
    offset: readCount(query, 'offset'),
    limit,
  };
  const { resources, total, hasMore } = await call.session.run((state) => findResources(state, request));
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

function toCanonicalCollection(path: string, { rootPaths }: World): string {
  if (path.startsWith('/')) return path.slice(findRootPath(rootPaths, path).length + 1);
  throw createInvalidError(`collection must be a path that begins with a slash (received '${path}')`, 'collection');
}

/** Returns the place of a resource. Throws 400 for the path of something else. */
export function requirePlace({ session: { world } }: Pick<AdminCall, 'session'>, parameter: string, path: string): Place {
  const place = findSeedPlace(world, path);
  if (place) return place;
  throw createInvalidError(`${parameter} must be the path of a resource (received '${path}')`, parameter);
}
