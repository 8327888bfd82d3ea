/** The subnetworks of a project that the caller can use, in all regions. */
import {
  listProjectResources,
  pick,
  renderResource,
  toCanonicalPath,
  toRelativePath,
  type JsonObject,
  type Member,
  type ServiceHandler,
} from '../../mock/service.js';
import type { UsableSubnetworksAction } from './rules.js';

/** The fields that a usable subnetwork has in common with the subnetwork. */
const commonFields = [
  'network',
  'ipCidrRange',
  'secondaryIpRanges',
  'purpose',
  'role',
  'stackType',
  'ipv6AccessType',
  'internalIpv6Prefix',
  'externalIpv6Prefix',
];

export const listUsableSubnetworks: ServiceHandler<UsableSubnetworksAction> = async (call, next) => {
  const { stored, place, action, origin, responseConstants } = call;
  const resource = stored.catalog.findResource(place.resource.api, action.options.subnetworks);
  if (!resource) return next();
  const filter = await call.readFilter(resource.fields && { subnetwork: {}, ...pick(resource.fields, commonFields) });
  const listed = [...listProjectResources(stored, resource, place.segments)]
    .map((member) => ({ path: member.place.path, item: toUsableSubnetwork(member, origin) }))
    .filter(({ item }) => filter?.(item) ?? true)
    .sort((one, other) => (one.path < other.path ? -1 : 1));
  const page = call.getPage(listed, ({ path }) => path);
  const segments = [...place.segments, 'aggregated', 'subnetworks', 'listUsable'];
  return {
    ...responseConstants,
    id: toRelativePath(resource.api, segments),
    items: page.items.map(({ item }) => item),
    ...(page.next !== undefined && { nextPageToken: page.next }),
    selfLink: `${origin}/${toCanonicalPath(segments)}`,
  };
};

function toUsableSubnetwork({ place, entity }: Member, origin: string): JsonObject {
  const subnetwork = renderResource(place, entity.body, origin);
  return { subnetwork: subnetwork['selfLink'] ?? '', ...pick(subnetwork, commonFields) };
}
