import { describe, expect, test, vi } from 'vitest';
import { ApiError, defineMethod, TimeoutError } from '../../../../runtime/client/index.js';
import type { AttemptSummary, ClientOptions, Hooks } from '../../../../runtime/client/index.js';
import {
  connect,
  createZone,
  catchError,
  getZone,
  instantClock,
  manualClock,
  script,
  flushMicrotasks,
  stall,
  unavailable,
  zone,
} from './support.js';
import type { Values } from './support.js';

const get = defineMethod<Values, unknown>(getZone);
const create = defineMethod<Values, unknown>(createZone);

/** Hooks that record their calls. */
function createRecorder(): { readonly calls: [hook: string, ...unknown[]][]; readonly hooks: Hooks } {
  const calls: [string, ...unknown[]][] = [];
  const hooks: Hooks = {
    onRequest: (request, attempt) => void calls.push(['request', request.method, attempt.attempt]),
    onResponse: ({ status }, attempt) => void calls.push(['response', status, attempt.attempt]),
    onRetry: ({ error, delay }, attempt) => void calls.push(['retry', (error as Error).name, delay, attempt.attempt]),
    onError: (error, attempt) => void calls.push(['error', (error as Error).name, attempt.attempt]),
  };
  return { calls, hooks };
}

describe('hooks', () => {
  test('are called for each attempt, response, retry, and error', async () => {
    const { calls, hooks } = createRecorder();
    await get(connect(script(unavailable, {}).fetch, hooks), zone);
    expect(calls).toEqual([
      ['request', 'GET', 1],
      ['response', 503, 1],
      ['retry', 'ApiError', 250, 1],
      ['request', 'GET', 2],
      ['response', 200, 2],
    ]);
  });

  test('receive the error of a call: a response, a broken connection, a timeout, an abort', async () => {
    const getLastCall = async (response: Parameters<typeof script>[0], options: ClientOptions = {}, abort?: Error): Promise<unknown> => {
      const { calls, hooks } = createRecorder();
      const clock = manualClock();
      const controller = new AbortController();
      const call = get(connect(script(response).fetch, { ...options, ...hooks, clock, retry: false }), zone, { signal: controller.signal });
      const ended = call.catch(() => undefined);
      await clock.advance(10);
      if (abort) controller.abort(abort);
      await clock.advance(10_000);
      await ended;
      return calls.at(-1);
    };
    expect(await getLastCall({ status: 404 })).toEqual(['error', 'ApiError', 1]);
    expect(await getLastCall(new TypeError('fetch failed'))).toEqual(['error', 'NetworkError', 1]);
    expect(await getLastCall(stall, { timeout: 100 })).toEqual(['error', 'TimeoutError', 1]);
    expect(await getLastCall(stall, {}, new RangeError('left'))).toEqual(['error', 'RangeError', 1]);
  });

  test('can change the request, its body and address, and can be asynchronous', async () => {
    const { fetch, sent } = script({});
    const onRequest: Hooks['onRequest'] = async (request) => {
      request.headers['x-signature'] = await Promise.resolve(`of ${request.body}`);
      request.body = '{"name":"other"}';
      request.url += '?traced=1';
    };
    await create(connect(fetch, { onRequest, auth: 't' }), { project: 'p', requestBody: { name: 'z' } });
    expect(sent[0]).toMatchObject({
      url: expect.stringMatching(/\?traced=1$/) as string,
      body: '{"name":"other"}',
      headers: { 'x-signature': 'of {"name":"z"}', authorization: 'Bearer t' },
    });
  });

  test('can replace headers and method', async () => {
    const { fetch, sent } = script({});
    const onRequest: Hooks['onRequest'] = (request) => void Object.assign(request, { method: 'QUERY', headers: { 'X-Only': '1' } });
    await get(connect(fetch, { hooks: { onRequest } }), zone);
    expect(sent[0]).toMatchObject({ method: 'QUERY', headers: { 'x-only': '1' } });
    expect(sent[0]?.headers).toEqual({ 'x-only': '1' });
  });

  test('are awaited in order', async () => {
    const calls: string[] = [];
    // The first hooks are the slowest, so that a missing await changes the order.
    const recordCall = (name: string, turns: number) => async (): Promise<void> => {
      for (let remaining = turns; remaining > 0; remaining -= 1) await flushMicrotasks();
      calls.push(name);
    };
    const hooks = { onResponse: recordCall('response', 3), onRetry: recordCall('retry', 2), onError: recordCall('error', 1) };
    const clock = { ...instantClock(), setTimeout: (callback: () => void) => (calls.push('wait'), queueMicrotask(callback)) };
    await catchError(ApiError, get(connect(script(unavailable).fetch, { hooks, clock, retry: { attempts: 2 } }), zone));
    expect(calls).toEqual(['response', 'retry', 'wait', 'response', 'error']);
  });

  test('run in the order client, then call', async () => {
    const calls: string[] = [];
    const recordCall = (name: string): Hooks => ({ onRequest: () => void calls.push(name) });
    await get(connect(script({}).fetch, { ...recordCall('own'), hooks: [recordCall('first'), recordCall('second')] }), zone);
    expect(calls).toEqual(['own', 'first', 'second']);
  });

  test('cannot change the response', async () => {
    const onResponse: Hooks['onResponse'] = (response) => void Object.assign(response, { status: 500, body: 'theirs' });
    expect(await get(connect(script({ body: 'null' }).fetch, { hooks: { onResponse } }), zone)).toEqual({});
  });

  test('receive no credentials and can set their own', async () => {
    const seen: unknown[] = [];
    const { fetch, sent } = script({});
    const client = connect(fetch, {
      auth: 'secret-token',
      hooks: [
        { onRequest: (request, attempt) => void seen.push({ ...request.headers }, attempt) },
        { onRequest: ({ headers }) => void (headers['authorization'] = 'Mine 1') },
      ],
      onResponse: (response, attempt) => void seen.push(response, attempt),
    });
    await get(client, { ...zone, key: 'secret-key' });
    expect(JSON.stringify(seen)).not.toContain('secret');
    expect(sent[0]?.headers['authorization']).toBe('Mine 1');
  });

  test('receive one loggable summary per attempt', async () => {
    const summaries: AttemptSummary[] = [];
    const recordCall = (_: unknown, summary: AttemptSummary): void => void summaries.push(summary);
    await get(connect(script(unavailable, {}).fetch, { onRequest: recordCall, onResponse: recordCall, onRetry: recordCall }), {
      ...zone,
      key: 'secret',
    });
    expect(summaries[0]).toEqual({
      methodId: 'dns.managedZones.get',
      httpMethod: 'GET',
      url: 'http://service.test/dns/v1/projects/p/managedZones/z',
      route: 'dns/v1/projects/{project}/managedZones/{managedZone}',
      attempt: 1,
    });
    expect(new Set(summaries).size).toBe(2);
  });

  test('reject the call with the error that they throw', async () => {
    const { fetch, sent } = script({});
    const veto = vi.fn((): never => {
      throw new RangeError('not today');
    });
    await expect(get(connect(fetch, { onRequest: veto }), zone)).rejects.toThrow('not today');
    expect(sent).toEqual([]);
    expect(veto).toHaveBeenCalledOnce();
  });

  test('receive a retry without delay after a 401', async () => {
    const { calls, hooks } = createRecorder();
    await get(connect(script({ status: 401 }, {}).fetch, { ...hooks, auth: () => 't' }), zone);
    expect(calls).toEqual([
      ['request', 'GET', 1],
      ['response', 401, 1],
      ['retry', 'ApiError', 0, 1],
      ['request', 'GET', 2],
      ['response', 200, 2],
    ]);
  });

  test('are limited by the timeout of the call', async () => {
    const clock = manualClock();
    const call = catchError(
      TimeoutError,
      get(connect(script({}).fetch, { clock, timeout: 50, onRequest: () => new Promise(() => undefined) }), zone),
    );
    await clock.advance(50);
    expect(await call).toBeInstanceOf(TimeoutError);
  });

  test.each([
    ['the timeout', { timeout: 50 }],
    ['the signal', {}],
  ])('that never settle after a failure are ended by %s', async (_, options) => {
    const clock = manualClock();
    const controller = new AbortController();
    let calls = 0;
    const onError = (): Promise<void> => {
      calls += 1;
      return new Promise(() => undefined);
    };
    const call = get(connect(script({ status: 404 }).fetch, { clock, onError, ...options }), zone, { signal: controller.signal });
    const ended = call.then(
      () => 'a result',
      () => 'ended',
    );
    await clock.advance(50);
    controller.abort();
    expect(await ended).toBe('ended');
    expect(calls).toBe(1);
  });

  test('receive the timeout and do not delay it if they never settle', async () => {
    const clock = manualClock();
    let calls: unknown;
    const onError = (error: unknown): Promise<void> => {
      calls = error;
      return new Promise(() => undefined);
    };
    const call = catchError(TimeoutError, get(connect(script(stall).fetch, { clock, timeout: 50, onError }), zone));
    await clock.advance(50);
    expect(await call).toBe(calls);
  });

  test('that never settle before a retry end with the timeout, which onError receives', async () => {
    const clock = manualClock();
    const calls: unknown[] = [];
    const hooks: Hooks = { onRetry: () => new Promise(() => undefined), onError: (error) => void calls.push(error) };
    const call = catchError(TimeoutError, get(connect(script(unavailable).fetch, { clock, timeout: 50, hooks }), zone));
    await clock.advance(50);
    expect(calls).toEqual([await call]);
  });

  test('receive the same error that the call throws', async () => {
    let seen: unknown;
    const client = connect(script({ status: 403 }).fetch, { onError: (error) => void (seen = error) });
    expect(await catchError(ApiError, get(client, zone))).toBe(seen);
  });
});

test.each(['the client', 'the call'])('removes a header of %s that a hook deletes and keeps the credentials', async (origin) => {
  const headers = { 'x-source': 'here' };
  const { fetch, sent } = script({});
  const onRequest: Hooks['onRequest'] = (request) => void delete request.headers['x-source'];
  const [clientOptions, callOptions] = origin === 'the call' ? [{}, { headers }] : [{ headers }, {}];
  await get(connect(fetch, { auth: 'token', onRequest, ...clientOptions }), zone, callOptions);
  expect(sent[0]?.headers).not.toHaveProperty('x-source');
  expect(sent[0]?.headers).toHaveProperty('authorization', 'Bearer token');
});
