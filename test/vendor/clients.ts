/** The expected steps of the programs in `clients/`. */
import { expect } from 'vitest';

type ClientStep = { readonly value: unknown } | { readonly failed: { readonly status?: unknown; readonly reason?: unknown } };

const value = (result: unknown): ClientStep => ({ value: result });
const failed = (status: unknown, reason: unknown): ClientStep => ({ failed: { status, reason } });
const successfulStep = (text: string): unknown => expect.stringContaining(text) as unknown;

const records = { kind: 'dns#change', id: '1', status: 'done', additions: [{ type: 'A' }, { type: 'MX' }], deletions: [] };

const dns: Readonly<Record<string, ClientStep>> = {
  'creates a zone': value({ kind: 'dns#managedZone', name: 'zone', dnsName: 'example.com.', nameServers: { length: 4 } }),
  'finds it': value([[true], ['zone']]),
  'adds records in one change': value(records),
  'fails to add one again': failed(409, 'alreadyExists'),
  'reads the change': value(records),
  pages: value([['MX example.com.', 'NS example.com.', 'SOA example.com.'], ['A www.example.com.']]),
  'lists the records of a type': value([{ type: 'MX', rrdatas: ['10 mail.example.com.'] }]),
  'replaces it': value({ additions: [{ rrdatas: ['20 mail.example.com.'] }], deletions: [{ rrdatas: ['10 mail.example.com.'] }] }),
  'lists changes, newest first': value(['2', '1', '0']),
  'exports a zone file': value(8),
  'fails to delete a zone in use': failed(400, 'containerNotEmpty'),
  'empties and deletes it': value({}),
  'no longer finds it': value([false]),
};

const done = (operationType: string): ClientStep => value({ status: 'DONE', progress: 100, operationType });

const compute: Readonly<Record<string, ClientStep>> = {
  'lists zones': value(2),
  'creates a policy, and waits': done('insert'),
  'repeats the request': done('insert'),
  'reads its fingerprint': value(10),
  'patches it': done('compute.sslPolicies.patch'),
  'patches with a stale fingerprint': failed(412, 'conditionNotMet'),
  'lists by a filter': value(['RESTRICTED']),
  'lists all scopes': value({ found: { global: ['policy'] }, empty: true }),
  'creates a network': done('insert'),
  'creates a subnetwork': done('insert'),
  'lists subnetworks of all regions': value({ found: { 'regions/us-central1': ['sub'] }, empty: true }),
  'creates a disk': done('insert'),
  'takes a snapshot': value('/compute/v1/projects/compute-library/zones/us-central1-a/disks/disk'),
  'reads it': value({ status: 'READY', diskSizeGb: '10' }),
  'requests a missing resource': failed(404, 'notFound'),
  'deletes the policy': done('delete'),
};

const errorReporting: Readonly<Record<string, ClientStep>> = {
  'reports an error': value(200),
  'reports it again': value(200),
  'reports a text': value(200),
  'reports the details of a request': value(200),
  'reads them back': value([
    ['1', 'Error: refused'],
    ['1', 'only a text'],
    ['2', 'TypeError: no such thing'],
  ]),
};

const nginx = { name: 'nginx', desiredState: 'INSTALLED', manager: 'APT' };

const osConfig: Readonly<Record<string, ClientStep>> = {
  'assigns a policy': value({ name: 'projects/os-library/guestPolicies/base', packages: [nginx] }),
  'lists policies': value(['projects/os-library/guestPolicies/base']),
  'describes it': value(['all', 1]),
  'looks up the policy of an instance': value([{ source: 'projects/os-library/guestPolicies/base', package: nginx }]),
  'deletes it': value({}),
  'requests a missing resource': failed(404, 'NOT_FOUND'),
};

const python: Readonly<Record<string, ClientStep>> = {
  'creates a zone': value({ kind: 'dns#managedZone', name: 'zone' }),
  'adds records in one change': value('done'),
  'fails to add one again': failed(409, 'alreadyExists'),
  'fails to delete a record set with another TTL': failed(412, 'conditionNotMet'),
  pages: value([['example.com.', 'example.com.', 'text.example.com.', 'www.example.com.'], 2]),
  'requests by numeric IDs': value('zone'),
  'requests a long URL': value([]),
  'sends back a resource unchanged': value('done'),
  'sends a batch of requests': value(['zone', 404, 'www.example.com.']),
  'fails to delete a zone in use': failed(400, 'containerNotEmpty'),
  'changes a record set': value(60),
  'creates a policy, and waits': value(['DONE', 100]),
  'patches it': value(['DONE', 100]),
  'patches with a stale fingerprint': failed(412, 'conditionNotMet'),
  'patches without one': failed(412, 'conditionNotMet'),
  'lists all scopes': value({ global: 1 }),
  'requests some fields': value({ name: 'policy', minTlsVersion: 'TLS_1_2' }),
  'reports an error': value({}),
  'counts it': value(['1']),
  'assigns a policy': value('projects/python/guestPolicies/base'),
  'looks it up': value({ packages: [{ source: 'projects/python/guestPolicies/base', package: { name: 'nginx' } }] }),
  'builds a client from the served description': value(['zone']),
};

const certbot: Readonly<Record<string, ClientStep>> = {
  'adds a challenge': value(['"one-Ab_9"']),
  'adds it again': value(['"one-Ab_9"']),
  'removes it': value([]),
  'adds several challenges under one name': value(['"one"', '"two"', '"three"']),
  'removes them in another order': value([['"one"', '"three"'], []]),
  'leaves the records of others': value([['"someone" "else\'s"', '"one"'], ['"someone" "else\'s"']]),
};

const labelled = (name: string): readonly unknown[] => [[name, { of: 'shop' }]];

const gcloud: Readonly<Record<string, ClientStep>> = {
  'creates a zone': value(['zone']),
  'signs it': value([
    ['keySigning', true],
    ['zoneSigning', true],
  ]),
  'creates a record set': value({ kind: 'dns#resourceRecordSet', name: 'www.example.com.', rrdatas: ['192.0.2.1'], ttl: 300, type: 'A' }),
  'fails to create it again': failed(1, successfulStep('ALREADY_EXISTS')),
  'changes several in one transaction': value('done'),
  'exports and imports': value(['A a.example.com.', 'NS example.com.', 'SOA example.com.']),
  'fails to delete a zone in use': failed(1, successfulStep('FAILED_PRECONDITION')),
  'keeps text, and grants access to a zone': value([['"one"'], [{ role: 'roles/dns.reader', members: ['user:a@example.com'] }]]),
  'keeps policies': value(['other']),
  'keeps response policies': value(['bad.example.com.']),
  'creates a network with a subnetwork': value({
    ipCidrRange: '10.0.0.0/20',
    privateIpGoogleAccess: true,
    secondaryIpRanges: [{ ipCidrRange: '10.4.0.0/16', rangeName: 'pods' }],
  }),
  'lists subnetworks of all regions': value(['sub']),
  'swaps roles': value({ role: 'BACKUP', state: 'DRAINING' }),
  'grants access': value([{ members: ['user:a@example.com'], role: 'roles/compute.networkUser' }]),
  'fails to delete a network in use': failed(1, successfulStep('Could not fetch resource')),
  'keeps SSL policies': value([['policy'], 15]),
  'keeps health checks': value([10]),
  'takes snapshots of a disk': value([labelled('disk'), labelled('snap'), labelled('now')]),
  'lists operations of all scopes': value(3),
  'reports errors and deletes them': value(null),
  'looks up guest policies': value({}),
  'lists guest policies': value([]),
};

const bucket = { kind: 'storage#bucket', id: 'bucket', name: 'bucket', location: 'EU' };
const notImplemented = failed(501, 'notImplemented');

const storage: Readonly<Record<string, ClientStep>> = {
  'creates a bucket': value({ ...bucket, labels: { team: 'a' }, metageneration: '1' }),
  'fails to create it again': failed(409, 'alreadyExists'),
  'lists buckets': value([['bucket', 'other'], ['other']]),
  'pages buckets': value([['bucket'], ['other']]),
  'reads the bucket': value([[true], bucket]),
  'fails to read another one': failed(404, 'notFound'),
  'changes the labels': value([{ team: 'a', kind: 'b' }, { team: 'a' }]),
  'adds a lifecycle rule': value({ rule: [{ action: { type: 'Delete' }, condition: { age: 30 } }] }),
  'enables versioning': value({ enabled: true }),
  'saves a file in one request': value([
    'one',
    { name: 'a/one.txt', bucket: 'bucket', size: '3', contentType: 'text/plain', metadata: { by: 'me' } },
  ]),
  'saves a file in a resumable upload': value(['two', '']),
  'writes a stream': value(['1000000', '1000000', '1000000']),
  'uploads and downloads a file': value(true),
  'continues an upload at its URL': value('later'),
  'verifies and decompresses content': value(['zip', 'one', 'two']),
  'reads a range': value('n'),
  'fails to download another file': failed(404, 'notFound'),
  'changes the metadata': value({ contentLanguage: 'en', metadata: { by: 'you' }, metageneration: '2' }),
  'copies a file': notImplemented,
  'moves a file': notImplemented,
  'combines files': notImplemented,
  'respects preconditions': value('uno'),
  'fails to overwrite another version': failed(412, 'conditionNotMet'),
  'lists files by prefix': value(['a/empty.txt', 'a/later.txt', 'a/one.txt', 'a/two.txt', 'a/zip.txt']),
  'lists files by delimiter': value([[], ['a/', 'b/']]),
  'pages files': value([2, 7]),
  'streams files': value(['b/chunks.bin', 'b/large.bin', 'b/simple.bin', 'b/upload.bin']),
  'manages access': value({ entity: 'user-a@example.com', role: 'READER' }),
  'changes the policy': value([{ role: 'roles/storage.objectViewer', members: ['user:a@example.com'] }]),
  'makes a file public': value({ entity: 'allUsers', role: 'READER', object: 'a/one.txt' }),
  'fails to delete a bucket with files': failed(400, 'containerNotEmpty'),
  'deletes files and buckets': value([0, [false]]),
};

const dataset = { kind: 'bigquery#dataset', id: 'bigquery-library:books', location: 'EU' };
const schema = {
  fields: [
    { name: 'title', type: 'STRING' },
    { name: 'count', type: 'INTEGER' },
  ],
};

/** The mock can't run queries and other jobs. */
const bigquery: Readonly<Record<string, ClientStep>> = {
  'creates a dataset': value(dataset),
  'fails to create it again': failed(409, 'alreadyExists'),
  'lists datasets': value(['books', 'films']),
  'creates a dataset by its object': value('maps'),
  'pages datasets': value([['books'], ['films']]),
  'reads it': value([[true], [false], dataset]),
  'changes it': value({ ...dataset, description: 'of books', labels: { kind: 'a' } }),
  'creates a table': value({ schema, tableReference: { projectId: 'bigquery-library', datasetId: 'books', tableId: 'sales' } }),
  'lists tables': value([['returns', 'sales'], [true], [false]]),
  'changes a table': value({ description: 'of sales', expirationTime: '4102444800000', schema }),
  'fails to insert rows': notImplemented,
  'fails to read rows': notImplemented,
  'creates a view': value({ query: 'SELECT 1', useLegacySql: false }),
  'fails to start a query': notImplemented,
  'fails to query': notImplemented,
  'fails to copy a table': notImplemented,
  'fails to load a file': notImplemented,
  'fails to list jobs': notImplemented,
  'finds no job': value([false]),
  'fails to cancel a job': notImplemented,
  'creates a routine': value(['square', ['square']]),
  'lists models': value(0),
  'manages access to a table': value({ etag: expect.any(String) as unknown }),
  'deletes tables and datasets': value([[false], ['films']]),
};

/** The expected steps by program. */
export const expectations: Readonly<Record<string, Readonly<Record<string, ClientStep>>>> = {
  'dns.js': dns,
  'compute.js': compute,
  'error-reporting.js': errorReporting,
  'os-config.js': osConfig,
  'storage.js': storage,
  'bigquery.js': bigquery,
  'flow.py': python,
  'dns_challenges.py': certbot,
  'gcloud.js': gcloud,
};
