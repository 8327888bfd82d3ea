/** The memory that several users may take together, such as the journals of all sessions. */
interface MemoryUser {
  /** About how many bytes it takes. */
  readonly size: number;
  /** Drops the oldest content until the given number of bytes is free, but not much more than half of the size. */
  shrink(bytes: number): void;
}

/** A budget whose largest users drop their oldest content when it is used up. */
export class MemoryBudget {
  readonly #limit: number;
  readonly #users = new Set<MemoryUser>();
  #used = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get used(): number {
    return this.#used;
  }

  add(user: MemoryUser): void {
    this.#users.add(user);
  }

  remove(user: MemoryUser): void {
    this.#users.delete(user);
  }

  /** Adds bytes. Above the limit, the largest users drop their oldest content. */
  reserve(bytes: number): void {
    this.#used += bytes;
    if (this.#used <= this.#limit) return;
    // Freeing more than necessary avoids a search for the largest user on every request.
    const target = this.#limit * 0.9;
    for (let largest = this.#findLargest(); largest && this.#used > target; largest = this.#findLargest())
      largest.shrink(this.#used - target);
  }

  release(bytes: number): void {
    this.#used -= bytes;
  }

  #findLargest(): MemoryUser | undefined {
    let largest: MemoryUser | undefined;
    for (const user of this.#users) if (user.size > (largest?.size ?? 0)) largest = user;
    return largest;
  }
}
