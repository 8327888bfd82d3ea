/** The mock server: implements the stateful behavior of the APIs that `ApiBehavior` data describes. */
export type {
  AnyMock,
  AnySession,
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
  SeedExportOptions,
  SeedToken,
} from './types/mock.js';
export type { IgnoredMode, MockSettings, MockSettingsControl } from './types/settings.js';
export type * from './types/credentials.js';
export type * from './types/control.js';
export type * from './types/events.js';
export type { ForkOptions, MockRewind, MockSnapshot, MockSnapshots } from './types/versions.js';
export type * from './types/store.js';
export type * from './types/peers.js';
export type { ApiBehavior } from '../runtime/behavior.js';
export type * from './types/support.js';
export { compose, createMockServer } from './server.js';
export { ParameterError } from '../runtime/errors.js';
export { checkMockOptions } from './options.js';
export { ConnectionCut, HttpError } from './lib/http-error.js';
export type * from './types/handlers.js';
export type { DeepPartial, SeedMembers, TypedSeed } from './types/seed.js';
export { StoreError } from './engine/check-store.js';
export { SeedError } from './engine/seed/seed-error.js';
export type { SeedFault } from './engine/seed/seed-error.js';
