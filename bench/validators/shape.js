// The fields of a Subnetwork, shared by all peers.
import { addDisjointRange, addDisjointRanges } from '../../generated/runtime/dist/validate.js';

export { isByte, isCidrIpv4, isDateTime, isUrl } from '../../generated/runtime/dist/validate.js';

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

/** Whether the elements of a list differ in a member that is text. Exact for all lists; compares pairs, which is fastest for a few. */
export function isUniqueBy(list, member) {
  for (let at = 1; at < list.length; at += 1) {
    const value = list[at]?.[member];
    if (value === undefined) continue;
    for (let before = 0; before < at; before += 1) if (list[before]?.[member] === value) return false;
  }
  return true;
}

/** Our own test for lists of a few ranges. */
export const areDisjoint = (value, [one, list]) =>
  value[list] === undefined || addDisjointRanges(value[list], 'ipCidrRange', addDisjointRange(value[one], 0)) >= 0;
