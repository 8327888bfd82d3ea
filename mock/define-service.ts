/** The interface for service modules of users. Built-in modules use it, too. */
import type { ServiceDefinition } from './types/services.js';

export type {
  HandlerCall,
  HandlerContent,
  Handler,
  Handlers,
  HandlerRows,
  HandlerState,
  MediaContent,
  OperationOptions,
  OutgoingRequest,
  ScheduledChange,
} from './types/handlers.js';
export type {
  AliasContext,
  CheckResult,
  CompleteContext,
  FollowCall,
  DeliveryCall,
  DeliveryResult,
  ListParameter,
  ListSelection,
  ResourceChange,
  RouteCall,
  ServiceDefinition,
  ServiceProblem,
  ServiceRoute,
} from './types/services.js';
export type { Json, JsonObject } from './lib/json.js';

/**
 * Returns a service module as it is, with its types checked. A module is the default export of a file that the config names:
 *
 * ```ts
 * export default defineService({ api: 'library', handlers: { 'library.shelves.archive': (call) => … } });
 * ```
 */
export const defineService = <Definition extends ServiceDefinition>(definition: Definition): Definition => definition;
