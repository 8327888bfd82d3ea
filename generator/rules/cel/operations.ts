/** The functions of the runtime that compiled expressions call. The compiler checks each name. */

type Operations = typeof import('../../../templates/runtime/cel/operations.js');
type TimeOperations = typeof import('../../../templates/runtime/cel/time-operations.js');
type TextOperations = typeof import('../../../templates/runtime/cel/text-operations.js');
type CidrOperations = typeof import('../../../templates/runtime/cel/cidr-operations.js');

export type Operation = (keyof Operations | keyof TimeOperations | keyof CidrOperations | keyof TextOperations) & string;
