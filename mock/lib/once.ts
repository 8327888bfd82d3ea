/** Returns a function that runs `work` on its first call. Later calls return the same value, or throw the same error. */
export function once<T>(work: () => T): () => T {
  let outcome: { readonly value: T } | { readonly error: unknown } | undefined;
  const run = (): NonNullable<typeof outcome> => {
    try {
      return { value: work() };
    } catch (error) {
      return { error };
    }
  };
  return () => {
    outcome ??= run();
    if ('error' in outcome) throw outcome.error;
    return outcome.value;
  };
}
