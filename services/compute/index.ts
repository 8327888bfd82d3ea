/** The service module of Compute. */
import { defineBuiltIn } from '../../mock/service.js';
import { activeStandby } from './active-standby.js';
import { certificateDetails } from './certificate-details.js';
import { getGuestAttributes } from './guest-attributes.js';
import { listUsableSubnetworks } from './usable-subnetworks.js';

export const computeServices: object = defineBuiltIn({
  api: 'compute',
  rules: { 'compute/active-standby': activeStandby, 'compute/certificate-details': certificateDetails },
  actions: { 'compute/guest-attributes': getGuestAttributes, 'compute/usable-subnetworks': listUsableSubnetworks },
});
