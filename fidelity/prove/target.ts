/** The interface of targets: the mocks and services to which scenarios are sent. */
import type { Json } from '../../generator/lib/json.js';
import type { Method } from '../../generator/model/model.js';
import type { ActualResponse } from '../verify/exchange-result.js';
import type { HttpCall } from './scenario.js';

/** The method of a call, and the resource that it creates. */
export interface CallEffect {
  readonly method: Method;
  /** Returns the path of the resource that the call creates, given its response, if it is known. Absent if the call creates none. */
  readonly findCreated?: (reply: ActualResponse) => string | undefined;
}

/** A call whose body can be binary. */
export type TargetCall = Omit<HttpCall, 'body'> & { readonly body?: string | Uint8Array };

/** The target can't be used. The message says why. */
export class TargetError extends Error {
  override readonly name: string = 'TargetError';
}

/** The target doesn't respond in time. */
export class TimeoutError extends TargetError {}

export interface TargetSession<Call = HttpCall> {
  /** Throws `RejectedCallError` if the call isn't allowed. */
  send(call: Call, effect: CallEffect): Promise<ActualResponse>;
  /** Sends a request to a control route, and returns whether it is accepted. Absent if the target has none. */
  readonly control?: (method: string, path: string, body: Json | undefined) => Promise<boolean>;
  /** Ends the scenario, and deletes what it created. */
  delete(): Promise<void>;
}

export interface Target<Call = HttpCall> {
  /** The address without a slash at its end. */
  readonly origin: string;
  /** Starts a scenario. A mock has a session for each. */
  open(name: string): Promise<TargetSession<Call>>;
}
