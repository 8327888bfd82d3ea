/** The stream of server-sent events that shows what happens in a session. */
import { formatInstant } from '../../lib/instants.js';
import { attempt } from '../../lib/maybe-promise.js';
import type { Session } from '../../state/session.js';
import type { ClockEvent, ControlEvents } from '../../types/events.js';
import type { MockSnapshot } from '../../types/versions.js';
import { AdminResponse, readQuery, type AdminCall, type AdminRoute } from './admin-call.js';
import { runInAllProcesses } from './all-processes.js';

/** The minimum time between two updates, in milliseconds. */
const updateInterval = 100;
/** The time after which the stream looks for due changes, and for requests and commits of other processes, in milliseconds. */
const pollInterval = 1000;
/** The minimum time between two reads of the snapshots, which other processes change, in milliseconds. */
const snapshotInterval = 500;
/** The number of polls without an update after which the stream sends a comment. */
const pollsPerHeartbeat = 15;
/** The maximum number of requests in an event. */
const maxRequests = 100;

export const streamEvents: AdminRoute = (call) => {
  readQuery(call, ['session']);
  const { headers } = call.incoming;
  const lastId = headers['last-event-id'];
  const source = new EventSource(call, lastId !== undefined && /^\d{1,16}$/.test(lastId) ? Number(lastId) : undefined);
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const text = await source.readNext();
        if (text === undefined) controller.close();
        else controller.enqueue(new TextEncoder().encode(text));
      },
      cancel: () => source.end(),
    },
    // Nothing happens until someone reads.
    { highWaterMark: 0 },
  );
  return new AdminResponse(null, { stream, headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' } });
};

/** Creates the text of the events. Between two reads it keeps nothing but what it has sent last. */
class EventSource {
  readonly #call: AdminCall;
  readonly #session: Session;
  #unsubscribe: (() => void) | undefined;
  /** The index of the last request that was sent. */
  #lastRequest: number;
  #sequence: number | undefined;
  #clock = '';
  /** The last snapshots that were read, as JSON. */
  #snapshots: string | undefined;
  #snapshotChanges = 0;
  /** When the snapshots were read, by `performance.now()`. */
  #snapshotsReadAt = Number.NEGATIVE_INFINITY;
  #isEnded = false;
  #hasChanged = false;
  /** Ends the wait for a change. */
  #wake: () => void = () => undefined;

  /** `lastRequest`: the index of the request after which to start. Default: now. */
  constructor(call: AdminCall, lastRequest: number = getCurrentIndex(call)) {
    this.#call = call;
    this.#session = call.session;
    this.#lastRequest = lastRequest;
  }

  end(): void {
    this.#isEnded = true;
    this.#unsubscribe?.();
    this.#wake();
  }

  /** Waits for the next events. Returns `undefined` at the end. */
  async readNext(): Promise<string | undefined> {
    if (this.#unsubscribe) await waitInBackground(updateInterval);
    this.#unsubscribe ??= this.#session.activity.subscribe({ onChange: () => this.#onChange(), onEnd: () => this.end() });
    for (let polls = 0; !this.#isEnded; polls++) {
      this.#hasChanged = false;
      const text = await this.#collectEvents();
      if (text !== '') return text;
      if (polls > pollsPerHeartbeat) return ':\n\n';
      await this.#waitForChange();
    }
    return undefined;
  }

  #onChange(): void {
    this.#hasChanged = true;
    this.#wake();
  }

  /** Waits for a change, and otherwise polls after a while. */
  async #waitForChange(): Promise<void> {
    if (this.#hasChanged) return;
    const change = new Promise<void>((resolve) => (this.#wake = resolve));
    await Promise.race([change, waitInBackground(pollInterval)]);
    if (this.#hasChanged || this.#isEnded) return;
    // A store that is not available has nothing new.
    await attempt<void>(
      () => this.#session.run(() => undefined),
      () => undefined,
    );
  }

  async #collectEvents(): Promise<string> {
    const requests = await this.#collectRequests();
    const { version, controls } = this.#session;
    const events: string[] = [];
    const add = <Name extends keyof ControlEvents>(name: Name, data: ControlEvents[Name], id?: number): void => {
      events.push(`${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
    };
    const now = formatInstant(this.#session.now());
    if (requests) add('requests', requests, this.#lastRequest);
    if (version.sequence !== this.#sequence) add('state', { sequence: version.sequence, now });
    this.#sequence = version.sequence;
    const clock = JSON.stringify(controls.clock);
    const event: ClockEvent = { now, frozen: controls.clock.frozen !== undefined };
    if (clock !== this.#clock) add('clock', event);
    this.#clock = clock;
    const snapshots = await this.#collectSnapshots();
    if (snapshots) add('snapshots', snapshots);
    return events.join('');
  }

  /** Returns the snapshots if they have changed since the last time. A store that is not available has nothing new. */
  async #collectSnapshots(): Promise<ControlEvents['snapshots'] | undefined> {
    const { snapshots } = this.#session;
    const time = performance.now();
    if (snapshots.changes === this.#snapshotChanges && time - this.#snapshotsReadAt < snapshotInterval) return undefined;
    [this.#snapshotChanges, this.#snapshotsReadAt] = [snapshots.changes, time];
    const list = await attempt<readonly MockSnapshot[] | undefined>(
      () => snapshots.list(),
      () => undefined,
    );
    const text = list && JSON.stringify(list);
    if (text === undefined || text === this.#snapshots) return undefined;
    const isFirst = this.#snapshots === undefined;
    this.#snapshots = text;
    return isFirst ? undefined : { snapshots: list as readonly MockSnapshot[] };
  }

  /** Returns the requests of all processes since the last time. */
  async #collectRequests(): Promise<ControlEvents['requests'] | undefined> {
    const [after, end] = [this.#lastRequest, getCurrentIndex(this.#call)];
    this.#lastRequest = end;
    const summaries = (await runInAllProcesses('summaries', this.#call, { after, before: end + 1 })).flat();
    if (summaries.length === 0) return undefined;
    summaries.sort((one, other) => one.index - other.index);
    const omitted = Math.max(0, summaries.length - maxRequests);
    return { requests: summaries.slice(omitted), ...(omitted > 0 && { omitted }) };
  }
}

/** Returns an index that no later request of any process has. */
function getCurrentIndex({ session: { settings, journal } }: AdminCall): number {
  return settings.peers?.createIndex() ?? journal.lastIndex;
}

/** Waits without keeping the process alive. */
function waitInBackground(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const timer: unknown = setTimeout(resolve, milliseconds);
    // Browsers return a number.
    if (typeof timer === 'object') (timer as { unref?: () => void }).unref?.();
  });
}
