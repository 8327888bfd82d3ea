import { createDnsClient } from '@discogen/dns-v1';
import { createMock } from '@discogen/dns-v1/mock';
import { createMockTest } from 'discogen/vitest';
import { expect } from 'vitest';

const test = createMockTest({ mock: () => createMock() });
const strictTest = createMockTest({ mock: () => createMock(), failOn: 'rejected' });
const rootUrl = 'https://dns.example.com';
const requestBody = { name: 'z', dnsName: 'example.com.' };

test('creates a zone', async ({ mock }) => {
  await createDnsClient({ rootUrl, fetch: mock.fetch }).managedZones.create({ project: 'p', requestBody });
  expect(mock).toHaveReceived('dns.managedZones.create', { body: { name: 'z' }, times: 1 });
  await expect(mock).toHaveResource('/dns/v1/projects/p/managedZones/z', { dnsName: 'example.com.' });
});

test('creates the zone again over HTTP', async ({ mock, url }) => {
  await createDnsClient({ rootUrl: url }).managedZones.create({ project: 'p', requestBody });
  expect(mock).toHaveReceived('dns.managedZones.create', { body: { dnsName: 'example.org.' } });
});

strictTest('fails on an unexpected request', async ({ mock }) => {
  await mock.fetch(`${rootUrl}/dns/v1/projects/p/managedZones/none`);
});
