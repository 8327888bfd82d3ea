/** The client keeps fields that the description lacks, such as those of a newer server. */
import { expect, test } from 'vitest';
import { createDnsClient, type ManagedZone, type Open } from '../../generated/dns-v1/src/index.js';
import { createMock } from '../../generated/dns-v1/src/mock.js';

const names = { project: 'p', managedZone: 'z' };

test('a client keeps unknown fields when it reads, changes, and writes a resource', async () => {
  const mock = createMock({ seed: { resources: { '/dns/v1/projects/p/managedZones/z': { name: 'z', dnsName: 'example.com.' } } } });
  const unknownFields = { newField: { deep: [1, null] }, dnssecConfig: { state: 'on', newMember: 'x' } };
  mock.on('dns.managedZones.get', async (_, next) => ({ ...(await next()), ...unknownFields }));
  const dns = createDnsClient({ rootUrl: 'https://dns.example.com', fetch: mock.fetch });
  const zone = (await dns.managedZones.get(names)) as Open<ManagedZone>;
  expect(zone['newField']).toEqual(unknownFields.newField);
  expect(zone.dnssecConfig?.['newMember']).toBe('x');
  // The mock's own description has no such field.
  await expect(dns.managedZones.update({ ...names, requestBody: { ...zone, description: 'd' } })).rejects.toMatchObject({ status: 400 });
  expect(mock.requests.at(-1)?.request.body).toMatchObject({ ...unknownFields, name: 'z', description: 'd' });
});
