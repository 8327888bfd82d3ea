/** The mock server: implements the stateful behavior of the APIs that `ApiBehavior` data describes. */
export type {
  AnyMock,
  FaultRule,
  JournalEntry,
  JournalMessage,
  Json,
  JsonObject,
  RunningServer,
  ListenOptions,
  Mock,
  MockClock,
  MockFaults,
  MockOptions,
  MockRequest,
  MockRequests,
  MockResponse,
  MockSession,
  SeedDocument,
  SeedToken,
} from './mock-types.js';
export type { ApiBehavior, RegexEngine } from '../descriptor.js';
export type { MockSettings, MockSettingsControl } from './settings-types.js';
export type { ApiSupport, MethodSupport, MockSupport, SupportLevel } from './support-types.js';
export { compose, createMockServer } from './server.js';
export { ParameterError } from '../errors.js';
export { checkMockOptions } from './options.js';
export { media } from './media-entry.js';
export { ConnectionCut, HttpError } from './http-error.js';
export type { Handler, HandlerCall, Handlers, HandlerState, MethodTypes } from './handlers.js';
export type { DeepPartial, TypedSeed } from './seed-types.js';
export { SeedError } from './seed/seed-error.js';
export type { SeedFault } from './seed/seed-error.js';
