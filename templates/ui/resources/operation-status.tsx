/** The statuses of operations that this view has started. */
import type { OperationList, OperationSummary } from '../../runtime/mock/types/control.js';
import { Button } from '../components/controls.js';
import { Badge } from '../components/display.js';
import { clock, sequence } from '../lib/live.js';
import { toHash } from '../lib/location.js';
import { getControl } from '../lib/requests.js';
import { useLoad } from '../lib/use-load.js';
import { watchedOperations } from './resource-calls.js';

export function OperationStatuses() {
  const names = watchedOperations.value;
  const { data } = useLoad(
    async (signal) => (names.length === 0 ? undefined : getControl<OperationList>('operations', { signal })),
    [names, sequence.value],
  );
  const dismiss = (name: string): void => {
    watchedOperations.value = names.filter((each) => each !== name);
  };
  return (
    <ul class="started" aria-live="polite" aria-label="Started operations">
      {names.map((name) => (
        <li key={name}>
          <OperationStatus name={name} operation={data?.operations.find(({ path }) => path.endsWith(`/${name}`))} />
          <Button kind="quiet" onClick={() => dismiss(name)}>
            Dismiss<span class="visually-hidden"> {name}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}

function OperationStatus({ name, operation }: { readonly name: string; readonly operation: OperationSummary | undefined }) {
  if (!operation) return <code class="truncate">{name}</code>;
  const { status, progress, methodId, target, path, error } = operation;
  const kind = error ? 'bad' : status === 'DONE' ? 'good' : 'info';
  return (
    <span class="truncate">
      <Badge kind={kind}>{error ? 'FAILED' : status === 'DONE' ? status : `${status} ${progress}%`}</Badge>{' '}
      <a href={toHash('operations', [], { path })}>{methodId ?? name}</a>{' '}
      {target !== undefined && <a href={toHash('resources', [], { path: target })}>{target.split('/').at(-1)}</a>}
      {error && <span class="error"> {error.message}</span>}
      {status !== 'DONE' && clock.value?.frozen && <span class="hint"> waits, because the clock is frozen</span>}
    </span>
  );
}
