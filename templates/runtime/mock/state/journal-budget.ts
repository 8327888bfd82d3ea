/** The memory that journals may take. */
interface BudgetedJournal {
  /** About how many bytes it takes. */
  readonly size: number;
  /** Drops the oldest entries until the given number of bytes is free, but at most half of the size. */
  shrink(bytes: number): void;
}

/** The memory budget that the journals of all sessions share. */
export class JournalBudget {
  readonly #limit: number;
  readonly #journals = new Set<BudgetedJournal>();
  #used = 0;

  constructor(limit: number = 64 * 1024 * 1024) {
    this.#limit = limit;
  }

  get used(): number {
    return this.#used;
  }

  addJournal(journal: BudgetedJournal): void {
    this.#journals.add(journal);
  }

  removeJournal(journal: BudgetedJournal): void {
    this.#journals.delete(journal);
  }

  /** Adds bytes. Above the limit, the largest journals drop their oldest entries. */
  reserve(bytes: number): void {
    this.#used += bytes;
    if (this.#used <= this.#limit) return;
    // Freeing more than necessary avoids a search for the largest journal on every request.
    const target = this.#limit * 0.9;
    for (let largest = this.#findLargest(); largest && this.#used > target; largest = this.#findLargest())
      largest.shrink(this.#used - target);
  }

  release(bytes: number): void {
    this.#used -= bytes;
  }

  #findLargest(): BudgetedJournal | undefined {
    let largest: BudgetedJournal | undefined;
    for (const journal of this.#journals) if (journal.size > (largest?.size ?? 0)) largest = journal;
    return largest;
  }
}
