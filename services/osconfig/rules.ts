/** The actions of the OS Config module. */
import type { ServiceAction } from '../../mock/service.js';

/**
 * Merges the policies of a project and its ancestors that apply to the resource in the path. `policies`: the path templates of the policies
 * of projects, and of each kind of ancestor. `lists` maps each field of the response to a list of the policy, and to the member that wraps
 * each of its entries next to their source.
 */
export type EffectivePolicyAction = Required<
  ServiceAction<
    'osconfig/effective-policy',
    {
      readonly policies: readonly string[];
      readonly lists: Readonly<Record<string, { readonly from: string; readonly as: string }>>;
    }
  >
>;
