/** The vendor's unmodified clients find an installed mock by the environment of `discogen mock run`. */
import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ProcessResult } from '../packages/support.js';
import { Project } from './project.js';

const config = 'node_modules/discogen/discogen.vendor.yaml';
const seed = `
resources:
  /compute/v1/projects/shop/zones/us-central1-a/instances/vm:
    name: vm
    status: RUNNING
    guestAttributes: [{ namespace: guestInventory, key: ShortName, value: debian }]
  /v1beta/projects/shop/guestPolicies/base:
    assignment: { osTypes: [{ osShortName: debian }] }
    packages: [{ name: nginx, desiredState: INSTALLED }]
tokens:
  reader:
    user: reader@shop.iam.gserviceaccount.com
    scopes: ['{scope_base}/cloud-platform']
    permissions: [compute.sslPolicies.list]
  stranger: { user: stranger@shop.iam.gserviceaccount.com, scopes: ['{scope_base}/cloud-platform'], permissions: [compute.projects.get] }
`;

/** Writes with one library for DNS and one for Compute, and reads back what it wrote. */
const app = `
import { DNS } from '@google-cloud/dns';
import compute from '@google-cloud/compute';

const project = 'shop';
const dns = new DNS();
const zone = dns.zone('zone');
await dns.createZone('zone', { dnsName: 'example.com.', description: 'a zone' });
await zone.addRecords(zone.record('a', { name: 'www.example.com.', data: '192.0.2.1', ttl: 60 }));
console.log((await zone.getRecords('a'))[0].map(({ metadata, data }) => [metadata.name, data].join(' ')).join());

const [operation] = await new compute.NetworksClient().insert({ project, networkResource: { name: 'net', autoCreateSubnetworks: false } });
await new compute.GlobalOperationsClient().wait({ project, operation: operation.latestResponse.name });
const [network] = await new compute.NetworksClient().get({ project, network: 'net' });
console.log(new URL(network.selfLink).pathname);
`;

/** Prints the number of policies, or the status of the error. */
const listPolicies = `
import compute from '@google-cloud/compute';
const list = new compute.SslPoliciesClient().list({ project: 'shop' });
console.log(await list.then(([policies]) => policies.length, ({ code }) => code));
`;

let project: Project;
const mockRun = (options: readonly string[], command: readonly string[]): Promise<ProcessResult> =>
  project.discogen('mock', 'run', '--quiet', '--config', config, '--seed', 'seed.yaml', ...options, '--', ...command);

beforeAll(async () => {
  project = new Project();
  await project.install('discogen', '@google-cloud/dns@5', '@google-cloud/compute@6', 'node-forge');
  project.write('seed.yaml', seed);
  project.write('app.js', app);
  project.write('list-policies.js', listPolicies);
});
afterAll(() => project[Symbol.dispose]());

describe('Node', () => {
  test.each([[[]], [['--tls']]])('an app reads back what it wrote: %j', async (options) => {
    expect(await mockRun(options, ['node', 'app.js'])).toEqual({
      status: 0,
      stdout: 'www.example.com. 192.0.2.1\n/compute/v1/projects/shop/global/networks/net\n',
      stderr: '',
    });
  });

  test.each([
    ['reader', '0\n'],
    ['stranger', '403\n'],
  ])('the key of %s has the permissions of its tokens', async (name, stdout) => {
    const user = `${name}@shop.iam.gserviceaccount.com`;
    expect(await mockRun(['--auth', 'on', '--user', user], ['node', 'list-policies.js'])).toMatchObject({ status: 0, stdout });
  });

  test('mock run ends with the status of the command', async () => {
    expect(await mockRun([], ['node', '-e', 'process.exit(3)'])).toMatchObject({ status: 3, stdout: '' });
  });
});

const hasGcloud = spawnSync('gcloud', ['--version']).status === 0;
if (!hasGcloud) console.warn('SKIP gcloud: not installed here');

describe.skipIf(!hasGcloud)('gcloud', () => {
  /** Runs commands with one mock and returns their JSON output. */
  async function gcloud(options: readonly string[], ...lines: readonly string[]): Promise<readonly unknown[]> {
    const script = lines.map((line) => `gcloud ${line} --quiet --format=json && printf '\\0'`).join(' && ');
    const { status, stdout, stderr } = await mockRun(options, ['sh', '-c', script]);
    expect([status, stderr.includes('ERROR')], stderr).toEqual([0, false]);
    return stdout
      .split('\0')
      .slice(0, -1)
      .map((text) => JSON.parse(text || 'null') as unknown);
  }

  test('manages zones and record sets', async () => {
    const [, zones, , records] = await gcloud(
      ['--auth', 'on'],
      'dns managed-zones create zone --dns-name=example.com. --description=zone',
      'dns managed-zones list',
      'dns record-sets create www.example.com. --zone=zone --type=A --ttl=300 --rrdatas=192.0.2.1',
      'dns record-sets list --zone=zone --name=www.example.com.',
    );
    expect(zones).toMatchObject([{ name: 'zone', dnsName: 'example.com.' }]);
    expect(records).toMatchObject([{ name: 'www.example.com.', type: 'A', rrdatas: ['192.0.2.1'] }]);
  });

  test('grants access to a zone', async () => {
    project.write('policy.json', JSON.stringify({ bindings: [{ role: 'roles/dns.reader', members: ['user:a@example.com'] }] }));
    const [, , policy] = await gcloud(
      [],
      'dns managed-zones create zone --dns-name=example.com. --description=zone',
      'dns managed-zones set-iam-policy zone --policy-file=policy.json',
      'dns managed-zones get-iam-policy zone',
    );
    expect(policy).toMatchObject({ bindings: [{ role: 'roles/dns.reader', members: ['user:a@example.com'] }] });
  });

  test('manages networks, and reads instances', async () => {
    const [, , subnetworks, instance] = await gcloud(
      [],
      'compute networks create net --subnet-mode=custom',
      'compute networks subnets create sub --network=net --range=10.0.0.0/24 --region=us-central1',
      'compute networks subnets list-usable',
      'compute instances describe vm --zone=us-central1-a',
    );
    expect(subnetworks).toMatchObject([
      { ipCidrRange: '10.0.0.0/24', subnetwork: expect.stringMatching(/us-central1\/subnetworks\/sub$/) },
    ]);
    expect(instance).toMatchObject({ name: 'vm', status: 'RUNNING' });
  });

  test('looks up guest policies by the guest attributes of an instance', async () => {
    const [policy] = await gcloud([], 'beta compute os-config guest-policies lookup vm --zone=us-central1-a');
    expect(policy).toMatchObject({ packages: [{ source: 'projects/shop/guestPolicies/base', package: { name: 'nginx' } }] });
  });
});
