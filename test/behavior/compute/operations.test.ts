/** Operations, which every mutating method returns. */
import { describe, expect, test } from 'vitest';
import { noon, origin, summarizeError, startMock, uuid, type MockClient } from '../request.js';

const base = '/compute/v1/projects/p';
const check = `${base}/global/httpHealthChecks/check`;
const subnet = `${base}/regions/r/subnetworks/subnet`;
const disk = `${base}/zones/z/disks/disk`;
const instant = `${base}/zones/z/instantSnapshots/instant`;
const print = 'AAAAAAAAAAE=';
const resources = {
  [check]: { name: 'check', port: 80, id: '11' },
  [subnet]: { name: 'subnet', fingerprint: print, id: '12' },
  [disk]: { name: 'disk', sizeGb: '10', id: '13' },
  [instant]: { name: 'instant', labelFingerprint: print, id: '14' },
};

/** Each mutating method with the expected fields of its operation. */
const methods = [
  { name: 'httpHealthChecks.patch', ask: `PATCH ${check}`, body: { port: 81 }, scope: 'global', type: 'patch', target: check, id: '11' },
  {
    name: 'subnetworks.patch',
    ask: `PATCH ${subnet}`,
    body: { stackType: 'IPV4_IPV6', fingerprint: print },
    scope: 'regions/r',
    type: 'patch',
    target: subnet,
    id: '12',
  },
  {
    name: 'instantSnapshots.setLabels',
    ask: `POST ${instant}/setLabels`,
    body: { labels: { a: 'b' }, labelFingerprint: print },
    scope: 'zones/z',
    type: 'setLabels',
    target: instant,
    id: '14',
  },
  {
    name: 'disks.createSnapshot',
    ask: `POST ${disk}/createSnapshot`,
    body: { name: 'snap' },
    scope: 'zones/z',
    type: 'createSnapshot',
    // The target is the source disk; the snapshot is found by its name.
    target: disk,
    id: '13',
  },
] as const;

const start = (options: Parameters<typeof startMock>[1] = {}): MockClient => startMock('compute', { seed: { resources }, ...options });
const pathOf = (operation: { readonly [name: string]: unknown }): string => String(operation['selfLink']).slice(origin.length);

describe.each(methods)('$name', ({ ask, body, scope, type, target, id }) => {
  test('returns a done operation without a delay', async () => {
    const { status, body: operation } = await start().send(ask, body);
    expect(status).toBe(200);
    expect(operation).toMatchObject({ kind: 'compute#operation', status: 'DONE', progress: 100 });
    expect(operation).not.toHaveProperty('error');
    expect(operation).not.toHaveProperty('warnings');
  });

  test('contains kind, ID, type, user, times, and target', async () => {
    const { body: operation } = await start().send(ask, body);
    const time = new Date(noon).toISOString();
    expect(operation).toMatchObject({
      id: expect.stringMatching(/^\d{1,20}$/) as unknown,
      name: expect.stringMatching(/^operation-/) as unknown,
      operationType: type,
      user: 'anonymous@example.com',
      targetLink: `${origin}${target}`,
      insertTime: time,
      startTime: time,
      endTime: time,
    });
    expect(operation['targetId']).toBe(id);
  });

  test('has the scope of the method', async () => {
    const { body: operation } = await start().send(ask, body);
    expect(pathOf(operation)).toBe(`${base}/${scope}/operations/${String(operation['name'])}`);
    expect(operation['zone']).toBe(scope === 'zones/z' ? `${origin}${base}/zones/z` : undefined);
    expect(operation['region']).toBe(scope === 'regions/r' ? `${origin}${base}/regions/r` : undefined);
  });

  test('returns the operation at its selfLink', async () => {
    const { send } = start();
    const { body: operation } = await send(ask, body);
    expect((await send(`GET ${pathOf(operation)}`)).body).toEqual(operation);
    expect(summarizeError(await send(`GET ${pathOf(operation)}0`))).toMatchObject({ status: 404, reason: 'notFound' });
  });

  test('contains clientOperationId only if the request has a requestId', async () => {
    const without = await start().send(ask, body);
    expect(without.body).not.toHaveProperty('clientOperationId');
    const given = await start().send(`${ask}?requestId=${uuid(1)}`, body);
    expect(given.body['clientOperationId']).toBe(uuid(1));
  });

  test('goes through PENDING, RUNNING, and DONE with increasing progress if there is a delay', async () => {
    const { send, wait } = start({ operationDelay: 8000 });
    const accepted = (await send(ask, body)).body;
    expect(accepted).toMatchObject({ status: 'PENDING', progress: 0 });
    expect(accepted).not.toHaveProperty('startTime');
    expect(accepted).not.toHaveProperty('endTime');
    const seen: [unknown, number][] = [];
    for (let second = 0; second < 9; second++) {
      const { body: now } = await send(`GET ${pathOf(accepted)}`);
      seen.push([now['status'], Number(now['progress'])]);
      await wait(1);
    }
    expect([...new Set(seen.map(([status]) => status))]).toEqual(['PENDING', 'RUNNING', 'DONE']);
    const progress = seen.map(([, each]) => each);
    expect(progress).toEqual([...progress].sort((one, other) => one - other));
    expect(progress.at(-1)).toBe(100);
    expect(progress.every((each) => each >= 0 && each <= 100)).toBe(true);
    expect(seen.slice(0, 8).every(([status]) => status !== 'DONE')).toBe(true);
  });

  test('sets insert, start, and end time in order and by the clock', async () => {
    const { send, wait } = start({ operationDelay: 8000 });
    const { body: accepted } = await send(ask, body);
    await wait(60);
    const { body: done } = await send(`GET ${pathOf(accepted)}`);
    expect(done['insertTime']).toBe(new Date(noon).toISOString());
    expect(done['endTime']).toBe(new Date(noon + 8000).toISOString());
    expect(String(done['startTime']) >= String(done['insertTime'])).toBe(true);
    expect(String(done['startTime']) <= String(done['endTime'])).toBe(true);
  });

  test('keeps an operation for exactly its retention time', async () => {
    const { send, wait } = start({ operationDelay: 1000, operationRetention: 60_000 });
    const { body: accepted } = await send(ask, body);
    await wait(60.999);
    expect((await send(`GET ${pathOf(accepted)}`)).status).toBe(200);
    await wait(0.001);
    expect((await send(`GET ${pathOf(accepted)}`)).status).toBe(404);
  });

  test('reports a failure in the operation and changes nothing', async () => {
    const { send, mock } = start();
    const before = (await mock.state()).resources?.[target];
    const errors = [{ code: 'SOMETHING', message: 'It went wrong.', location: 'there' }];
    await mock.faults.add({ operation: { errors, httpErrorStatusCode: 404, httpErrorMessage: 'NOT FOUND' }, times: 1 });
    const { status, body: operation } = await send(ask, body);
    expect(status).toBe(200);
    expect(operation).toMatchObject({
      status: 'DONE',
      progress: 100,
      error: { errors },
      httpErrorStatusCode: 404,
      httpErrorMessage: 'NOT FOUND',
    });
    expect((await mock.state()).resources?.[target]).toEqual(before);
    expect((await mock.state()).resources).not.toHaveProperty([`${base}/global/snapshots/snap`]);
  });

  test('reports a failure at the end of the delay, not before', async () => {
    const { send, mock, wait } = start({ operationDelay: 4000 });
    await mock.faults.add({ operation: { errors: [{ code: 'X' }] } });
    const { body: accepted } = await send(ask, body);
    expect(accepted).not.toHaveProperty('error');
    await wait(3.999);
    expect((await send(`GET ${pathOf(accepted)}`)).body).not.toHaveProperty('error');
    await wait(0.001);
    expect((await send(`GET ${pathOf(accepted)}`)).body).toMatchObject({ status: 'DONE', error: { errors: [{ code: 'X' }] } });
  });

  test('builds links with the origin of the request', async () => {
    const { mock } = start();
    const [verb = '', path = ''] = ask.split(' ');
    const answer = await mock.handle({ method: verb, url: `https://other.example:8443${path}`, body: JSON.stringify(body) });
    const operation = JSON.parse(answer.body) as Record<string, string>;
    expect(operation['selfLink']).toMatch(/^https:\/\/other\.example:8443\//);
    expect(operation['targetLink']).toBe(`https://other.example:8443${target}`);
  });
});

describe('a change takes effect when its operation is done', () => {
  test('keeps content and fingerprint until then', async () => {
    const { send, wait, readStored: kept } = start({ operationDelay: 2000 });
    await send(`PATCH ${subnet}`, { stackType: 'IPV4_IPV6', fingerprint: print });
    expect(await kept(subnet)).toMatchObject({ fingerprint: print, stackType: 'IPV4_ONLY' });
    await wait(2);
    expect(await kept(subnet)).toMatchObject({ stackType: 'IPV4_IPV6' });
    expect((await kept(subnet))?.['fingerprint']).not.toBe(print);
  });

  test('fails a second change of the same resource with 412 in its operation', async () => {
    const { send, wait, readStored: kept } = start({ operationDelay: 2000 });
    await send(`PATCH ${subnet}`, { stackType: 'IPV4_IPV6', fingerprint: print });
    await wait(1);
    const { status, body } = await send(`PATCH ${subnet}`, { privateIpv6ProviderAccess: 'X', fingerprint: print });
    expect(status).toBe(200);
    await wait(2);
    const { body: ended } = await send(`GET ${pathOf(body)}`);
    expect(ended).toMatchObject({ status: 'DONE', httpErrorStatusCode: 412 });
    expect((ended['error'] as { errors: unknown[] }).errors).toHaveLength(1);
    expect(await kept(subnet)).toMatchObject({ stackType: 'IPV4_IPV6' });
    expect(await kept(subnet)).not.toHaveProperty('privateIpv6ProviderAccess');
  });

  test('does not affect a change of another resource', async () => {
    const { send, wait, readStored: kept } = start({ operationDelay: 2000 });
    await send(`PATCH ${subnet}`, { stackType: 'IPV4_IPV6', fingerprint: print });
    await send(`PATCH ${check}`, { port: 99 });
    await wait(2);
    expect(await kept(subnet)).toMatchObject({ stackType: 'IPV4_IPV6' });
    expect(await kept(check)).toMatchObject({ port: 99 });
  });

  test('completes operations in the order of their due times', async () => {
    const { send, wait, mock } = start({ operationDelay: 2000 });
    const first = (await send(`PATCH ${check}`, { port: 91 })).body;
    await wait(1);
    const second = (await send(`PATCH ${subnet}`, { stackType: 'IPV4_IPV6', fingerprint: print })).body;
    await mock.clock.advance(3_600_000);
    const ends = await Promise.all([first, second].map(async (each) => (await send(`GET ${pathOf(each)}`)).body['endTime']));
    expect(ends).toEqual([new Date(noon + 2000).toISOString(), new Date(noon + 3000).toISOString()]);
  });
});
