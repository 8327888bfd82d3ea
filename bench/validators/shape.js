// The fields of a Subnetwork, said once for all peers.
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
