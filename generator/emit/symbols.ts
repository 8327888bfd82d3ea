/** The runtime symbols that generated modules use. The compiler checks the names of values here, and those of types in generated packages. */
import type * as client from '../../runtime/client/index.js';
import type * as errors from '../../runtime/errors.js';

/** The classes that the entry point exports. */
export const errorClasses: readonly (keyof typeof errors)[] = [
  'ApiError',
  'DiscogenError',
  'NetworkError',
  'OperationError',
  'ParameterError',
  'TimeoutError',
];

/** The types that the entry point exports. */
export const clientTypes: readonly string[] = [
  'ApiResponse',
  'AttemptSummary',
  'Auth',
  'Call',
  'CallOptions',
  'Client',
  'ClientOptions',
  'Clock',
  'ErrorItem',
  'Fetch',
  'Fields',
  'FieldsParameter',
  'Hooks',
  'InvalidResponse',
  'ListOptions',
  'Masked',
  'MaskedItem',
  'MaskedPage',
  'Middleware',
  'MiddlewareRequest',
  'Modification',
  'OutgoingRequest',
  'PagedCall',
  'RequestHeadersSource',
  'Retry',
  'RetryContext',
  'RetryOptions',
  'RetryPolicy',
  'RetrySummary',
  'SendRequest',
  'Timeout',
  'Validation',
  'WaitOptions',
];

/** The types that the entry point exports if the API has the feature. */
export const batchTypes: readonly string[] = ['BatchOptions'];
export const downloadTypes: readonly string[] = ['ByteRange', 'DownloadOptions', 'MediaCall', 'MediaContent'];
export const eventTypes: readonly string[] = ['EventStream', 'StreamingCall'];
export const regionalTypes: readonly string[] = ['RegionalOptions'];
export const uploadTypes: readonly string[] = [
  'MediaBody',
  'MediaOptions',
  'MediaUpload',
  'UploadMethod',
  'UploadOptions',
  'UploadProgress',
];

/** The types that the entry point `./methods` exports in addition to the methods. */
export const methodTypes: readonly string[] = [
  'ParameterlessListMethod',
  'ParameterlessMethod',
  'ParameterlessStreamingMethod',
  'ListMethod',
  'MediaMethod',
  'UnaryMethod',
  'StreamingMethod',
  'Transport',
  'WaitForOperation',
];

/** The types of the methods in the type of the client. */
export const boundMethodTypes: readonly string[] = [
  'BoundListMethod',
  'BoundMediaMethod',
  'BoundUnaryMethod',
  'BoundParameterlessListMethod',
  'BoundParameterlessMethod',
  'BoundParameterlessStreamingMethod',
  'BoundStreamingMethod',
  'BoundUploadMethod',
];

/** The functions that generated modules call. */
export const functions: readonly (keyof typeof client)[] = [
  'selectEndpoint',
  'batch',
  'bindMethods',
  'createTransport',
  'defineListMethod',
  'defineMediaMethod',
  'defineMethod',
  'defineStreamingMethod',
  'defineWaitForOperation',
  'minimalScopes',
  'readModifyWrite',
  'withMiddleware',
  'applyDataWrapper',
  'applyHttpBody',
  'addPageTokenToBody',
  'validatePathValues',
  'addRequestId',
  'addRequestIdToBody',
  'addSecretRedaction',
  'addUpdateMask',
  'addUpdateMaskToBody',
  'applyUpload',
];

/** The functions that every entry point exports for users. */
export const helpers: readonly (keyof typeof client)[] = ['minimalScopes', 'readModifyWrite', 'withMiddleware'];
