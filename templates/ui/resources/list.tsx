/** The resources of a collection, with search and the filter of its API. */
import { useEffect, useState } from 'preact/hooks';
import type { ResourceTypeSummary } from '../../runtime/mock/types/control.js';
import { Button, Form, TextField } from '../components/controls.js';
import { Empty, Problem } from '../components/display.js';
import { VirtualList } from '../components/virtual-list.js';
import { formatPlural } from '../lib/format.js';
import { decode } from '../lib/location.js';
import { useResourcePages } from './pages.js';
import { callMethod, findResourcePath, joinMessages } from './resource-calls.js';
import { getMember } from './values.js';

interface ListProps {
  readonly collection: string | undefined;
  readonly type: ResourceTypeSummary | undefined;
  readonly selected: string | undefined;
  readonly onSelect: (path: string) => void;
}

export function ResourceList({ collection, type, selected, onSelect }: ListProps) {
  const [text, setText] = useState('');
  const search = useSettled(text);
  const [filtered, setFiltered] = useState<FilterResult | undefined>(undefined);
  return (
    <div class="list">
      <div class="searches">
        <TextField label="Search" type="search" value={text} onInput={setText} placeholder="Text in names and contents" />
        {type?.filter !== undefined && collection !== undefined && (
          <FilterForm type={type} collection={collection} parameter={type.filter} onResult={setFiltered} />
        )}
      </div>
      {filtered ? (
        <FilteredRows result={filtered} selected={selected} onSelect={onSelect} />
      ) : (
        <Rows collection={collection} search={search} selected={selected} onSelect={onSelect} />
      )}
    </div>
  );
}

/** How long a text stays the same before it is searched, in milliseconds. */
const settleTime = 150;

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timeout = setTimeout(() => setSettled(text), settleTime);
    return () => clearTimeout(timeout);
  }, [text]);
  return settled;
}

interface RowsProps extends Omit<ListProps, 'type'> {
  readonly search: string;
}

function Rows({ collection, search, selected, onSelect }: RowsProps) {
  const { total, error, get, find, setRange } = useResourcePages(collection, search);
  // The row that the keyboard reached, while it loads.
  const [pending, setPending] = useState<number | undefined>(undefined);
  const reached = pending === undefined ? undefined : get(pending);
  useEffect(() => setPending(undefined), [collection, search]);
  useEffect(() => {
    if (reached) select(pending as number);
  }, [reached]);
  const select = (index: number): void => {
    const resource = get(index);
    setPending(resource ? undefined : index);
    if (resource) onSelect(resource.path);
  };
  if (error) return <Problem error={error} />;
  if (total === undefined) return <p class="hint">Loading…</p>;
  if (total === 0) return <Empty title="No resources">{search === '' ? undefined : 'No name or content contains this text.'}</Empty>;
  return (
    <>
      <p class="hint" role="status">
        {formatPlural(total, 'resource')}
      </p>
      <VirtualList
        label="Resources"
        count={total}
        selected={pending ?? (selected === undefined ? undefined : find(selected))}
        onSelect={select}
        onRange={setRange}
      >
        {(row) => {
          const resource = get(row);
          if (!resource) return <span class="row muted">…</span>;
          const { name, version, path } = resource;
          const note = collection === undefined ? findCollectionName(path, name) : version > 1 ? `v${version}` : '';
          return <Row path={path} name={decode(name)} note={note} />;
        }}
      </VirtualList>
    </>
  );
}

/** The collection of a resource whose name may have several segments. */
const findCollectionName = (path: string, name: string): string => path.split('/').at(-1 - name.split('/').length) ?? '';

function Row({ path, name, note }: { readonly path: string; readonly name: string; readonly note: string }) {
  return (
    <span class="row" title={path}>
      <span class="truncate mono">{name}</span>
      <span class="muted">{note}</span>
    </span>
  );
}

interface FilterResult {
  readonly paths: readonly string[];
  readonly hasMore: boolean;
}

interface FilterFormProps {
  readonly type: ResourceTypeSummary;
  readonly collection: string;
  readonly parameter: string;
  readonly onResult: (result: FilterResult | undefined) => void;
}

/** Calls the list method with a filter. */
function FilterForm({ type, collection, parameter, onResult }: FilterFormProps) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string | undefined>(undefined);
  const clear = (): void => {
    setError(undefined);
    onResult(undefined);
  };
  useEffect(() => (setText(''), clear()), [collection]);
  const filter = async (): Promise<void> => {
    if (text.trim() === '') return clear();
    try {
      const result = await callMethod({ methodId: type.methods.list ?? '', target: collection, parameters: { [parameter]: text } });
      setError(result.errors && joinMessages(result.errors));
      if (result.errors) return onResult(undefined);
      const list = Object.values(result.body as object).find((value) => Array.isArray(value)) as readonly unknown[] | undefined;
      const paths = (list ?? []).flatMap((item) => findResourcePath(type, item, collection) ?? []);
      onResult({ paths, hasMore: Boolean(getMember(result.body, 'nextPageToken')) });
    } catch (cause) {
      setError((cause as Error).message);
    }
  };
  return (
    <Form class="filter" onSubmit={filter}>
      <TextField
        label="API filter"
        value={text}
        onInput={(value) => (setText(value), value === '' && clear())}
        error={error}
        placeholder={`Value of the parameter ${parameter}`}
      />
      <Button type="submit">Filter</Button>
    </Form>
  );
}

function FilteredRows({
  result: { paths, hasMore },
  selected,
  onSelect,
}: Pick<ListProps, 'selected' | 'onSelect'> & { readonly result: FilterResult }) {
  if (paths.length === 0) return <Empty title="The API returned no resources" />;
  const index = selected === undefined ? -1 : paths.indexOf(selected);
  return (
    <>
      <p class="hint" role="status">
        {formatPlural(paths.length, 'resource')} from the API{hasMore && ' (first page)'}
      </p>
      <VirtualList
        label="Filtered resources"
        count={paths.length}
        selected={index < 0 ? undefined : index}
        onSelect={(row) => onSelect(paths[row] as string)}
      >
        {(row) => <Row path={paths[row] ?? ''} name={decode(paths[row]?.split('/').at(-1) ?? '')} note="" />}
      </VirtualList>
    </>
  );
}
