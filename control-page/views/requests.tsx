/** The view `requests`: the journal, live and filtered, and one of its entries. */
import { useState } from 'preact/hooks';
import type { RequestSummary } from '../../mock/types/control.js';
import { Button, CheckField, SelectField, TextField } from '../components/controls.js';
import { Empty, Problem, Status, Time } from '../components/display.js';
import { runAction, toast } from '../components/toast.js';
import { VirtualList } from '../components/virtual-list.js';
import { useMethods } from '../lib/apis.js';
import { createExamplePatterns } from '../lib/example-patterns.js';
import { formatDuration, formatPlural } from '../lib/format.js';
import { useJournal, type JournalFilter } from '../lib/journal.js';
import { basePath, navigate, route, toHash } from '../lib/location.js';
import { sendControl } from '../lib/requests.js';
import { RequestDetails } from './request-details.js';

const filterNames = ['search', 'methodId', 'path', 'status', 'reason'] as const;

function readFilter(): JournalFilter {
  const { query } = route.value;
  return Object.fromEntries(filterNames.map((name) => [name, query.get(name) ?? ''])) as Readonly<Record<keyof JournalFilter, string>>;
}

/** Returns the address of an entry of the journal, or of none, with a filter. */
function toRequestHash(index: number | undefined, filter: JournalFilter): string {
  return toHash('requests', index === undefined ? [] : [String(index)], { ...filter });
}

export function Requests() {
  const [isPaused, setPaused] = useState(false);
  const filter = readFilter();
  const journal = useJournal(filter, isPaused);
  const { requests } = journal;
  const [first] = route.value.path;
  const shown = first === undefined ? undefined : Number(first);
  const newest = requests.length - 1;
  /** The list shows the newest entry first. */
  const selected = shown === undefined ? undefined : findRow(requests, shown);
  const open = (index: number): void => navigate(toRequestHash(index, filter), { replace: shown !== undefined });
  const clear = async (): Promise<void> => {
    await sendControl('DELETE', 'requests');
    navigate(toRequestHash(undefined, filter));
    journal.reload();
    toast('Cleared the journal');
  };
  return (
    <>
      <Filter filter={filter} onChange={(changed) => navigate(toRequestHash(shown, changed), { replace: true })}>
        <CheckField label="Live" checked={!isPaused} onChange={(isLive) => setPaused(!isLive)} />
        <Button kind="danger" onClick={() => void runAction(clear)}>
          Clear journal
        </Button>
      </Filter>
      {journal.error && <Problem error={journal.error} onRetry={journal.reload} />}
      <div class={`journal ${shown === undefined ? '' : 'split'}`}>
        <div class="journal-list">
          <p class="journal-sum hint" role="status">
            {journal.isLoaded &&
              `${formatPlural(requests.length, 'request')}${journal.hasOlder ? ' loaded. Scroll down to load older ones.' : ''}`}
          </p>
          {journal.isLoaded && requests.length === 0 ? (
            <NoRequests isFiltered={Object.values(filter).some(Boolean)} />
          ) : (
            <VirtualList
              label="Requests, newest first"
              count={requests.length}
              prepended={journal.added}
              selected={selected}
              onSelect={(row) => open(requests[newest - row]?.index ?? 0)}
              onRange={(_, last) => journal.hasOlder && last >= requests.length - 50 && journal.loadOlder()}
            >
              {(row) => <RequestRow request={requests[newest - row]} />}
            </VirtualList>
          )}
        </div>
        {shown !== undefined && (
          <RequestDetails key={shown} index={shown} onOpen={open} onClose={() => navigate(toRequestHash(undefined, filter))} />
        )}
      </div>
    </>
  );
}

/** Returns the row of an entry. Indexes increase, but filters leave gaps. */
function findRow(requests: readonly RequestSummary[], index: number): number | undefined {
  const position = requests.findIndex((request) => request.index === index);
  return position < 0 ? undefined : requests.length - 1 - position;
}

function RequestRow({ request }: { readonly request: RequestSummary | undefined }) {
  if (!request) return null;
  const { time, status, method, path, reason, durationMs } = request;
  return (
    <div class="request-row">
      <Time value={time} />
      <Status status={status} />
      <span class="mono">{method}</span>
      <span class="request-path mono truncate">
        <bdi dir="ltr">{path}</bdi>
      </span>
      <span class="request-reason muted">{reason}</span>
      <span class="number muted">{formatDuration(durationMs)}</span>
    </div>
  );
}

function NoRequests({ isFiltered }: { readonly isFiltered: boolean }) {
  if (isFiltered)
    return (
      <Empty title="No requests match the filter">
        <a href={toHash('requests')}>Remove the filter</a>
      </Empty>
    );
  return (
    <Empty title="No requests yet">
      <p>Requests appear here as clients send them. Use this address as the root URL of a client:</p>
      <pre>{`${location.origin}${basePath}`}</pre>
    </Empty>
  );
}

interface FilterProps {
  readonly filter: JournalFilter;
  readonly onChange: (filter: JournalFilter) => void;
  readonly children: preact.ComponentChildren;
}

const statuses = [
  ['', 'Any'],
  '2xx',
  '4xx',
  '5xx',
  '400',
  '401',
  '403',
  '404',
  '409',
  '412',
  '429',
  '500',
  '503',
  ['0', 'dropped'],
] as const;

function Filter({ filter, onChange, children }: FilterProps) {
  const examples = createExamplePatterns(useMethods());
  const set = (name: keyof JournalFilter) => (value: string) => onChange({ ...filter, [name]: value });
  const hasOwnStatus = filter.status !== '' && !statuses.some((status) => status === filter.status || status[0] === filter.status);
  return (
    <form class="journal-filter" role="search" aria-label="Requests" onSubmit={(event) => event.preventDefault()}>
      <TextField label="Text" type="search" placeholder="In the path or a body" value={filter.search} onInput={set('search')} />
      <TextField label="Method" type="search" placeholder={examples.method} value={filter.methodId} onInput={set('methodId')} />
      <TextField label="Path" type="search" placeholder={examples.path} value={filter.path} onInput={set('path')} />
      <SelectField
        label="Status"
        value={filter.status}
        onChange={set('status')}
        options={[...statuses, ...(hasOwnStatus ? [filter.status] : [])]}
      />
      <TextField label="Reason" type="search" placeholder="notFound" value={filter.reason} onInput={set('reason')} />
      <div class="actions">{children}</div>
    </form>
  );
}
