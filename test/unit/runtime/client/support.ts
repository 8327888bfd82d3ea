/** A scripted fetch, clocks that tests move, and a small API to call. */
import type { ApiDescriptor, MethodDescriptor } from '../../../../templates/runtime/descriptor.js';
import { createTransport } from '../../../../templates/runtime/client/index.js';
import type { ClientOptions, Clock, FetchInit, FetchResponse, Transport } from '../../../../templates/runtime/client/index.js';

/** Parameters of any call. */
export type Values = Record<string, unknown>;

export const api: ApiDescriptor = { name: 'dns', version: 'v1' };

export const getZone: MethodDescriptor = {
  id: 'dns.managedZones.get',
  httpMethod: 'GET',
  path: 'dns/v1/projects/{project}/managedZones/{managedZone}',
  query: { clientOperationId: 0, view: 1 },
  scopes: ['dns.readonly'],
};
export const createZone: MethodDescriptor = {
  id: 'dns.managedZones.create',
  httpMethod: 'POST',
  path: 'dns/v1/projects/{project}/managedZones',
  body: 2,
};
export const deleteZone: MethodDescriptor = { ...getZone, id: 'dns.managedZones.delete', httpMethod: 'DELETE' };
export const zone = { project: 'p', managedZone: 'z' };

/** A scripted response: a body (200), a whole response, or an error of fetch. */
export type Answer =
  | { status?: number; headers?: Record<string, string>; body?: unknown }
  | Error
  | ((init: FetchInit) => Promise<FetchResponse>);

export interface Sent extends FetchInit {
  url: string;
}

export interface Script {
  readonly sent: Sent[];
  readonly fetch: (url: string, init: FetchInit) => Promise<FetchResponse>;
}

/** Uses the responses in turn and repeats the last. */
export function script(...answers: Answer[]): Script {
  const sent: Sent[] = [];
  const fetch = async (url: string, init: FetchInit): Promise<FetchResponse> => {
    sent.push({ ...init, url });
    const answer = answers[Math.min(sent.length, answers.length) - 1] ?? {};
    if (answer instanceof Error) throw answer;
    if (typeof answer === 'function') return answer(init);
    const text = typeof answer.body === 'string' ? answer.body : answer.body === undefined ? '' : JSON.stringify(answer.body);
    return {
      status: answer.status ?? 200,
      headers: new Headers({ 'content-type': 'application/json', ...answer.headers }),
      text: () => Promise.resolve(text),
    };
  };
  return { sent, fetch };
}

export const unavailable: Answer = { status: 503, body: { error: { code: 503, message: 'later', errors: [{ reason: 'backendError' }] } } };

/** Never responds; rejects when aborted, like fetch. */
export function stall({ signal }: FetchInit): Promise<FetchResponse> {
  return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('the platform says: aborted'))));
}

export interface InstantClock extends Clock {
  /** The delays in milliseconds. */
  readonly waits: number[];
}

/** Every delay ends at once and advances the time. */
export function instantClock(start = 0): InstantClock {
  const waits: number[] = [];
  let time = start;
  return {
    waits,
    now: () => time,
    setTimeout(callback, milliseconds) {
      waits.push(milliseconds);
      time += milliseconds;
      queueMicrotask(callback);
      return undefined;
    },
    clearTimeout: () => undefined,
  };
}

export interface ManualClock extends Clock {
  /** Advances the time, fires due timers in order, and lets promises settle. */
  advance(milliseconds: number): Promise<void>;
  readonly pending: () => number;
}

export function manualClock(): ManualClock {
  const timers = new Map<number, { at: number; callback: () => void }>();
  let time = 0;
  let next = 0;
  const due = (until: number): [number, { at: number; callback: () => void }] | undefined =>
    [...timers].filter(([, { at }]) => at <= until).sort(([, a], [, b]) => a.at - b.at)[0];
  return {
    now: () => time,
    pending: () => timers.size,
    setTimeout(callback, milliseconds) {
      timers.set((next += 1), { at: time + milliseconds, callback });
      return next;
    },
    clearTimeout: (handle) => void timers.delete(handle as number),
    async advance(milliseconds) {
      const until = time + milliseconds;
      await flushMicrotasks();
      for (let timer = due(until); timer; timer = due(until)) {
        timers.delete(timer[0]);
        time = timer[1].at;
        timer[1].callback();
        await flushMicrotasks();
      }
      time = until;
    },
  };
}

/** Lets pending promises settle. */
export function flushMicrotasks(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

export function connect(fetch: Script['fetch'], options: Omit<ClientOptions, 'fetch'> = {}): Transport {
  return createTransport(api, { rootUrl: 'http://service.test/', random: () => 0.5, clock: instantClock(), ...options, fetch });
}

/** Returns the error of a promise or function. */
export async function catchError<Kind extends Error>(
  kind: new (...args: never[]) => Kind,
  work: PromiseLike<unknown> | (() => unknown),
): Promise<Kind> {
  try {
    await (typeof work === 'function' ? work() : work);
  } catch (error) {
    if (error instanceof kind) return error;
    throw error;
  }
  throw new Error(`expected ${kind.name}, received a result`);
}
