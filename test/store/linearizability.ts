/** Checks the history of an object that several clients use at the same time. */

export interface Operation<Call> {
  /** The request and its response. */
  readonly call: Call;
  /** When the client sent the request, by a clock that all clients share. */
  readonly start: number;
  /** When the client received the response. `Infinity` if it received none: the operation takes effect at any time after `start`, or never. */
  readonly end: number;
}

/** The behavior of the object when one client uses it. */
export interface Model<Call> {
  readonly initial: string;
  /** Returns the state after a call, or `undefined` if the call doesn't have this response in this state. */
  apply(state: string, call: Call): string | undefined;
}

/** Some operations of a history in an order that the model permits. */
interface Ordering {
  /** All operations before this one are ordered. */
  readonly first: number;
  /** The ordered operations after `first`, ascending. */
  readonly later: readonly number[];
  readonly state: string;
}

/**
 * Returns whether each operation can have taken effect at one moment between its start and its end: whether there is an order of the
 * operations that the model permits, in which no operation is before one that had ended when it started. Searches the orders as Wing and
 * Gong do, and visits those with the same operations and the same state once, as Lowe does.
 */
export function isLinearizable<Call>(history: readonly Operation<Call>[], model: Model<Call>): boolean {
  const operations = [...history].sort((a, b) => a.start - b.start);
  const visited = new Set<string>();
  const orderings: Ordering[] = [{ first: 0, later: [], state: model.initial }];
  for (let ordering = orderings.pop(); ordering; ordering = orderings.pop()) {
    const key = JSON.stringify(ordering);
    if (visited.has(key)) continue;
    visited.add(key);
    const { candidates, isComplete } = findCandidates(operations, ordering);
    if (isComplete) return true;
    for (const index of candidates.reverse()) {
      const state = model.apply(ordering.state, (operations[index] as Operation<Call>).call);
      if (state !== undefined) orderings.push(append(ordering, index, state));
    }
  }
  return false;
}

/** Returns the operations that can be the next one. `isComplete`: only operations without a response remain. */
function findCandidates(
  operations: readonly Operation<unknown>[],
  { first, later }: Ordering,
): { readonly candidates: number[]; readonly isComplete: boolean } {
  const candidates: number[] = [];
  let firstEnd = Infinity;
  for (let index = first; index < operations.length; index++) {
    const { start, end } = operations[index] as Operation<unknown>;
    if (start > firstEnd) break;
    if (later.includes(index)) continue;
    candidates.push(index);
    firstEnd = Math.min(firstEnd, end);
  }
  return { candidates, isComplete: firstEnd === Infinity };
}

function append(ordering: Ordering, index: number, state: string): Ordering {
  const later = [...ordering.later, index].sort((a, b) => a - b);
  let { first } = ordering;
  while (later[0] === first) {
    later.shift();
    first++;
  }
  return { first, later, state };
}

/** Returns the shortest beginning of a history that isn't linearizable, or an empty list if the history is. */
export function findViolation<Call>(history: readonly Operation<Call>[], model: Model<Call>): readonly Operation<Call>[] {
  if (isLinearizable(history, model)) return [];
  const ends = history.map(({ end }) => end).sort((a, b) => a - b);
  for (const time of ends) {
    // What ends later has no response yet.
    const beginning = history
      .filter(({ start }) => start <= time)
      .map((operation) => (operation.end > time ? { ...operation, end: Infinity } : operation));
    if (!isLinearizable(beginning, model)) return beginning;
  }
  return history;
}
