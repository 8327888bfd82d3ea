/** Finds the service modules of an API. A package contains only those that its specification names. */
import type { ApiBehavior } from '../../runtime/behavior.js';
import type { ServiceAction, ServiceRule } from '../../runtime/services.js';
import type { Service, ServiceHandler, ServiceModule, ServiceRecords } from './service-module.js';
import type { JsonObject } from '../lib/json.js';
import type { CompiledResource } from '../catalog/resource.js';
import type { Catalog } from '../catalog/catalog.js';

/** The behavior doesn't know the type, because it is also part of clients. */
export const listServices = ({ services = noServices }: ApiBehavior): readonly Service[] => services as readonly Service[];

const noServices: readonly object[] = [];

/** Returns the module of a rule. */
export function findRuleModule(api: ApiBehavior, { module }: ServiceRule): ServiceModule {
  return findPiece(api, module, ({ rules }) => rules) as ServiceModule;
}

/** Returns the module of an action. */
export function findActionHandler(api: ApiBehavior, { module }: ServiceAction): ServiceHandler {
  return findPiece(api, module, ({ actions }) => actions) as ServiceHandler;
}

function findPiece<T>(api: ApiBehavior, name: string, getPieces: (service: Service) => Readonly<Record<string, T>> | undefined): T {
  for (const service of listServices(api)) {
    const piece = getPieces(service)?.[name];
    if (piece !== undefined) return piece;
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
