// The fields of a Subnetwork, shared by all peers.
import { mayRepeat, meet, meetAll } from '../../generated/compute-v1/dist/runtime/rules/validate-rule.js';

export { isByte, isCidrIpv4, isDateTime, isUrl } from '../../generated/compute-v1/dist/runtime/validate/formats.js';

export const namePattern = /^[a-z]([-a-z0-9]*[a-z0-9])?$/;
export const purposes = [
  'PRIVATE',
  'GLOBAL_MANAGED_PROXY',
  'REGIONAL_MANAGED_PROXY',
  'PRIVATE_SERVICE_CONNECT',
  'INTERNAL_HTTPS_LOAD_BALANCER',
];
export const texts = [
  'id',
  'description',
  'gatewayAddress',
  'privateIpv6ProviderAccess',
  'ipv6CidrRange',
  'externalIpv6Prefix',
  'internalIpv6Prefix',
  'ipv6AccessType',
];
export const urls = ['network', 'reservedInternalRange', 'region', 'selfLink'];
export const flags = ['privateIpProviderAccess', 'enableFlowLogs'];
export const choices = {
  purpose: purposes,
  role: ['ACTIVE', 'BACKUP'],
  state: ['READY', 'DRAINING'],
  stackType: ['IPV4_ONLY', 'IPV4_IPV6'],
};

/** The fast functions with which our validators check short lists. They are exact for such lists. */
export const isUniqueBy = (list, member) => !mayRepeat(list, member);
export const areDisjoint = (value, [one, list]) =>
  value[list] === undefined || meetAll(value[list], 'ipCidrRange', meet(value[one], 0)) >= 0;
