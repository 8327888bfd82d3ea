/** What generated entry points take over from the runtime. The compiler checks each name, so that a typo never reaches a package. */
import type * as runtime from '../../templates/runtime/client/types.js';
import type * as errors from '../../templates/runtime/errors.js';

export const runtimeErrors: readonly (keyof typeof errors)[] = [
  'ApiError',
  'DiscogenError',
  'NetworkError',
  'OperationError',
  'ParameterError',
  'TimeoutError',
];

interface RuntimeTypes {
  Auth: runtime.Auth;
  Call: runtime.Call<unknown>;
  CallOptions: runtime.CallOptions;
  Client: runtime.Client;
  ClientOptions: runtime.ClientOptions;
  ListOptions: runtime.ListOptions;
  PagedCall: runtime.PagedCall<unknown, unknown>;
  Retry: runtime.Retry;
  RetryContext: runtime.RetryContext;
  RetryOptions: runtime.RetryOptions;
  RetryPolicy: runtime.RetryPolicy;
}

export const runtimeTypes: readonly (keyof RuntimeTypes)[] = [
  'Auth',
  'Call',
  'CallOptions',
  'Client',
  'ClientOptions',
  'ListOptions',
  'PagedCall',
  'Retry',
  'RetryContext',
  'RetryOptions',
  'RetryPolicy',
];
