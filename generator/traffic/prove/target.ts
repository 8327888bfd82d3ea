/** What requests are sent to. */
import type { Json } from '../../lib/json.js';
import type { ActualResponse } from '../verify/judgment.js';
import type { HttpCall } from './scenario.js';

export interface TargetSession {
  send(call: HttpCall): Promise<ActualResponse>;
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
