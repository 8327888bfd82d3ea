/** Collects the bodies of an exchange while a proxy forwards them. */
import { ByteBudget, Reservation } from '../../mock/shared.js';

/** A request or a response as it was sent. */
export interface SentMessage {
  /** Names in lower case, in the order in which they were sent. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Absent if it exceeds a limit. */
  readonly body?: Buffer;
}

export interface SentExchange {
  /** When the request was received, in milliseconds since 1970. */
  readonly time: number;
  readonly request: SentMessage & { readonly method: string; readonly url: string };
  /** Absent if the connection broke. */
  readonly response?: SentMessage & { readonly status: number };
}

export interface CaptureLimits {
  /** The maximum size of one body in bytes. */
  readonly maxBody: number;
  /** Limits the total size of the bodies of all exchanges in progress. */
  readonly bodies: ByteBudget;
}

/** Creates limits that permit 16 bodies of the maximum size at the same time. `maxBody`: in bytes. */
export const createCaptureLimits = (maxBody: number): CaptureLimits => ({ maxBody, bodies: new ByteBudget(16 * maxBody) });

/** Collects one body. Discards it when it exceeds a limit. */
export class BodyCapture {
  readonly #limits: CaptureLimits;
  readonly #reservation: Reservation;
  #parts: Buffer[] | undefined = [];
  #size = 0;

  constructor(limits: CaptureLimits) {
    this.#limits = limits;
    this.#reservation = new Reservation(limits.bodies);
  }

  readonly add = (part: Buffer): void => {
    if (this.#parts === undefined) return;
    this.#size += part.length;
    if (this.#size <= this.#limits.maxBody && this.#reservation.tryReserve(part.length)) {
      this.#parts.push(part);
      return;
    }
    this.#parts = undefined;
    this.#reservation.release();
  };

  /** Returns the body, or `undefined` if it exceeded a limit, and frees its memory. */
  take(): Buffer | undefined {
    const parts = this.#parts;
    this.#parts = undefined;
    this.#reservation.release();
    return parts === undefined ? undefined : parts.length === 1 ? parts[0] : Buffer.concat(parts);
  }
}
