/** Access policies of zones under their version 2 names. */
import { expect, test } from 'vitest';
import { summarizeError, startMock } from '../request.js';

const zone = '/dns/v1/projects/p/managedZones/z';
const secondVersion = '/dns/v2/projects/p/locations/global/managedZones/z';
const bindings = [{ role: 'roles/dns.reader', members: ['user:a@example.com'] }];
const start = (): ReturnType<typeof startMock> =>
  startMock('dns', { seed: { resources: { [zone]: { name: 'z', dnsName: 'example.com.' } } } });

test('returns the policy of the zone', async () => {
  const { send } = start();
  expect((await send(`POST ${secondVersion}:setIamPolicy`, { policy: { bindings } })).body).toMatchObject({ bindings });
  const { body } = await send(`POST ${zone}:getIamPolicy`, {});
  expect(body).toMatchObject({ bindings });
  expect((await send(`POST ${secondVersion}:getIamPolicy`, { options: { requestedPolicyVersion: 3 } })).body).toEqual(body);
  expect((await send(`POST ${secondVersion}:testIamPermissions`, { permissions: ['dns.managedZones.get'] })).body).toEqual({
    permissions: ['dns.managedZones.get'],
  });
});

test('returns zones only in the global location', async () => {
  const { send } = start();
  expect(summarizeError(await send(`POST ${secondVersion}x:getIamPolicy`, {}))).toEqual({ status: 404, reason: 'notFound' });
  expect((await send(`POST ${secondVersion.replace('global', 'europe-west1')}:getIamPolicy`, {})).status).toBe(404);
});
