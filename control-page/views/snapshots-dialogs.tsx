/** The dialogs of the view `snapshots`: fork a session, and rewind it. */
import type { StateComparison } from '../../mock/types/control.js';
import { Button, Dialog, NameDialog } from '../components/controls.js';
import { runAction, toast } from '../components/toast.js';
import { describeVersion, formatPlural } from '../lib/format.js';
import { session } from '../lib/location.js';
import { sendControl } from '../lib/requests.js';
import { useControl } from '../lib/use-load.js';

interface ForkDialogProps {
  /** A snapshot or a sequence number. Default: the current state. */
  readonly at: string | number | undefined;
  readonly onClose: () => void;
}

export function ForkDialog({ at, onClose }: ForkDialogProps) {
  const fork = async (name: string): Promise<void> => {
    const isForked = await runAction(() => sendControl('POST', 'sessions', { body: { name, ...(at !== undefined && { at }) } }));
    if (!isForked) return;
    onClose();
    toast(`Switched to the session ${name}`);
    session.value = name;
  };
  return (
    <NameDialog
      title={`Fork ${at === undefined ? 'the current state' : describeVersion(at)}`}
      label="Name of the new session"
      hint="The new session starts with this state, and its changes don’t affect this session. Clients select it with the header x-mock-session."
      action="Fork and switch"
      onSubmit={fork}
      onClose={onClose}
    />
  );
}

interface RewindDialogProps {
  readonly to: string | number;
  readonly onClose: () => void;
  /** Resolves to whether it succeeded. */
  readonly onConfirm: () => Promise<boolean>;
}

export function RewindDialog({ to, onClose, onConfirm }: RewindDialogProps) {
  const comparison = useControl<StateComparison>('compare', [], { from: to, limit: 1 });
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
