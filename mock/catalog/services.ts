/** Finds what the service modules of an API add to its methods and resources. */
import type { ApiBehavior } from '../../runtime/behavior.js';
import { toShapeKey } from '../../runtime/paths/shape.js';
import type { ServiceDefinition } from '../types/services.js';

/** The behavior doesn't know the type, because it is also part of clients. */
export const listServices = ({ services = noServices }: ApiBehavior): readonly ServiceDefinition[] =>
  services as readonly ServiceDefinition[];

const noServices: readonly object[] = [];

type ResourceTable = 'complete' | 'render' | 'checks';

/** Returns what the modules state for the resources of a path template. The names of variables don't matter. */
export function findResourceEntries<Table extends ResourceTable>(
  api: ApiBehavior,
  table: Table,
  template: string,
): readonly NonNullable<ServiceDefinition[Table]>[string][] {
  if (api.services === undefined) return [];
  const shape = toShapeKey(template);
  return listServices(api).flatMap((service) => {
    const entries = Object.entries(service[table] ?? {}) as [string, NonNullable<ServiceDefinition[Table]>[string]][];
    return entries.flatMap(([key, entry]) => (key.startsWith('/') && toShapeKey(key.slice(1)) === shape ? [entry] : []));
  });
}

type Follower = NonNullable<NonNullable<ServiceDefinition['follow']>[string]>[string];

/** A function that follows the changes of a resource, and the API of its module. */
export interface FollowerBinding {
  readonly api: ApiBehavior;
  readonly follow: Follower;
}

/** Returns what the modules of all APIs of a mock follow, by API and shape of the path template. */
export function collectFollowers(apis: readonly ApiBehavior[]): (api: ApiBehavior, template: string) => readonly FollowerBinding[] {
  const followers = new Map<string, FollowerBinding[]>();
  for (const api of apis)
    for (const { follow: followed = {} } of listServices(api))
      for (const [name, byTemplate] of Object.entries(followed))
        for (const [template, follow] of Object.entries(byTemplate)) {
          const key = `${name} ${toShapeKey(template.slice(1))}`;
          followers.set(key, [...(followers.get(key) ?? []), { api, follow }]);
        }
  return followers.size === 0 ? () => noFollowers : ({ name }, template) => followers.get(`${name} ${toShapeKey(template)}`) ?? noFollowers;
}

const noFollowers: readonly FollowerBinding[] = [];

/** Returns the query parameters of a method that the modules implement, by name. */
export function findServiceParameters(
  api: ApiBehavior,
  methodId: string,
): NonNullable<ServiceDefinition['parameters']>[string] | undefined {
  if (api.services === undefined) return undefined;
  const entries = listServices(api).flatMap(({ parameters = {} }) =>
    Object.hasOwn(parameters, methodId) ? Object.entries(parameters[methodId] ?? {}) : [],
  );
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

/** Returns the order that a module states for the list of a method. */
export function findServiceOrder(api: ApiBehavior, methodId: string): NonNullable<ServiceDefinition['orders']>[string] | undefined {
  if (api.services === undefined) return undefined;
  return listServices(api).flatMap(({ orders = {} }) => (Object.hasOwn(orders, methodId) ? (orders[methodId] ?? []) : []))[0];
}
