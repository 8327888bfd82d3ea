/** The events of the control routes. */
import type { RequestSummary } from './control.js';
import type { MockSnapshot } from './versions.js';

/**
 * `GET /__admin/events?session=NAME` is a stream of server-sent events (`text/event-stream`). Each event has the name of a member, and its
 * value as JSON. The stream starts with `state` and `clock`. It sends at most ten updates per second, and a comment at least every 15 seconds.
 */
export interface ControlEvents {
  readonly requests: RequestsEvent;
  readonly state: StateEvent;
  readonly clock: ClockEvent;
  readonly snapshots: SnapshotsEvent;
}

/** The requests since the last event, oldest first. The event's ID is the index of the last one. */
export interface RequestsEvent {
  readonly requests: readonly RequestSummary[];
  /** The number of earlier requests that the event omits, because there were more than 100. Absent if none. `GET /__admin/requests` returns them. */
  readonly omitted?: number;
}

/** The state has changed. */
export interface StateEvent {
  /** The sequence number of the state. */
  readonly sequence: number;
  readonly now: string;
}

/** The clock was frozen, started, or set. */
export interface ClockEvent {
  readonly now: string;
  readonly frozen: boolean;
}

/** A snapshot was created or deleted. */
export interface SnapshotsEvent {
  /** All snapshots, oldest first. */
  readonly snapshots: readonly MockSnapshot[];
}
