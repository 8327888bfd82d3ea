/** The vendor's library for Compute, generated from protobuf descriptions. */
import { randomUUID } from 'node:crypto';
import compute from '@google-cloud/compute';
import { OAuth2Client } from 'google-auth-library';
import { reportStep } from './report-step.js';

const { hostname, port } = new URL(process.argv[2]);
const authClient = new OAuth2Client();
authClient.setCredentials({ access_token: 'token' });
const options = { apiEndpoint: hostname, port: Number(port), protocol: 'http', fallback: true, authClient, projectId: 'compute-library' };
const {
  DisksClient,
  GlobalOperationsClient,
  NetworksClient,
  RegionOperationsClient,
  SnapshotsClient,
  SslPoliciesClient,
  SubnetworksClient,
} = compute;
const { ZoneOperationsClient, ZonesClient } = compute;
const project = 'compute-library';
const region = 'us-central1';
const zone = 'us-central1-a';
const operations = {
  global: new GlobalOperationsClient(options),
  region: new RegionOperationsClient(options),
  zone: new ZoneOperationsClient(options),
};
const policies = new SslPoliciesClient(options);
const networks = new NetworksClient(options);
const subnetworks = new SubnetworksClient(options);
const disks = new DisksClient(options);
const snapshots = new SnapshotsClient(options);

/** Waits like a user of the library. */
async function done([operation], kind = 'global', place = {}) {
  const [found] = await operations[kind].wait({ project, ...place, operation: operation.latestResponse.name });
  return { status: found.status, progress: found.progress, operationType: found.operationType };
}

/** Scopes with items, and the number of empty ones. */
async function collectScopes(list, items) {
  const found = {};
  let empty = 0;
  for await (const [scope, part] of list) {
    if (part[items]?.length > 0) found[scope] = part[items].map(({ name }) => name);
    else if (part.warning?.code === 'NO_RESULTS_ON_PAGE') empty += 1;
  }
  return { found, empty: empty > 0 };
}

await reportStep('lists zones', async () => {
  const [found] = await new ZonesClient(options).list({ project, maxResults: 2 }, { autoPaginate: false });
  return found.length;
});
const requestId = randomUUID();
const sslPolicyResource = { name: 'policy', profile: 'MODERN', minTlsVersion: 'TLS_1_2' };
await reportStep('creates a policy, and waits', async () => done(await policies.insert({ project, requestId, sslPolicyResource })));
await reportStep('repeats the request', async () => done(await policies.insert({ project, requestId, sslPolicyResource })));
let fingerprint;
await reportStep('reads its fingerprint', async () => {
  const [{ fingerprint: read, enabledFeatures }] = await policies.get({ project, sslPolicy: 'policy' });
  fingerprint = read;
  return enabledFeatures.length;
});
const patch = () => policies.patch({ project, sslPolicy: 'policy', sslPolicyResource: { profile: 'RESTRICTED', fingerprint } });
await reportStep('patches it', async () => done(await patch()));
await reportStep('patches with a stale fingerprint', patch);
await reportStep('lists by a filter', async () =>
  (await policies.list({ project, filter: 'name = pol*' }))[0].map(({ profile }) => profile),
);
await reportStep('lists all scopes', () => collectScopes(policies.aggregatedListAsync({ project, includeAllScopes: true }), 'sslPolicies'));
await reportStep('creates a network', async () =>
  done(await networks.insert({ project, networkResource: { name: 'net', autoCreateSubnetworks: false } })),
);
await reportStep('creates a subnetwork', async () => {
  const network = `projects/${project}/global/networks/net`;
  const subnetworkResource = { name: 'sub', network, ipCidrRange: '10.0.0.0/24' };
  return done(await subnetworks.insert({ project, region, subnetworkResource }), 'region', { region });
});
await reportStep('lists subnetworks of all regions', () => collectScopes(subnetworks.aggregatedListAsync({ project }), 'subnetworks'));
await reportStep('creates a disk', async () =>
  done(await disks.insert({ project, zone, diskResource: { name: 'disk', sizeGb: '10' } }), 'zone', { zone }),
);
await reportStep('takes a snapshot', async () => {
  const [operation] = await disks.createSnapshot({ project, zone, disk: 'disk', guestFlush: true, snapshotResource: { name: 'snap' } });
  return new URL(operation.latestResponse.targetLink).pathname;
});
await reportStep('reads it', async () => {
  const [{ status, diskSizeGb }] = await snapshots.get({ project, snapshot: 'snap' });
  return { status, diskSizeGb };
});
await reportStep('requests a missing resource', () => snapshots.get({ project, snapshot: 'none' }));
await reportStep('deletes the policy', async () => done(await policies.delete({ project, sslPolicy: 'policy' })));
