/** Keeps results of pure functions. */

/** Returns a function that computes the result for each text once. It keeps at most `maxSize` results, because texts are unbounded input. */
export function memoizeByText<Result>(compute: (text: string) => Result, maxSize = 1_000): (text: string) => Result {
  const results = new Map<string, Result>();
  return (text) => {
    if (results.has(text)) return results.get(text) as Result;
    const result = compute(text);
    if (results.size >= maxSize) results.clear();
    results.set(text, result);
    return result;
  };
}
