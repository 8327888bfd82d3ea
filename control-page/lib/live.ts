/** The live events of the selected session. They open one connection, which reconnects on its own. */
import { effect, signal } from '@preact/signals';
import type { ClockEvent, ControlEvents, RequestsEvent } from '../../mock/types/events.js';
import { basePath, session } from './location.js';

/** `lost`: the mock doesn't respond; the page tries again. */
export const connection = signal<'connecting' | 'live' | 'lost'>('connecting');
/** Changes when a connection replaces a lost one: what was loaded before may be out of date. */
export const liveGeneration = signal(0);
/** The number of the last version of the state. */
export const sequence = signal<number | undefined>(undefined);
/** Changes when a snapshot was taken or deleted. */
export const snapshotGeneration = signal(0);
/** The mock's clock at the last event, and when that was by the clock of the page (`performance.now()`). */
export const clock = signal<(ClockEvent & { readonly receivedAt: number }) | undefined>(undefined);

type RequestListener = (event: RequestsEvent) => void;
const listeners = new Set<RequestListener>();

/** Calls `listener` with the requests that the mock receives, several at once. Returns a function that ends this. */
export function onRequests(listener: RequestListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** In milliseconds. */
const retryDelay = 2000;

effect(() => {
  const address = `${basePath}/__admin/events?session=${encodeURIComponent(session.value)}`;
  let source: EventSource | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let wasLost = false;
  const connect = (): void => {
    source = new EventSource(address);
    source.addEventListener('open', () => {
      connection.value = 'live';
      if (wasLost) liveGeneration.value += 1;
      wasLost = false;
    });
    source.addEventListener('error', () => {
      connection.value = 'lost';
      wasLost = true;
      // The browser reconnects unless the response was an error.
      if (source?.readyState === EventSource.CLOSED) retry = setTimeout(connect, retryDelay);
    });
    const listen = <Type extends keyof ControlEvents>(type: Type, handle: (data: ControlEvents[Type]) => void): void =>
      source?.addEventListener(type, (event: MessageEvent<string>) => handle(JSON.parse(event.data) as ControlEvents[Type]));
    listen('requests', (data) => {
      for (const listener of listeners) listener(data);
    });
    listen('state', (data) => (sequence.value = data.sequence));
    listen('snapshots', () => (snapshotGeneration.value += 1));
    listen('clock', (data) => (clock.value = { ...data, receivedAt: performance.now() }));
  };
  connection.value = 'connecting';
  sequence.value = undefined;
  clock.value = undefined;
  connect();
  return () => {
    clearTimeout(retry);
    source?.close();
  };
});
