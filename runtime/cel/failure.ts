/**
 * Evaluations that fail. A failure is a symbol, which no JSON value is. Its description says why, in the words of
 * https://github.com/google/cel-go where it has some.
 */

/** The result of an operation: a value, a failure, or `undefined` if a value that it needs isn't known. */
export type Result<T> = T | symbol | undefined;

export const fail = (reason: string): symbol => Symbol(reason);

export const isFailure = (value: unknown): value is symbol => typeof value === 'symbol';

export const isKnown = <T>(value: Result<T>): value is T => value !== undefined && typeof value !== 'symbol';

/** Returns why the result of a rule rejects a value, or `undefined` if it doesn't. */
export function findRejection(result: Result<boolean>, message: string): string | undefined {
  if (isFailure(result)) return `${result.description} evaluating rule: ${message.replace(/^failed rule: /, '')}`;
  return result === false ? message : undefined;
}

/** Returns the result of an operation that doesn't apply to its operands: one that isn't known, the first failure, or a new one. */
export function propagate(...operands: readonly unknown[]): symbol | undefined {
  return propagateAny(operands);
}

/** Like `propagate`, for any number of operands. */
export function propagateAny(operands: readonly unknown[]): symbol | undefined {
  return operands.includes(undefined) ? undefined : (operands.find(isFailure) ?? fail('no such overload'));
}
