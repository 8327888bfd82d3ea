/** Mocks of several packages composed into one state, address, and journal. */
import { expect, test } from 'vitest';
import { compose, createMockServer, type AnyMock } from '../../mock/index.js';
import { listAll } from './case.js';
import { computePackage, dnsPackage, errorReportingPackage, osConfigPackage } from './packages.js';

const zone = '/dns/v1/projects/p/managedZones/zone';
const check = '/compute/v1/projects/p/global/httpHealthChecks/check';

const composeMocks = (): AnyMock =>
  compose(
    dnsPackage.createMock({ seed: { resources: { [zone]: { name: 'zone', dnsName: 'example.com.' } } } }),
    computePackage.createMock({ seed: { resources: { [check]: { name: 'check' } } } }),
    osConfigPackage.createMock(),
    errorReportingPackage.createMock(),
  );

test('composes mocks of four packages at one address with one state', async () => {
  const mock = composeMocks();
  const { url, close } = await mock.listen({ port: 0 });
  try {
    const options = { rootUrl: url, fetch, retry: false } as const;
    const dns = dnsPackage.createClient(options);
    const compute = computePackage.createClient(options);
    const osConfig = osConfigPackage.createClient(options);
    const errorReporting = errorReportingPackage.createClient(options);

    expect((await listAll(dns.managedZones.list({ project: 'p' }))).map(({ name }) => name)).toEqual(['zone']);
    await compute.httpHealthChecks.patch({ project: 'p', httpHealthCheck: 'check', requestBody: { port: 8080 } });
    await errorReporting.projects.events.report({
      projectName: 'projects/p',
      requestBody: { message: 'Disk is full', serviceContext: { service: 'shop' } },
    });
    const lookup = { instance: 'projects/p/zones/z/instances/vm', requestBody: {} };
    expect(await osConfig.projects.zones.instances.lookupEffectiveGuestPolicy(lookup)).toEqual({});

    expect((await mock.state()).resources).toMatchObject({ [zone]: { dnsName: 'example.com.' }, [check]: { port: 8080 } });
    expect(mock.requests.map(({ methodId }) => methodId)).toEqual([
      'dns.managedZones.list',
      'compute.httpHealthChecks.patch',
      'errorreporting.projects.events.report',
      'osconfig.projects.zones.instances.lookupEffectiveGuestPolicy',
    ]);
  } finally {
    await close();
  }
});

test('restores the seed of each mock after a reset', async () => {
  const mock = composeMocks();
  const dns = dnsPackage.createClient({ rootUrl: 'https://service.example.com/', fetch: mock.fetch, retry: false });
  await dns.managedZones.delete({ project: 'p', managedZone: 'zone' });
  await mock.reset();
  expect(await dns.managedZones.get({ project: 'p', managedZone: 'zone' })).toMatchObject({ dnsName: 'example.com.' });
});

test('rejects values that are not mocks', () => {
  expect(() => compose({ ...composeMocks() })).toThrow(TypeError);
});

test('rejects mocks with the same route and the same host', () => {
  const { behavior } = dnsPackage;
  const methods = behavior.methods.map((entry) => ({
    ...entry,
    method: { ...entry.method, path: entry.method.path.replaceAll('{project}', '{owner}') },
  }));
  const other = { ...behavior, name: 'other', rootUrls: ['http://dns.localhost/'], methods };
  expect(() => compose(dnsPackage.createMock(), createMockServer(other))).toThrow(/dns v1.*other v1/s);
});

test('restores an exported state with pending operations in another composed mock', async () => {
  const options = { now: () => Date.UTC(2026, 0, 1), operationDelay: 1000 };
  const composeAll = (): AnyMock =>
    compose(...[dnsPackage, computePackage, errorReportingPackage].map(({ createMock }) => createMock(options)));
  const mock = composeAll();
  const send = async (target: AnyMock, line: string, body: object): Promise<unknown> => {
    const [method = '', path = ''] = line.split(' ');
    return (await target.fetch(`https://service.example.com${path}`, { method, body: JSON.stringify(body) })).json();
  };
  await mock.clock.freeze();
  await mock.seed({
    resources: { [zone]: { name: 'zone', dnsName: 'example.com.' }, [check]: { name: 'check', port: 1 } },
    tokens: { t: {} },
    ancestors: { 'projects/p': ['folders/f'] },
  });
  const repeatable = `PATCH ${check}?requestId=11111111-2222-4333-8444-555555555555`;
  const operation = await send(mock, repeatable, { port: 2 });
  await send(mock, 'POST /v1beta1/projects/p/events:report', { message: 'Disk is full', serviceContext: { service: 'shop' } });
  await send(mock, `POST ${zone}:setIamPolicy`, { policy: { bindings: [] } });
  const record = { name: 'www.example.com.', type: 'A', ttl: 60, rrdatas: ['192.0.2.1'] };
  await send(mock, `POST ${zone}/changes`, { additions: [record] });

  const state = await mock.state();
  const copy = composeAll();
  await copy.fetch('https://service.example.com/__admin/state', { method: 'PUT', body: JSON.stringify(state) });
  expect(await copy.state()).toEqual(state);
  expect(await send(copy, repeatable, { port: 3 })).toEqual(operation);
  for (const each of [mock, copy]) await each.clock.advance(5000);
  expect(await copy.state()).toEqual(await mock.state());
  expect((await copy.state()).resources).toMatchObject({ [check]: { port: 2 } });
  const newZone = { name: 'new', dnsName: 'new.example.' };
  const zones = 'POST /dns/v1/projects/p/managedZones';
  expect(await send(copy, zones, newZone)).toEqual(await send(mock, zones, newZone));
});
