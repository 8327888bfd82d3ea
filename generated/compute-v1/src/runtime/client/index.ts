/** What generated code and users take from the client runtime. */
export { ApiError, DiscogenError, NetworkError, OperationError, ParameterError, TimeoutError } from '../errors.js';
export type { ApiResponse, ErrorItem } from '../errors.js';
export type { ApiDescriptor, MethodDescriptor } from '../descriptor.js';
export { createTransport } from './transport.js';
export { bindMethods, defineMethod } from './method.js';
export { defineListMethod } from './list.js';
export { waitForOperation } from './wait.js';
export type { WaitOptions } from './wait.js';
export { transportKey } from './types.js';
export type {
  Arguments,
  Auth,
  Bound,
  Call,
  CallOptions,
  Client,
  ClientFunction,
  ClientOptions,
  Clock,
  Fetch,
  FetchInit,
  FetchResponse,
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
  Timeout,
  Transport,
} from './types.js';
