/** The functions of the runtime that compiled expressions call. The compiler checks each name. */

type Operations = typeof import('../../../templates/runtime/cel/operations.js');
type ValueOperations = typeof import('../../../templates/runtime/cel/value-operations.js');

export type Operation = (keyof Operations | keyof ValueOperations) & string;

/** The operations on text, times, and address ranges, which `cel/value-operations.js` exports. */
const valueOperations: ReadonlySet<Operation> = new Set<keyof ValueOperations>([
  'contains',
  'startsWith',
  'endsWith',
  'matches',
  'lowerAscii',
  'upperAscii',
  'trim',
  'split',
  'join',
  'convertToTimestamp',
  'convertToDuration',
  'convertToCidr',
  'containsCidr',
  'getPrefixLength',
]);

/** Groups operations by the module of the runtime that exports them, both sorted. */
export function groupByModule(operations: Iterable<Operation>): readonly (readonly [module: string, names: readonly Operation[]])[] {
  const sorted = [...operations].sort();
  const modules = [
    ['operations', sorted.filter((operation) => !valueOperations.has(operation))],
    ['value-operations', sorted.filter((operation) => valueOperations.has(operation))],
  ] as const;
  return modules.filter(([, names]) => names.length > 0);
}
