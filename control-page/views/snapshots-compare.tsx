/** Compares two states resource by resource. */
import { useState } from 'preact/hooks';
import type { ResourceChange, StateComparison } from '../../mock/types/control.js';
import type { MockSnapshot } from '../../mock/types/versions.js';
import { Button, Form, TextField } from '../components/controls.js';
import { Badge, Empty, Panel, Problem } from '../components/display.js';
import { JsonDiff } from '../components/json.js';
import { formatCount, formatPlural } from '../lib/format.js';
import { sequence } from '../lib/live.js';
import { navigate, route, toHash } from '../lib/location.js';
import { useControl } from '../lib/use-load.js';

export function Comparison({ snapshots }: { readonly snapshots: readonly MockSnapshot[] }) {
  const { query } = route.value;
  const from = query.get('from') ?? '';
  const to = query.get('to') ?? '';
  return (
    <Panel title="Compare">
      <CompareForm key={`${from} ${to}`} from={from} to={to} names={snapshots.map(({ name }) => name)} />
      {from === '' ? (
        <Empty title="Nothing to compare yet">Choose a snapshot, or enter the sequence number of a state that the session keeps.</Empty>
      ) : (
        <Changes from={from} to={to} />
      )}
    </Panel>
  );
}

interface CompareFormProps {
  readonly from: string;
  readonly to: string;
  readonly names: readonly string[];
}

function CompareForm(initial: CompareFormProps) {
  const [from, setFrom] = useState(initial.from);
  const [to, setTo] = useState(initial.to);
  return (
    <Form class="compare-form" onSubmit={() => navigate(toHash('snapshots', [], { from, to }))}>
      <TextField label="From" placeholder="Snapshot or sequence number" value={from} onInput={setFrom} suggestions={initial.names} />
      <TextField label="To" placeholder="The current state" value={to} onInput={setTo} suggestions={initial.names} />
      <div class="actions">
        <Button type="submit" disabled={from === ''}>
          Compare states
        </Button>
        <Button kind="quiet" disabled={from === '' || to === ''} onClick={() => navigate(toHash('snapshots', [], { from: to, to: from }))}>
          Swap
        </Button>
      </div>
    </Form>
  );
}

const pageSize = 100;
const kinds = { created: 'good', changed: 'info', deleted: 'bad' } as const;

function getKind({ before, after }: ResourceChange): keyof typeof kinds {
  return before === undefined ? 'created' : after === undefined ? 'deleted' : 'changed';
}

function Changes({ from, to }: { readonly from: string; readonly to: string }) {
  const [count, setCount] = useState(pageSize);
  const { data, error, reload } = useControl<StateComparison>('compare', [from, to, to === '' && sequence.value], { from, to });
  if (error) return <Problem error={error} onRetry={reload} />;
  if (!data) return null;
  const { changes, total } = data;
  const counts = (Object.keys(kinds) as (keyof typeof kinds)[]).map(
    (kind) => `${formatCount(changes.filter((change) => getKind(change) === kind).length)} ${kind}`,
  );
  const isWhole = changes.length === total;
  return (
    <>
      <p class="compare-sum" role="status">
        {total === 0
          ? `No differences between the sequence numbers ${data.from} and ${data.to}.`
          : `${formatPlural(total, 'resource')} ${total === 1 ? 'differs' : 'differ'} between the sequence numbers ${data.from} and ${data.to}: ${
              isWhole ? '' : `of the first ${formatCount(changes.length)}, `
            }${counts.join(', ')}.`}
      </p>
      <ul class="changes">
        {changes.slice(0, count).map((change) => (
          <Change key={change.path} change={change} />
        ))}
      </ul>
      {count < changes.length && <Button onClick={() => setCount(count + pageSize)}>Show more</Button>}
    </>
  );
}

function Change({ change }: { readonly change: ResourceChange }) {
  const [isOpen, setOpen] = useState(false);
  const { path, before, after } = change;
  const kind = getKind(change);
  return (
    <li>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <Badge kind={kinds[kind]}>{kind}</Badge> <span class="mono">{path}</span>
        </summary>
        {isOpen && (
          <>
            <JsonDiff before={before} after={after} label={`Changes of ${path}`} />
            <a class="hint" href={toHash('resources', [], { path, tab: 'history' })}>
              Show the history of the resource
            </a>
          </>
        )}
      </details>
    </li>
  );
}
