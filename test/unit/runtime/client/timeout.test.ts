import { getEventListeners } from 'node:events';
import { describe, expect, test, vi } from 'vitest';
import { ApiError, defineMethod, ParameterError, TimeoutError } from '../../../../runtime/client/index.js';
import type { ClientOptions, FetchResponse, Timeout } from '../../../../runtime/client/index.js';
import { connect, catchError, getZone, manualClock, script, flushMicrotasks, stall, unavailable, zone } from './support.js';
import type { Values } from './support.js';

const get = defineMethod<Values, unknown>(getZone);
const neverResolve = <Value>(): Promise<Value> => new Promise(() => undefined);
/** Returns a response whose body never ends, even after an abort. */
const respondWithoutEnd = async (): Promise<FetchResponse> => ({ status: 200, headers: new Headers(), text: () => neverResolve() });
const retryLater = { status: 503, headers: { 'Retry-After': '30' } };

describe('a timeout', () => {
  test.each<[string, Parameters<typeof script>[0], ClientOptions, number]>([
    ['no response', stall, {}, 1],
    ['a response that does not end', respondWithoutEnd, {}, 1],
    ['a fetch that ignores signals', () => neverResolve(), {}, 1],
    ['credentials that never resolve', {}, { auth: () => neverResolve<string>() }, 0],
    ['a wait before the next attempt', retryLater, {}, 1],
    ['a retry policy that never resolves', unavailable, { retry: () => neverResolve<boolean>() }, 1],
  ])('ends a call with %s', async (_, response, options, count) => {
    const clock = manualClock();
    const { fetch, sent } = script(response);
    const error = catchError(TimeoutError, get(connect(fetch, { clock, timeout: 1000, ...options }), zone));
    await clock.advance(1000);
    expect(await error).toMatchObject({ milliseconds: 1000, methodId: 'dns.managedZones.get' });
    expect(sent).toHaveLength(count);
    expect(clock.pending()).toBe(0);
  });

  test('of a call has the last error as its cause', async () => {
    const clock = manualClock();
    const error = catchError(TimeoutError, get(connect(script(retryLater).fetch, { clock, timeout: 1000 }), zone));
    await clock.advance(1000);
    expect((await error).cause).toBeInstanceOf(ApiError);
  });

  test('of an attempt leads to a retry', async () => {
    const clock = manualClock();
    const { fetch, sent } = script(stall, stall, { body: { a: 1 } });
    const result = get(connect(fetch, { clock, timeout: { attempt: 100 } }), zone);
    await clock.advance(100 + 250 + 100 + 500);
    expect(await result).toEqual({ a: 1 });
    expect(sent).toHaveLength(3);
    expect(clock.pending()).toBe(0);
  });

  test('of each attempt rejects the call after the last attempt', async () => {
    const clock = manualClock();
    const { fetch, sent } = script(stall);
    const error = catchError(TimeoutError, get(connect(fetch, { clock, timeout: { attempt: 100, total: 10_000 } }), zone));
    await clock.advance(5000);
    expect(await error).toMatchObject({ milliseconds: 100 });
    expect(sent).toHaveLength(3);
  });

  test('of the call overrides that of the client', async () => {
    const clock = manualClock();
    const error = catchError(TimeoutError, get(connect(script(stall).fetch, { clock, timeout: 1 }), zone, { timeout: 50 }));
    await clock.advance(50);
    expect(await error).toMatchObject({ milliseconds: 50 });
  });

  test.each<Timeout>([0, -1, NaN, { attempt: 0 }, null as unknown as Timeout, { total: null as unknown as number }])(
    'of %o is rejected',
    async (timeout) => {
      expect(await catchError(ParameterError, get(connect(script({}).fetch, { timeout }), zone))).toMatchObject({ parameter: 'timeout' });
    },
  );

  test('clears its platform timer', async () => {
    vi.useFakeTimers();
    await get(connect(script({}).fetch, { clock: undefined, timeout: 1000 }), zone);
    const timerCount = vi.getTimerCount();
    vi.useRealTimers();
    expect(timerCount).toBe(0);
  });

  test('that exceeds the maximum of a timer is ignored', async () => {
    const clock = manualClock();
    const { fetch, sent } = script({ body: { a: 1 } });
    expect(await get(connect(fetch, { clock, timeout: 2 ** 31 }), zone)).toEqual({ a: 1 });
    expect(sent[0]?.signal).toBeUndefined();
  });
});

describe('an aborted call', () => {
  const reason = new Error('the user left');

  test('rejects with the reason and sends nothing if the signal is already aborted', async () => {
    const { fetch, sent } = script({});
    await expect(get(connect(fetch), zone, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(sent).toEqual([]);
  });

  test.each([
    ['no response', stall],
    ['an endless response', respondWithoutEnd],
    ['a wait', retryLater],
  ])('rejects with the reason during %s', async (_, response) => {
    const clock = manualClock();
    const controller = new AbortController();
    const { fetch, sent } = script(response);
    const call = get(connect(fetch, { clock, timeout: 60_000 }), zone, { signal: controller.signal });
    await flushMicrotasks();
    controller.abort(reason);
    await expect(call).rejects.toBe(reason);
    expect(sent).toHaveLength(1);
    expect(clock.pending()).toBe(0);
  });

  test.each([
    ['an attempt', false],
    ['the retry decision', true],
  ])('during %s makes no further retry decision and calls no retry hook', async (_, abortsInPolicy) => {
    const controller = new AbortController();
    const events: string[] = [];
    const retry = (): boolean => {
      events.push('decision');
      controller.abort(reason);
      return true;
    };
    const fail = async (): Promise<never> => {
      if (!abortsInPolicy) controller.abort(reason);
      throw new TypeError('fetch failed');
    };
    const client = connect(script(fail).fetch, { retry, onRetry: () => void events.push('retry') });
    await expect(get(client, zone, { signal: controller.signal })).rejects.toBe(reason);
    await flushMicrotasks();
    expect(events).toEqual(abortsInPolicy ? ['decision'] : []);
  });

  test('aborts its fetch', async () => {
    const controller = new AbortController();
    const { fetch, sent } = script(stall);
    const call = get(connect(fetch, { clock: manualClock(), timeout: { attempt: 100 } }), zone, { signal: controller.signal });
    await flushMicrotasks();
    controller.abort(reason);
    await expect(call).rejects.toBe(reason);
    expect(sent[0]?.signal).toMatchObject({ aborted: true, reason });
  });

  test('rejects with an AbortError without a reason', async () => {
    await expect(get(connect(script({}).fetch), zone, { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' });
  });
});

test('removes its listeners from the signal, however the call ends', async () => {
  const { signal } = new AbortController();
  const { fetch, sent } = script({}, { status: 404 }, unavailable);
  const transport = connect(fetch, { timeout: { attempt: 2 ** 30 }, clock: manualClock() });
  for (let count = 0; count < 3; count += 1) await get(transport, zone, { signal, retry: false }).catch(() => undefined);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
  for (const { signal: requestSignal } of sent) expect(requestSignal && getEventListeners(requestSignal, 'abort')).toEqual([]);
});
