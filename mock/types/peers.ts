/** The connection of the processes that serve one mock from one port. */
import type { Json, JsonObject } from '../lib/json.js';
import type { MaybePromise } from '../lib/maybe-promise.js';

/** The other processes that serve the same mock. Messages and responses are data that JSON text represents. */
export interface Peers {
  /** Returns a number that is larger than the earlier ones of all processes, up to the precision of the clock, and that no other process returns. */
  createIndex(): number;
  /** Sends a message to all of them. Returns the responses of those that respond in time. */
  broadcast(message: JsonObject): Promise<readonly Json[]>;
  /** Sets the function that responds to their messages. */
  onMessage(respond: (message: JsonObject) => MaybePromise<Json>): void;
}
