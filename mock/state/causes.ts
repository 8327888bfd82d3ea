/** What each version of the state came from. It is a row of the state, so forks, stores, and replicas have it. It isn't part of an exported state. */
import type { Json, JsonObject } from '../lib/json.js';
import type { Transaction } from '../store/store.js';
import type { ChangeCause, ControlCause } from '../types/control.js';
import type { Controls } from './controls.js';
import { createKey } from './keys.js';

/** The request that changes the state. */
interface ChangingRequest {
  readonly method: { readonly id: string };
  readonly incoming: { readonly method: string; readonly target: string };
  /** The number of the request in the process that handles it. */
  readonly call: number;
}

/** What happened in a transaction so far. */
export class CauseRecorder {
  /** When each operation completed. */
  readonly #completions: (readonly [path: string, at: number])[] = [];
  /** The number of writes of the scheduled changes, which come first. */
  #scheduledWrites = 0;
  #request: ChangingRequest | undefined;
  #user = '';

  /** `path`: canonical. `at`: milliseconds since 1970. */
  addCompletion(path: string, at: number): void {
    this.#completions.push([`/${path}`, at]);
  }

  /** Ends the scheduled changes that are due before other work. */
  endScheduledChanges({ writeCount }: Transaction): void {
    this.#scheduledWrites = writeCount;
  }

  /** Returns a function that forgets the operations that complete later in the transaction. */
  createSavepoint(): () => void {
    const { length } = this.#completions;
    return () => {
      this.#completions.length = length;
    };
  }

  /** Called for every request, most of which change nothing. */
  setRequest(request: ChangingRequest, user: string): void {
    this.#request = request;
    this.#user = user;
  }

  /** The user of the request. Undefined outside of requests. */
  get user(): string | undefined {
    return this.#request && this.#user;
  }

  /** Stores the cause if the transaction changed the state. A request that wrote nothing isn't the cause. */
  save(transaction: Transaction, controls: Controls, control: ControlCause | undefined): void {
    if (!transaction.isChanged) return;
    const request = transaction.writeCount > this.#scheduledWrites ? this.#describeRequest() : undefined;
    const cause: JsonObject = {
      at: controls.now(),
      ...request,
      ...(this.#scheduledWrites > 0 && { scheduled: true }),
      ...(this.#completions.length > 0 && { completions: this.#completions }),
      ...(control !== undefined && { control }),
    };
    transaction.put(causeKey, cause);
  }

  #describeRequest(): JsonObject | undefined {
    if (!this.#request) return undefined;
    const { method, incoming, call } = this.#request;
    return { methodId: method.id, method: incoming.method, path: incoming.target, user: this.#user, call };
  }
}

const causeKey = createKey('control', 'cause');

export interface StoredCause extends Omit<ChangeCause, 'requestIndex' | 'operations'> {
  /** Milliseconds since 1970, on the clock of the session. */
  readonly at: number;
  /** When each operation completed, with its path, in milliseconds since 1970. A list, because objects with unlimited names are slow. */
  readonly completions?: readonly (readonly [path: string, at: number])[];
  readonly call?: number;
}

/** Returns the cause of the version that the transaction reads. A store of an earlier format has none. */
export function readCause(transaction: Pick<Transaction, 'get'>): StoredCause | undefined {
  // A stored value is valid, because only `CauseRecorder` writes it.
  return transaction.get(causeKey) as (Json & StoredCause) | undefined;
}
