/** What a service module can do in the mock. Each member is a step in which the mock calls the module. */
import type { JsonObject } from '../mock/lib/json.js';
import type { Change } from '../mock/engine/rules/resource-change.js';
import type { ServiceRule } from '../service-rules.js';

export interface ServiceModule<R extends ServiceRule = ServiceRule> {
  /** Completes a resource that a request creates or changes. */
  readonly apply?: (change: Change, rule: R) => Change | Promise<Change>;
  /** Adds what the server reads from the content of a new resource, also of a seeded one. */
  readonly complete?: (body: JsonObject, rule: R) => JsonObject;
  /** Returns the form in which the server stores a resource. */
  readonly toStored?: (body: JsonObject, rule: R) => JsonObject;
  /** Returns one form for all resources that the server considers equal. */
  readonly toCanonical?: (body: JsonObject, rule: R) => JsonObject;
  /** Updates a resource after an event that belongs to it. */
  readonly handleEvent?: (body: JsonObject, rule: R) => JsonObject;
}
