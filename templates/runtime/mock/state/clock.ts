/** The clock of a session: real time, shifted, or frozen. */

export interface ClockReading {
  readonly now: number;
  readonly frozen: boolean;
}

export class Clock {
  readonly #source: () => number;
  #shift = 0;
  #frozen: number | undefined;

  /** `source` returns milliseconds since 1970. */
  constructor(source: () => number) {
    this.#source = source;
  }

  now(): number {
    return this.#frozen ?? Math.trunc(this.#source() + this.#shift);
  }

  get frozen(): boolean {
    return this.#frozen !== undefined;
  }

  set(time: number): void {
    if (this.#frozen === undefined) this.#shift = time - this.#source();
    else this.#frozen = time;
  }

  freeze(): void {
    this.#frozen ??= this.now();
  }

  /** Continues from the frozen time. */
  unfreeze(): void {
    if (this.#frozen === undefined) return;
    this.#shift = this.#frozen - this.#source();
    this.#frozen = undefined;
  }

  restore(reading: ClockReading): void {
    this.unfreeze();
    this.set(reading.now);
    if (reading.frozen) this.freeze();
  }

  reset(): void {
    this.#shift = 0;
    this.#frozen = undefined;
  }
}
