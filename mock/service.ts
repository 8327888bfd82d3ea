/** The interface of the mock for service modules: what they implement, and the functions that they may use. */
export type {
  CompleteContext,
  FollowCall,
  DeliveryCall,
  DeliveryResult,
  Handler,
  HandlerCall,
  Handlers,
  MediaContent,
  ResourceChange,
  OutgoingRequest,
  RouteCall,
  ServiceDefinition,
  ScheduledChange,
  ServiceRoute,
} from './define-service.js';
export { toCanonicalForm } from './catalog/canonical-values.js';
export type { Catalog } from './catalog/catalog.js';
export { addDefaults, listMemberNames } from './catalog/field-tables.js';
export { formatPlace, renderComplete, renderResource, toLinkedPath, toRelativePath } from './catalog/links.js';
export { createPlace, toCanonicalPath, type CompiledResource, type Place } from './catalog/resource.js';
export { isRuleConditionMet } from './catalog/rule-conditions.js';
export { createFillContext, getParameter, getTextParameter } from './engine/call.js';
export { findParentBody } from './engine/related-resources.js';
export { createInvalidFieldError, type PendingChange } from './engine/resource-change.js';
export { createMessageValidation } from './engine/rule-kinds/message-rule.js';
export type { CompletionContext } from './engine/rule-kinds/rule-hooks.js';
export { completeChangedResource } from './engine/server-fields.js';
export {
  defineBuiltIn,
  type RecordProblem,
  type ServiceCall,
  type ServiceHandler,
  type ServiceModule,
  type ServiceRecords,
} from './engine/service-module.js';
export { computeCrc32c } from './engine/content/digests.js';
export { decodeBase64, encodeHex, hashHex, hashNumber } from './lib/hashes.js';
export { HttpError } from './lib/http-error.js';
export { formatInstant, formatTimestamp, parseInstant } from './lib/instants.js';
export {
  compareText,
  getMember,
  getMemberAt,
  getTextMember,
  isEqual,
  isList,
  isObject,
  listStrings,
  mapAt,
  pick,
  toCanonicalText,
  withMember,
  type Json,
  type JsonObject,
} from './lib/json.js';
export { getErrorPath, omitNulls } from './lib/request-validation.js';
export type { Effect } from './state/apply-effects.js';
export type { Member, PendingPut, PlacedResource } from './state/entity.js';
export { createKey, getChildRange, getKeyRange } from './state/keys.js';
export { listMembers, listProjectResources } from './state/list-members.js';
export type { State } from './state/state.js';
export { formatSuggestion } from '../runtime/error-text.js';
export { FilterError } from '../runtime/filter/lexer.js';
export { parseFilter, type FilterExpression } from '../runtime/filter/parse-filter.js';
export { parseMask, type Mask } from '../runtime/parse-mask.js';
export type { Condition, SchemaRule } from '../runtime/rule.js';
export { formatCondition } from '../runtime/rules/field-paths.js';
export type { InnerServiceRule, ServiceAction, ServiceRule } from '../runtime/services.js';
export { fromBase64, toBase64 } from '../runtime/values/encoded-values.js';
