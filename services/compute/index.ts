/** The service modules of Compute. */
import type { ServiceModules } from '../../mock/service.js';
import { activeStandby } from './active-standby.js';
import { certificateDetails } from './certificate-details.js';
import { getGuestAttributes } from './guest-attributes.js';
import { listUsableSubnetworks } from './usable-subnetworks.js';

const modules: ServiceModules<'compute'> = {
  rules: {
    'compute/active-standby': activeStandby,
    'compute/certificate-details': certificateDetails,
  },
  actions: {
    'compute/guest-attributes': getGuestAttributes,
    'compute/usable-subnetworks': listUsableSubnetworks,
  },
};

export const computeServices: object = modules;
