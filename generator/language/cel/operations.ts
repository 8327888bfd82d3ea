/** The functions of the runtime that compiled expressions call. The compiler checks each name. */

type BasicOperations = typeof import('../../../runtime/cel/operations.js');
type ValueOperations = typeof import('../../../runtime/cel/value-operations.js');

type ListOperations = typeof import('../../../runtime/cel/list-operations.js');
type Failures = typeof import('../../../runtime/cel/failure.js');

type Costs = Pick<typeof import('../../../runtime/cel/cost.js'), 'limitCost' | 'spend'>;

export type Operation = (
  | keyof BasicOperations
  | keyof Costs
  | keyof ListOperations
  | keyof ValueOperations
  | keyof Pick<Failures, 'propagate'>
) &
  string;
