/** The functions of the runtime that compiled expressions call. The compiler checks each name. */

type Operations = typeof import('../../../templates/runtime/cel/operations.js');
type TimeOperations = typeof import('../../../templates/runtime/cel/time-operations.js');
type TextOperations = typeof import('../../../templates/runtime/cel/text-operations.js');
type CidrOperations = typeof import('../../../templates/runtime/cel/cidr-operations.js');

export type Operation = (keyof Operations | keyof TimeOperations | keyof CidrOperations | keyof TextOperations) & string;

/** The modules of the operations that `cel/operations.js` doesn't export. */
const moduleNames: ReadonlyMap<Operation, string> = new Map<Operation, string>([
  ...(
    [
      'contains',
      'startsWith',
      'endsWith',
      'matches',
      'lowerAscii',
      'upperAscii',
      'trim',
      'split',
      'join',
    ] satisfies (keyof TextOperations)[]
  ).map((name) => [name, 'text-operations'] as const),
  ...(['convertToTimestamp', 'convertToDuration'] satisfies (keyof TimeOperations)[]).map((name) => [name, 'time-operations'] as const),
  ...(['convertToCidr', 'containsCidr', 'getPrefixLength'] satisfies (keyof CidrOperations)[]).map(
    (name) => [name, 'cidr-operations'] as const,
  ),
]);

/** Groups operations by the module of the runtime that exports them, both sorted. */
export function groupByModule(operations: Iterable<Operation>): readonly (readonly [module: string, names: readonly Operation[]])[] {
  const modules = new Map<string, Operation[]>();
  for (const operation of [...operations].sort()) {
    const module = moduleNames.get(operation) ?? 'operations';
    modules.set(module, [...(modules.get(module) ?? []), operation]);
  }
  return [...modules].sort(([a], [b]) => (a < b ? -1 : 1));
}
