/** A user's program with every entry point of the DNS package and the client on the mock. */
import { ApiError, createClient, createDnsClient, type DnsClient, type ManagedZone } from '@discogen/dns-v1';
import { createTransport, managedZonesGet, managedZonesList } from '@discogen/dns-v1/methods';
import { createMock, type Mock } from '@discogen/dns-v1/mock';
import { validateManagedZone, validateManagedZonesGetRequest } from '@discogen/dns-v1/validators';

const mock: Mock = createMock();
const options = { rootUrl: 'http://dns.example', fetch: mock.fetch };
const dns: DnsClient = createDnsClient(options);

const created: ManagedZone = await createClient(options).managedZones.create({
  project: 'p',
  requestBody: { name: 'z', dnsName: 'example.com.', description: 'mine' },
});
const zone = await dns.managedZones.get({ project: 'p', managedZone: 'z' });

// Calls one method on a transport, as in a small bundle.
const zoneFromMethod = await managedZonesGet(createTransport({ name: 'dns', version: 'v1' }, options), { project: 'p', managedZone: 'z' });

const names: (string | undefined)[] = [];
for await (const { name } of dns.managedZones.list({ project: 'p', maxResults: 1 })) names.push(name);

const notFoundError = await dns.managedZones.get({ project: 'p', managedZone: 'none' }).catch((error: unknown) => error);
const value: unknown = JSON.parse(JSON.stringify(zone));

console.log(
  JSON.stringify({
    created: created.name,
    dnsName: zone.dnsName,
    same: zoneFromMethod.name,
    names,
    refused: notFoundError instanceof ApiError && [notFoundError.status, notFoundError.reason],
    valid: validateManagedZone(value) && value.name,
    invalid: validateManagedZonesGetRequest({ project: 'p' }) ? [] : validateManagedZonesGetRequest.errors?.map(({ keyword }) => keyword),
    listMethod: managedZonesList.id,
    requests: mock.requests.length,
  }),
);
