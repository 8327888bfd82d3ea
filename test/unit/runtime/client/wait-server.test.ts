/** Waiting with the wait method of an API, and operations with incomplete data. */
import { describe, expect, test } from 'vitest';
import { createTransport, defineWaitForOperation, OperationError } from '../../../../runtime/client/index.js';
import type { ApiDescriptor } from '../../../../runtime/descriptor.js';
import { catchError, instantClock, manualClock, script } from './support.js';
import type { ScriptedResponse, Script } from './support.js';

const compute: ApiDescriptor = { name: 'compute', version: 'v1' };
const waitForOperation = defineWaitForOperation([
  'compute/v1/projects/{project}/global/operations/{operation}/wait',
  'compute/v1/projects/{project}/zones/{zone}/operations/{operation}/wait',
  'v1/{name=operations/**}:wait',
]);
const start = (...responses: ScriptedResponse[]): Script & { client: ReturnType<typeof createTransport>; waits: number[] } => {
  const clock = instantClock();
  const { sent, fetch } = script(...responses);
  return { sent, fetch, waits: clock.waits, client: createTransport(compute, { rootUrl: 'http://h/', fetch, clock }) };
};
const createOperation = (path: string, status = 'RUNNING'): object => ({
  name: 'op',
  status,
  selfLink: `https://x/compute/v1/projects/p/${path}/operations/op`,
});
const noTimeout = { timeout: Infinity } as const;

describe('the wait method of a service', () => {
  test.each([
    ['global', 'POST http://h/compute/v1/projects/p/global/operations/op/wait'],
    ['zones/z', 'POST http://h/compute/v1/projects/p/zones/z/operations/op/wait'],
    ['regions/r', 'GET http://h/compute/v1/projects/p/regions/r/operations/op'],
    ['zones/z/disks/d', 'GET http://h/compute/v1/projects/p/zones/z/disks/d/operations/op'],
    ['x/compute/v1/projects/p/global', 'GET http://h/compute/v1/projects/p/x/compute/v1/projects/p/global/operations/op'],
  ])('is used, if it exists, for operations of %s: %s', async (path, request) => {
    const { client, sent } = start({ body: createOperation(path, 'DONE') });
    await waitForOperation(client, createOperation(path), noTimeout);
    expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual([request]);
  });

  test('is called at once, and again at the interval if the service returns early', async () => {
    const { client, sent, waits } = start(
      { body: createOperation('global') },
      { status: 503 },
      { body: createOperation('global') },
      { body: createOperation('global', 'DONE') },
    );
    await waitForOperation(client, createOperation('global'), { ...noTimeout, interval: 100, retry: { delay: 0 } });
    expect(sent).toHaveLength(4);
    expect(waits).toEqual([100, 0, 150]);
  });

  test('is called again after the rest of the interval, unless aborted', async () => {
    const clock = manualClock();
    const controller = new AbortController();
    const respondSlowly: ScriptedResponse = () =>
      new Promise((resolve) =>
        clock.setTimeout(
          () => resolve({ status: 200, headers: new Headers(), text: async () => JSON.stringify(createOperation('global')) }),
          70,
        ),
      );
    const { fetch, sent } = script(respondSlowly);
    const client = createTransport(compute, { rootUrl: 'http://h/', fetch, clock });
    const options = { ...noTimeout, interval: 100, maxInterval: 100, signal: controller.signal };
    const wait = waitForOperation(client, createOperation('global'), options);
    await clock.advance(99);
    expect(sent).toHaveLength(1);
    await clock.advance(1);
    expect(sent).toHaveLength(2);
    await clock.advance(80);
    controller.abort('left');
    await expect(wait).rejects.toBe('left');
    expect(clock.pending()).toBe(0);
  });

  test('is used for operations identified by name', async () => {
    const { client, sent } = start({ body: { name: 'operations/a/b', done: true } });
    await waitForOperation(client, { name: 'operations/a/b', done: false }, noTimeout);
    expect(sent[0]).toMatchObject({ method: 'POST', url: 'http://h/v1/operations/a/b:wait' });
  });

  test('can take longer than the timeout of one call', async () => {
    const clock = manualClock();
    const response: ScriptedResponse = () =>
      new Promise((resolve) =>
        clock.setTimeout(
          () => resolve({ status: 200, headers: new Headers(), text: async () => JSON.stringify(createOperation('global', 'DONE')) }),
          90_000,
        ),
      );
    const client = createTransport(compute, { rootUrl: 'http://h/', fetch: script(response).fetch, clock, timeout: 1000 });
    const done = waitForOperation(client, createOperation('global'));
    await clock.advance(90_000);
    expect(await done).toMatchObject({ status: 'DONE' });
  });

  test('can be turned off by the caller', async () => {
    const { client, sent } = start({ body: createOperation('global', 'DONE') });
    await waitForOperation(client, createOperation('global'), { ...noTimeout, serverWait: false });
    expect(sent[0]?.method).toBe('GET');
  });
});

describe('an operation without a selfLink', () => {
  test.each([
    [{ zone: 'https://x/compute/v1/projects/p/zones/z' }, 'http://h/compute/v1/projects/p/zones/z/operations/op/wait'],
    [{ region: 'https://x/compute/v1/projects/p/regions/r' }, 'http://h/compute/v1/projects/p/regions/r/operations/op'],
  ])('is polled at its path %j', async (location, url) => {
    const { client, sent } = start({ body: { status: 'DONE' } });
    await waitForOperation(client, { name: 'op', status: 'PENDING', ...location }, noTimeout);
    expect(sent[0]?.url).toBe(url);
  });

  test('is polled at its first known path if later responses omit the selfLink', async () => {
    const { client, sent } = start({ body: { status: 'RUNNING' } }, { body: { status: 'DONE' } });
    await waitForOperation(client, createOperation('regions/r'), noTimeout);
    expect(new Set(sent.map(({ url }) => url)).size).toBe(1);
  });
});

test('rejects with the error codes of a failed operation', async () => {
  const error = { errors: [{ code: 'QUOTA_EXCEEDED', message: 'a' }, { code: 'OTHER', message: 'b' }, { message: 'c' }] };
  const { client } = start({});
  const thrown = await catchError(OperationError, waitForOperation(client, { ...createOperation('global', 'DONE'), error }));
  expect(thrown.codes).toEqual(['QUOTA_EXCEEDED', 'OTHER']);
});

describe('an operation at a path other than the default', () => {
  test.each([
    ['transferOperations/a b', 'http://h/v1/transferOperations/a%20b'],
    ['projects/p/operations/o', 'http://h/v1/admin/projects/p/operations/o'],
    ['123', 'http://h/v1/operations/123'],
    ['operations/123', 'http://h/v1/operations/123'],
    // The text of a route is not a regular expression.
    ['jobs/1', 'http://h/v1/(a+)+/jobs/1'],
  ])('reads %s at the path of the API', async (name, url) => {
    const wait = defineWaitForOperation([
      'v1/{name=transferOperations/**}',
      'v1/admin/{name=projects/*/operations/*}',
      'v1/operations/{name}',
      'v1/(a+)+/{name=jobs/*}',
    ]);
    const { fetch, sent } = script({ body: { done: true } });
    const transport = createTransport({ name: 'run', version: 'v1' }, { rootUrl: 'http://h/', fetch, clock: instantClock() });
    await wait(transport, { name }, { timeout: Infinity });
    expect(sent[0]?.url).toBe(url);
  });
});
