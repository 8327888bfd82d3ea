/** Sends the requests that service modules schedule, and passes the results to the modules. */
import type { ApiBehavior } from '../../runtime/behavior.js';
import { decodeBase64 } from '../lib/hashes.js';
import { describeFailure } from '../lib/http-result.js';
import { canDeliver } from '../lib/host.js';
import { emptyObject } from '../lib/json.js';
import { listServices } from '../catalog/services.js';
import type { Session } from '../state/session.js';
import type { State } from '../state/state.js';
import type { DeliveryCall, DeliveryResult } from '../types/services.js';
import { HandlerAccess } from './handler-access.js';
import { createHandlerRows } from './handler-rows.js';
import { createStateAccess, deliveryPrefix, limitTime, type ScheduledDelivery } from './handlers.js';

/** The longest delay of a timer. */
const maxDelay = 2 ** 31 - 1;
/** How long a request may take, in milliseconds of real time. */
const requestTimeout = 30_000;
/** How much of a response the journal can keep, in bytes. */
const maxResponse = 1024 * 1024;

interface Delivery extends ScheduledDelivery {
  readonly api: ApiBehavior;
  readonly key: string;
}

/** Sends the due requests of a session, now and after each change, until the session ends. */
export function startDeliveries(session: Session): void {
  const apis = session.catalog.apis.filter((api) => listServices(api).some(({ delivered }) => delivered !== undefined));
  if (apis.length === 0) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRunning = false;
  let isChanged = false;
  const check = (): void => {
    isChanged = true;
    if (!isRunning) void run();
  };
  const run = async (): Promise<void> => {
    isRunning = true;
    try {
      while (isChanged) {
        isChanged = false;
        // The change that caused the check may not be committed yet.
        await Promise.resolve();
        await sendDue(session, apis);
      }
    } catch (error) {
      session.settings.reportError(`deliveries: ${describeFailure(error)}`);
    } finally {
      isRunning = false;
    }
    setTimer();
  };
  const setTimer = (): void => {
    clearTimeout(timer);
    const next = Math.min(...listDeliveries(session.readVersion(), apis).map(({ at }) => at));
    if (!Number.isFinite(next) || session.controls.clock.frozen !== undefined) return;
    timer = setTimeout(check, Math.min(Math.max(0, next - session.now()), maxDelay));
    // The timer alone doesn't keep a process running.
    (timer as { unref?: () => void }).unref?.();
  };
  session.activity.subscribe({ onChange: check, onEnd: () => clearTimeout(timer) });
  check();
}

function listDeliveries(state: State, apis: readonly ApiBehavior[]): readonly Delivery[] {
  const access = new HandlerAccess('deliveries');
  return apis.flatMap((api) =>
    createHandlerRows(state, access, api.name)
      .list<ScheduledDelivery>(deliveryPrefix)
      .map(([key, delivery]) => ({ ...delivery, api, key: key.slice(deliveryPrefix.length) })),
  );
}

async function sendDue(session: Session, apis: readonly ApiBehavior[]): Promise<void> {
  const isDue = ({ at }: Delivery): boolean => at <= session.now();
  if (!listDeliveries(session.readVersion(), apis).some(isDue)) return;
  // Only one process takes each delivery.
  const due = await session.run((state) => {
    const access = new HandlerAccess('deliveries');
    const taken = listDeliveries(state, apis).filter(isDue);
    for (const { api, key } of taken) createHandlerRows(state, access, api.name).delete(deliveryPrefix + key);
    return taken;
  });
  await Promise.all(due.map((delivery) => deliver(session, delivery)));
}

async function deliver(session: Session, delivery: Delivery): Promise<void> {
  const result = await send(session, delivery);
  await session.run(async (state) => {
    for (const { delivered } of listServices(delivery.api)) {
      if (!delivered) continue;
      const access = new HandlerAccess('delivered');
      const call = { session, state, origin: 'http://localhost', at: state.controls.now(), parameters: emptyObject, user: '' };
      try {
        await limitTime(session, 'delivered', async () => delivered(createStateAccess(call, access, delivery.api) as DeliveryCall, result));
      } finally {
        access.end();
      }
    }
  });
}

/** Sends a request, and records it in the journal. Redirects aren't followed, because they could lead to another host. */
async function send(session: Session, { api, key, request }: Delivery): Promise<DeliveryResult> {
  const { method, url, headers } = request;
  const body = request.body === undefined ? undefined : decodeBase64(request.body);
  const start = session.settings.now();
  let error: string | undefined;
  let response: Response | undefined;
  let text = '';
  try {
    if (!canDeliver(url, session.settings.deliver)) throw new Error('the option deliver does not name the host');
    const signal = AbortSignal.timeout(requestTimeout);
    response = await fetch(url, { method, headers: { ...headers }, redirect: 'manual', signal, ...(body && { body }) });
    text = await readText(response);
  } catch (cause) {
    error =
      cause instanceof Error
        ? [cause.message, cause.cause instanceof Error ? cause.cause.message : ''].filter(Boolean).join(': ')
        : String(cause);
  }
  const status = response?.status ?? 0;
  session.journal.add({
    at: session.now(),
    methodId: undefined,
    method,
    path: url,
    status,
    headers,
    body,
    response: { status, headers: Object.fromEntries(response?.headers ?? []), body: text },
    note: { delivery: { api: api.name, ...(error !== undefined && { error }) } },
    durationMs: session.settings.now() - start,
    call: session.activity.startCall(),
  });
  return { key, ...(response && { status }), ...(error !== undefined && { error }) };
}

async function readText(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  if (!reader) return '';
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
    if (text.length <= maxResponse) continue;
    await reader.cancel();
    return text;
  }
}
