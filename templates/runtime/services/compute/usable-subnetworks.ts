/** The subnetworks of a project that the caller can use, in all regions. */
import { pick, type JsonObject } from '../../mock/lib/json.js';
import { listResourcesOfKind } from '../../mock/state/list-members.js';
import { renderResource, toRelativePath } from '../../mock/world/links.js';
import { toCanonicalPath } from '../../mock/world/resource.js';
import type { UsableSubnetworksAction } from '../../service-actions.js';
import type { ServiceHandler } from '../service-module.js';

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

export const listUsableSubnetworks: ServiceHandler<UsableSubnetworksAction> = (call, next) => {
  const { stored, place, action, origin, responseConstants } = call;
  const resource = stored.world.findResource(place.resource.api, action.options.subnetworks);
  if (!resource) return next();
  const members = [...listResourcesOfKind(stored, resource, place.segments)].sort((one, other) =>
    one.place.path < other.place.path ? -1 : 1,
  );
  const page = call.getPage(members, (member) => member.place.path);
  const items = page.items.map((member): JsonObject => {
    const subnetwork = renderResource(member.place, member.entity.body, origin);
    return { subnetwork: subnetwork['selfLink'] ?? '', ...pick(subnetwork, commonFields) };
  });
  const segments = [...place.segments, 'aggregated', 'subnetworks', 'listUsable'];
  return {
    ...responseConstants,
    id: toRelativePath(segments),
    items,
    ...(page.next !== undefined && { nextPageToken: page.next }),
    selfLink: `${origin}/${toCanonicalPath(segments)}`,
  };
};
