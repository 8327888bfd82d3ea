/** The mock server: a stateful stand-in for the APIs that `ApiBehaviour` data describes. */
export type {
  ApiSupport,
  FaultRule,
  JournalEntry,
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
  MockResponse,
  MockSettings,
  MockSettingsControl,
  MockSupport,
  SeedDocument,
  SeedToken,
  SupportLevel,
} from './types.js';
export { compose, createMockServer } from './server.js';
export { ConnectionCut } from './errors.js';
export { SeedError } from './seed/fault.js';
export type { SeedFault } from './seed/fault.js';
