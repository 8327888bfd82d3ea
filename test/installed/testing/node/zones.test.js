import { test } from 'node:test';
import { createDnsClient } from '@discogen/dns-v1';
import { createMock } from '@discogen/dns-v1/mock';
import { assertReceived, assertResource, createMockFixture } from 'discogen/node-test';

const openMock = createMockFixture({ mock: () => createMock(), failOn: 'rejected' });
const rootUrl = 'https://dns.example.com';
const requestBody = { name: 'z', dnsName: 'example.com.' };

test('creates a zone', async (t) => {
  const mock = await openMock(t);
  await createDnsClient({ rootUrl, fetch: mock.fetch }).managedZones.create({ project: 'p', requestBody });
  assertReceived(mock, 'dns.managedZones.create', { body: { name: 'z' }, times: 1 });
  await assertResource(mock, '/dns/v1/projects/p/managedZones/z', { dnsName: 'example.com.' });
});

test('creates the zone again over HTTP', async (t) => {
  const mock = await openMock(t);
  const { url } = await mock.listen();
  await createDnsClient({ rootUrl: url }).managedZones.create({ project: 'p', requestBody });
  assertReceived(mock, 'dns.managedZones.create', { body: { dnsName: 'example.org.' } });
});

test('fails on an unexpected request', async (t) => {
  const mock = await openMock(t);
  await mock.fetch(`${rootUrl}/dns/v1/projects/p/managedZones/none`);
});
