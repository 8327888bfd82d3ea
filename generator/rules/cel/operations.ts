/** The functions of the runtime that compiled expressions call. The compiler checks each name. */

type BasicOperations = typeof import('../../../templates/runtime/cel/operations.js');
type ValueOperations = typeof import('../../../templates/runtime/cel/value-operations.js');

type ListOperations = typeof import('../../../templates/runtime/cel/list-operations.js');
type Failures = typeof import('../../../templates/runtime/cel/failure.js');

type Costs = Pick<typeof import('../../../templates/runtime/cel/cost.js'), 'limitCost' | 'spend'>;

export type Operation = (
  | keyof BasicOperations
  | keyof Costs
  | keyof ListOperations
  | keyof ValueOperations
  | keyof Pick<Failures, 'propagate'>
) &
  string;
