/** Every mutating method returns an operation. */
import { describe, expect, test } from 'vitest';
import { noon, origin, summarizeError, startMock, uuid, type MockClient } from '../request.js';

const base = '/compute/v1/projects/p';
const check = `${base}/global/httpHealthChecks/check`;
const subnet = `${base}/regions/r/subnetworks/subnet`;
const disk = `${base}/zones/z/disks/disk`;
const instantSnapshot = `${base}/zones/z/instantSnapshots/instant`;
const fingerprint = 'AAAAAAAAAAE=';
const resources = {
  [check]: { name: 'check', port: 80, id: '11' },
  [subnet]: { name: 'subnet', fingerprint, id: '12' },
  [disk]: { name: 'disk', sizeGb: '10', id: '13' },
  [instantSnapshot]: { name: 'instant', labelFingerprint: fingerprint, id: '14' },
};

/** Each mutating method with the expected fields of its operation. */
const methods = [
  { name: 'httpHealthChecks.patch', line: `PATCH ${check}`, body: { port: 81 }, scope: 'global', type: 'patch', target: check, id: '11' },
  {
    name: 'subnetworks.patch',
    line: `PATCH ${subnet}`,
    body: { stackType: 'IPV4_IPV6', fingerprint },
    scope: 'regions/r',
    type: 'patch',
    target: subnet,
    id: '12',
  },
  {
    name: 'instantSnapshots.setLabels',
    line: `POST ${instantSnapshot}/setLabels`,
    body: { labels: { a: 'b' }, labelFingerprint: fingerprint },
    scope: 'zones/z',
    type: 'setLabels',
    target: instantSnapshot,
    id: '14',
  },
  {
    name: 'disks.createSnapshot',
    line: `POST ${disk}/createSnapshot`,
    body: { name: 'snap' },
    scope: 'zones/z',
    type: 'createSnapshot',
    // The target is the source disk; the snapshot is found by its name.
    target: disk,
    id: '13',
  },
] as const;

const start = (options: Parameters<typeof startMock>[1] = {}): MockClient => startMock('compute', { seed: { resources }, ...options });
const getPath = (operation: { readonly [name: string]: unknown }): string => String(operation['selfLink']).slice(origin.length);

describe.each(methods)('$name', ({ line, body, scope, type, target, id }) => {
  test('returns a done operation without a delay', async () => {
    const { status, body: operation } = await start().send(line, body);
    expect(status).toBe(200);
    expect(operation).toMatchObject({ kind: 'compute#operation', status: 'DONE', progress: 100 });
    expect(operation).not.toHaveProperty('error');
    expect(operation).not.toHaveProperty('warnings');
  });

  test('contains kind, ID, type, user, times, and target', async () => {
    const { body: operation } = await start().send(line, body);
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
    const { body: operation } = await start().send(line, body);
    expect(getPath(operation)).toBe(`${base}/${scope}/operations/${String(operation['name'])}`);
    expect(operation['zone']).toBe(scope === 'zones/z' ? `${origin}${base}/zones/z` : undefined);
    expect(operation['region']).toBe(scope === 'regions/r' ? `${origin}${base}/regions/r` : undefined);
  });

  test('returns the operation at its selfLink', async () => {
    const { send } = start();
    const { body: operation } = await send(line, body);
    expect((await send(`GET ${getPath(operation)}`)).body).toEqual(operation);
    expect(summarizeError(await send(`GET ${getPath(operation)}0`))).toMatchObject({ status: 404, reason: 'notFound' });
  });

  test('contains clientOperationId only if the request has a requestId', async () => {
    const withoutRequestId = await start().send(line, body);
    expect(withoutRequestId.body).not.toHaveProperty('clientOperationId');
    const withRequestId = await start().send(`${line}?requestId=${uuid(1)}`, body);
    expect(withRequestId.body['clientOperationId']).toBe(uuid(1));
  });

  test('goes from PENDING to RUNNING to DONE by the clock if there is a delay', async () => {
    const { send, wait } = start({ operationDelay: 8000 });
    const { body: acceptedOperation } = await send(line, body);
    expect(acceptedOperation).not.toHaveProperty('startTime');
    expect(acceptedOperation).not.toHaveProperty('endTime');
    const observed: unknown[] = [[acceptedOperation['status'], acceptedOperation['progress']]];
    for (const seconds of [2, 2, 2, 1.999, 0.001]) {
      await wait(seconds);
      const { body: operation } = await send(`GET ${getPath(acceptedOperation)}`);
      observed.push([operation['status'], operation['progress']]);
    }
    expect(observed).toEqual([
      ['PENDING', 0],
      ['RUNNING', 0],
      ['RUNNING', 50],
      ['RUNNING', 75],
      ['RUNNING', 75],
      ['DONE', 100],
    ]);
    await wait(60);
    expect((await send(`GET ${getPath(acceptedOperation)}`)).body).toMatchObject({
      insertTime: new Date(noon).toISOString(),
      startTime: new Date(noon + 2000).toISOString(),
      endTime: new Date(noon + 8000).toISOString(),
    });
  });

  test('keeps an operation for exactly its retention time', async () => {
    const { send, wait } = start({ operationDelay: 1000, operationRetention: 60_000 });
    const { body: acceptedOperation } = await send(line, body);
    await wait(60.999);
    expect((await send(`GET ${getPath(acceptedOperation)}`)).status).toBe(200);
    await wait(0.001);
    expect((await send(`GET ${getPath(acceptedOperation)}`)).status).toBe(404);
  });

  test('reports a failure in the operation and changes nothing', async () => {
    const { send, mock } = start();
    const before = (await mock.state()).resources?.[target];
    const errors = [{ code: 'SOMETHING', message: 'It went wrong.', location: 'there' }];
    await mock.faults.add({ operation: { errors, httpErrorStatusCode: 404, httpErrorMessage: 'NOT FOUND' }, times: 1 });
    const { status, body: operation } = await send(line, body);
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
    const { body: acceptedOperation } = await send(line, body);
    expect(acceptedOperation).not.toHaveProperty('error');
    await wait(3.999);
    expect((await send(`GET ${getPath(acceptedOperation)}`)).body).not.toHaveProperty('error');
    await wait(0.001);
    expect((await send(`GET ${getPath(acceptedOperation)}`)).body).toMatchObject({ status: 'DONE', error: { errors: [{ code: 'X' }] } });
  });

  test('builds links with the origin of the request', async () => {
    const { mock } = start();
    const [verb = '', path = ''] = line.split(' ');
    const response = await mock.handle({ method: verb, url: `https://other.example:8443${path}`, body: JSON.stringify(body) });
    const operation = JSON.parse(response.body) as Record<string, string>;
    expect(operation['selfLink']).toMatch(/^https:\/\/other\.example:8443\//);
    expect(operation['targetLink']).toBe(`https://other.example:8443${target}`);
  });
});

describe('a change takes effect when its operation is done', () => {
  test('keeps content and fingerprint until the operation is done', async () => {
    const { send, wait, readStored } = start({ operationDelay: 2000 });
    await send(`PATCH ${subnet}`, { stackType: 'IPV4_IPV6', fingerprint });
    expect(await readStored(subnet)).toMatchObject({ fingerprint, stackType: 'IPV4_ONLY' });
    await wait(2);
    expect(await readStored(subnet)).toMatchObject({ stackType: 'IPV4_IPV6' });
    expect((await readStored(subnet))?.['fingerprint']).not.toBe(fingerprint);
  });

  test('fails a second change of the same resource with 412 in its operation', async () => {
    const { send, wait, readStored } = start({ operationDelay: 2000 });
    await send(`PATCH ${subnet}`, { stackType: 'IPV4_IPV6', fingerprint });
    await wait(1);
    const { status, body } = await send(`PATCH ${subnet}`, { privateIpv6ProviderAccess: 'X', fingerprint });
    expect(status).toBe(200);
    await wait(2);
    const { body: secondOperation } = await send(`GET ${getPath(body)}`);
    expect(secondOperation).toMatchObject({
      status: 'DONE',
      httpErrorStatusCode: 412,
      httpErrorMessage: 'PRECONDITION FAILED',
      error: {
        errors: [{ code: 'CONDITION_NOT_MET', message: expect.stringContaining("'projects/p/regions/r/subnetworks/subnet'") as unknown }],
      },
    });
    expect(await readStored(subnet)).toMatchObject({ stackType: 'IPV4_IPV6' });
    expect(await readStored(subnet)).not.toHaveProperty('privateIpv6ProviderAccess');
  });

  test('fails a second change of a resource without a fingerprint alike', async () => {
    const { send, wait, readStored } = start({ operationDelay: 2000 });
    await send(`PATCH ${check}`, { port: 82 });
    const { body } = await send(`PATCH ${check}`, { port: 83 });
    await wait(2);
    expect((await send(`GET ${getPath(body)}`)).body).toMatchObject({ status: 'DONE', httpErrorStatusCode: 412 });
    expect(await readStored(check)).toMatchObject({ port: 82 });
  });

  test('does not affect a change of another resource', async () => {
    const { send, wait, readStored } = start({ operationDelay: 2000 });
    await send(`PATCH ${subnet}`, { stackType: 'IPV4_IPV6', fingerprint });
    await send(`PATCH ${check}`, { port: 99 });
    await wait(2);
    expect(await readStored(subnet)).toMatchObject({ stackType: 'IPV4_IPV6' });
    expect(await readStored(check)).toMatchObject({ port: 99 });
  });

  test('completes operations in the order of their due times', async () => {
    const { send, wait, mock } = start({ operationDelay: 2000 });
    const first = (await send(`PATCH ${check}`, { port: 91 })).body;
    await wait(1);
    const second = (await send(`PATCH ${subnet}`, { stackType: 'IPV4_IPV6', fingerprint })).body;
    await mock.clock.advance(3_600_000);
    const endTimes = await Promise.all([first, second].map(async (each) => (await send(`GET ${getPath(each)}`)).body['endTime']));
    expect(endTimes).toEqual([new Date(noon + 2000).toISOString(), new Date(noon + 3000).toISOString()]);
  });
});
