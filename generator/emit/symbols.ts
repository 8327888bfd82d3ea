/** The runtime symbols that generated modules use. The compiler checks each name. */
import type * as client from '../../templates/runtime/client/index.js';
import type * as errors from '../../templates/runtime/errors.js';

/** The classes that the entry point exports. */
export const errorClasses: readonly (keyof typeof errors)[] = [
  'ApiError',
  'DiscogenError',
  'NetworkError',
  'OperationError',
  'ParameterError',
  'TimeoutError',
];

/** Maps each name to its type. */
interface ClientTypes {
  ApiResponse: client.ApiResponse;
  AttemptSummary: client.AttemptSummary;
  Auth: client.Auth;
  Call: client.Call<unknown>;
  CallOptions: client.CallOptions;
  Client: client.Client;
  ClientOptions: client.ClientOptions;
  Clock: client.Clock;
  ErrorItem: client.ErrorItem;
  Fetch: client.Fetch;
  Fields: client.Fields<unknown>;
  FieldsParameter: client.FieldsParameter<unknown, string>;
  Hooks: client.Hooks;
  InvalidResponse: client.InvalidResponse;
  ListOptions: client.ListOptions;
  Masked: client.Masked<unknown, string>;
  MaskedItem: client.MaskedItem<unknown, string, string>;
  MaskedPage: client.MaskedPage<unknown, string>;
  Modification: client.Modification<object, object, unknown>;
  OutgoingRequest: client.OutgoingRequest;
  PagedCall: client.PagedCall<unknown, unknown>;
  RequestHeadersSource: client.RequestHeadersSource;
  Retry: client.Retry;
  RetryContext: client.RetryContext;
  RetryOptions: client.RetryOptions;
  RetryPolicy: client.RetryPolicy;
  RetrySummary: client.RetrySummary;
  Timeout: client.Timeout;
  Validation: client.Validation;
  WaitOptions: client.WaitOptions;
}

/** The types that the entry point exports. */
export const clientTypes: readonly (keyof ClientTypes)[] = [
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
  'Modification',
  'OutgoingRequest',
  'PagedCall',
  'RequestHeadersSource',
  'Retry',
  'RetryContext',
  'RetryOptions',
  'RetryPolicy',
  'RetrySummary',
  'Timeout',
  'Validation',
  'WaitOptions',
];

interface FeatureTypes {
  BatchOptions: client.BatchOptions;
  ByteRange: client.ByteRange;
  DownloadOptions: client.DownloadOptions;
  MediaBody: client.MediaBody;
  MediaCall: client.MediaCall;
  MediaContent: client.MediaContent;
  MediaUpload: client.MediaUpload;
  RegionalOptions: client.RegionalOptions<string>;
  UploadOptions: client.UploadOptions;
  UploadProgress: client.UploadProgress;
}

/** The types that the entry point exports if the API has the feature. */
export const batchTypes: readonly (keyof FeatureTypes)[] = ['BatchOptions'];
export const downloadTypes: readonly (keyof FeatureTypes)[] = ['ByteRange', 'DownloadOptions', 'MediaCall', 'MediaContent'];
export const regionalTypes: readonly (keyof FeatureTypes)[] = ['RegionalOptions'];
export const uploadTypes: readonly (keyof FeatureTypes)[] = ['MediaBody', 'MediaUpload', 'UploadOptions', 'UploadProgress'];

interface MethodTypes {
  ParameterlessListMethod: client.ParameterlessListMethod<object, unknown, unknown>;
  ParameterlessMethod: client.ParameterlessMethod<object, unknown>;
  ListMethod: client.ListMethod<object, unknown, unknown>;
  MediaMethod: client.MediaMethod<object>;
  Method: client.Method<object, unknown>;
  Transport: client.Transport;
  WaitForOperation: client.WaitForOperation;
}

/** The types that the entry point `./methods` exports in addition to the methods. */
export const methodTypes: readonly (keyof MethodTypes)[] = [
  'ParameterlessListMethod',
  'ParameterlessMethod',
  'ListMethod',
  'MediaMethod',
  'Method',
  'Transport',
  'WaitForOperation',
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
  'defineWaitForOperation',
  'minimalScopes',
  'readModifyWrite',
  'applyDataWrapper',
  'applyHttpBody',
  'addPageTokenToBody',
  'validatePathValues',
  'addRequestId',
  'addRequestIdToBody',
  'collectSecrets',
  'addUpdateMask',
  'addUpdateMaskToBody',
  'applyUpload',
];

/** The functions that every entry point exports for users. */
export const helpers: readonly (keyof typeof client)[] = ['minimalScopes', 'readModifyWrite'];
