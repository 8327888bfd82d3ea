/** The frame of all views: navigation, session, connection, and the clock. */
import type { FunctionComponent } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { NameDialog, SelectField } from './components/controls.js';
import { Fact } from './components/display.js';
import { Toasts } from './components/toast.js';
import { formatSeconds } from './lib/format.js';
import { clock, connection, sequence } from './lib/live.js';
import { defaultSession, route, session, toHash } from './lib/location.js';
import { useControl } from './lib/use-load.js';
import { useMockTime } from './lib/use-mock-time.js';
import { Clock } from './views/clock.js';
import { Faults } from './views/faults.js';
import { Operations } from './views/operations.js';
import { Overview } from './views/overview.js';
import { Requests } from './views/requests.js';
import { Resources } from './views/resources.js';
import { Snapshots } from './views/snapshots.js';

/** The views by the first part of their address, in the order of the navigation. */
const views: Readonly<Record<string, { readonly title: string; readonly view: FunctionComponent }>> = {
  overview: { title: 'Overview', view: Overview },
  resources: { title: 'Resources', view: Resources },
  operations: { title: 'Operations', view: Operations },
  requests: { title: 'Requests', view: Requests },
  clock: { title: 'Clock', view: Clock },
  faults: { title: 'Faults', view: Faults },
  snapshots: { title: 'Snapshots', view: Snapshots },
};

export function Shell() {
  const name = Object.hasOwn(views, route.value.view) ? route.value.view : 'overview';
  const { title, view: View } = views[name] as (typeof views)[string];
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    document.title = `${title} · discogen mock`;
    // Screen readers continue at the new view.
    if (!isFirst.current) main.current?.focus();
    isFirst.current = false;
  }, [name]);
  return (
    <div class="shell">
      <header class="side">
        <a class="skip" href={toHash(name)} onClick={(event) => (event.preventDefault(), main.current?.focus())}>
          Skip to the content
        </a>
        <p class="brand">
          discogen <span>mock</span>
        </p>
        <SessionSelector />
        <nav aria-label="Views">
          <ul>
            {Object.entries(views).map(([key, entry]) => (
              <li key={key}>
                <a href={toHash(key)} aria-current={key === name ? 'page' : undefined}>
                  {entry.title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <MockStatus />
      </header>
      <main ref={main} tabIndex={-1} class={`view ${name}`} aria-labelledby="view-title">
        <h1 id="view-title">{title}</h1>
        {/* Another session starts with a new view. */}
        <View key={session.value} />
      </main>
      <Toasts />
    </div>
  );
}

const connectionTexts = { connecting: 'Connecting', live: 'Live', lost: 'No connection. Trying again…' };

function MockStatus() {
  return (
    <dl class="mock-status">
      <dt>Connection</dt>
      <dd class={`connection ${connection.value}`}>
        <span role="status">{connectionTexts[connection.value]}</span>
      </dd>
      {clock.value && (
        <Fact title="Clock">
          <RunningClock /> {clock.value.frozen && 'frozen'}
        </Fact>
      )}
      {sequence.value !== undefined && <Fact title="Sequence number">{sequence.value}</Fact>}
    </dl>
  );
}

/** The mock's clock, which runs between its events. */
function RunningClock() {
  const time = useMockTime();
  return time === undefined ? null : <time>{formatSeconds(time)}</time>;
}

const newSession = '\u0000new';

function SessionSelector() {
  const [isNaming, setNaming] = useState(false);
  const { data, reload } = useControl<{ readonly sessions: readonly string[] }>('sessions', [sequence.value]);
  const names = [...new Set([defaultSession, session.value, ...(data?.sessions ?? [])])];
  const select = (name: string): void => {
    if (name === newSession) setNaming(true);
    else session.value = name;
  };
  const open = (name: string): void => {
    setNaming(false);
    session.value = name;
    reload();
  };
  return (
    <div class="session">
      <SelectField
        key={`${session.value} ${isNaming}`}
        label="Session"
        value={session.value}
        onChange={select}
        options={[...names.map((name) => [name, name] as const), [newSession, 'Other session…']]}
      />
      {isNaming && (
        <NameDialog
          title="Other session"
          label="Name"
          hint="A client selects a session with the header x-mock-session. A new session starts with the initial seed."
          action="Open"
          onSubmit={open}
          onClose={() => setNaming(false)}
        />
      )}
    </div>
  );
}
