/** The public interface of the client runtime. */
export { ApiError, DiscogenError, NetworkError, OperationError, ParameterError, TimeoutError } from '../errors.js';
export type { ApiResponse, ErrorItem } from '../errors.js';
export type { ApiDescriptor, Endpoint, MethodDescriptor } from '../descriptor.js';
export type { MergePatch } from '../merge-patch-type.js';
export type { Open } from '../open.js';
export type { RequestBody } from '../request-body.js';
export { createTransport } from './transport.js';
export { bindMethods, defineMethod } from './define-method.js';
export { defineListMethod } from './define-list-method.js';
export { defineMediaMethod } from './download.js';
export type { MediaMethod } from './download.js';
export { applyUpload } from './upload.js';
export { applyHttpBody } from './http-body.js';
export { applyDataWrapper } from './data-wrapper.js';
export { selectEndpoint } from './regional.js';
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
} from './media-content.js';
export { addPageTokenToBody } from '../page-token.js';
export { validatePathValues, addRequestId, addRequestIdToBody, collectSecrets, addUpdateMask, addUpdateMaskToBody } from './middleware.js';
export { defineWaitForOperation } from './wait-for-operation.js';
export type { WaitForOperation, WaitOptions } from './wait-for-operation.js';
export { readModifyWrite } from './read-modify-write.js';
export type { Modification } from './read-modify-write.js';
export { minimalScopes } from './minimal-scopes.js';
export type { MethodScopes } from './minimal-scopes.js';
export { transportKey } from './client-types.js';
export type { AttemptSummary, Hooks, OutgoingRequest, RetrySummary } from './hooks.js';
export type { Retry, RetryContext, RetryOptions, RetryPolicy } from './retry-types.js';
export type { Fields, FieldsParameter, Masked, MaskedItem, MaskedPage } from './field-mask-types.js';
export type { InvalidResponse, Validate, ValidationOptions, Validation } from './validation.js';
export type {
  Auth,
  Call,
  CallableDescriptor,
  CallOptions,
  Client,
  ClientFunction,
  ClientOptions,
  Clock,
  RequestBuilder,
  Fetch,
  FetchInit,
  FetchResponse,
  ParameterlessListMethod,
  ParameterlessMethod,
  HeadersLike,
  ListMethod,
  ListOptions,
  Method,
  MethodTree,
  PagedCall,
  PreparedRequest,
  RequestHeadersSource,
  Middleware,
  Timeout,
  Transport,
} from './client-types.js';
