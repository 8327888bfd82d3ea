/** The update mask of an access policy selects the written fields. The resulting policy must be valid. */
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../mock/index.js';
import { summarizeError, startMock, type MockClient } from '../request.js';

const zone = '/dns/v1/projects/p/managedZones/z';
const seed = { resources: { [zone]: { name: 'z', dnsName: 'example.com.' } } };
const conditionalPolicy = { version: 3, bindings: [{ role: 'r', members: [], condition: { expression: 'x' } }] };
const setPolicy = ({ send }: MockClient, policy: JsonObject, updateMask: string): ReturnType<MockClient['send']> =>
  send(`POST ${zone}:setIamPolicy`, { policy, updateMask });

test.each(['bindings', 'bindings,etag', 'bindings,version'])(
  'writing %s also writes the version, so that conditions stay at version 3',
  async (mask) => {
    expect((await setPolicy(startMock('dns', { seed }), conditionalPolicy, mask)).body).toMatchObject(conditionalPolicy);
  },
);

test.each<JsonObject>([{}, { version: 1 }])('keeps the version for the mask %j', async (version) => {
  const client = startMock('dns', { seed: { ...seed, iamPolicies: { [zone]: conditionalPolicy } } });
  expect((await setPolicy(client, { ...version, auditConfigs: [{ service: 'allServices' }] }, 'auditConfigs')).body).toMatchObject(
    conditionalPolicy,
  );
});

test.each<[mask: string, policy: JsonObject, location: string]>([
  ['version', { version: 1 }, 'policy.bindings[0].condition'],
  ['bindings.role', { bindings: [{ role: 'r' }] }, 'policy.bindings'],
])('rejects %s of %j and keeps an exportable state', async (mask, policy, location) => {
  const client = startMock('dns', { seed: { ...seed, iamPolicies: { [zone]: conditionalPolicy } } });
  expect(summarizeError(await setPolicy(client, policy, mask))).toEqual({ status: 400, reason: 'invalid', location });
  const state = await client.mock.state();
  expect(state.iamPolicies?.[zone]).toMatchObject(conditionalPolicy);
  expect((await startMock('dns', { seed: state }).mock.state()).iamPolicies).toEqual(state.iamPolicies);
});
