/** The public interface of the client runtime. */
export { ApiError, DiscogenError, NetworkError, OperationError, ParameterError, TimeoutError } from '../errors.js';
export type { ApiResponse, ErrorItem } from '../errors.js';
export type { ApiDescriptor, Endpoint, MethodDescriptor } from '../descriptor.js';
export type { MergePatch, Open, RequestBody } from '../body-types.js';
export { createTransport } from './transport.js';
export { bindMethods, defineMethod } from './define-method.js';
export { defineListMethod } from './define-list-method.js';
export { defineStreamingMethod } from './event-stream.js';
export { defineMediaMethod } from './download.js';
export type { MediaMethod } from './download.js';
export { applyUpload } from './upload.js';
export { applyHttpBody } from './http-body.js';
export { selectEndpoint } from './options.js';
export type { RegionalOptions } from './options.js';
export { batch } from './batch.js';
export type { BatchOptions } from './batch.js';
export type {
  ByteRange,
  DownloadOptions,
  MediaBody,
  MediaCall,
  MediaContent,
  MediaUpload,
  MediaOptions,
  UploadOptions,
  UploadProgress,
} from './media-content.js';
export {
  applyDataWrapper,
  addPageTokenToBody,
  validatePathValues,
  addRequestId,
  addRequestIdToBody,
  addSecretRedaction,
  addUpdateMask,
  addUpdateMaskToBody,
} from './call-steps.js';
export { defineWaitForOperation } from './wait-for-operation.js';
export type { WaitForOperation, WaitOptions } from './wait-for-operation.js';
export { withMiddleware } from './middleware.js';
export type { Middleware, MiddlewareRequest, SendRequest } from './middleware.js';
export { readModifyWrite } from './read-modify-write.js';
export type { Modification } from './read-modify-write.js';
export { minimalScopes } from './minimal-scopes.js';
export type { MethodScopes } from './minimal-scopes.js';
export { transportKey } from './client-types.js';
export type {
  InvalidResponse,
  Validate,
  ValidationOptions,
  Validation,
  CallableDescriptor,
  Client,
  ClientOptions,
  RootUrlOption,
  RequestBuilder,
  PreparedRequest,
  CallStep,
  Transport,
} from './client-types.js';
export type * from './bound-method-types.js';
export type * from './call-options.js';
export type * from './field-mask-types.js';
export type * from './method-types.js';
