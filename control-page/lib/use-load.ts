/** Loads data for a view. */
import { useCallback, useEffect, useState } from 'preact/hooks';
import { liveGeneration } from './live.js';
import { session } from './location.js';
import { getControl, type QueryValues } from './requests.js';

export interface Loaded<Data> {
  /** The last data, also while newer data loads. */
  readonly data: Data | undefined;
  readonly error: Error | undefined;
  readonly reload: () => void;
}

/**
 * Calls `load` at first, when a dependency or the session changes, and after a lost connection. The result of a call that was overtaken
 * by another is dropped.
 */
export function useLoad<Data>(load: (signal: AbortSignal) => Promise<Data>, dependencies: readonly unknown[] = []): Loaded<Data> {
  const [state, setState] = useState<Omit<Loaded<Data>, 'reload'>>({ data: undefined, error: undefined });
  const [count, setCount] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    load(signal).then(
      (data) => signal.aborted || setState({ data, error: undefined }),
      (error: unknown) => signal.aborted || setState(({ data }) => ({ data, error: error as Error })),
    );
    return () => controller.abort();
  }, [...dependencies, session.value, liveGeneration.value, count]);
  return { ...state, reload: useCallback(() => setCount((value) => value + 1), []) };
}

/** Loads the response of a control route: `useControl<Statistics>('statistics', [sequence.value])`. */
export function useControl<Data>(path: string, dependencies: readonly unknown[] = [], query: QueryValues = {}): Loaded<Data> {
  return useLoad((signal) => getControl<Data>(path, { query, signal }), dependencies);
}
