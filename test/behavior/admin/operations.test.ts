/** The control routes of operations. */
import { describe, expect, test } from 'vitest';
import type { JsonObject, MockOptions } from '../../../mock/index.js';
import { MemoryMockStore } from '../../support/memory-log.js';
import { noon, origin, startMock, summarizeError, type HttpResult, type MockClient } from '../request.js';

const base = '/compute/v1/projects/p';
const check = `${base}/global/httpHealthChecks/check`;
const disk = `${base}/zones/z/disks/d`;
const snapshot = `${base}/global/snapshots/s`;
const seed = {
  resources: {
    [check]: { name: 'check', port: 80 },
    [disk]: { name: 'd', sizeGb: '10' },
    [base]: { name: 'p', quotas: [{ metric: 'SNAPSHOTS', limit: 5, usage: 1 }] },
  },
};
const start = (options: MockOptions = {}): MockClient => startMock('compute', { seed, operationDelay: 10_000, ...options });
const at = (seconds: number): string => new Date(noon + seconds * 1000).toISOString();
const getPath = ({ body }: HttpResult): string => String(body['selfLink']).slice(origin.length);
const list = async ({ admin }: MockClient): Promise<readonly JsonObject[]> =>
  (await admin('GET operations')).body['operations'] as readonly JsonObject[];
const complete = ({ admin }: MockClient, path: string, action: string, error?: JsonObject): Promise<HttpResult> =>
  admin('POST operations', { path, action, ...(error && { error }) });

test('operations have their time, progress, target, method, and what they wait for', async () => {
  const client = start();
  const first = getPath(await client.send(`PATCH ${check}`, { port: 81 }));
  await client.wait(6);
  const second = getPath(await client.send(`PATCH ${check}`, { port: 82 }));
  await client.wait(1);
  const other = getPath(await client.send(`POST ${base}/global/httpHealthChecks`, { name: 'other' }));
  const methodId = 'compute.httpHealthChecks.patch';
  expect(await list(client)).toEqual([
    { path: first, methodId, target: check, started: at(0), ends: at(10), progress: 50, status: 'RUNNING', isPending: true, waitsFor: [] },
    {
      path: second,
      methodId,
      target: check,
      started: at(6),
      ends: at(16),
      progress: 0,
      status: 'PENDING',
      isPending: true,
      waitsFor: [first],
    },
    expect.objectContaining({ path: other, methodId: 'compute.httpHealthChecks.insert', waitsFor: [] }),
  ]);
  await client.wait(10);
  expect(await list(client)).toMatchObject([
    { path: first, status: 'DONE', progress: 100, ends: at(10), isPending: false, target: check },
    { path: second, status: 'DONE', ends: at(16), error: { code: 'CONDITION_NOT_MET', message: expect.any(String) } },
    { path: other, status: 'DONE' },
  ]);
});

describe('an operation', () => {
  test.each([false, true])('can be finished now (store: %s)', async (isStored) => {
    const client = start(isStored ? { store: new MemoryMockStore() } : {});
    const operation = getPath(await client.send(`PATCH ${check}`, { port: 81 }));
    await client.wait(1);
    expect(await complete(client, operation, 'finish')).toMatchObject({ status: 200, body: {} });
    expect((await client.send(`GET ${operation}`)).body).toMatchObject({ status: 'DONE', progress: 100, endTime: at(1) });
    expect((await client.send(`GET ${check}`)).body).toMatchObject({ port: 81 });
    expect((await client.admin('GET clock')).body).not.toHaveProperty('next');
    expect((await client.admin(`GET history?path=${check}`)).body).toMatchObject({ versions: [{ cause: { control: 'operation' } }, {}] });
    expect(summarizeError(await complete(client, operation, 'finish'))).toEqual({ status: 400, reason: 'invalid', location: 'path' });
  });

  test('can be failed now, with an error', async () => {
    const client = start();
    const one = getPath(await client.send(`PATCH ${check}`, { port: 81 }));
    await client.wait(1);
    const other = getPath(await client.send(`POST ${base}/global/httpHealthChecks`, { name: 'other' }));
    await complete(client, one, 'fail');
    await complete(client, other, 'fail', { code: 'QUOTA_EXCEEDED', message: 'Too many.' });
    expect((await list(client)).map(({ error }) => error)).toEqual([
      { code: 'INTERNAL_ERROR', message: 'The operation failed.' },
      { code: 'QUOTA_EXCEEDED', message: 'Too many.' },
    ]);
    await client.wait(20);
    expect((await client.send(`GET ${check}`)).body).toMatchObject({ port: 80 });
    expect((await client.send(`GET ${check.replace(/check$/, 'other')}`)).status).toBe(404);
  });

  test('that has created its resource already takes it through its states, or removes it', async () => {
    for (const action of ['finish', 'fail']) {
      const client = start();
      const operation = getPath(await client.send(`POST ${disk}/createSnapshot`, { name: 's' }));
      expect((await client.send(`GET ${snapshot}`)).body).toMatchObject({ status: 'CREATING' });
      await complete(client, operation, action);
      const { status, body } = await client.send(`GET ${snapshot}`);
      expect([status, body['status']]).toEqual(action === 'finish' ? [200, 'READY'] : [404, undefined]);
      const { quotas } = (await client.send(`GET ${base}`)).body as { quotas: readonly JsonObject[] };
      expect(quotas.find(({ metric }) => metric === 'SNAPSHOTS')).toMatchObject({ usage: action === 'finish' ? 2 : 1 });
      expect((await client.admin('GET clock')).body).not.toHaveProperty('next');
    }
  });
});

describe('a pending change of DNS', () => {
  const zone = '/dns/v1/projects/p/managedZones/z';
  const rrset = { name: 'a.example.com.', type: 'A', ttl: 60, rrdatas: ['192.0.2.1'] };
  const changes = [
    ['dns.managedZones.patch', `PATCH ${zone}`, { description: 'new' }],
    ['dns.managedZones.update', `PUT ${zone}`, { name: 'z', dnsName: 'example.com.', description: 'new' }],
    ['dns.changes.create', `POST ${zone}/changes`, { additions: [rrset] }],
  ] as const;
  const startDns = async (): Promise<MockClient> => {
    const client = startMock('dns', { operationDelay: 10_000 });
    await client.send('POST /dns/v1/projects/p/managedZones', { name: 'z', dnsName: 'example.com.', description: '' });
    await client.wait(60);
    return client;
  };

  test.each(changes)('of %s has a target and an end, and can be finished but not failed', async (methodId, line, body) => {
    const client = await startDns();
    await client.send(line, body);
    const pending = (await list(client)).filter(({ isPending }) => isPending);
    expect(pending).toEqual([expect.objectContaining({ methodId, target: zone, started: at(60), ends: at(70), status: 'PENDING' })]);
    const path = String(pending[0]?.['path']);
    expect(summarizeError(await complete(client, path, 'fail'))).toEqual({ status: 400, reason: 'invalid', location: 'action' });
    expect(await complete(client, path, 'finish')).toMatchObject({ status: 200, body: {} });
    expect((await client.send(`GET ${path}`)).body).toMatchObject({ status: 'done' });
    expect((await list(client)).find((each) => each['path'] === path)).toMatchObject({
      status: 'DONE',
      isPending: false,
      target: zone,
      ends: at(60),
    });
    expect((await client.admin('GET clock')).body).not.toHaveProperty('next');
    expect(summarizeError(await complete(client, path, 'finish'))).toEqual({ status: 400, reason: 'invalid', location: 'path' });
  });
});

test.each([
  [{ path: '/nowhere', action: 'finish' }, 'path'],
  [{ path: check, action: 'finish' }, 'path'],
  [{ path: check, action: 'stop' }, 'action'],
  [{ path: check, action: 'fail', error: { code: 5 } }, 'error'],
  [{ path: check, action: 'fail', errors: [] }, 'errors'],
])('POST operations rejects %j', async (body, location) => {
  expect(summarizeError(await start().admin('POST operations', body))).toEqual({ status: 400, reason: 'invalid', location });
});
