/** The resources of a collection, with search and the filter of its API. */
import { useEffect, useState } from 'preact/hooks';
import type { PlannedCall, ResourceTypeSummary } from '../../mock/types/control.js';
import { Button, Form, TextField } from '../components/controls.js';
import { Empty, Problem } from '../components/display.js';
import { VirtualList } from '../components/virtual-list.js';
import { formatPlural } from '../lib/format.js';
import { decode } from '../lib/location.js';
import { useResourcePages, type ResourcePages } from './pages.js';
import { dryRun, joinMessages } from './resource-calls.js';

interface ListProps {
  readonly collection: string | undefined;
  readonly type: ResourceTypeSummary | undefined;
  readonly selected: string | undefined;
  readonly onSelect: (path: string) => void;
}

export function ResourceList({ collection, type, selected, onSelect }: ListProps) {
  const [text, setText] = useState('');
  const [applied, setApplied] = useState({ collection, filter: '' });
  const filter = applied.collection === collection ? applied.filter : '';
  const pages = useResourcePages({ collection, search: useSettled(text), filter });
  return (
    <div class="list">
      <div class="searches">
        <TextField label="Search" type="search" value={text} onInput={setText} placeholder="Text in names and contents" />
        {type?.filter !== undefined && collection !== undefined && (
          <FilterForm
            key={collection}
            list={{ methodId: type.methods.list ?? '', target: collection }}
            parameter={type.filter}
            onFilter={(next) => setApplied({ collection, filter: next })}
          />
        )}
      </div>
      <Rows collection={collection} pages={pages} selected={selected} onSelect={onSelect} />
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
  readonly pages: ResourcePages;
}

function Rows({ collection, pages: { key, isSelective, total, error, get, find, setRange }, selected, onSelect }: RowsProps) {
  // The row that the keyboard reached, while it loads.
  const [pending, setPending] = useState<number | undefined>(undefined);
  const reached = pending === undefined ? undefined : get(pending);
  useEffect(() => setPending(undefined), [key]);
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
  if (total === 0) return <Empty title="No resources">{isSelective ? 'No resource matches the search and the filter.' : undefined}</Empty>;
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

interface FilterFormProps {
  /** A call of the list method. */
  readonly list: PlannedCall;
  readonly parameter: string;
  readonly onFilter: (filter: string) => void;
}

/** A filter in the language of the list method. The mock checks and applies it. */
function FilterForm({ list, parameter, onFilter }: FilterFormProps) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string | undefined>(undefined);
  const filter = async (): Promise<void> => {
    try {
      const { errors } = await dryRun({ ...list, parameters: { [parameter]: text } });
      setError(errors.length > 0 ? joinMessages(errors) : undefined);
      if (errors.length === 0) onFilter(text.trim());
    } catch (cause) {
      setError((cause as Error).message);
    }
  };
  const change = (value: string): void => {
    setText(value);
    if (value !== '') return;
    setError(undefined);
    onFilter('');
  };
  return (
    <Form class="filter" onSubmit={filter}>
      <TextField label="API filter" value={text} onInput={change} error={error} placeholder={`Value of the parameter ${parameter}`} />
      <Button type="submit">Filter</Button>
    </Form>
  );
}
