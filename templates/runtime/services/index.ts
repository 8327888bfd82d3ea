/** The service modules by the names that specifications use. */
import type { JsonObject } from '../mock/lib/json.js';
import type { Change } from '../mock/engine/resource-change.js';
import type { SchemaRule } from '../rule.js';
import type { ServiceAction } from '../service-actions.js';
import type { ServiceRule } from '../service-rules.js';
import { certificateDetails } from './compute/certificate.js';
import { getGuestAttributes } from './compute/guest-attributes.js';
import { listUsableSubnetworks } from './compute/usable-subnetworks.js';
import { dnssecKey } from './dns/dnssec-key.js';
import { recordData } from './dns/record-data.js';
import { eventRecords } from './errorreporting/event-records.js';
import { deleteEvents, listEvents, listGroupStats, reportEvent } from './errorreporting/events.js';
import { lookUpEffectivePolicy } from './osconfig/effective-policy.js';
import type { ServiceHandler, ServiceModule, ServiceRecords } from './service-module.js';

type Modules = { readonly [M in ServiceRule['module']]: ServiceModule<Extract<ServiceRule, { readonly module: M }>> };

const modules: Modules = {
  'dns/record-data': recordData,
  'dns/dnssec-key': dnssecKey,
  'compute/certificate-details': certificateDetails,
  // Applied when an event is stored.
  'errorreporting/reopen': {},
};

/** The table's type pairs each module with its rules. */
const getModule = (rule: ServiceRule): ServiceModule => modules[rule.module] as ServiceModule;

export function applyServiceRule(change: Change, rule: ServiceRule): Change | Promise<Change> {
  return getModule(rule).apply?.(change, rule) ?? change;
}

/** Passes a resource through one step of all its service modules. */
export function mapByServices(step: 'complete' | 'toStored' | 'toCanonical', rules: readonly SchemaRule[], body: JsonObject): JsonObject {
  return rules.reduce((mapped, rule) => (rule.kind === 'service' ? (getModule(rule)[step]?.(mapped, rule) ?? mapped) : mapped), body);
}

type Handlers = { readonly [M in ServiceAction['module']]: ServiceHandler<Extract<ServiceAction, { readonly module: M }>> };

const handlers: Handlers = {
  'osconfig/effective-policy': lookUpEffectivePolicy,
  'compute/guest-attributes': getGuestAttributes,
  'compute/usable-subnetworks': listUsableSubnetworks,
  'errorreporting/report-event': reportEvent,
  'errorreporting/list-events': listEvents,
  'errorreporting/delete-events': deleteEvents,
  'errorreporting/list-group-stats': listGroupStats,
};

export function getServiceHandler({ module }: ServiceAction): ServiceHandler {
  return handlers[module] as ServiceHandler;
}

/** The records of services that aren't resources. Seeds contain them in `events`. */
export const seededRecords: ServiceRecords = eventRecords;
