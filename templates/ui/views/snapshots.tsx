/** The view `snapshots`: named states, how they differ, and what can be started from them. */
import { useState } from 'preact/hooks';
import type { MockRewind, MockSnapshot } from '../../runtime/mock/types/versions.js';
import { Button, TextField } from '../components/controls.js';
import { Empty, Panel, Problem, Table, Time } from '../components/display.js';
import { runAction, toast } from '../components/toast.js';
import { formatCount } from '../lib/format.js';
import { sequence, snapshotGeneration } from '../lib/live.js';
import { navigate, route, session, toHash } from '../lib/location.js';
import { getControl, sendControl } from '../lib/requests.js';
import { useLoad } from '../lib/use-load.js';
import { describeVersion } from '../lib/versions.js';
import { Comparison } from './snapshots-compare.js';
import { ForkDialog, RewindDialog } from './snapshots-dialogs.js';

interface SnapshotList {
  readonly snapshots: readonly MockSnapshot[];
  /** The number of the current state. */
  readonly sequence: number;
}

/** A question that is open. `at`: a snapshot or a sequence number. Default: the current state. */
type Question = { readonly kind: 'fork'; readonly at?: string | number } | { readonly kind: 'rewind'; readonly to: string | number };

export function Snapshots() {
  const dependencies = [sequence.value, snapshotGeneration.value];
  const { data, error, reload } = useLoad((signal) => getControl<SnapshotList>('snapshots', { signal }), dependencies);
  const [question, setQuestion] = useState<Question>();
  const [rewound, setRewound] = useState<{ readonly to: string | number } & MockRewind>();
  if (error && !data) return <Problem error={error} onRetry={reload} />;
  if (!data) return null;
  const { snapshots } = data;
  const rewind = async (to: string | number): Promise<MockRewind> => {
    const result = await sendControl<MockRewind>('POST', 'rewind', { body: { to } });
    reload();
    return result;
  };
  const undo = async (previous: number): Promise<void> => {
    await rewind(previous);
    setRewound(undefined);
    toast('Restored the state before the rewind');
  };
  const remove = async (name: string): Promise<void> => {
    await sendControl('DELETE', `snapshots/${encodeURIComponent(name)}`);
    const { query } = route.value;
    if (query.get('from') === name || query.get('to') === name) navigate(toHash('snapshots'), { replace: true });
    toast(`Deleted ${name}`);
    reload();
  };
  return (
    <>
      {rewound && (
        <div class="rewound" role="status">
          <p>
            The session has the state of {describeVersion(rewound.to)} again. The state before has the sequence number {rewound.previous}.
          </p>
          <div class="actions">
            <Button onClick={() => void runAction(() => undo(rewound.previous))}>Undo rewind</Button>
            <Button kind="quiet" onClick={() => setRewound(undefined)}>
              Dismiss
            </Button>
          </div>
        </div>
      )}
      <Panel title="Snapshots" actions={<TakeSnapshot onTake={reload} />}>
        {snapshots.length === 0 ? (
          <Empty title="No snapshots">
            A snapshot names the current state, and takes no time. Compare it, return to it, or start a session from it.
          </Empty>
        ) : (
          <SnapshotTable snapshots={snapshots} onAsk={setQuestion} onRemove={(name) => void runAction(() => remove(name))} />
        )}
        <div class="current-state">
          <p class="hint">Current state: sequence number {formatCount(data.sequence)}</p>
          <div class="actions">
            <Button title="Start a session from the current state" onClick={() => setQuestion({ kind: 'fork' })}>
              Fork…
            </Button>
            <Button title="Download the current state as a seed" onClick={() => void runAction(() => download())}>
              Download
            </Button>
            <RewindForm snapshots={snapshots} onRewind={(to) => setQuestion({ kind: 'rewind', to })} />
          </div>
        </div>
      </Panel>
      <Comparison snapshots={snapshots} />
      {question?.kind === 'fork' && <ForkDialog at={question.at} onClose={() => setQuestion(undefined)} />}
      {question?.kind === 'rewind' && (
        <RewindDialog
          to={question.to}
          onClose={() => setQuestion(undefined)}
          onConfirm={() => runAction(async () => setRewound({ to: question.to, ...(await rewind(question.to)) }))}
        />
      )}
    </>
  );
}

/** Saves the state of a snapshot, or the current state, as a seed document. */
async function download(name?: string): Promise<void> {
  const seed = await getControl<unknown>('state', { query: { at: name } });
  const address = URL.createObjectURL(new Blob([`${JSON.stringify(seed, undefined, 2)}\n`], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `${name ?? session.value}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 0);
}

function TakeSnapshot({ onTake }: { readonly onTake: () => void }) {
  const [name, setName] = useState('');
  const take = async (): Promise<void> => {
    await sendControl('POST', 'snapshots', { body: { name } });
    setName('');
    toast(`Took ${name}`);
    onTake();
  };
  return (
    <form class="actions take-snapshot" onSubmit={(event) => (event.preventDefault(), name !== '' && void runAction(take))}>
      <TextField label="Name of the snapshot" isLabelHidden placeholder="Name" value={name} onInput={setName} />
      <Button type="submit" kind="primary" disabled={name === ''}>
        Take snapshot
      </Button>
    </form>
  );
}

interface SnapshotTableProps {
  readonly snapshots: readonly MockSnapshot[];
  readonly onAsk: (question: Question) => void;
  readonly onRemove: (name: string) => void;
}

function SnapshotTable({ snapshots, onAsk, onRemove }: SnapshotTableProps) {
  return (
    <Table
      label="Snapshots"
      rows={snapshots}
      getKey={({ name }) => name}
      columns={[
        { title: 'Name', render: ({ name }) => <span class="mono">{name}</span> },
        { title: 'Sequence', isNumber: true, render: (snapshot) => formatCount(snapshot.sequence) },
        {
          title: 'Time',
          render: ({ time }) => (
            <>
              <span class="mono muted">{time.slice(0, 10)}</span> <Time value={time} />
            </>
          ),
        },
        {
          title: 'Actions',
          isTitleHidden: true,
          render: ({ name }) => (
            <div class="actions snapshot-actions">
              <Button title={`Compare ${name} with the current state`} onClick={() => navigate(toHash('snapshots', [], { from: name }))}>
                Compare
              </Button>
              <Button title={`Start a session from ${name}`} onClick={() => onAsk({ kind: 'fork', at: name })}>
                Fork…
              </Button>
              <Button title={`Return to ${name}`} onClick={() => onAsk({ kind: 'rewind', to: name })}>
                Rewind…
              </Button>
              <Button title={`Download ${name} as a seed`} onClick={() => void runAction(() => download(name))}>
                Download
              </Button>
              <Button kind="danger" title={`Delete ${name}`} onClick={() => onRemove(name)}>
                Delete
              </Button>
            </div>
          ),
        },
      ]}
    />
  );
}

interface RewindFormProps {
  readonly snapshots: readonly MockSnapshot[];
  readonly onRewind: (to: string | number) => void;
}

/** Returns to any state that the session keeps. */
function RewindForm({ snapshots, onRewind }: RewindFormProps) {
  const [text, setText] = useState('');
  const isName = snapshots.some(({ name }) => name === text);
  const ask = (event: SubmitEvent): void => {
    event.preventDefault();
    if (text !== '') onRewind(isName || !/^\d+$/.test(text) ? text : Number(text));
  };
  return (
    <form class="actions take-snapshot" onSubmit={ask}>
      <TextField
        label="State to return to"
        isLabelHidden
        placeholder="Sequence number"
        value={text}
        onInput={setText}
        suggestions={snapshots.map(({ name }) => name)}
      />
      <Button type="submit" disabled={text === ''}>
        Rewind to…
      </Button>
    </form>
  );
}
