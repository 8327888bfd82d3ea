// A user's program, for the compilers of the matrix.
import { createComputeClient, ApiError, readModifyWrite, type Operation, type Subnetwork } from '@discogen/compute-v1';
import { createDnsClient, type ClientOptions, type ManagedZone } from '@discogen/dns-v1';
import { createClient, minimalScopes, managedZonesGet, managedZonesList } from '@discogen/dns-v1/methods';
import { createMock } from '@discogen/dns-v1/mock';
import { openTelemetry, type OpenTelemetryApi } from '@discogen/dns-v1/otel';
import { undiciFetch } from '@discogen/dns-v1/undici';
import { validateManagedZone, validators } from '@discogen/dns-v1/validators';
import { fromInt64, toTimestamp } from '@discogen/dns-v1/values';

declare const telemetry: OpenTelemetryApi;
const options: ClientOptions & { rootUrl: string } = {
  rootUrl: 'https://dns.example',
  fetch,
  auth: async () => 'token',
  retry: { attempts: 2 },
  validate: { validators, fatal: true },
  hooks: [openTelemetry(telemetry)],
  onRequest: ({ headers }) => void (headers['x-one'] = '1'),
};
const dns = createDnsClient({ ...options, fetch: createMock().fetch });
const zone: ManagedZone = await dns.managedZones.get({ project: 'p', managedZone: 'z' }, { timeout: 1000, signal: AbortSignal.timeout(5) });
const { name } = await dns.managedZones.get({ project: 'p', managedZone: 'z', fields: ['name', 'dnsName'] });
const text: string | undefined = name;
for await (const item of dns.managedZones.list({ project: 'p', fields: 'managedZones/name' }, { maxItems: 5, prefetch: true }))
  console.log(item.name);
for await (const { managedZones } of managedZonesList(createClient(options), { project: 'p' }).pages()) console.log(managedZones?.length);
if (validateManagedZone(zone)) console.log(zone.dnsName, text);

const compute = createComputeClient({ rootUrl: 'https://compute.example', fetch: undiciFetch(undefined as never) });
const operation: Operation | undefined = await readModifyWrite({
  get: (): Promise<Subnetwork> => compute.subnetworks.get({ project: 'p', region: 'r', subnetwork: 's' }),
  change: () => ({ role: 'ACTIVE' as const }),
  send: (requestBody) =>
    compute.subnetworks.patch({ project: 'p', region: 'r', subnetwork: 's', requestBody: { fingerprint: '', ...requestBody } }),
});
if (operation) await compute.waitForOperation(operation, { onProgress: ({ progress }) => console.log(progress) });
await managedZonesGet(dns, { project: 'p', managedZone: 'z' }).catch((error: unknown) => error instanceof ApiError && error.reason);
console.log(minimalScopes([managedZonesGet]), fromInt64('1') + 1n, toTimestamp(0n));
