/** The versions of a resource: what changed, and the user and the request that changed it. */
import { useState } from 'preact/hooks';
import type { ChangeCause, ControlCause, ResourceVersion } from '../../mock/types/control.js';
import { Badge, Empty, Fact } from '../components/display.js';
import { JsonDiff, JsonView } from '../components/json.js';
import { toHash } from '../lib/location.js';

export function History({ versions }: { readonly versions: readonly ResourceVersion[] }) {
  if (versions.length === 0) return <Empty title="No versions">No state that the mock keeps contains this resource.</Empty>;
  return (
    <ol class="versions" aria-label="Versions, newest first">
      {versions.map((version, index) => (
        <Version key={version.sequence} version={version} before={versions[index + 1]} isOpenAtFirst={index === 0} />
      ))}
    </ol>
  );
}

interface VersionProps {
  readonly version: ResourceVersion;
  readonly before: ResourceVersion | undefined;
  readonly isOpenAtFirst: boolean;
}

function Version({ version: { sequence, time, body, cause }, before, isOpenAtFirst }: VersionProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const label = `Version ${sequence}`;
  const kind = body === null ? 'Deleted' : before?.body ? 'Changed' : cause ? 'Created' : 'Oldest kept';
  return (
    <li>
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <span class="mono" title="Sequence number of the state">
            {sequence}
          </span>{' '}
          <Badge kind={kinds[kind]}>{kind}</Badge> <span class="mono">{cause?.methodId ?? (cause ? describeControl(cause) : '')}</span>
          <span class="when">{time !== undefined && <time dateTime={time}>{time.replace('T', ' ').replace(/(\.\d+)?Z$/, '')}</time>}</span>
        </summary>
        {isOpen && (
          <>
            <Cause cause={cause} />
            {cause || before ? (
              <JsonDiff before={before?.body ?? undefined} after={body ?? undefined} label={`Changes of ${label.toLowerCase()}`} />
            ) : (
              <JsonView value={body} label={label} />
            )}
          </>
        )}
      </details>
    </li>
  );
}

const kinds = { Deleted: 'bad', Changed: 'info', Created: 'good', 'Oldest kept': 'plain' } as const;

const controlTexts: Readonly<Record<ControlCause, string>> = {
  start: 'initial state',
  seed: 'seed merged',
  state: 'state replaced',
  reset: 'session reset',
  clock: 'clock changed',
  faults: 'faults changed',
  settings: 'settings changed',
  rewind: 'session rewound',
  fork: 'session forked',
  operation: 'operation finished or failed by hand',
};

const describeControl = ({ control, scheduled }: ChangeCause): string =>
  control === undefined ? (scheduled ? 'scheduled change' : '') : controlTexts[control];

function Cause({ cause }: { readonly cause: ChangeCause | undefined }) {
  if (!cause) return <p class="hint">The oldest version that the mock keeps. Its origin isn’t known.</p>;
  const { method, path, user, requestIndex, operations = [], scheduled } = cause;
  const request = [method, path].filter(Boolean).join(' ');
  return (
    <dl class="facts">
      {user !== undefined && <Fact title="User">{user}</Fact>}
      {request !== '' && (
        <>
          <dt>Request</dt>
          <dd class="mono">{requestIndex === undefined ? request : <a href={toHash('requests', [String(requestIndex)])}>{request}</a>}</dd>
        </>
      )}
      {operations.length > 0 && (
        <>
          <dt>Operation</dt>
          {operations.map((operation) => (
            <dd key={operation} class="mono">
              <a href={toHash('operations', [], { path: operation })}>{operation}</a>
            </dd>
          ))}
        </>
      )}
      {scheduled && <Fact title="Cause">Scheduled change</Fact>}
    </dl>
  );
}
