/** Pairs the elements of a recorded list with those of the mock. */
import { getMember, isObject, type Json } from '../../generator/lib/json.js';

export interface ElementPairs {
  /** Indexes in the recorded list and in that of the mock. */
  readonly pairs: readonly (readonly [recorded: number, actual: number])[];
  readonly missing: readonly number[];
  readonly extra: readonly number[];
  /** Whether equal elements are in another order. */
  readonly isReordered: boolean;
}

/** The maximum number of comparisons of elements that have no name, because they take quadratic time. */
const maxComparisons = 20_000;

/** Pairs equal elements first, then those with the same name, and then the others in order. `isEqual` compares elements, or their names. */
export function pairElements(
  recorded: readonly Json[],
  actual: readonly Json[],
  isEqual: (recorded: Json, actual: Json, key?: string) => boolean,
): ElementPairs {
  const pairs = new Map<number, number>();
  const free = new Set(actual.keys());
  const pair = (left: number, right: number): void => {
    pairs.set(left, right);
    free.delete(right);
  };
  const listUnpaired = (): readonly number[] => [...recorded.keys()].filter((index) => !pairs.has(index));
  for (const index of recorded.keys())
    if (index < actual.length && isEqual(recorded[index] as Json, actual[index] as Json)) pair(index, index);
  let comparisons = 0;
  for (const left of listUnpaired()) {
    const right = [...free].find((index) => ++comparisons <= maxComparisons && isEqual(recorded[left] as Json, actual[index] as Json));
    if (right !== undefined) pair(left, right);
  }
  const isReordered = isOutOfOrder(pairs);
  for (const left of listUnpaired()) {
    const key = findNameKey(recorded[left] as Json);
    const right =
      key === undefined ? undefined : [...free].find((index) => hasName(recorded[left] as Json, actual[index] as Json, { key, isEqual }));
    if (right !== undefined) pair(left, right);
  }
  for (const left of listUnpaired()) {
    const right = [...free].find((index) => canDiffer(recorded[left] as Json, actual[index] as Json));
    if (right !== undefined) pair(left, right);
  }
  return { pairs: [...pairs].sort(([one], [other]) => one - other), missing: listUnpaired(), extra: [...free], isReordered };
}

function isOutOfOrder(pairs: ReadonlyMap<number, number>): boolean {
  const indexes = [...pairs].sort(([one], [other]) => one - other).map(([, index]) => index);
  return indexes.some((index, position) => position > 0 && index < (indexes[position - 1] ?? 0));
}

/** The members that name an element in the lists of APIs. */
const nameKeys = ['name', 'id', 'key', 'type', 'role'];

const findNameKey = (element: Json): string | undefined =>
  isObject(element) ? nameKeys.find((name) => Object.hasOwn(element, name)) : undefined;

function hasName(
  recorded: Json,
  actual: Json,
  { key, isEqual }: { readonly key: string; readonly isEqual: (recorded: Json, actual: Json, key?: string) => boolean },
): boolean {
  const [name, own] = [getMember(recorded, key), getMember(actual, key)];
  return name !== undefined && own !== undefined && isEqual(name, own, key);
}

/** Whether two elements can be the same one with different content: both are objects, of which not both have names, or both are not. */
function canDiffer(recorded: Json, actual: Json): boolean {
  if (isObject(recorded) !== isObject(actual)) return false;
  return findNameKey(recorded) === undefined || findNameKey(actual) === undefined;
}
