/** The view `operations`: long-running operations on the mock's clock, and what waits for what. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { OperationCompletion, OperationList, OperationSummary } from '../../mock/types/control.js';
import { Button, Dialog, Form, TextField } from '../components/controls.js';
import { Badge, Empty, Problem } from '../components/display.js';
import { runAction, toast } from '../components/toast.js';
import { formatCount, formatPlural, formatSpan, formatTimeOfDay } from '../lib/format.js';
import { sequence } from '../lib/live.js';
import { route, toHash } from '../lib/location.js';
import { sendControl } from '../lib/requests.js';
import { useControl } from '../lib/use-load.js';
import { useMockTime } from '../lib/use-mock-time.js';
import { Timeline } from './operations-timeline.js';

/** How many operations the timeline shows at first, and how many more with each click. */
const pageSize = 100;

/** The method that started an operation, or its name. */
const getTitle = ({ methodId, path }: OperationSummary): string => methodId ?? path.slice(path.lastIndexOf('/') + 1);

export function Operations() {
  const { data, error, reload } = useControl<OperationList>('operations', [sequence.value]);
  const now = useMockTime();
  const [isPendingOnly, setPendingOnly] = useState(false);
  const [count, setCount] = useState(pageSize);
  if (error && !data) return <Problem error={error} onRetry={reload} />;
  if (!data || now === undefined) return null;
  const { operations } = data;
  const pending = operations.filter(({ status }) => status !== 'DONE');
  const selected = route.value.query.get('path');
  const all = isPendingOnly ? pending : operations;
  const selectedIndex = all.findIndex(({ path }) => path === selected);
  // A link to an old operation shows all after it.
  const shown = all.slice(Math.max(0, all.length - (selectedIndex < 0 ? count : Math.max(count, all.length - selectedIndex))));
  return (
    <>
      {error && <Problem error={error} onRetry={reload} />}
      <div class="operations-head">
        <p role="status">
          {formatPlural(operations.length, 'operation')}, {formatCount(pending.length)} pending
        </p>
        <div class="actions">
          {shown.length < all.length && (
            <Button onClick={() => setCount(shown.length + pageSize)}>Show {Math.min(pageSize, all.length - shown.length)} older</Button>
          )}
          <Button pressed={isPendingOnly} onClick={() => setPendingOnly(!isPendingOnly)}>
            Pending only
          </Button>
        </div>
      </div>
      {shown.length === 0 ? (
        <NoOperations isFiltered={operations.length > 0} />
      ) : (
        <section class="panel operations-chart" aria-label="Timeline">
          <Timeline operations={shown} now={now} />
          <ol>
            {shown.map((operation) => (
              <OperationRow
                key={operation.path}
                operation={operation}
                operations={operations}
                now={now}
                isSelected={operation.path === selected}
                onComplete={reload}
              />
            ))}
          </ol>
        </section>
      )}
    </>
  );
}

function NoOperations({ isFiltered }: { readonly isFiltered: boolean }) {
  if (isFiltered) return <Empty title="No pending operations">All operations are done.</Empty>;
  return (
    <Empty title="No operations yet">
      <p>
        Methods that start long-running operations add them here. An operation completes at once unless the mock has an operation delay:
      </p>
      <pre>discogen mock --operation-delay 30s</pre>
    </Empty>
  );
}

interface RowProps {
  readonly operation: OperationSummary;
  readonly operations: readonly OperationSummary[];
  readonly now: number;
  readonly isSelected: boolean;
  readonly onComplete: () => void;
}

function OperationRow({ operation, operations, now, isSelected, onComplete }: RowProps) {
  const [isFailing, setFailing] = useState(false);
  const element = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isSelected) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isSelected]);
  const { path, status, progress, isPending, error } = operation;
  const title = getTitle(operation);
  const complete = async (completion: Omit<OperationCompletion, 'path'>): Promise<void> => {
    await sendControl('POST', 'operations', { body: { path, ...completion } satisfies OperationCompletion });
    toast(`${completion.action === 'finish' ? 'Finished' : 'Failed'} ${title}`);
    onComplete();
  };
  return (
    <li
      ref={element}
      class={error ? 'failed' : status === 'DONE' ? 'done' : 'pending'}
      style={{ '--progress': `${progress}%` }}
      aria-current={isSelected ? 'true' : undefined}
    >
      <OperationText operation={operation} operations={operations} now={now} />
      {isPending && (
        <div class="actions">
          <Button title={`Finish ${title} now`} onClick={() => void runAction(() => complete({ action: 'finish' }))}>
            Finish
          </Button>
          <Button title={`Fail ${title} now`} onClick={() => setFailing(true)}>
            Fail…
          </Button>
        </div>
      )}
      {isFailing && (
        <FailDialog
          title={title}
          onClose={() => setFailing(false)}
          onFail={(failure) => runAction(() => complete({ action: 'fail', error: failure }))}
        />
      )}
    </li>
  );
}

function OperationText({ operation, operations, now }: Pick<RowProps, 'operation' | 'operations' | 'now'>) {
  const { path, target, status, error } = operation;
  const title = getTitle(operation);
  const awaited = operations.filter((other) => operation.waitsFor.includes(other.path));
  return (
    <div class="operation-text">
      <p class="truncate">
        <Badge kind={error ? 'bad' : status === 'DONE' ? 'good' : 'info'}>{error ? 'FAILED' : status}</Badge>{' '}
        <a class="mono" href={toHash('operations', [], { path })} title={path}>
          {title}
        </a>
      </p>
      <p class="truncate hint">
        {target !== undefined && (
          <a class="mono" href={toHash('resources', [], { path: target })} title={target}>
            {target.split('/').slice(-1)}
          </a>
        )}{' '}
        {describeTimes(operation, now)}
        {awaited.map((other) => (
          <span key={other.path}>
            {' '}
            · waits for <a href={toHash('operations', [], { path: other.path })}>{describeAwaited(other)}</a>
          </span>
        ))}
        {error && (
          <span class="error" title={error.message}>
            {' '}
            · {error.code} {error.message}
          </span>
        )}
      </p>
    </div>
  );
}

const describeAwaited = (operation: OperationSummary): string =>
  `${getTitle(operation).split('.').at(-1)} of ${operation.started === undefined ? operation.path : formatTimeOfDay(operation.started).slice(0, 8)}`;

/** `40%, ends in 1 m 30 s`, or `ended 09:01:30.000 after 1 m 30 s`. */
function describeTimes({ started, ends, status, progress }: OperationSummary, now: number): string {
  if (status !== 'DONE') return `${progress}%${ends === undefined ? '' : `, ends in ${formatSpan(Math.max(0, Date.parse(ends) - now))}`}`;
  if (ends === undefined) return started === undefined ? '' : `started ${formatTimeOfDay(started)}`;
  const duration = started === undefined ? 0 : Date.parse(ends) - Date.parse(started);
  return `ended ${formatTimeOfDay(ends)}${duration > 0 ? ` after ${formatSpan(duration)}` : ''}`;
}

interface FailDialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly onFail: (error: { readonly code: string; readonly message: string }) => Promise<boolean>;
}

function FailDialog({ title, onClose, onFail }: FailDialogProps) {
  const [code, setCode] = useState('INTERNAL_ERROR');
  const [message, setMessage] = useState('The operation failed.');
  const fail = async (): Promise<void> => {
    if (await onFail({ code, message })) onClose();
  };
  return (
    <Dialog title={`Fail ${title}`} onClose={onClose}>
      <Form onSubmit={fail}>
        <TextField label="Code" value={code} onInput={setCode} />
        <TextField label="Message" value={message} onInput={setMessage} />
        <p class="hint">The operation completes with this error. What it has created is removed.</p>
        <Button type="submit" kind="danger" disabled={code === ''}>
          Fail operation
        </Button>
      </Form>
    </Dialog>
  );
}
