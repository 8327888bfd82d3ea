/** Groups values by a key, in their order. `Map.groupBy` needs Node 21. */
export function groupBy<T, K>(values: Iterable<T>, getKey: (value: T) => K): ReadonlyMap<K, readonly [T, ...T[]]> {
  const groups = new Map<K, [T, ...T[]]>();
  for (const value of values) {
    const key = getKey(value);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [value]);
    else group.push(value);
  }
  return groups;
}

/** Groups the values of entries by their keys. */
export function groupByKey<K, T>(entries: Iterable<readonly [K, T]>): ReadonlyMap<K, readonly T[]> {
  const groups = groupBy(entries, ([key]) => key);
  return new Map([...groups].map(([key, group]) => [key, group.map(([, value]) => value)]));
}
