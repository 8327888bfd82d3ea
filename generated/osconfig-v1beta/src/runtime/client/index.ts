/** What generated code and users take from the client runtime. */
export { ApiError, DiscogenError, NetworkError, OperationError, ParameterError, TimeoutError } from '../errors.js';
export type { ApiResponse, ErrorItem } from '../errors.js';
export type { ApiDescriptor, MethodDescriptor } from '../descriptor.js';
export { createTransport } from './transport.js';
export { bindMethods, defineMethod } from './method.js';
export { defineListMethod } from './list.js';
export { defineMediaMethod } from './download.js';
export type { MediaMethod } from './download.js';
export { withUpload } from './upload.js';
export { withHttpBody } from './http-body.js';
export { withDataWrapper } from './wrapper.js';
export { atLocation } from './regional.js';
export type { RegionalOptions } from './regional.js';
export { batch } from './batch.js';
export type { BatchOptions } from './batch.js';
export type {
  ByteRange,
  DownloadOptions,
  MediaBody,
  MediaCall,
  MediaContent,
  MediaUpload,
  UploadOptions,
  UploadProgress,
} from './media.js';
export { withPageTokenInBody } from '../page-token.js';
export { withPathForms, withRequestId, withRequestIdInBody, withSecrets, withUpdateMask, withUpdateMaskInBody } from './steps.js';
export { defineWait } from './wait.js';
export type { WaitForOperation, WaitOptions } from './wait.js';
export { readModifyWrite } from './modify.js';
export type { Modification } from './modify.js';
export { leastScopes } from './scopes.js';
export type { Scoped } from './scopes.js';
export { transportKey } from './types.js';
export type { AttemptSummary, Hooks, OutgoingRequest, RetrySummary } from './hooks.js';
export type { Fields, FieldsParameter, Masked, MaskedItem, MaskedPage } from './fields.js';
export type { InvalidResponse, Validate, BorderOptions, Validation } from './validate.js';
export type {
  Auth,
  Call,
  CallableDescriptor,
  CallOptions,
  Client,
  ClientFunction,
  ClientOptions,
  Clock,
  Draft,
  Fetch,
  FetchInit,
  FetchResponse,
  FreeListMethod,
  FreeMethod,
  HeadersLike,
  ListMethod,
  ListOptions,
  Method,
  MethodTree,
  PagedCall,
  PreparedRequest,
  RequestHeadersSource,
  Retry,
  RetryContext,
  RetryOptions,
  RetryPolicy,
  Step,
  Timeout,
  Transport,
} from './types.js';
