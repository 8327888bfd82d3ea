/** The rules and actions of the Compute module. */
import type { Condition, ServiceAction, ServiceRule } from '../../mock/service.js';

/** The server reads `expires` and `names` from the first certificate in the PEM text of one of the fields `certificates`. */
export type CertificateDetailsRule = ServiceRule<
  'compute/certificate-details',
  { readonly certificates: readonly string[]; readonly expires: string; readonly names: string }
>;

/**
 * In a group of resources, one has the role `active`. Setting a `standby` one to `active` swaps the roles, and the former active one drains.
 * `field` is the field with the role, and `group` lists the fields that have the same values in all resources of a group.
 */
export type ActiveStandbyRule = ServiceRule<
  'compute/active-standby',
  {
    readonly field: string;
    readonly active: string;
    readonly standby: string;
    readonly group: readonly string[];
    readonly when: Condition;
    readonly drain: {
      readonly field: string;
      readonly during: string;
      readonly after: string;
      /** The query parameter with the drain timeout in seconds, which applies only if `when` holds. Default: 0. */
      readonly parameter: string;
      readonly when: Condition;
    };
  }
>;

/** Returns the entries (`namespace`, `key`, `value`) of the list `field` that the parameters `queryPath` or `variableKey` select. */
export type GuestAttributesAction = Required<ServiceAction<'compute/guest-attributes', { readonly field: string }>>;

/** Lists the subnetworks of a project in all regions. `subnetworks`: their path template. */
export type UsableSubnetworksAction = Required<ServiceAction<'compute/usable-subnetworks', { readonly subnetworks: string }>>;
