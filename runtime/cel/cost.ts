/**
 * Limits the cost of evaluating expressions, in the units of https://github.com/google/cel-go and with the limits of Kubernetes: 1 for an
 * operation, and 0.1 for a character that is read. Only loops and results that grow count, because anything else takes time in proportion
 * to the size of the value.
 */
import { fail, type Result } from './failure.js';

/** The maximum cost of evaluating an expression once. */
export const maxCost = 1_000_000;
/** The maximum cost of evaluating all expressions on a value. */
const maxTotalCost = 10_000_000;
/** The cost of reading a character. */
const characterCost = 0.1;

class CostError extends Error {}

let total = maxTotalCost;
/** What the current evaluation may still cost. Infinite outside of `limitCost`. */
let remaining = Infinity;

/** Begins the validation of a value. */
export function resetCosts(): void {
  total = maxTotalCost;
}

/** Evaluates. The evaluation fails when it costs too much. */
export function limitCost<T>(evaluate: () => Result<T>): Result<T> {
  const limit = Math.min(maxCost, total);
  remaining = limit;
  try {
    return evaluate();
  } catch (error) {
    if (!(error instanceof CostError)) throw error;
    return fail('operation cancelled: actual cost limit exceeded');
  } finally {
    total -= limit - remaining;
    remaining = Infinity;
  }
}

/** Counts a cost. Called before the operation, so that nothing is computed that costs too much. */
export function spend(cost: number): void {
  remaining -= cost;
  if (remaining < 0) throw new CostError();
}

/** Counts the cost of reading characters. */
export function spendOnText(length: number): void {
  spend(length * characterCost);
}
