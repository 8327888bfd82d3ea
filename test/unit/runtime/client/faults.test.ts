/** A generated client on its own mock, whose faults simulate network and service failures. */
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
  test.each([408, 429, 500, 502, 503, 504])('a retry overcomes %d', async (status) => {
    const { mock, dns, waits } = await start();
    await mock.faults.add({ method: 'dns.managedZones.get', status, times: 2 });
    expect(await dns.managedZones.get(zone)).toMatchObject(requestBody);
    expect(waits).toEqual([250, 500]);
  });

  test('a retry overcomes a broken connection', async () => {
    const { mock, dns } = await start();
    await mock.faults.add({ path: '/dns/*', drop: true, times: 2 });
    expect(await dns.managedZones.get(zone)).toMatchObject(requestBody);
  });

  test('each page is retried', async () => {
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
  test('a creation is sent once because its result is unknown', async () => {
    const { mock, dns } = await start();
    await mock.faults.add({ method: 'dns.managedZones.create', drop: true });
    await catchError(NetworkError, dns.managedZones.create({ project: 'p', requestBody: { ...requestBody, name: 'y' } }));
    expect(mock.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  test('the retry policy of the call overrides that of the client', async () => {
    const { mock, dns } = await start({ retry: { attempts: 5 } });
    await mock.faults.add({ method: 'dns.managedZones.get', drop: true });
    await catchError(NetworkError, dns.managedZones.get(zone, { retry: false }));
    expect(mock.requests).toHaveLength(1);
  });
});

describe('a failed operation', () => {
  const started = async () => {
    const resources = { '/compute/v1/projects/p/global/sslPolicies/s': { name: 's', fingerprint: 'cw==' } };
    const mock = createComputeMock({ seed: { resources }, operationDelay: 1000 });
    const compute = createComputeClient({ rootUrl: 'http://mock.test', fetch: mock.fetch, clock: instantClock() });
    const change = () =>
      compute.sslPolicies.patch({ project: 'p', sslPolicy: 's', requestBody: { fingerprint: 'cw==', minTlsVersion: 'TLS_1_2' } });
    return { mock, compute, change };
  };

  test('is accepted and rejects the wait', async () => {
    const { mock, compute, change } = await started();
    const errors = [{ code: 'QUOTA_EXCEEDED', message: 'no more' }];
    await mock.faults.add({ method: 'compute.sslPolicies.patch', operation: { errors, httpErrorStatusCode: 403 } });
    const operation = await change();
    const wait = compute.waitForOperation(operation, {
      timeout: Infinity,
      serverWait: false,
      onProgress: () => void mock.clock.advance(1000),
    });
    expect(await catchError(OperationError, wait)).toMatchObject({ status: 403, codes: ['QUOTA_EXCEEDED'], message: 'no more' });
  });

  test('is polled again after an interrupted poll', async () => {
    const { mock, compute, change } = await started();
    const operation = await change();
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

test('a slow service exceeds the timeout of the call', async () => {
  const clock = manualClock();
  const { mock, dns } = await start({ clock });
  await mock.faults.add({ method: 'dns.managedZones.get', latencyMs: 3_600_000 });
  const call = catchError(TimeoutError, dns.managedZones.get(zone, { timeout: 1000 }));
  await clock.advance(1000);
  expect((await call).milliseconds).toBe(1000);
});

test('the service applies a mask and the response type is narrowed', async () => {
  const { dns } = await start();
  const { name } = await dns.managedZones.get({ ...zone, fields: ['name'] });
  expect(name).toBe('z');
  expect(Object.keys(await dns.managedZones.get({ ...zone, fields: ['name', 'dnsName'] })).sort()).toEqual(['dnsName', 'name']);
});
