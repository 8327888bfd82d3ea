/** The statuses of operations that this view has started. */
import type { OperationList, OperationSummary } from '../../mock/types/control.js';
import { Button } from '../components/controls.js';
import { Badge } from '../components/display.js';
import { clock, sequence } from '../lib/live.js';
import { toHash } from '../lib/location.js';
import { getControl } from '../lib/requests.js';
import { useLoad } from '../lib/use-load.js';
import { watchedOperations } from './resource-calls.js';

export function OperationStatuses() {
  const paths = watchedOperations.value;
  const { data } = useLoad(
    async (signal) => (paths.length === 0 ? undefined : getControl<OperationList>('operations', { signal })),
    [paths, sequence.value],
  );
  const dismiss = (path: string): void => {
    watchedOperations.value = paths.filter((each) => each !== path);
  };
  return (
    <ul class="started" aria-live="polite" aria-label="Started operations">
      {paths.map((path) => (
        <li key={path}>
          <OperationStatus path={path} operation={data?.operations.find((each) => each.path === path)} />
          <Button kind="quiet" onClick={() => dismiss(path)}>
            Dismiss<span class="visually-hidden"> {getName(path)}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}

const getName = (path: string): string => path.split('/').at(-1) ?? '';

function OperationStatus({ path, operation }: { readonly path: string; readonly operation: OperationSummary | undefined }) {
  if (!operation) return <code class="truncate">{getName(path)}</code>;
  const { status, progress, methodId, target, error } = operation;
  const kind = error ? 'bad' : status === 'DONE' ? 'good' : 'info';
  return (
    <span class="truncate">
      <Badge kind={kind}>{error ? 'FAILED' : status === 'DONE' ? status : `${status} ${progress}%`}</Badge>{' '}
      <a href={toHash('operations', [], { path })}>{methodId ?? getName(path)}</a>{' '}
      {target !== undefined && <a href={toHash('resources', [], { path: target })}>{target.split('/').at(-1)}</a>}
      {error && <span class="error"> {error.message}</span>}
      {status !== 'DONE' && clock.value?.frozen && <span class="hint"> waits, because the clock is frozen</span>}
    </span>
  );
}
