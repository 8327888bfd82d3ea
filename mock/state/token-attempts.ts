/** Limits how often clients can guess the admin token. */

/** The number of wrong tokens per address and minute that get the usual error. */
const maxAttempts = 10;
/** In milliseconds. */
const period = 60_000;
/** The number of addresses to remember. The oldest one is forgotten first. */
const maxAddresses = 1000;

interface Attempts {
  /** The time of the first wrong token of the minute, in milliseconds since 1970. */
  readonly since: number;
  readonly count: number;
}

export class TokenAttempts {
  readonly #now: () => number;
  /** By the address of the client, oldest first. */
  readonly #attempts = new Map<string, Attempts>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Counts a wrong token. Returns the seconds until the address can try again if it has sent too many. */
  countWrong(address: string): number | undefined {
    const now = this.#now();
    const previous = this.#attempts.get(address);
    const isRecent = previous !== undefined && now >= previous.since && now < previous.since + period;
    const { since, count } = isRecent ? previous : { since: now, count: 0 };
    if (!isRecent) this.#attempts.delete(address);
    const [oldest] = this.#attempts.keys();
    if (!isRecent && oldest !== undefined && this.#attempts.size >= maxAddresses) this.#attempts.delete(oldest);
    this.#attempts.set(address, { since, count: Math.min(count + 1, maxAttempts + 1) });
    return count < maxAttempts ? undefined : Math.ceil((since + period - now) / 1000);
  }
}
