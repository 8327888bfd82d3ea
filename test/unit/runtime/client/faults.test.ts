/** A generated client with its mock, whose faults simulate network and service failures. */
import { describe, expect, test } from 'vitest';
import { createComputeClient } from '../../../../generated/compute-v1/src/index.js';
import { createMock as createComputeMock } from '../../../../generated/compute-v1/src/mock.js';
import {
  createDnsClient,
  NetworkError,
  OperationError,
  TimeoutError,
  type ClientOptions,
  type DnsClient,
} from '../../../../generated/dns-v1/src/index.js';
import { createMock } from '../../../../generated/dns-v1/src/mock.js';
import { catchError, instantClock, manualClock } from './support.js';

type Mock = ReturnType<typeof createMock>;
const requestBody = { name: 'z', dnsName: 'example.com.' };
const zone = { project: 'p', managedZone: 'z' };

async function start(options: Omit<ClientOptions, 'rootUrl'> = {}): Promise<{ mock: Mock; dns: DnsClient; waits: number[] }> {
  const mock = createMock({ seed: { resources: { '/dns/v1/projects/p/managedZones/z': requestBody } } });
  const clock = instantClock();
  const dns = createDnsClient({ rootUrl: 'http://mock.test', fetch: mock.fetch, clock, random: () => 0.5, ...options });
  return { mock, dns, waits: clock.waits };
}

describe('transient failures', () => {
  test.each([408, 429, 500, 502, 503, 504])('are retried: status %d', async (status) => {
    const { mock, dns, waits } = await start();
    await mock.faults.add({ method: 'dns.managedZones.get', status, times: 2 });
    expect(await dns.managedZones.get(zone)).toMatchObject(requestBody);
    expect(waits).toEqual([250, 500]);
  });

  test('are retried: a broken connection', async () => {
    const { mock, dns } = await start();
    await mock.faults.add({ path: '/dns/*', drop: true, times: 2 });
    expect(await dns.managedZones.get(zone)).toMatchObject(requestBody);
  });

  test('are retried for each page', async () => {
    const { mock, dns } = await start();
    for (let number = 0; number < 5; number += 1)
      await dns.managedZones.create({ project: 'p', requestBody: { ...requestBody, name: `z${number}` } });
    await mock.faults.add({ method: 'dns.managedZones.list', status: 503, times: 1 });
    await mock.faults.add({ method: 'dns.managedZones.list', drop: true, times: 1 });
    const names: unknown[] = [];
    for await (const { name } of dns.managedZones.list({ project: 'p', maxResults: 2 }, { prefetch: true })) names.push(name);
    expect(names).toEqual(['z', 'z0', 'z1', 'z2', 'z3', 'z4']);
  });
});

describe('permanent failures', () => {
  test('a broken creation is not retried because its result is unknown', async () => {
    const { mock, dns } = await start();
    await mock.faults.add({ method: 'dns.managedZones.create', drop: true });
    await catchError(NetworkError, dns.managedZones.create({ project: 'p', requestBody: { ...requestBody, name: 'y' } }));
    expect(mock.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  test("are not retried if the call disables the client's retries", async () => {
    const { mock, dns } = await start({ retry: { attempts: 5 } });
    await mock.faults.add({ method: 'dns.managedZones.get', drop: true });
    await catchError(NetworkError, dns.managedZones.get(zone, { retry: false }));
    expect(mock.requests).toHaveLength(1);
  });
});

describe('a failed operation', () => {
  const startOperation = async () => {
    const resources = { '/compute/v1/projects/p/global/sslPolicies/s': { name: 's', fingerprint: 'cw==' } };
    const mock = createComputeMock({ seed: { resources }, operationDelay: 1000 });
    const compute = createComputeClient({ rootUrl: 'http://mock.test', fetch: mock.fetch, clock: instantClock() });
    const patchPolicy = () =>
      compute.sslPolicies.patch({ project: 'p', sslPolicy: 's', requestBody: { fingerprint: 'cw==', minTlsVersion: 'TLS_1_2' } });
    return { mock, compute, change: patchPolicy };
  };

  test('is returned by the method and rejects the wait', async () => {
    const { mock, compute, change: patchPolicy } = await startOperation();
    const errors = [{ code: 'QUOTA_EXCEEDED', message: 'no more' }];
    await mock.faults.add({ method: 'compute.sslPolicies.patch', operation: { errors, httpErrorStatusCode: 403 } });
    const operation = await patchPolicy();
    const wait = compute.waitForOperation(operation, {
      timeout: Infinity,
      serverWait: false,
      onProgress: () => void mock.clock.advance(1000),
    });
    expect(await catchError(OperationError, wait)).toMatchObject({ status: 403, codes: ['QUOTA_EXCEEDED'], message: 'no more' });
  });

  test('is polled again after an interrupted request', async () => {
    const { mock, compute, change: patchPolicy } = await startOperation();
    const operation = await patchPolicy();
    await mock.faults.add({ path: '/compute/v1/projects/p/global/operations/*', drop: true, times: 1 });
    await mock.faults.add({ path: '/compute/v1/projects/p/global/operations/*', status: 503, times: 1 });
    const wait = compute.waitForOperation(operation, {
      timeout: Infinity,
      serverWait: false,
      onProgress: () => void mock.clock.advance(1000),
    });
    expect(await wait).toMatchObject({ status: 'DONE' });
  });
});

test('rejects with a timeout if the service is slow', async () => {
  const clock = manualClock();
  const { mock, dns } = await start({ clock });
  await mock.faults.add({ method: 'dns.managedZones.get', latencyMs: 3_600_000 });
  const call = catchError(TimeoutError, dns.managedZones.get(zone, { timeout: 1000 }));
  await clock.advance(1000);
  expect((await call).milliseconds).toBe(1000);
});

test('narrows the response and its type by a field mask', async () => {
  const { dns } = await start();
  const { name } = await dns.managedZones.get({ ...zone, fields: ['name'] });
  expect(name).toBe('z');
  expect(Object.keys(await dns.managedZones.get({ ...zone, fields: ['name', 'dnsName'] })).sort()).toEqual(['dnsName', 'name']);
});
