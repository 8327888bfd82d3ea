/** What generated modules take from the runtime. The compiler checks each name, so that a typo never reaches a package. */
import type * as client from '../../templates/runtime/client/index.js';
import type * as errors from '../../templates/runtime/errors.js';

/** Classes that the entry point exports. */
export const errorClasses: readonly (keyof typeof errors)[] = [
  'ApiError',
  'DiscogenError',
  'NetworkError',
  'OperationError',
  'ParameterError',
  'TimeoutError',
];

/** Each name with the type that it must be. */
interface ClientTypes {
  ApiResponse: client.ApiResponse;
  Auth: client.Auth;
  Call: client.Call<unknown>;
  CallOptions: client.CallOptions;
  Client: client.Client;
  ClientOptions: client.ClientOptions;
  Clock: client.Clock;
  ErrorItem: client.ErrorItem;
  Fetch: client.Fetch;
  ListOptions: client.ListOptions;
  PagedCall: client.PagedCall<unknown, unknown>;
  RequestHeadersSource: client.RequestHeadersSource;
  Retry: client.Retry;
  RetryContext: client.RetryContext;
  RetryOptions: client.RetryOptions;
  RetryPolicy: client.RetryPolicy;
  Timeout: client.Timeout;
  WaitOptions: client.WaitOptions;
}

/** Types that the entry point exports. */
export const clientTypes: readonly (keyof ClientTypes)[] = [
  'ApiResponse',
  'Auth',
  'Call',
  'CallOptions',
  'Client',
  'ClientOptions',
  'Clock',
  'ErrorItem',
  'Fetch',
  'ListOptions',
  'PagedCall',
  'RequestHeadersSource',
  'Retry',
  'RetryContext',
  'RetryOptions',
  'RetryPolicy',
  'Timeout',
  'WaitOptions',
];

interface MethodTypes {
  ListMethod: client.ListMethod<object, unknown, unknown>;
  Method: client.Method<object, unknown>;
  Transport: client.Transport;
}

/** Types that the entry `./methods` exports beside the methods. */
export const methodTypes: readonly (keyof MethodTypes)[] = ['ListMethod', 'Method', 'Transport'];

/** Functions that generated modules call. */
export const functions: readonly (keyof typeof client)[] = [
  'bindMethods',
  'createTransport',
  'defineListMethod',
  'defineMethod',
  'waitForOperation',
];
