/** Finds the service modules of an API. A package contains only those that its specification names. */
import type { ApiBehavior } from '../../runtime/behavior.js';
import type { ServiceAction, ServiceRule } from '../../runtime/services.js';
import type { Service, ServiceHandler, ServiceModule, ServiceRecords } from './service-module.js';
import type { JsonObject } from '../lib/json.js';
import type { CompiledResource, Place } from '../catalog/resource.js';
import { listServices } from '../catalog/services.js';
import type { CheckResult } from '../types/services.js';
import { copyJson } from '../lib/json.js';
import { throwInvalidBody } from '../lib/request-validation.js';
import type { MethodHandlers } from '../state/handler-registry.js';
import type { FillContext } from './call.js';
import type { Catalog } from '../catalog/catalog.js';

const listModules = (api: ApiBehavior): readonly Service[] => listServices(api) as readonly Service[];

/** Returns the module of a rule. */
export function findRuleModule(api: ApiBehavior, { module }: ServiceRule): ServiceModule {
  return findImplementation(api, module, ({ rules }) => rules) as ServiceModule;
}

/** Returns the module of an action. */
export function findActionHandler(api: ApiBehavior, { module }: ServiceAction): ServiceHandler {
  return findImplementation(api, module, ({ actions }) => actions) as ServiceHandler;
}

function findImplementation<T>(
  api: ApiBehavior,
  name: string,
  getImplementations: (service: Service) => Readonly<Record<string, T>> | undefined,
): T {
  for (const service of listModules(api)) {
    const implementation = getImplementations(service)?.[name];
    if (implementation !== undefined) return implementation;
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
  for (const api of apis) for (const { records } of listModules(api)) if (records) return records;
  return undefined;
}

/** Adds the fields that service modules compute to a new or changed resource. */
export function completeByServices(place: Place, body: JsonObject, context: CompletionSource): JsonObject {
  return place.resource.completions.length === 0 ? body : completeFields(place, body, context);
}

type CompletionSource = Pick<FillContext, 'at' | 'user' | 'getRandom' | 'previous' | 'getParent'>;

function completeFields(place: Place, body: JsonObject, { at, user, getRandom, previous, getParent }: CompletionSource): JsonObject {
  const context = {
    path: `/${place.path}`,
    now: at,
    user,
    previous: previous && copyJson(previous),
    get parent() {
      const parent = getParent(place);
      return parent && copyJson(parent);
    },
    newId: () => getRandom().nextId(),
  };
  return place.resource.completions.reduce<JsonObject>((completed, complete) => {
    const computed = complete(copyJson(completed), context);
    return computed === undefined ? completed : { ...completed, ...(JSON.parse(JSON.stringify(computed)) as JsonObject) };
  }, body);
}

/** Throws 400 if a check of a service module rejects a value. */
export function throwProblems(result: CheckResult): void {
  const problems = [result ?? []].flat().map((problem) => (typeof problem === 'string' ? { message: problem } : problem));
  throwInvalidBody(
    problems.map(({ field = '', message }: { readonly field?: string; readonly message: string }) => ({
      instancePath: field === '' ? '' : `/${field.replaceAll('.', '/')}`,
      schemaPath: '',
      keyword: 'service',
      params: {},
      message,
    })),
  );
}

/** Throws 400 if a check of a service module rejects a resource. */
export function checkByServices({ resource }: Place, body: JsonObject): void {
  for (const check of resource.serviceChecks) throwProblems(check(copyJson(body) as never));
}

/** Collects the handlers of service modules by method. Checks of requests run around them. */
export function collectServiceHandlers({ apis }: Catalog): ReadonlyMap<string, MethodHandlers> {
  const handlers = new Map<string, MethodHandlers>();
  const add = (methodId: string, handler: MethodHandlers[number]): void => {
    handlers.set(methodId, [...(handlers.get(methodId) ?? []), handler]);
  };
  for (const api of apis) {
    const services = listServices(api);
    for (const { handlers: own = {} } of services)
      for (const [methodId, handler] of Object.entries(own)) if (handler) add(methodId, handler as MethodHandlers[number]);
    for (const { checks = {} } of services)
      for (const [methodId, check] of Object.entries(checks)) if (!methodId.startsWith('/')) add(methodId, createCheckHandler(check));
  }
  return handlers;
}

function createCheckHandler(check: (value: never) => CheckResult): MethodHandlers[number] {
  return async (call, next) => {
    throwProblems(check(call as never));
    return (await next()) as object;
  };
}
