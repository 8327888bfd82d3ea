/** The mock server: a stateful stand-in for the APIs that `ApiBehaviour` data describes. */
export type {
  FaultRule,
  JournalEntry,
  JournalMessage,
  Json,
  JsonObject,
  Listening,
  ListenOptions,
  Mock,
  MockClock,
  MockFaults,
  MockOptions,
  MockRequest,
  MockResponse,
  SeedDocument,
  SeedToken,
} from './types.js';
export { compose, createMockServer } from './server.js';
export { ConnectionCut } from './errors.js';
export { SeedError } from './seed/fault.js';
export type { SeedFault } from './seed/fault.js';
