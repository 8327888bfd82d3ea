/** The dialogs of the view `snapshots`: fork a session, and rewind it. */
import { useState } from 'preact/hooks';
import type { StateComparison } from '../../runtime/mock/types/control.js';
import { Button, Dialog, TextField } from '../components/controls.js';
import { runAction, toast } from '../components/toast.js';
import { formatPlural } from '../lib/format.js';
import { session } from '../lib/location.js';
import { getControl, sendControl } from '../lib/requests.js';
import { useLoad } from '../lib/use-load.js';
import { describeVersion } from '../lib/versions.js';

interface ForkDialogProps {
  /** A snapshot or a sequence number. Default: the current state. */
  readonly at: string | number | undefined;
  readonly onClose: () => void;
}

export function ForkDialog({ at, onClose }: ForkDialogProps) {
  const [name, setName] = useState('');
  const fork = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const isForked = await runAction(() => sendControl('POST', 'sessions', { body: { name, ...(at !== undefined && { at }) } }));
    if (!isForked) return;
    onClose();
    toast(`Switched to the session ${name}`);
    session.value = name;
  };
  return (
    <Dialog title={`Fork ${at === undefined ? 'the current state' : describeVersion(at)}`} onClose={onClose}>
      <form onSubmit={(event) => void fork(event)}>
        <TextField
          label="Name of the new session"
          value={name}
          onInput={setName}
          hint="The new session starts with this state, and its changes don’t affect this session. Clients select it with the header x-mock-session."
        />
        <Button type="submit" kind="primary" disabled={name === ''}>
          Fork and switch
        </Button>
      </form>
    </Dialog>
  );
}

interface RewindDialogProps {
  readonly to: string | number;
  readonly onClose: () => void;
  /** Resolves to whether it succeeded. */
  readonly onConfirm: () => Promise<boolean>;
}

export function RewindDialog({ to, onClose, onConfirm }: RewindDialogProps) {
  const comparison = useLoad((signal) => getControl<StateComparison>('compare', { query: { from: to, limit: 1 }, signal }));
  const confirm = async (): Promise<void> => {
    if (await onConfirm()) onClose();
  };
  return (
    <Dialog
      title={`Rewind to ${describeVersion(to)}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="danger" disabled={comparison.data === undefined} onClick={() => void confirm()}>
            Rewind
          </Button>
        </>
      }
    >
      <p role="status">
        {comparison.data && `${formatPlural(comparison.data.total, 'resource')} will change.`}
        {comparison.error && <span class="error">{comparison.error.message}</span>}
      </p>
      <p class="hint">
        Resources, operations, tokens, the clock, faults, and settings return to this state. The journal and the snapshots stay. You can
        undo the rewind.
      </p>
    </Dialog>
  );
}
