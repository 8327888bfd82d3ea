/** A user's CommonJS program that requires ES modules, typed with `module: nodenext`. */
import compute = require('@discogen/compute-v1');
import errorReporting = require('@discogen/errorreporting-v1beta1');
import osConfig = require('@discogen/osconfig-v1beta');
import dns = require('@discogen/dns-v1');
import dnsMethods = require('@discogen/dns-v1/methods');
import dnsMock = require('@discogen/dns-v1/mock');
import dnsValidators = require('@discogen/dns-v1/validators');
import openApi = require('@discogen/dns-v1/openapi.json');
import spec = require('@discogen/dns-v1/spec.json');

async function main(): Promise<void> {
  const client = dns.createDnsClient({ rootUrl: 'http://dns.example', fetch: dnsMock.createMock().fetch });
  await client.managedZones.create({ project: 'p', requestBody: { name: 'z', dnsName: 'example.com.' } });
  const zone = await client.managedZones.get({ project: 'p', managedZone: 'z' });
  console.log(
    JSON.stringify({
      zone: zone.name,
      method: dnsMethods.managedZonesGet.id,
      valid: dnsValidators.validateManagedZone(zone),
      documents: [spec.name, openApi.openapi],
      others: [compute.createComputeClient, errorReporting.createErrorReportingClient, osConfig.createOsConfigClient].map(
        (create) => typeof create,
      ),
    }),
  );
}

void main();
