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
} from './types/mock.js';
export type { MockSettings, MockSettingsControl } from './types/settings.js';
export type {
  AuthorizedUser,
  CredentialsFile,
  CredentialsOptions,
  CredentialsType,
  ExternalAccount,
  ServiceAccountKey,
} from './types/credentials.js';
export type {
  ApiList,
  ApiSummary,
  ChangeCause,
  ClockStatus,
  CollectionList,
  CollectionSummary,
  ControlCause,
  Coverage,
  FaultPreview,
  IndexedEntry,
  OperationCompletion,
  OperationFailure,
  OperationList,
  OperationSummary,
  RequestPage,
  RequestRate,
  RequestSummary,
  ResourceAction,
  ResourceChange,
  ResourceHistory,
  ResourcePage,
  ResourceSummary,
  ResourceTypeSummary,
  ResourceVersion,
  StateComparison,
  Statistics,
} from './types/control.js';
export type { ClockEvent, ControlEvents, RequestsEvent, SnapshotsEvent, StateEvent } from './types/events.js';
export type { ForkOptions, MockRewind, MockSnapshot, MockSnapshots } from './types/versions.js';
export type { Checkpoint, Commit, Log, MockStore, Retention, StoreHeader, VersionReference, Write } from './types/store.js';
export type { Peers } from './types/peers.js';
export type { ApiBehavior, RegexEngine } from '../behavior.js';
export type { ApiSupport, MethodSupport, MockSupport, SupportLevel } from './types/support.js';
export { compose, createMockServer } from './server.js';
export { ParameterError } from '../errors.js';
export { checkMockOptions } from './options.js';
export { media } from './media-entry.js';
export { ConnectionCut, HttpError } from './lib/http-error.js';
export type { Handler, HandlerCall, Handlers, HandlerState, MethodTypes } from './types/handlers.js';
export type { DeepPartial, TypedSeed } from './types/seed.js';
export { StoreError } from './engine/check-store.js';
export { SeedError } from './engine/seed/seed-error.js';
export type { SeedFault } from './engine/seed/seed-error.js';
