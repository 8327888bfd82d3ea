/** Rules of zones, policies, and record sets apply to new resources, changes, and merged patches. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../mock/index.js';
import { summarizeError, startMock } from '../request.js';

const project = '/dns/v1/projects/p';
const zone = `${project}/managedZones/z`;
const createTargets = (...targetNameServers: readonly JsonObject[]): JsonObject => ({ targetNameServers });
const createGeoPolicy = (...locations: readonly string[]): JsonObject => ({
  geo: { items: locations.map((location) => ({ location, rrdatas: ['192.0.2.1'] })) },
});
const createRoutedSet = (routingPolicy: JsonObject): JsonObject => ({ name: 'www.example.com.', type: 'A', ttl: 5, routingPolicy });
const seed = {
  resources: {
    [zone]: { name: 'z', dnsName: 'example.com.', visibility: 'private', forwardingConfig: createTargets({ ipv4Address: '192.0.2.1' }) },
    [`${zone}/rrsets/www.example.com./A`]: createRoutedSet(createGeoPolicy('us-east1')),
    [`${project}/responsePolicies/r`]: { responsePolicyName: 'r' },
  },
};

describe('invalid bodies are rejected and change nothing', () => {
  test.each<[line: string, body: JsonObject, location: string]>([
    [`POST ${project}/managedZones`, { name: 'n', dnsName: 'n.', description: 'x'.repeat(1025) }, 'description'],
    [`PATCH ${zone}`, { description: 'x'.repeat(1025) }, 'description'],
    [
      `PATCH ${zone}`,
      { forwardingConfig: createTargets({ ipv4Address: '192.0.2.1' }, { ipv4Address: '192.0.2.2', ipv6Address: '2001:db8::1' }) },
      'forwardingConfig.targetNameServers[1].ipv6Address',
    ],
    [
      `POST ${project}/policies`,
      { name: 'n', alternativeNameServerConfig: createTargets({ ipv4Address: '192.0.2.1', ipv6Address: '::1' }) },
      'alternativeNameServerConfig.targetNameServers[0].ipv6Address',
    ],
    [
      `POST ${zone}/rrsets`,
      { ...createRoutedSet(createGeoPolicy('us-east1', 'eu', 'us-east1')), name: 'a.example.com.' },
      'routingPolicy.geo.items',
    ],
    [`PATCH ${zone}/rrsets/www.example.com./A`, { routingPolicy: createGeoPolicy('eu', 'eu') }, 'routingPolicy.geo.items'],
    [
      `POST ${zone}/changes`,
      {
        deletions: [createRoutedSet(createGeoPolicy('us-east1'))],
        additions: [createRoutedSet({ primaryBackup: { backupGeoTargets: createGeoPolicy('eu', 'eu')['geo'] ?? null } })],
      },
      'additions[0].routingPolicy.primaryBackup.backupGeoTargets.items',
    ],
    [
      `POST ${project}/responsePolicies/r/rules`,
      {
        ruleName: 'n',
        dnsName: 'a.example.',
        localData: { localDatas: ['192.0.2.1', '192.0.2.2'].map((data) => ({ name: 'a.example.', type: 'A', rrdatas: [data] })) },
      },
      'localData.localDatas',
    ],
  ])('%s %j', async (line, body, location) => {
    const { send, mock } = startMock('dns', { seed });
    const before = (await mock.state()).resources;
    expect(summarizeError(await send(line, body))).toEqual({ status: 400, reason: 'invalid', location });
    expect((await mock.state()).resources).toEqual(before);
  });
});

test('ignores deactivation and deletion times in a request', async () => {
  const { send } = startMock('dns');
  const { body } = await send(`POST ${project}/managedZones`, {
    name: 'n',
    dnsName: 'n.',
    visibility: 'private',
    peeringConfig: { targetNetwork: { networkUrl: 'projects/p/global/networks/n', deactivateTime: '2026-01-01T00:00:00Z' } },
    serviceDirectoryConfig: { namespace: { namespaceUrl: 'projects/p/locations/l/namespaces/n', deletionTime: '2026-01-01T00:00:00Z' } },
  });
  expect(body).toMatchObject({
    peeringConfig: { targetNetwork: { networkUrl: 'projects/p/global/networks/n' } },
    serviceDirectoryConfig: { namespace: { namespaceUrl: 'projects/p/locations/l/namespaces/n' } },
  });
  expect(JSON.stringify(body)).not.toMatch(/deactivateTime|deletionTime/);
});
