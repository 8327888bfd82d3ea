/** Finds the service modules of an API. A package contains only those that its specification names. */
import type { ApiBehavior } from '../../runtime/behavior.js';
import type { ServiceAction } from '../../runtime/service-actions.js';
import type { ServiceRule } from '../../runtime/service-rules.js';
import type { ServiceHandler, ServiceModule, ServiceRecords, Services } from './service-module.js';
import type { JsonObject } from '../lib/json.js';
import type { CompiledResource } from '../catalog/resource.js';
import type { Catalog } from '../catalog/catalog.js';

/** The behavior doesn't know the type, because it is also part of clients. */
const listServices = ({ services = [] }: ApiBehavior): readonly Services[] => services as readonly Services[];

/** Returns the module of a rule. */
export function findRuleModule(api: ApiBehavior, { module }: ServiceRule): ServiceModule {
  return findModule(api, module, ({ rules }) => rules);
}

/** Returns the module of an action. */
export function findActionHandler(api: ApiBehavior, { module }: ServiceAction): ServiceHandler {
  return findModule(api, module, ({ actions }) => actions);
}

function findModule<T>(api: ApiBehavior, name: string, getModules: (services: Services) => Readonly<Record<string, T>>): T {
  for (const services of listServices(api)) {
    const module = getModules(services)[name];
    if (module !== undefined) return module;
  }
  throw new Error(`The behavior of ${api.name} ${api.version} doesn't contain the service module ${name}.`);
}

/** Passes the body of a resource through one step of all its service modules. */
export function mapByServices(
  step: 'complete' | 'toStored' | 'toCanonical',
  { api, rules }: CompiledResource,
  body: JsonObject,
): JsonObject {
  return rules.reduce(
    (mapped, rule) => (rule.kind === 'service' ? (findRuleModule(api, rule)[step]?.(mapped, rule) ?? mapped) : mapped),
    body,
  );
}

/** Returns the records of services that aren't resources, or `undefined` if no API has such a service. */
export function findServiceRecords({ apis }: Catalog): ServiceRecords | undefined {
  for (const api of apis) for (const { records } of listServices(api)) if (records) return records;
  return undefined;
}
