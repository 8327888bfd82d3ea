/** Test doubles for the client: a scripted fetch, clocks that tests control, and a small API. */
import type { ApiDescriptor, MethodDescriptor } from '../../../../runtime/descriptor.js';
import { createTransport } from '../../../../runtime/client/index.js';
import type { ClientOptions, Clock, FetchInit, FetchResponse, Transport } from '../../../../runtime/client/index.js';

export type Values = Record<string, unknown>;

export const api: ApiDescriptor = { name: 'dns', version: 'v1' };

export const getZone: MethodDescriptor = {
  id: 'dns.managedZones.get',
  httpMethod: 'GET',
  path: 'dns/v1/projects/{project}/managedZones/{managedZone}',
  parameters: { clientOperationId: {}, view: { repeated: true } },
  scopes: ['dns.readonly'],
};
export const createZone: MethodDescriptor = {
  id: 'dns.managedZones.create',
  httpMethod: 'POST',
  path: 'dns/v1/projects/{project}/managedZones',
  body: 'required',
};
export const deleteZone: MethodDescriptor = { ...getZone, id: 'dns.managedZones.delete', httpMethod: 'DELETE' };
export const zone = { project: 'p', managedZone: 'z' };

/** A scripted response: status, headers, and body; an error of fetch; or a function that responds. */
export type ScriptedResponse =
  | { status?: number; headers?: Record<string, string>; body?: unknown }
  | Error
  | ((init: FetchInit) => Promise<FetchResponse>);

export interface SentRequest extends FetchInit {
  url: string;
}

export interface Script {
  readonly sent: SentRequest[];
  readonly fetch: (url: string, init: FetchInit) => Promise<FetchResponse>;
}

/** Creates a fetch function that returns the responses in turn and repeats the last one. */
export function script(...responses: ScriptedResponse[]): Script {
  const sent: SentRequest[] = [];
  const fetch = async (url: string, init: FetchInit): Promise<FetchResponse> => {
    sent.push({ ...init, url });
    const response = responses[Math.min(sent.length, responses.length) - 1] ?? {};
    if (response instanceof Error) throw response;
    if (typeof response === 'function') return response(init);
    const text = typeof response.body === 'string' ? response.body : response.body === undefined ? '' : JSON.stringify(response.body);
    return {
      status: response.status ?? 200,
      headers: new Headers({ 'content-type': 'application/json', ...response.headers }),
      text: () => Promise.resolve(text),
    };
  };
  return { sent, fetch };
}

export const unavailable: ScriptedResponse = {
  status: 503,
  body: { error: { code: 503, message: 'later', errors: [{ reason: 'backendError' }] } },
};

/** Never responds. Rejects when it is aborted, like fetch. */
export function stall({ signal }: FetchInit): Promise<FetchResponse> {
  return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('the platform says: aborted'))));
}

export interface InstantClock extends Clock {
  /** The delays in milliseconds. */
  readonly waits: number[];
}

/** Creates a clock on which every delay ends at once and advances the time. */
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

/** Waits until pending promises are settled. */
export function flushMicrotasks(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

export function connect(fetch: Script['fetch'], options: Omit<ClientOptions, 'fetch'> = {}): Transport {
  return createTransport(api, { rootUrl: 'http://service.test/', random: () => 0.5, clock: instantClock(), ...options, fetch });
}

/** Returns the error of a rejected promise or a throwing function. */
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
