/** The vendor's library for OS Config, generated from protobuf descriptions: it sends enums as numbers. */
import osconfig from '@google-cloud/os-config';
import { OAuth2Client } from 'google-auth-library';
import { reportStep } from './report-step.js';

const { hostname, port } = new URL(process.argv[2]);
const authClient = new OAuth2Client();
authClient.setCredentials({ access_token: 'token' });
const options = { apiEndpoint: hostname, port: Number(port), protocol: 'http', fallback: true, authClient, projectId: 'os-library' };
const client = new osconfig.v1beta.OsConfigServiceClient(options);
const parent = 'projects/os-library';
const name = `${parent}/guestPolicies/base`;
const instance = `${parent}/zones/z/instances/vm`;

await reportStep('assigns a policy', async () => {
  const packages = [{ name: 'nginx', desiredState: 'INSTALLED', manager: 'APT' }];
  const [created] = await client.createGuestPolicy({
    parent,
    guestPolicyId: 'base',
    guestPolicy: { assignment: { zones: ['z'] }, packages },
  });
  return { name: created.name, packages: created.packages };
});
await reportStep('lists policies', async () => {
  const names = [];
  for await (const policy of client.listGuestPoliciesAsync({ parent })) names.push(policy.name);
  return names;
});
await reportStep('describes it', async () => {
  const [changed] = await client.updateGuestPolicy({ guestPolicy: { name, description: 'all' }, updateMask: { paths: ['description'] } });
  return [changed.description, changed.packages.length];
});
await reportStep(
  'looks up the policy of an instance',
  async () => (await client.lookupEffectiveGuestPolicy({ instance, osShortName: 'debian' }))[0].packages,
);
await reportStep('deletes it', async () => (await client.deleteGuestPolicy({ name }))[0]);
await reportStep('requests a missing resource', () => client.getGuestPolicy({ name }));
