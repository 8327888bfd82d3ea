/** The journal of the selected session, filtered, live, and loaded page by page. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { IndexedEntry, RequestPage, RequestSummary } from '../../mock/types/control.js';
import type { RequestsEvent } from '../../mock/types/events.js';
import { liveGeneration, onRequests } from './live.js';
import { getControl } from './requests.js';

/** The filters of the control route. Empty texts select everything. */
export interface JournalFilter {
  readonly methodId: string;
  readonly path: string;
  readonly status: string;
  readonly reason: string;
  readonly search: string;
}

export interface JournalState {
  /** Oldest first. */
  readonly requests: readonly RequestSummary[];
  /** How many requests were added since the first page. */
  readonly added: number;
  /** Whether the first page is loaded. */
  readonly isLoaded: boolean;
  /** Whether there are older requests. */
  readonly hasOlder: boolean;
  readonly error: Error | undefined;
}

const emptyState: JournalState = { requests: [], added: 0, isLoaded: false, hasOlder: false, error: undefined };
const pageSize = 200;

/** The page keeps thousands of requests, so it drops their headers and bodies. */
function toSummary({ request: _request, response: _response, rejection, ...entry }: IndexedEntry): RequestSummary {
  return { ...entry, ...(rejection && { reason: rejection.reason, rule: rejection.rule }) };
}

/** Loads a filtered journal and keeps it up to date, unless it is paused. `version`: a change loads it again. */
export class JournalReader {
  readonly #filter: JournalFilter;
  readonly #update: (change: (state: JournalState) => JournalState) => void;
  readonly #controller = new AbortController();
  /** The index of the newest request that was considered. */
  #last = -1;
  #isFetching = false;
  #isOutdated = false;

  constructor(filter: JournalFilter, update: (change: (state: JournalState) => JournalState) => void) {
    this.#filter = filter;
    this.#update = update;
  }

  async loadFirst(): Promise<void> {
    await this.#fetch({ limit: pageSize }, ({ requests, last = -1 }) => {
      this.#last = last;
      this.#update((state) => ({ ...state, requests: requests.map(toSummary), isLoaded: true, hasOlder: requests.length === pageSize }));
    });
  }

  /** Loads a page before the oldest loaded request. */
  async loadOlder(oldest: number): Promise<void> {
    await this.#fetch({ before: oldest, limit: pageSize }, ({ requests }) => {
      const older = requests.map(toSummary);
      this.#update((state) => ({ ...state, requests: [...older, ...state.requests], hasOlder: older.length === pageSize }));
    });
  }

  /** Adds live requests. Only the mock can apply a filter, because it has the bodies. */
  handleEvent({ requests, omitted }: RequestsEvent): void {
    const isFiltered = Object.values(this.#filter).some((value) => value !== '');
    if (this.#isFetching || isFiltered || omitted !== undefined) {
      void this.#loadNewer();
      return;
    }
    this.#append(requests, requests.at(-1)?.index);
  }

  close(): void {
    this.#controller.abort();
  }

  async #loadNewer(): Promise<void> {
    this.#isOutdated = true;
    if (this.#isFetching) return;
    this.#isOutdated = false;
    const limit = 1000;
    await this.#fetch({ after: this.#last, limit }, ({ requests, last }) => {
      const isFull = requests.length === limit;
      if (isFull) this.#isOutdated = true;
      this.#append(requests.map(toSummary), isFull ? requests.at(-1)?.index : last);
    });
  }

  #append(requests: readonly RequestSummary[], last: number | undefined): void {
    const added = requests.filter(({ index }) => index > this.#last);
    this.#last = Math.max(this.#last, last ?? -1);
    if (added.length > 0)
      this.#update((state) => ({ ...state, requests: [...state.requests, ...added], added: state.added + added.length }));
  }

  async #fetch(page: Readonly<Record<string, number>>, handle: (page: RequestPage) => void): Promise<void> {
    if (this.#isFetching) return;
    this.#isFetching = true;
    const { signal } = this.#controller;
    const error = await getControl<RequestPage>('requests', { query: { ...this.#filter, ...page }, signal }).then(
      (response) => void (signal.aborted || handle(response)),
      (reason: unknown) => reason as Error,
    );
    this.#isFetching = false;
    if (signal.aborted) return;
    this.#update((state) => (state.error === error ? state : { ...state, error: error || undefined }));
    if (this.#isOutdated && !error) await this.#loadNewer();
  }
}

export interface JournalView extends JournalState {
  readonly loadOlder: () => void;
  /** Loads the journal again, as after it was cleared. */
  readonly reload: () => void;
}

export function useJournal(filter: JournalFilter, isPaused: boolean): JournalView {
  const [state, setState] = useState(emptyState);
  const [version, setVersion] = useState(0);
  const reader = useRef<JournalReader>(undefined);
  useEffect(() => {
    const current = new JournalReader(filter, setState);
    reader.current = current;
    setState((last) => ({ ...last, added: 0 }));
    void current.loadFirst();
    const stop = isPaused ? () => undefined : onRequests((event) => current.handleEvent(event));
    return () => {
      stop();
      current.close();
    };
  }, [...Object.values(filter), isPaused, version, liveGeneration.value]);
  const oldest = state.requests[0]?.index;
  return {
    ...state,
    loadOlder: () => oldest !== undefined && void reader.current?.loadOlder(oldest),
    reload: () => setVersion((value) => value + 1),
  };
}
