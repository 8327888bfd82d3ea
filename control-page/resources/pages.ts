/** Loads the resources of a collection by pages, as far as they are visible. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ResourcePage, ResourceSummary } from '../../mock/types/control.js';
import { liveGeneration, sequence } from '../lib/live.js';
import { session } from '../lib/location.js';
import { getControl } from '../lib/requests.js';

const pageSize = 100;

interface PageState {
  readonly key: string;
  readonly pages: Map<number, readonly ResourceSummary[]>;
  /** The pages that were requested since the last change of the mock. */
  readonly requested: Set<number>;
}

export interface ResourcePages {
  /** Identifies what is selected. */
  readonly key: string;
  /** Whether a search or a filter selects the resources. */
  readonly isSelective: boolean;
  /** The number of resources. Undefined until it is known. */
  readonly total: number | undefined;
  readonly error: Error | undefined;
  /** Undefined if the resource isn't loaded yet. */
  readonly get: (index: number) => ResourceSummary | undefined;
  /** The index of a resource, if it is loaded. */
  readonly find: (path: string) => number | undefined;
  readonly setRange: (first: number, last: number) => void;
}

export interface ResourceSelection {
  readonly collection: string | undefined;
  /** Text in the name or the content. Empty for all resources. */
  readonly search: string;
  /** A filter of the list method of the collection. Empty for all resources. */
  readonly filter: string;
}

export function useResourcePages(selection: ResourceSelection): ResourcePages {
  const key = JSON.stringify([session.value, selection]);
  const state = useRef<PageState>({ key, pages: new Map(), requested: new Set() });
  const range = useRef<readonly [number, number]>([0, 0]);
  const [result, setResult] = useState<{ readonly key: string; readonly total?: number; readonly error?: Error }>({ key });

  const load = (page: number): void => {
    const current = state.current;
    if (current.requested.has(page)) return;
    current.requested.add(page);
    const query = { ...selection, offset: page * pageSize, limit: pageSize };
    const isCurrent = (): boolean => state.current.requested === current.requested;
    getControl<ResourcePage>('resources', { query }).then(
      ({ resources, total }) => isCurrent() && (current.pages.set(page, resources), setResult({ key, total })),
      (error: unknown) => isCurrent() && setResult({ key, error: error as Error }),
    );
  };
  const loadRange = (): void => {
    const [first, last] = range.current;
    for (let page = Math.floor(first / pageSize); page <= Math.floor(last / pageSize); page += 1) load(page);
  };
  useEffect(() => {
    // What was loaded stays visible until it is replaced.
    const isSame = state.current.key === key;
    if (!isSame) range.current = [0, 0];
    state.current = { key, pages: isSame ? state.current.pages : new Map(), requested: new Set() };
    loadRange();
  }, [key, sequence.value, liveGeneration.value]);
  const isCurrent = result.key === key;
  return {
    key,
    isSelective: selection.search !== '' || selection.filter !== '',
    total: isCurrent ? result.total : undefined,
    error: isCurrent ? result.error : undefined,
    get: (index) => (isCurrent ? state.current.pages.get(Math.floor(index / pageSize))?.[index % pageSize] : undefined),
    find: (path) => (isCurrent ? findIndex(state.current, path) : undefined),
    setRange(first, last) {
      range.current = [first, last];
      if (state.current.key === key) loadRange();
    },
  };
}

/** Pages that were loaded before the last change may be out of date, so they come last. */
function findIndex({ pages, requested }: PageState, path: string): number | undefined {
  for (const [page, resources] of [...pages].sort(([one], [other]) => Number(requested.has(other)) - Number(requested.has(one)))) {
    const index = resources.findIndex((each) => each.path === path);
    if (index >= 0) return page * pageSize + index;
  }
  return undefined;
}
