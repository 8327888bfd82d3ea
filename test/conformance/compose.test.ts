/** Mocks of several packages composed into one state, address, and journal. */
import { expect, test } from 'vitest';
import { compose, type AnyMock } from '../../templates/runtime/mock/index.js';
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

test('restores an exported state in another composed mock', async () => {
  const mock = composeMocks();
  const dns = dnsPackage.createClient({ rootUrl: 'https://service.example.com/', fetch: mock.fetch, retry: false });
  await dns.changes.create({
    project: 'p',
    managedZone: 'zone',
    requestBody: { additions: [{ name: 'www.example.com.', type: 'A', ttl: 60, rrdatas: ['192.0.2.1'] }] },
  });
  const state = await mock.state();
  const copy = composeMocks();
  await copy.seed(state);
  expect((await copy.state()).resources).toEqual(state.resources);
});
