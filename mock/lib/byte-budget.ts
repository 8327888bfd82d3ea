/** A number of bytes that several users share. */
export class ByteBudget {
  readonly limit: number;
  #used = 0;

  constructor(limit: number) {
    this.limit = limit;
  }

  get used(): number {
    return this.#used;
  }

  /** Takes bytes. Returns false, and takes nothing, if fewer are left. */
  tryReserve(bytes: number): boolean {
    if (this.#used + bytes > this.limit) return false;
    this.#used += bytes;
    return true;
  }

  release(bytes: number): void {
    this.#used -= bytes;
  }
}

/** The bytes of a budget that one user takes, which it releases together. */
export class Reservation {
  readonly #budget: ByteBudget;
  #bytes = 0;

  constructor(budget: ByteBudget) {
    this.#budget = budget;
  }

  get limit(): number {
    return this.#budget.limit;
  }

  tryReserve(bytes: number): boolean {
    if (!this.#budget.tryReserve(bytes)) return false;
    this.#bytes += bytes;
    return true;
  }

  release(): void {
    this.#budget.release(this.#bytes);
    this.#bytes = 0;
  }
}
