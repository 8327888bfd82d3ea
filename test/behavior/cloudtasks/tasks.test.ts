/** Queues and tasks of Cloud Tasks. */
import { describe, expect, test, vi } from 'vitest';
import { encode, openService, type OpenService } from '../../support/open-service.js';
import { receiveRequests } from '../../support/receive-requests.js';
import type { MockOptions } from '../../../mock/index.js';

const queue = 'projects/p/locations/us-central1/queues/q';

async function openQueue(settings: object = {}, options: MockOptions = {}): Promise<OpenService> {
  const service = await openService('cloudtasks', options);
  await service.call('POST /v2/projects/p/locations/us-central1/queues', { name: queue, ...settings });
  return service;
}

const add = ({ call }: OpenService, task: object, more: object = {}): ReturnType<OpenService['call']> =>
  call(`POST /v2/${queue}/tasks`, { task, ...more });

const listTasks = async ({ call }: OpenService): Promise<readonly string[]> =>
  ((await call(`GET /v2/${queue}/tasks`)).tasks ?? []).map(({ name }: { name: string }) => name.split('/').pop());

test('a new queue runs, with the default limits', async () => {
  const { call } = await openQueue();
  expect(await call(`GET /v2/${queue}`)).toMatchObject({
    state: 'RUNNING',
    rateLimits: { maxDispatchesPerSecond: 500, maxBurstSize: 100, maxConcurrentDispatches: 1000 },
    retryConfig: { maxAttempts: 100, minBackoff: '0.100s', maxBackoff: '3600s', maxDoublings: 16 },
  });
});

describe('a task', () => {
  const httpRequest = { url: 'https://example.com/x', body: encode('text') };

  test('has a body only in the full view', async () => {
    const service = await openQueue();
    const { name, ...task } = await add(service, { httpRequest });
    expect(task).toMatchObject({ view: 'BASIC', scheduleTime: '2026-01-02T03:04:05.678Z', dispatchDeadline: '600s' });
    expect(task.httpRequest).toEqual({ httpMethod: 'POST', url: httpRequest.url, headers: { 'User-Agent': 'Google-Cloud-Tasks' } });
    expect((await service.call(`GET /v2/${name}?responseView=FULL`)).httpRequest.body).toBe(httpRequest.body);
  });

  test('must have a queue, a target, and a name of its queue', async () => {
    const { send } = await openQueue();
    expect((await send('POST /v2/projects/p/locations/us-central1/queues/none/tasks', { task: { httpRequest } })).status).toBe(404);
    expect((await send(`POST /v2/${queue}/tasks`, { task: {} })).status).toBe(400);
    expect((await send(`POST /v2/${queue}/tasks`, { task: { name: `${queue}2/tasks/t`, httpRequest } })).status).toBe(400);
  });

  test('can not have the name of another one, even of one that was deleted within a day', async () => {
    const service = await openQueue();
    const { mock, call, send } = service;
    const task = { name: `${queue}/tasks/t`, httpRequest };
    await add(service, task);
    expect((await send(`POST /v2/${queue}/tasks`, { task })).status).toBe(409);
    await call(`DELETE /v2/${task.name}`);
    expect((await send(`POST /v2/${queue}/tasks`, { task })).status).toBe(409);
    await mock.clock.advance(86_400_000);
    expect((await send(`POST /v2/${queue}/tasks`, { task })).status).toBe(200);
  });
});

test('a purge deletes all tasks', async () => {
  const service = await openQueue();
  for (let count = 0; count < 3; count += 1) await add(service, { httpRequest: { url: 'https://example.com/' } });
  expect((await service.call(`POST /v2/${queue}:purge`, {})).purgeTime).toBe('2026-01-02T03:04:05.678Z');
  expect(await listTasks(service)).toEqual([]);
});

describe('with the option deliver', () => {
  test('a task is sent at its time, and deleted when it succeeds', async () => {
    const receiver = await receiveRequests();
    const service = await openQueue({}, { deliver: [receiver.host] });
    const httpRequest = {
      url: `http://${receiver.host}/work`,
      httpMethod: 'PUT',
      body: encode('text'),
      headers: { 'Content-Type': 'text/plain' },
    };
    await add(service, { name: `${queue}/tasks/t`, httpRequest, scheduleTime: '2026-01-02T04:00:00Z' });
    expect(await listTasks(service)).toEqual(['t']);
    await service.mock.clock.set('2026-01-02T04:00:00Z');
    const [request] = await receiver.receive(1);
    expect(request).toMatchObject({
      method: 'PUT',
      body: 'text',
      headers: {
        'content-type': 'text/plain',
        'x-cloudtasks-taskname': 't',
        'x-cloudtasks-queuename': 'q',
        'x-cloudtasks-taskretrycount': '0',
      },
    });
    await vi.waitFor(async () => expect(await listTasks(service)).toEqual([]));
  });

  test('a task that fails is tried again, until it has no attempts left', async () => {
    const receiver = await receiveRequests();
    receiver.statuses.push(503, 503);
    const service = await openQueue({ retryConfig: { maxAttempts: 2, minBackoff: '10s' } }, { deliver: [receiver.host] });
    const { name } = await add(service, { httpRequest: { url: `http://${receiver.host}/` } });
    await vi.waitFor(async () =>
      expect(await service.call(`GET /v2/${name}`)).toMatchObject({
        dispatchCount: 1,
        responseCount: 1,
        scheduleTime: '2026-01-02T03:04:15.678Z',
        lastAttempt: { responseStatus: { code: 14, message: 'HTTP status code 503' } },
      }),
    );
    await service.mock.clock.advance(10_000);
    const [, second] = await receiver.receive(2);
    expect(second?.headers['x-cloudtasks-taskretrycount']).toBe('1');
    await vi.waitFor(async () => expect(await listTasks(service)).toEqual([]));
  });

  test('a paused queue sends only a task that a request runs', async () => {
    const receiver = await receiveRequests();
    const service = await openQueue({}, { deliver: [receiver.host] });
    await service.call(`POST /v2/${queue}:pause`, {});
    for (const name of ['one', 'two'])
      await add(service, { name: `${queue}/tasks/${name}`, httpRequest: { url: `http://${receiver.host}/${name}` } });
    await service.call(`POST /v2/${queue}/tasks/two:run`, {});
    expect((await receiver.receive(1)).map(({ path }) => path)).toEqual(['/two']);
    await service.call(`POST /v2/${queue}:resume`, {});
    expect((await receiver.receive(2)).map(({ path }) => path)).toEqual(['/two', '/one']);
  });
});
