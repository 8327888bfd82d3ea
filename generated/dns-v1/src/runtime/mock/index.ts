/** The mock server: a stateful stand-in for the APIs that `ApiBehaviour` data describes. */
export type {
  ApiSupport,
  AnyMock,
  FaultRule,
  JournalEntry,
  JournalMessage,
  Json,
  JsonObject,
  Listening,
  ListenOptions,
  MethodSupport,
  Mock,
  MockClock,
  MockFaults,
  MockOptions,
  MockRequest,
  MockRequests,
  MockResponse,
  MockSettings,
  MockSettingsControl,
  MockSupport,
  MockSession,
  SeedDocument,
  SeedToken,
  SupportLevel,
} from './types.js';
export { compose, createMockServer } from './server.js';
export { ParameterError } from '../errors.js';
export { checkMockOptions } from './options.js';
export { ConnectionCut, Refusal as HttpError } from './errors.js';
export type { Handler, HandlerCall, Handlers, HandlerState, MethodTypes } from './handlers.js';
export { SeedError } from './seed/fault.js';
export type { SeedFault } from './seed/fault.js';
