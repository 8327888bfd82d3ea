/** The view `snapshots`: named states, how they differ, and what can be started from them. */
import { useState } from 'preact/hooks';
import type { MockRewind, MockSnapshot } from '../../mock/types/versions.js';
import { Button, Form, TextField } from '../components/controls.js';
import { Empty, Panel, Problem, Table, Time } from '../components/display.js';
import { runAction, toast } from '../components/toast.js';
import { describeVersion, formatCount } from '../lib/format.js';
import { sequence, snapshotGeneration } from '../lib/live.js';
import { navigate, route, session, toHash } from '../lib/location.js';
import { getControl, sendControl } from '../lib/requests.js';
import { useControl } from '../lib/use-load.js';
import { Comparison } from './snapshots-compare.js';
import { ForkDialog, RewindDialog } from './snapshots-dialogs.js';

interface SnapshotList {
  readonly snapshots: readonly MockSnapshot[];
  /** The number of the current state. */
  readonly sequence: number;
}

/** The dialog that is open. `at`: a snapshot or a sequence number. Default: the current state. */
type OpenDialog = { readonly kind: 'fork'; readonly at?: string | number } | { readonly kind: 'rewind'; readonly to: string | number };

export function Snapshots() {
  const dependencies = [sequence.value, snapshotGeneration.value];
  const { data, error, reload } = useControl<SnapshotList>('snapshots', dependencies);
  const [dialog, setDialog] = useState<OpenDialog>();
  const [rewound, setRewound] = useState<Rewound>();
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
    toast(`Deleted the snapshot ${name}`);
    reload();
  };
  return (
    <>
      {rewound && (
        <RewindNotice
          rewound={rewound}
          onUndo={() => void runAction(() => undo(rewound.previous))}
          onDismiss={() => setRewound(undefined)}
        />
      )}
      <Panel title="Snapshots" actions={<CreateSnapshotForm onCreate={reload} />}>
        {snapshots.length === 0 ? (
          <Empty title="No snapshots">
            A snapshot names the current state. You can compare it with other states, rewind to it, or fork a session from it.
          </Empty>
        ) : (
          <SnapshotTable snapshots={snapshots} onOpen={setDialog} onRemove={(name) => void runAction(() => remove(name))} />
        )}
        <CurrentState {...data} onOpen={setDialog} />
      </Panel>
      <Comparison snapshots={snapshots} />
      {dialog?.kind === 'fork' && <ForkDialog at={dialog.at} onClose={() => setDialog(undefined)} />}
      {dialog?.kind === 'rewind' && (
        <RewindDialog
          to={dialog.to}
          onClose={() => setDialog(undefined)}
          onConfirm={() => runAction(async () => setRewound({ to: dialog.to, ...(await rewind(dialog.to)) }))}
        />
      )}
    </>
  );
}

type Rewound = { readonly to: string | number } & MockRewind;

interface RewindNoticeProps {
  readonly rewound: Rewound;
  readonly onUndo: () => void;
  readonly onDismiss: () => void;
}

function RewindNotice({ rewound: { to, previous }, onUndo, onDismiss }: RewindNoticeProps) {
  return (
    <div class="rewound" role="status">
      <p>
        Rewound to {describeVersion(to)}. The state before the rewind has the sequence number {previous}.
      </p>
      <div class="actions">
        <Button onClick={onUndo}>Undo rewind</Button>
        <Button kind="quiet" onClick={onDismiss}>
          Dismiss
        </Button>
      </div>
    </div>
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

function CreateSnapshotForm({ onCreate }: { readonly onCreate: () => void }) {
  const [name, setName] = useState('');
  const create = async (): Promise<void> => {
    await sendControl('POST', 'snapshots', { body: { name } });
    setName('');
    toast(`Created the snapshot ${name}`);
    onCreate();
  };
  return (
    <Form class="actions snapshot-form" onSubmit={() => name !== '' && runAction(create)}>
      <TextField label="Name of the snapshot" isLabelHidden placeholder="Name" value={name} onInput={setName} />
      <Button type="submit" kind="primary" disabled={name === ''}>
        Create snapshot
      </Button>
    </Form>
  );
}

interface SnapshotTableProps {
  readonly snapshots: readonly MockSnapshot[];
  readonly onOpen: (dialog: OpenDialog) => void;
  readonly onRemove: (name: string) => void;
}

function SnapshotTable({ snapshots, onOpen, onRemove }: SnapshotTableProps) {
  return (
    <Table
      label="Snapshots"
      rows={snapshots}
      getKey={({ name }) => name}
      columns={[
        { title: 'Name', render: ({ name }) => <span class="mono">{name}</span> },
        { title: 'Sequence number', isNumber: true, render: (snapshot) => formatCount(snapshot.sequence) },
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
              <Button title={`Fork a session from ${name}`} onClick={() => onOpen({ kind: 'fork', at: name })}>
                Fork…
              </Button>
              <Button title={`Rewind to ${name}`} onClick={() => onOpen({ kind: 'rewind', to: name })}>
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

interface CurrentStateProps extends SnapshotList {
  readonly onOpen: (dialog: OpenDialog) => void;
}

function CurrentState({ snapshots, sequence: current, onOpen }: CurrentStateProps) {
  return (
    <div class="current-state">
      <p class="hint">Current state: sequence number {formatCount(current)}</p>
      <div class="actions">
        <Button title="Fork a session from the current state" onClick={() => onOpen({ kind: 'fork' })}>
          Fork…
        </Button>
        <Button title="Download the current state as a seed" onClick={() => void runAction(() => download())}>
          Download
        </Button>
        <RewindForm snapshots={snapshots} onRewind={(to) => onOpen({ kind: 'rewind', to })} />
      </div>
    </div>
  );
}

interface RewindFormProps {
  readonly snapshots: readonly MockSnapshot[];
  readonly onRewind: (to: string | number) => void;
}

/** Rewinds to any state that the session keeps. */
function RewindForm({ snapshots, onRewind }: RewindFormProps) {
  const [text, setText] = useState('');
  const isName = snapshots.some(({ name }) => name === text);
  const ask = (): void => {
    if (text !== '') onRewind(isName || !/^\d+$/.test(text) ? text : Number(text));
  };
  return (
    <Form class="actions snapshot-form" onSubmit={ask}>
      <TextField
        label="State to rewind to"
        isLabelHidden
        placeholder="Sequence number"
        value={text}
        onInput={setText}
        suggestions={snapshots.map(({ name }) => name)}
      />
      <Button type="submit" disabled={text === ''}>
        Rewind to…
      </Button>
    </Form>
  );
}
