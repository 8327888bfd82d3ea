/** What requests are sent to. */
import type { Json } from '../../lib/json.js';
import type { Method } from '../../model/model.js';
import type { ActualResponse } from '../verify/judgment.js';
import type { HttpCall } from './scenario.js';

/** What a call does to the service. */
export interface CallEffect {
  readonly method: Method;
  /** Returns the path of the resource that the call creates, given its response. Absent if it creates none. */
  readonly findCreated?: (reply: ActualResponse) => string;
}

/** The target doesn't get the call. The message is the reason, a sentence without a period. */
export class RefusedCall extends Error {}

/** The target can't be used. The message says why. */
export class TargetError extends Error {}

export interface TargetSession {
  /** Throws `RefusedCall` if the call isn't allowed. */
  send(call: HttpCall, effect: CallEffect): Promise<ActualResponse>;
  /** Sends a request to a control route, and returns whether it is accepted. Absent if the target has none. */
  readonly control?: (method: string, path: string, body: Json | undefined) => Promise<boolean>;
  /** Ends the scenario, and deletes what it created. */
  delete(): Promise<void>;
}

export interface Target {
  /** The address without a slash at its end. */
  readonly origin: string;
  /** Starts a scenario. A mock has a session for each. */
  open(name: string): Promise<TargetSession>;
}
