/** A mask beside an access policy names what of it is set; what that leaves is a policy all the same. */
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../templates/runtime/mock/index.js';
import { refusalOf, serve, type Asked } from '../ask.js';

const zone = '/dns/v1/projects/p/managedZones/z';
const seed = { resources: { [zone]: { name: 'z', dnsName: 'example.com.' } } };
const conditional = { version: 3, bindings: [{ role: 'r', members: [], condition: { expression: 'x' } }] };
const set = ({ send }: Asked, policy: JsonObject, updateMask: string): ReturnType<Asked['send']> =>
  send(`POST ${zone}:setIamPolicy`, { policy, updateMask });

test.each(['bindings', 'bindings,etag', 'bindings,version'])(
  'the version goes with %s, so that conditions stay those of version 3',
  async (mask) => {
    expect((await set(serve('dns', { seed }), conditional, mask)).body).toMatchObject(conditional);
  },
);

test.each<JsonObject>([{}, { version: 1 }])('with %j the version that was there stays', async (version) => {
  const asked = serve('dns', { seed: { ...seed, iamPolicies: { [zone]: conditional } } });
  expect((await set(asked, { ...version, auditConfigs: [{ service: 'allServices' }] }, 'auditConfigs')).body).toMatchObject(conditional);
});

test.each<[mask: string, policy: JsonObject, location: string]>([
  ['version', { version: 1 }, 'policy.bindings[0].condition'],
  ['bindings.role', { bindings: [{ role: 'r' }] }, 'policy.bindings'],
])('%s of %j is refused, and the state is a seed still', async (mask, policy, location) => {
  const asked = serve('dns', { seed: { ...seed, iamPolicies: { [zone]: conditional } } });
  expect(refusalOf(await set(asked, policy, mask))).toEqual({ status: 400, reason: 'invalid', location });
  const state = await asked.mock.state();
  expect(state.iamPolicies?.[zone]).toMatchObject(conditional);
  expect((await serve('dns', { seed: state }).mock.state()).iamPolicies).toEqual(state.iamPolicies);
});
