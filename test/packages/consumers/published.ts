/** A user's program with clients and mocks generated from published Discovery documents. */
import { createClient as createErrorReporting } from '@discogen/clouderrorreporting-v1beta1';
import { createMock as mockErrorReporting } from '@discogen/clouderrorreporting-v1beta1/mock';
import { validateErrorGroup } from '@discogen/clouderrorreporting-v1beta1/validators';
import { ApiError, createClient as createCompute } from '@discogen/compute-v1';
import { createMock as mockCompute } from '@discogen/compute-v1/mock';
import { validateAddress } from '@discogen/compute-v1/validators';
import { createClient as createDns } from '@discogen/dns-v1';
import { createMock as mockDns } from '@discogen/dns-v1/mock';
import { validateManagedZone } from '@discogen/dns-v1/validators';
import { createClient as createOsConfig } from '@discogen/osconfig-v1beta';
import { createMock as mockOsConfig } from '@discogen/osconfig-v1beta/mock';
import { validateGuestPolicy } from '@discogen/osconfig-v1beta/validators';

async function listNames(list: AsyncIterable<{ readonly name?: string }>): Promise<readonly (string | undefined)[]> {
  const names: (string | undefined)[] = [];
  for await (const { name } of list) names.push(name);
  return names;
}

async function dns(): Promise<object> {
  const { managedZones } = createDns({ fetch: mockDns().fetch });
  const project = 'p';
  await managedZones.create({ project, requestBody: { name: 'z', dnsName: 'example.com.', description: '' } });
  const zone = await managedZones.get({ project, managedZone: 'z' });
  return { got: zone.dnsName, valid: validateManagedZone(zone), listed: await listNames(managedZones.list({ project })) };
}

async function compute(): Promise<object> {
  const regionParams = { project: 'p-1', region: 'us-central1' };
  // The document has no method that creates regions, so the mock requires them in a seed.
  const mock = mockCompute({ seed: { resources: { '/compute/v1/projects/p-1/regions/us-central1': { name: regionParams.region } } } });
  const { addresses, waitForOperation } = createCompute({ fetch: mock.fetch });
  const operation = await addresses.insert({ ...regionParams, requestBody: { name: 'a', description: 'mine' } });
  const { status } = await waitForOperation(operation);
  const address = await addresses.get({ ...regionParams, address: 'a' });
  const absent = await addresses
    .get({ ...regionParams, address: 'b' })
    .catch((error: unknown) => (error instanceof ApiError ? error.status : error));
  return {
    got: address.description,
    valid: validateAddress(address),
    listed: await listNames(addresses.list(regionParams)),
    operation: status,
    absent,
  };
}

async function osConfig(): Promise<object> {
  const { guestPolicies } = createOsConfig({ fetch: mockOsConfig().fetch }).projects;
  const parent = 'projects/p';
  const requestBody = { name: 'projects/p/guestPolicies/g', assignment: {}, description: 'mine' };
  await guestPolicies.create({ parent, guestPolicyId: 'g', requestBody });
  const policy = await guestPolicies.get({ name: requestBody.name });
  return { got: policy.description, valid: validateGuestPolicy(policy), listed: await listNames(guestPolicies.list({ parent })) };
}

/** Groups are seeded, because a Discovery document can't express that a report creates a group. */
async function errorReporting(): Promise<object> {
  const groupName = 'projects/p/groups/g';
  const mock = mockErrorReporting({ seed: { resources: { [`/v1beta1/${groupName}`]: { name: groupName, groupId: 'g' } } } });
  const { groups } = createErrorReporting({ fetch: mock.fetch }).projects;
  await groups.update({ name: groupName, requestBody: { name: groupName, groupId: 'g', resolutionStatus: 'MUTED' } });
  const group = await groups.get({ groupName });
  return { got: group.resolutionStatus, valid: validateErrorGroup(group) };
}

console.log(
  JSON.stringify({ dns: await dns(), compute: await compute(), osConfig: await osConfig(), errorReporting: await errorReporting() }),
);
