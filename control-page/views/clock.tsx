/** The view `clock`: the time of the mock, how to change it, and the scheduled changes. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ClockStatus, OperationList } from '../../mock/types/control.js';
import { Button, Form, TextField } from '../components/controls.js';
import { Badge, Empty, Panel, Problem, Table } from '../components/display.js';
import { runAction } from '../components/toast.js';
import { formatSeconds, formatSpan } from '../lib/format.js';
import { clock, sequence } from '../lib/live.js';
import { toHash } from '../lib/location.js';
import { sendControl } from '../lib/requests.js';
import { useControl } from '../lib/use-load.js';
import { useMockTime } from '../lib/use-mock-time.js';

type ClockRequest = Readonly<{ advance: string } | { set: string } | { freeze: boolean } | { next: true }>;

/** Changes the clock and shows an error. Resolves to whether it succeeded. */
const change = (body: ClockRequest): Promise<boolean> => runAction(() => sendControl('POST', 'clock', { body }));

/** The response of the mock is not awaited for the display: the live stream has the new time. */
export function Clock() {
  return (
    <div class="clock-panels">
      <CurrentTime />
      <ScheduledChanges />
    </div>
  );
}

const durations = ['1s', '30s', '1m', '1h', '1d'];
const isDuration = (text: string): boolean => /^\d+(?:\.\d+)?(?:ms|s|m|h|d)?$/.test(text);

function CurrentTime() {
  const now = useMockTime();
  const frozen = clock.value?.frozen === true;
  const [advance, setAdvance] = useState('90s');
  const [time, setTime] = useState<string>();
  if (now === undefined) return null;
  const setValue = time ?? `${new Date(now).toISOString().slice(0, 19)}Z`;
  const isTime = /^\d{4}-.*\d(?:Z|[+-]\d\d:\d\d)$/i.test(setValue) && !Number.isNaN(Date.parse(setValue));
  const set = async (): Promise<void> => {
    if (isTime && (await change({ set: setValue }))) setTime(undefined);
  };
  return (
    <Panel title="Clock of the mock">
      <p class="clock-now">
        <time dateTime={new Date(now).toISOString()}>{formatSeconds(now)}</time> <span class="muted">UTC</span>{' '}
        <Badge kind={frozen ? 'info' : 'good'}>{frozen ? 'frozen' : 'running'}</Badge>
      </p>
      <div class="clock-controls">
        <Button kind="primary" onClick={() => void change({ freeze: !frozen })}>
          {frozen ? 'Start' : 'Freeze'}
        </Button>
        <p class="hint">
          {frozen ? 'The time changes only as you change it here or in a test.' : 'The clock runs at the speed of real time.'}
        </p>
      </div>
      <h3 id="clock-advance">Advance</h3>
      <div class="clock-controls" role="group" aria-labelledby="clock-advance">
        {durations.map((duration) => (
          <Button key={duration} onClick={() => void change({ advance: duration })}>
            +{duration}
          </Button>
        ))}
      </div>
      <Form class="clock-form" onSubmit={() => isDuration(advance) && change({ advance })}>
        <TextField
          label="Duration"
          value={advance}
          onInput={setAdvance}
          error={isDuration(advance) ? undefined : 'Expected a duration such as 500ms, 90s, 5m, 2h, or 14d.'}
        />
        <Button type="submit">Advance</Button>
      </Form>
      <h3>Set</h3>
      <Form class="clock-form" onSubmit={set}>
        <TextField
          label="Time (RFC 3339)"
          value={setValue}
          onInput={setTime}
          error={isTime ? undefined : 'Expected a time such as 2026-01-31T12:00:00Z.'}
        />
        <Button type="submit">Set</Button>
      </Form>
    </Panel>
  );
}

interface ScheduledChange {
  readonly key: string;
  readonly at: string;
  readonly text: string;
  readonly href?: string;
}

function ScheduledChanges() {
  const dependencies = [sequence.value, clock.value];
  const status = useControl<ClockStatus>('clock', dependencies);
  const operations = useControl<OperationList>('operations', dependencies);
  const now = useMockTime() ?? 0;
  const reload = (): void => (status.reload(), operations.reload());
  useReloadWhenDue(status.data?.next, reload);
  const error = status.error ?? operations.error;
  const changes = listChanges(status.data, operations.data);
  return (
    <Panel
      title="Scheduled changes"
      actions={
        <Button kind="primary" disabled={status.data?.next === undefined} onClick={() => void change({ next: true })}>
          Advance to the next change
        </Button>
      }
    >
      {error && <Problem error={error} onRetry={reload} />}
      {changes.length === 0 ? (
        <Empty title="Nothing is scheduled">Pending operations and other changes that depend on the clock appear here.</Empty>
      ) : (
        <Table
          label="Scheduled changes"
          rows={changes}
          getKey={({ key }) => key}
          columns={[
            { title: 'Time', render: ({ at }) => <time dateTime={at}>{formatSeconds(Date.parse(at))}</time> },
            { title: 'In', isNumber: true, render: ({ at }) => formatSpan(Math.max(0, Date.parse(at) - now)) },
            { title: 'Change', render: ({ text, href }) => (href === undefined ? text : <a href={href}>{text}</a>) },
            {
              title: 'Actions',
              isTitleHidden: true,
              render: ({ at }) => (
                <Button title={`Set the clock to ${at}`} onClick={() => void change({ set: at })}>
                  Set clock
                </Button>
              ),
            },
          ]}
        />
      )}
    </Panel>
  );
}

/** The completions of pending operations, and the next scheduled change if it is none of them. */
function listChanges(status: ClockStatus | undefined, list: OperationList | undefined): readonly ScheduledChange[] {
  const completions = (list?.operations ?? []).flatMap(({ path, methodId, isPending, ends }) =>
    isPending && ends !== undefined
      ? [{ key: path, at: ends, text: `${methodId ?? path.split('/').at(-1)} completes`, href: toHash('operations', [], { path }) }]
      : [],
  );
  const next = status?.next;
  const isKnown = next === undefined || completions.some(({ at }) => Date.parse(at) === Date.parse(next));
  const changes: readonly ScheduledChange[] = isKnown
    ? completions
    : [{ key: '', at: next, text: 'A resource or an operation changes' }, ...completions];
  return [...changes].sort((a, b) => Date.parse(a.at) - Date.parse(b.at)).slice(0, 100);
}

/** Calls `reload` soon after the running clock reaches a time. */
function useReloadWhenDue(at: string | undefined, reload: () => void): void {
  const now = useMockTime();
  const reloaded = useRef<string>(undefined);
  const isDue = at !== undefined && now !== undefined && now >= Date.parse(at);
  useEffect(() => {
    if (!isDue || reloaded.current === at) return;
    reloaded.current = at;
    reload();
  }, [isDue, at]);
}
