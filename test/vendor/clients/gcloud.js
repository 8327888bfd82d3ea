/** The vendor's command-line tool, with its own state folder and without credentials. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { reportStep } from './report-step.js';

const [url, folder] = process.argv.slice(2);
const run = promisify(execFile);
const env = {
  ...process.env,
  CLOUDSDK_CONFIG: `${folder}/gcloud`,
  CLOUDSDK_CORE_PROJECT: 'tool',
  CLOUDSDK_CORE_DISABLE_PROMPTS: 'true',
  CLOUDSDK_CORE_DISABLE_USAGE_REPORTING: 'true',
  CLOUDSDK_COMPONENT_MANAGER_DISABLE_UPDATE_CHECK: 'true',
  CLOUDSDK_AUTH_DISABLE_CREDENTIALS: 'true',
  CLOUDSDK_COMPUTE_REGION: 'us-central1',
  CLOUDSDK_COMPUTE_ZONE: 'us-central1-a',
  CLOUDSDK_API_ENDPOINT_OVERRIDES_DNS: `${url}/`,
  CLOUDSDK_API_ENDPOINT_OVERRIDES_COMPUTE: `${url}/compute/v1/`,
  CLOUDSDK_API_ENDPOINT_OVERRIDES_OSCONFIG: `${url}/`,
  CLOUDSDK_API_ENDPOINT_OVERRIDES_CLOUDERRORREPORTING: `${url}/`,
};

/** The JSON output of a command, or its standard error if it fails. */
async function gcloud(line, ...more) {
  try {
    const { stdout } = await run('gcloud', [...line.split(' '), ...more, '--format=json'], { env });
    return stdout.trim() === '' ? null : JSON.parse(stdout);
  } catch (error) {
    throw { code: error.code, message: String(error.stderr).split('\n')[0] };
  }
}

const names = (items) => items.map(({ name }) => name);

await reportStep('creates a zone', async () => {
  await gcloud('dns managed-zones create zone --dns-name=example.com. --description=zone');
  return names(await gcloud('dns managed-zones list'));
});
await reportStep('signs it', async () => {
  await gcloud('dns managed-zones update zone --dnssec-state=on');
  return (await gcloud('dns dns-keys list --zone=zone')).map(({ type, isActive }) => [type, isActive]);
});
await reportStep('creates a record set', () =>
  gcloud('dns record-sets create www.example.com. --zone=zone --type=A --ttl=300 --rrdatas=192.0.2.1'),
);
await reportStep('fails to create it again', () =>
  gcloud('dns record-sets create www.example.com. --zone=zone --type=A --ttl=300 --rrdatas=192.0.2.1'),
);
await reportStep('changes several in one transaction', async () => {
  const transaction = [`--zone=zone`, `--transaction-file=${folder}/transaction.yaml`];
  await gcloud('dns record-sets transaction start', ...transaction);
  await gcloud('dns record-sets transaction add 192.0.2.3 --name=a.example.com. --ttl=60 --type=A', ...transaction);
  await gcloud('dns record-sets transaction remove 192.0.2.1 --name=www.example.com. --ttl=300 --type=A', ...transaction);
  return (await gcloud('dns record-sets transaction execute', ...transaction)).status;
});
await reportStep('exports and imports', async () => {
  await gcloud(`dns record-sets export ${folder}/zone.txt --zone-file-format --zone=zone`);
  await gcloud('dns record-sets delete a.example.com. --zone=zone --type=A');
  await gcloud(`dns record-sets import ${folder}/zone.txt --zone-file-format --zone=zone --delete-all-existing --replace-origin-ns`);
  return (await gcloud('dns record-sets list --zone=zone --sort-by=name')).map(({ name, type }) => `${type} ${name}`);
});
await reportStep('fails to delete a zone in use', () => gcloud('dns managed-zones delete zone'));
await reportStep('keeps text, and grants access to a zone', async () => {
  const text = 'text.example.com. --zone=zone --type=TXT --ttl=60';
  await gcloud(`dns record-sets create ${text} --rrdatas=one`);
  const { rrdatas } = await gcloud(`dns record-sets describe text.example.com. --zone=zone --type=TXT`);
  await gcloud('dns record-sets delete text.example.com. --zone=zone --type=TXT');
  await writeFile(`${folder}/policy.json`, JSON.stringify({ bindings: [{ role: 'roles/dns.reader', members: ['user:a@example.com'] }] }));
  await gcloud(`dns managed-zones set-iam-policy zone --policy-file=${folder}/policy.json`);
  return [rrdatas, (await gcloud('dns managed-zones get-iam-policy zone')).bindings];
});
await reportStep('keeps policies', async () => {
  await gcloud('dns policies create policy --description=policy --networks=net --enable-inbound-forwarding');
  await gcloud('dns policies update policy --description=other');
  return (await gcloud('dns policies list')).map(({ description }) => description);
});
await reportStep('keeps response policies', async () => {
  await gcloud('dns response-policies create blocked --description=blocked --networks=net');
  const rule = '--response-policy=blocked --dns-name=bad.example.com. --local-data=name=bad.example.com.,type=A,ttl=300,rrdatas=192.0.2.9';
  await gcloud(`dns response-policies rules create rule ${rule}`);
  return (await gcloud('dns response-policies rules list blocked')).map(({ dnsName }) => dnsName);
});

await reportStep('creates a network with a subnetwork', async () => {
  await gcloud('compute networks create net --subnet-mode=custom');
  await gcloud('compute networks subnets create sub --network=net --range=10.0.0.0/24');
  await gcloud('compute networks subnets expand-ip-range sub --prefix-length=20');
  await gcloud('compute networks subnets update sub --enable-private-ip-google-access');
  await gcloud('compute networks subnets update sub --add-secondary-ranges=pods=10.4.0.0/16');
  const { ipCidrRange, privateIpGoogleAccess, secondaryIpRanges } = await gcloud('compute networks subnets describe sub');
  return { ipCidrRange, privateIpGoogleAccess, secondaryIpRanges };
});
await reportStep('lists subnetworks of all regions', async () => names(await gcloud('compute networks subnets list --network=net')));
await reportStep('swaps roles', async () => {
  const proxy = '--network=net --purpose=INTERNAL_HTTPS_LOAD_BALANCER';
  await gcloud(`compute networks subnets create blue --range=10.9.0.0/24 --role=ACTIVE ${proxy}`);
  await gcloud(`compute networks subnets create green --range=10.9.1.0/24 --role=BACKUP ${proxy}`);
  await gcloud('compute networks subnets update green --role=ACTIVE --drain-timeout=60s');
  const { role, state } = await gcloud('compute networks subnets describe blue');
  return { role, state };
});
await reportStep('grants access', async () => {
  await gcloud('compute networks subnets add-iam-policy-binding sub --member=user:a@example.com --role=roles/compute.networkUser');
  return (await gcloud('compute networks subnets get-iam-policy sub')).bindings;
});
await reportStep('fails to delete a network in use', () => gcloud('compute networks delete net'));
await reportStep('keeps SSL policies', async () => {
  await gcloud('compute ssl-policies create policy --profile=MODERN --min-tls-version=1.2');
  await gcloud('compute ssl-policies update policy --profile=CUSTOM --custom-features=TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256');
  const features = await gcloud('compute ssl-policies list-available-features');
  return [names(await gcloud('compute ssl-policies list')), features.length];
});
await reportStep('keeps health checks', async () => {
  await gcloud('compute http-health-checks create check --port=80');
  await gcloud('compute http-health-checks update check --check-interval=10s');
  return (await gcloud('compute http-health-checks list')).map(({ checkIntervalSec }) => checkIntervalSec);
});
await reportStep('takes snapshots of a disk', async () => {
  await gcloud('compute disks create disk --size=10GB');
  await gcloud('compute disks add-labels disk --labels=of=shop');
  await gcloud('compute disks snapshot disk --snapshot-names=snap');
  await gcloud('compute snapshots add-labels snap --labels=of=shop');
  await gcloud('compute instant-snapshots create now --source-disk=disk');
  await gcloud('compute instant-snapshots add-labels now --labels=of=shop');
  const lists = ['disks', 'snapshots', 'instant-snapshots'];
  return Promise.all(lists.map(async (each) => (await gcloud(`compute ${each} list`)).map(({ name, labels }) => [name, labels])));
});
await reportStep('lists operations of all scopes', async () => (await gcloud('compute operations list --limit=3')).length);
await reportStep('reports errors and deletes them', async () => {
  await gcloud('beta error-reporting events report --service=shop', '--message=Error: no money\n    at pay (/srv/shop.js:1:2)');
  await gcloud('beta error-reporting events delete');
});
await reportStep('looks up guest policies', () => gcloud('beta compute os-config guest-policies lookup vm'));
await reportStep('lists guest policies', () => gcloud('beta compute os-config guest-policies list'));
