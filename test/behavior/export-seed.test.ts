/** Seeds that a person would write for a state. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject, SeedDocument } from '../../mock/index.js';
import { startMock, type MockClient } from './request.js';

const zone = '/dns/v1/projects/p/managedZones/z';
const disk = '/compute/v1/projects/p/zones/z/disks/d';

test('omits output-only fields, defaults, and operations', async () => {
  const { mock, send } = startMock('compute', { seed: { resources: { [disk]: { name: 'd', sizeGb: '10' } } } });
  await send('POST /compute/v1/projects/p/global/httpHealthChecks', { name: 'h', port: 81 });
  expect(await mock.exportSeed()).toEqual({
    resources: {
      '/compute/v1/projects/p/global/httpHealthChecks/h': { name: 'h', port: 81 },
      [disk]: { name: 'd', sizeGb: '10' },
    },
  });
});

test('keeps an output-only value that the mock does not fill in, and an ID that another resource contains', async () => {
  const { mock, send } = startMock('compute', { seed: { resources: { [disk]: { name: 'd', sizeGb: '10', id: '7' } } } });
  await send('POST /compute/v1/projects/p/zones/z/disks/d/createSnapshot', { name: 's' });
  expect((await mock.exportSeed()).resources).toEqual({
    '/compute/v1/projects/p/global/snapshots/s': {
      name: 's',
      diskSizeGb: '10',
      sourceDisk: 'http://mock.test/compute/v1/projects/p/zones/z/disks/d',
      sourceDiskId: '7',
    },
    [disk]: { name: 'd', id: '7', sizeGb: '10' },
  });
});

test('exports the selected resources with what belongs to them, and the parents that they need', async () => {
  const record = (name: string): JsonObject => ({ name, type: 'A', ttl: 300, rrdatas: ['192.0.2.1'] });
  const seed: SeedDocument = {
    resources: {
      [zone]: { name: 'z', dnsName: 'example.com.' },
      [`${zone}/rrsets/a.example.com./A`]: record('a.example.com.'),
      [`${zone}/rrsets/b.example.com./A`]: record('b.example.com.'),
      '/dns/v1/projects/p/managedZones/zz': { name: 'zz', dnsName: 'example.org.' },
      '/dns/v1/projects/q/policies/y': { name: 'y' },
    },
    iamPolicies: {
      [zone]: { bindings: [{ role: 'r', members: ['user:a@example.com'] }] },
      '/dns/v1/projects/q/policies/y': { bindings: [] },
    },
    ancestors: { 'projects/p': ['folders/f'], 'projects/q': ['folders/g'] },
    tokens: { t: { user: 'reader@example.com' } },
  };
  const { mock } = startMock('dns', { seed });
  expect(await mock.exportSeed()).toEqual(seed);
  expect(await mock.exportSeed({ only: [`${zone}/rrsets/a.example.com./A`] })).toEqual({
    resources: { [zone]: seed.resources?.[zone], [`${zone}/rrsets/a.example.com./A`]: record('a.example.com.') },
    iamPolicies: { [zone]: seed.iamPolicies?.[zone] },
    ancestors: { 'projects/p': ['folders/f'] },
    tokens: seed.tokens,
  });
  const { resources, ...others } = await mock.exportSeed({ only: [`${zone}/`] });
  expect(Object.keys(resources ?? {})).toEqual([zone, `${zone}/rrsets/a.example.com./A`, `${zone}/rrsets/b.example.com./A`]);
  expect(Object.keys(others)).toEqual(['iamPolicies', 'ancestors', 'tokens']);
});

test('exports an operation or a record of a change only by its own path', async () => {
  const { mock, send } = startMock('dns');
  await send('POST /dns/v1/projects/p/managedZones', { name: 'z', dnsName: 'example.com.' });
  expect(Object.keys((await mock.exportSeed({ only: [zone] })).resources ?? {})).not.toContain(`${zone}/changes/0`);
  expect(Object.keys((await mock.exportSeed({ only: [`${zone}/changes/0`] })).resources ?? {})).toEqual([zone, `${zone}/changes/0`]);
});

test('keeps output-only fields on request', async () => {
  const { admin, send } = startMock('dns', { seed: { resources: { [zone]: { name: 'z', dnsName: 'example.com.', id: '7' } } } });
  await send('POST /dns/v1/projects/p/policies', { name: 'y' });
  const { body } = await admin(`GET seed?only=${zone}&only=/dns/v1/projects/q&outputOnly=true`);
  expect(body).toEqual({ resources: { [zone]: expect.objectContaining({ kind: 'dns#managedZone', id: '7', visibility: 'public' }) } });
  expect((await admin('GET seed')).body).toEqual({
    resources: { '/dns/v1/projects/p/policies/y': { name: 'y' }, [zone]: { name: 'z', dnsName: 'example.com.' } },
  });
  expect((await admin('GET seed?outputOnly=yes')).status).toBe(400);
});

/** Changes of states, by API. Some fail, depending on those before them. */
const changes = {
  dns: [
    ['POST /dns/v1/projects/p/managedZones', { name: 'z', dnsName: 'example.com.', dnssecConfig: { state: 'on' } }],
    ['POST /dns/v1/projects/p/managedZones/z/rrsets', { name: 'a.example.com.', type: 'A', rrdatas: ['192.0.2.1'] }],
    ['PATCH /dns/v1/projects/p/managedZones/z', { labels: { a: 'b' }, dnssecConfig: { state: 'off' } }],
    ['POST /dns/v1/projects/p/managedZones/z:setIamPolicy', { policy: { bindings: [{ role: 'r', members: ['user:a@example.com'] }] } }],
    ['POST /dns/v1/projects/p/policies', { name: 'y', enableLogging: true, networks: [{ networkUrl: 'projects/p/global/networks/n' }] }],
    ['POST /dns/v1/projects/p/responsePolicies', { responsePolicyName: 'x' }],
    ['DELETE /dns/v1/projects/p/policies/y', undefined],
  ],
  compute: [
    ['POST /compute/v1/projects/p/global/sslPolicies', { name: 's', profile: 'CUSTOM', customFeatures: ['TLS_AES_128_GCM_SHA256'] }],
    ['POST /compute/v1/projects/p/global/httpHealthChecks', { name: 'h', port: 81 }],
    ['PATCH /compute/v1/projects/p/global/httpHealthChecks/h', { port: 80 }],
    ['POST /compute/v1/projects/p/zones/z/disks', { name: 'd', sizeGb: '10', labels: { a: 'b' } }],
    ['POST /compute/v1/projects/p/zones/z/disks/d/createSnapshot', { name: 's' }],
    ['DELETE /compute/v1/projects/p/zones/z/disks/d', undefined],
  ],
  errorReporting: [
    ['POST /v1beta1/projects/p/events:report', { serviceContext: { service: 'web' }, message: 'no such file\n at a (b.js:1:2)' }],
    ['POST /v1beta1/projects/p/locations/l/events:report', { serviceContext: { service: 'db' }, message: 'no disk' }],
    ['DELETE /v1beta1/projects/p/locations/l/events', undefined],
  ],
} as const;

/** The state without the values that every mock generates anew. */
async function readContent({ mock }: MockClient): Promise<unknown> {
  const generated = /^(?:id|etag|creationTime|creationTimestamp|\w*[fF]ingerprint)$/;
  const text = JSON.stringify(await mock.exportSeed({ outputOnly: true }), (name, value: unknown) =>
    generated.test(name) ? undefined : value,
  );
  return JSON.parse(text);
}

test.each(Object.keys(changes) as (keyof typeof changes)[])('%s: a mock with the exported seed has the same state', async (api) => {
  const lines = changes[api].map((_, index) => index);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...lines), { minLength: 1, maxLength: 8 }), fc.boolean(), async (order, whole) => {
      const original = startMock(api);
      for (const index of whole ? lines.slice(0, -1) : order) {
        const [line, body] = changes[api][index] ?? [];
        if (line !== undefined) await original.send(line, body);
      }
      const seed = await original.mock.exportSeed();
      const copy = startMock(api, { seed });
      expect(await copy.mock.exportSeed()).toEqual(seed);
      expect(await readContent(copy)).toEqual(await readContent(original));
    }),
    { numRuns: 10 },
  );
});
