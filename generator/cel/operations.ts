/** The functions of the runtime that compiled expressions call: one typed list, so that a typo fails the compiler. */

type Operations = typeof import('../../templates/runtime/cel/operations.js');
type TimeOperations = typeof import('../../templates/runtime/cel/time-operations.js');

export type Operation = (keyof Operations | keyof TimeOperations) & string;

/** The operations of another module than `operations.js`. */
export const timeOperations: ReadonlySet<Operation> = new Set<keyof TimeOperations>(['convertToTimestamp', 'convertToDuration']);
