/** Actions that are particular to one service. A service module in `services/` implements each of them. */

interface ServiceActionOf<Module extends string, Options extends object> {
  readonly kind: 'service';
  readonly module: Module;
  readonly resource: string;
  readonly options: Options;
}

/**
 * Merges the policies of a project and its ancestors that apply to the resource in the path. `policies`: the path templates of the policies
 * of projects, and of each kind of ancestor. `lists` maps each field of the response to a list of the policy, and to the member that wraps
 * each of its entries next to their source.
 */
export type EffectivePolicyAction = ServiceActionOf<
  'osconfig/effective-policy',
  {
    readonly policies: readonly string[];
    readonly lists: Readonly<Record<string, { readonly from: string; readonly as: string }>>;
  }
>;

/** Returns the entries (`namespace`, `key`, `value`) of the list `field` that the parameters `queryPath` or `variableKey` select. */
export type GuestAttributesAction = ServiceActionOf<'compute/guest-attributes', { readonly field: string }>;

/** Lists the subnetworks of a project in all regions. `subnetworks`: their path template. */
export type UsableSubnetworksAction = ServiceActionOf<'compute/usable-subnetworks', { readonly subnetworks: string }>;

interface EventActionOf<Module extends string> extends Omit<ServiceActionOf<Module, object>, 'options'> {
  readonly options?: never;
}

/** Reports, lists, deletes, and counts error events. `resource` is their owner: a project or a location. */
export type EventAction =
  | EventActionOf<'errorreporting/report-event'>
  | EventActionOf<'errorreporting/list-events'>
  | EventActionOf<'errorreporting/delete-events'>
  | EventActionOf<'errorreporting/list-group-stats'>;

export type ServiceAction = EffectivePolicyAction | GuestAttributesAction | UsableSubnetworksAction | EventAction;
