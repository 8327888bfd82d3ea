import { getEventListeners } from 'node:events';
import { describe, expect, test } from 'vitest';
import {
  ApiError,
  createTransport,
  defineWaitForOperation,
  OperationError,
  ParameterError,
  TimeoutError,
} from '../../../../runtime/client/index.js';
import type { ApiDescriptor } from '../../../../runtime/descriptor.js';
import { connect, catchError, instantClock, manualClock, script, stall, unavailable } from './support.js';
import type { ScriptedResponse } from './support.js';

const waitForOperation = defineWaitForOperation();
const selfLink = 'https://www.service.test/compute/v1/projects/p/global/operations/op-1';
const running = { name: 'op-1', status: 'RUNNING', progress: 40, selfLink };
const done = { ...running, status: 'DONE', progress: 100 };
const failed = {
  ...done,
  httpErrorStatusCode: 403,
  httpErrorMessage: 'FORBIDDEN',
  error: { errors: [{ code: 'QUOTA_EXCEEDED', message: 'too many', location: 'SNAPSHOTS', errorDetails: [{ quotaInfo: { limit: 5 } }] }] },
};

const noTimeout = { timeout: Infinity } as const;

describe('waitForOperation', () => {
  test('polls with growing intervals until it is done', async () => {
    const clock = instantClock();
    const { fetch, sent } = script({ body: running }, { body: running }, { body: done });
    const states: string[] = [];
    const onProgress = ({ status }: { status: string }): void => void states.push(status);
    const result = await waitForOperation(connect(fetch, { clock }), running, {
      interval: 100,
      maxInterval: 150,
      timeout: Infinity,
      onProgress,
    });
    expect(result).toEqual(done);
    expect(states).toEqual(['RUNNING', 'RUNNING', 'DONE']);
    expect(clock.waits).toEqual([100, 150, 150]);
    expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual(
      Array(3).fill('GET http://service.test/compute/v1/projects/p/global/operations/op-1'),
    );
  });

  test('waits 250 ms at first, and 1.5 times as long each time up to 10 s', async () => {
    const clock = instantClock();
    const { fetch } = script(...Array.from({ length: 11 }, () => ({ body: running })), { body: done });
    await waitForOperation(connect(fetch, { clock }), running, noTimeout);
    expect(clock.waits).toEqual([...Array.from({ length: 10 }, (_, at) => 250 * 1.5 ** at), 10_000, 10_000]);
  });

  test.each([done, { status: 'done', id: 'dns' }, { name: 'operations/x', done: true, response: {} }])(
    'sends nothing for a finished operation: %o',
    async (operation) => {
      const { fetch, sent } = script({});
      expect(await waitForOperation(connect(fetch), operation)).toBe(operation);
      expect(sent).toEqual([]);
    },
  );

  test.each([
    ['http://h/', 'http://evil.test/a/op', 'http://h/a/op'],
    ['http://h/', '//evil.test/a/op', 'http://h/a/op'],
    ['http://h/', 'http://evil.test//other.test/op', 'http://h/other.test/op'],
    ['http://h/', 'http://u:p@evil.test/a/op?key=k#f', 'http://h/a/op'],
    ['http://h/', '/a/op', 'http://h/a/op'],
    ['http://h/', 'a/../../op', 'http://h/op'],
    ['http://h/prefix/', 'http://evil.test/a/op', 'http://h/prefix/a/op'],
    ['http://h/prefix/', 'http://h/prefix/a/op', 'http://h/prefix/a/op'],
    ['http://h/', 'http://x/a/%2e%2E/o{p}', 'http://h/o%7Bp%7D'],
  ])('resolves at %s the selfLink %s as %s', async (rootUrl, link, url) => {
    const { fetch, sent } = script({ body: done });
    const transport = createTransport({ name: 'compute', version: 'v1' }, { rootUrl, fetch, clock: instantClock(), auth: 't' });
    await waitForOperation(transport, { ...running, selfLink: link }, { timeout: Infinity });
    expect(new URL(sent[0]?.url ?? '').href).toBe(url);
  });

  test('polls a long-running operation by its name', async () => {
    const { fetch, sent } = script({ body: { name: 'operations/a b', done: true, response: { x: 1 } } });
    const longrunning: ApiDescriptor = { name: 'run', version: 'v2' };
    const transport = createTransport(longrunning, { rootUrl: 'http://h/', fetch, clock: instantClock() });
    expect(await waitForOperation(transport, { name: 'operations/a b' }, { timeout: Infinity })).toMatchObject({ response: { x: 1 } });
    expect(sent[0]?.url).toBe('http://h/v2/operations/a%20b');
  });

  test.each([
    ['storage/v1/', 'http://h/storage/v1/operations/a'],
    ['run/', 'http://h/run/v1/operations/a'],
    ['runv1/', 'http://h/runv1/v1/operations/a'],
  ])('adds the service path %s unless it has the version', async (servicePath, url) => {
    const { fetch, sent } = script({ body: { done: true } });
    const transport = createTransport({ name: 'run', version: 'v1', servicePath }, { rootUrl: 'http://h/', fetch, clock: instantClock() });
    await waitForOperation(transport, { name: 'operations/a' }, { timeout: Infinity });
    expect(sent[0]?.url).toBe(url);
  });

  test.each([
    { status: 'RUNNING' },
    { name: 'op-1' },
    { name: 'op-1', zone: 'z' },
    { name: '..', zone: 'compute/v1/projects/p/zones/z' },
    { name: 'a/b', region: 'compute/v1/projects/p/regions/r' },
    { name: 'operations/../x' },
    { name: 'op-1', done: 'true' },
    { selfLink: 'http://[' },
  ])('rejects %o, which cannot be polled', async (operation) => {
    const { fetch, sent } = script({});
    expect(await catchError(ParameterError, waitForOperation(connect(fetch), operation, { timeout: Infinity }))).toMatchObject({
      parameter: 'operation',
    });
    expect(sent).toEqual([]);
  });
});

describe('a failed operation', () => {
  test.each([
    ['discovered by polling', running],
    ['already finished', failed],
  ])('rejects with an OperationError (%s)', async (_, operation) => {
    const error = await catchError(
      OperationError,
      waitForOperation(connect(script({ body: failed }).fetch), operation as object, { timeout: Infinity }),
    );
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 403,
      reason: 'QUOTA_EXCEEDED',
      message: 'too many',
      errors: failed.error.errors,
      details: [{ quotaInfo: { limit: 5 } }],
      operation: failed,
    });
  });

  test('has the message and details of a long-running operation', async () => {
    const operation = { name: 'operations/1', done: true, error: { code: 5, message: 'gone', details: [{ reason: 'MISSING' }] } };
    const error = await catchError(OperationError, waitForOperation(connect(script({}).fetch), operation));
    expect(error).toMatchObject({ message: 'gone', reason: 'missing', details: [{ reason: 'MISSING' }], operation });
  });

  test.each<[object, object]>([
    [
      { code: 8, message: 'full' },
      { codes: ['RESOURCE_EXHAUSTED'], reason: 'RESOURCE_EXHAUSTED', status: 429 },
    ],
    [
      { code: 10, message: 'lost', details: [{ reason: 'race' }] },
      { codes: ['ABORTED'], reason: 'race', status: 409 },
    ],
    [
      { code: 404, message: 'gone' },
      { codes: [], reason: '', status: 404 },
    ],
    [
      { code: 'odd', message: 'odd' },
      { codes: [], reason: '', status: 200 },
    ],
  ])('of a long-running operation with error %j has %j', async (operationError, expected) => {
    const operation = { name: 'operations/1', done: true, error: operationError };
    expect(await catchError(OperationError, waitForOperation(connect(script({}).fetch), operation))).toMatchObject(expected);
  });

  test('can be identified by its HTTP status alone', async () => {
    const operation = { ...done, httpErrorStatusCode: 409, httpErrorMessage: 'CONFLICT' };
    const error = await catchError(OperationError, waitForOperation(connect(script({}).fetch), operation));
    expect(error).toMatchObject({ status: 409, message: 'CONFLICT', codes: [], operation });
    expect(await waitForOperation(connect(script({}).fetch), { ...done, httpErrorStatusCode: 200 })).toMatchObject({ name: 'op-1' });
  });

  test('accepts an incomplete error list', async () => {
    const operation = { ...done, error: { errors: [null, { code: 'GONE', errorDetails: [1] }] } };
    const error = await catchError(OperationError, waitForOperation(connect(script({}).fetch), operation));
    expect(error).toMatchObject({ codes: ['GONE'], details: [1] });
  });

  test('uses the HTTP message if the error has none', async () => {
    const operation = { ...done, httpErrorMessage: 'FORBIDDEN', error: { errors: [{ code: 'X' }] } };
    expect((await catchError(OperationError, waitForOperation(connect(script({}).fetch), operation))).message).toBe('FORBIDDEN');
  });

  test('with a null error is successful', async () => {
    const operation = { ...done, error: null };
    expect(await waitForOperation(connect(script({}).fetch), operation)).toBe(operation);
  });

  test('uses a default message if there is no other', async () => {
    const operation = { ...done, error: { errors: [] } };
    const error = await catchError(OperationError, waitForOperation(connect(script({}).fetch), operation));
    expect(error.message).toBe('dns.waitForOperation: operation op-1 (last state DONE, 100 %) failed');
  });
});

describe('a wait ends', () => {
  test.each<[string, ScriptedResponse, number, number]>([
    ['at once on 403', { status: 403 }, 403, 1],
    ['at once on 404', { status: 404 }, 404, 1],
    ['after retries on 503', unavailable, 503, 3],
  ])('%s', async (_, response, status, count) => {
    const { fetch, sent } = script(response);
    expect(await catchError(ApiError, waitForOperation(connect(fetch), running, { timeout: Infinity }))).toMatchObject({ status });
    expect(sent).toHaveLength(count);
  });

  test.each<[string, ScriptedResponse]>([
    ['that never finishes', { body: running }],
    ['whose response does not arrive', stall],
  ])('at the timeout, for an operation %s', async (_, response) => {
    const clock = manualClock();
    const error = catchError(TimeoutError, waitForOperation(connect(script(response).fetch, { clock }), running, { timeout: 60_000 }));
    await clock.advance(60_000);
    expect(await error).toMatchObject({
      milliseconds: 60_000,
      message: expect.stringContaining('operation op-1 (last state RUNNING, 40 %)') as string,
    });
    expect(clock.pending()).toBe(0);
  });

  test('at the timeout, with the last state', async () => {
    const clock = manualClock();
    const response = { body: { ...running, status: 'STOPPING', progress: 90 } };
    const error = catchError(TimeoutError, waitForOperation(connect(script(response).fetch, { clock }), running, { timeout: 60_000 }));
    await clock.advance(60_000);
    expect((await error).message).toContain('operation op-1 (last state STOPPING, 90 %)');
  });

  test('and aborts its current request', async () => {
    const clock = manualClock();
    const { fetch, sent } = script(stall);
    const error = catchError(TimeoutError, waitForOperation(connect(fetch, { clock }), running, { timeout: 1000 }));
    await clock.advance(1000);
    await error;
    expect(sent.map(({ signal }) => signal?.aborted)).toEqual([true]);
  });

  test('with the reason of an abort, and removes its listener', async () => {
    const clock = manualClock();
    const controller = new AbortController();
    const reason = new Error('left');
    const wait = waitForOperation(connect(script({ body: running }).fetch, { clock }), running, { signal: controller.signal });
    await clock.advance(5000);
    controller.abort(reason);
    await expect(wait).rejects.toBe(reason);
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
    expect(clock.pending()).toBe(0);
  });

  test('after ten minutes by default', async () => {
    const clock = manualClock();
    const error = catchError(TimeoutError, waitForOperation(connect(script({ body: running }).fetch, { clock }), running));
    await clock.advance(600_000);
    expect(await error).toMatchObject({ milliseconds: 600_000 });
  });
});

test.each<[string, Record<string, unknown>]>([
  ['timeout', { timeout: NaN }],
  ['timeout', { timeout: { total: 5 } }],
  ['interval', { interval: NaN }],
  ['interval', { interval: -1 }],
  ['interval', { interval: '5' }],
  ['maxInterval', { maxInterval: NaN }],
])('rejects a %s that is not a duration: %o', async (parameter, options) => {
  const { fetch, sent } = script({ body: running });
  expect(await catchError(ParameterError, waitForOperation(connect(fetch), running, options))).toMatchObject({ parameter });
  expect(sent).toEqual([]);
});

test('polls an operation that has only a project below that project', async () => {
  const { fetch, sent } = script({ body: { name: 'o1', status: 'DONE' } });
  await waitForOperation(connect(fetch), { name: 'o1', status: 'RUNNING', targetProject: 'p' }, { timeout: Infinity });
  expect(sent[0]?.url).toMatch(/v1\/projects\/p\/operations\/o1$/);
  await waitForOperation(connect(fetch), { ...running, targetProject: 'p' }, { timeout: Infinity });
  expect(sent[1]?.url).toMatch(/v1\/projects\/p\/global\/operations\/op-1$/);
});

test('repeats a poll that exceeds the attempt timeout', async () => {
  const clock = manualClock();
  const { fetch, sent } = script(stall, { body: done });
  const client = connect(fetch, { clock, timeout: { attempt: 1000 }, retry: { delay: 0 } });
  const result = waitForOperation(client, running, { interval: 100 });
  await clock.advance(1200);
  expect(await result).toEqual(done);
  expect(sent).toHaveLength(2);
});
