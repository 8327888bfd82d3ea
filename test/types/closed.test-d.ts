/** Undocumented fields and parameters are compile errors (`npm run check:types`). */
import { expectTypeOf, test } from 'vitest';
import type { ComputeClient, HttpHealthCheck, Subnetwork } from '../../generated/compute-v1/src/index.js';
import { createMock as createComputeMock } from '../../generated/compute-v1/src/mock.js';
import type { ChangesListResponse, DnsClient, ManagedZone, Open, ResourceRecordSet } from '../../generated/dns-v1/src/index.js';
import { compose, createMock, type Seed, type SeedDocument } from '../../generated/dns-v1/src/mock.js';
import type { ErrorReportingClient } from '../../generated/errorreporting-v1beta1/src/index.js';
import type { OsConfigClient } from '../../generated/osconfig-v1beta/src/index.js';

declare const dns: DnsClient;
declare const compute: ComputeClient;
declare const osconfig: OsConfigClient;
declare const errorReporting: ErrorReportingClient;
const project = 'p';
const managedZone = 'z';

test('rejects a misspelled field of a response, at any depth', () => {
  void (async () => {
    const zone = await dns.managedZones.get({ project, managedZone });
    // @ts-expect-error dnsName
    void zone.dnsNmae;
    // @ts-expect-error nonExistence
    void zone.dnssecConfig?.nonExistance;
    for await (const record of dns.resourceRecordSets.list({ project, managedZone })) {
      // @ts-expect-error rrdatas
      void record.rrdata;
    }
    // @ts-expect-error reservedInternalRange
    void (await compute.subnetworks.get({ project, region: 'r', subnetwork: 's' })).reservedRange;
    // @ts-expect-error affectedUsersCount
    void (await errorReporting.projects.groupStats.list({ projectName: 'projects/p' })).errorGroupStats?.[0]?.affectedUserCount;
    const { packages } = await osconfig.projects.zones.instances.lookupEffectiveGuestPolicy({
      instance: 'projects/p/zones/z/instances/i',
      requestBody: {},
    });
    // @ts-expect-error desiredState
    void packages?.[0]?.package?.desiredStates;
  });
});

test('rejects a misspelled field of a request body, at any depth', () => {
  // @ts-expect-error dnsName
  void (() => dns.managedZones.create({ project, requestBody: { name: 'z', dnsName: 'a.', dnsNmae: 'a.' } }));
  // @ts-expect-error rrdatas
  void (() => dns.changes.create({ project, managedZone, requestBody: { additions: [{ name: 'a.', type: 'A', rrdata: [] }] } }));
  // @ts-expect-error host
  void (() => compute.httpHealthChecks.patch({ project, httpHealthCheck: 'h', requestBody: { hots: 'example.com' } }));
  // @ts-expect-error sizeGb
  void (() => compute.disks.insert({ project, zone: 'z', requestBody: { name: 'd', sizeGB: '1' } }));
  // @ts-expect-error trackingIssues
  void (() => errorReporting.projects.groups.update({ 'group.name': 'projects/p/groups/g', requestBody: { trackingIssue: [] } }));
});

test('rejects a misspelled parameter', () => {
  // @ts-expect-error maxResults
  void (() => dns.managedZones.list({ project, maxResult: 5 }));
  // @ts-expect-error dnsName
  void (() => dns.managedZones.list({ project, dnsNmae: 'a.' }));
  // @ts-expect-error pageSize
  void (() => errorReporting.projects.groupStats.list({ projectName: 'projects/p', pageSizes: 5 }));
});

test('rejects a `fields` path that matches no field', () => {
  // @ts-expect-error dnsName
  void (() => dns.managedZones.get({ project, managedZone, fields: ['dnsNmae'] }));
  // @ts-expect-error managedZones/dnsName
  void (() => dns.managedZones.list({ project, fields: ['managedZones/dnsNmae'] }));
});

test('rejects a misspelled member or field of a seed', () => {
  // @ts-expect-error resources
  void (() => createMock({ seed: { resource: {} } }));
  // @ts-expect-error dnsName
  void (() => createMock({ seed: { resources: { '/dns/v1/projects/p/managedZones/z': { dnsNmae: 'a.' } } } }));
  // @ts-expect-error state
  void (() => createMock({ seed: { resources: { '/dns/v1/projects/p/managedZones/z': { dnssecConfig: { stat: 'on' } } } } }));
  // @ts-expect-error a number
  void (() => createMock({ seed: { resources: { '/dns/v1/projects/p/managedZones/z/rrsets/a./A': { ttl: '300' } } } }));
  // @ts-expect-error sizeGb
  void (() => createComputeMock().seed({ resources: { '/compute/v1/projects/p/zones/z/disks/d': { sizeGB: '1' } } }));
  const composed = compose(createMock(), createComputeMock());
  // @ts-expect-error dnsName
  void (() => composed.seed({ resources: { '/dns/v1/projects/p/managedZones/z': { dnsNmae: 'a.' } } }));
  // @ts-expect-error sizeGb
  void (() => composed.seed({ resources: { '/compute/v1/projects/p/zones/z/disks/d': { sizeGB: '1' } } }));
});

test('accepts partial resources, output-only fields, and computed paths in a seed', () => {
  const seed = {
    resources: {
      '/dns/v1/projects/p/managedZones/z': { name: 'z', dnsName: 'a.', id: '7', labels: { any: 'label' } },
      '/dns/v1/projects/p/managedZones/z/rrsets/a./A': { name: 'a.', type: 'A', ttl: 300, rrdatas: ['192.0.2.1'] },
    },
    iamPolicies: { '/dns/v1/projects/p/managedZones/z': { bindings: [] } },
  } as const;
  void (() => createMock({ seed }));
  void (() => createMock({ seed: [seed, seed] }));
  const path: string = `/dns/v1/projects/${project}/managedZones/z`;
  void (() => createMock({ seed: { resources: { [path]: { anything: 1 } } } }));
  void (async () => createMock({ seed: await createMock().state() }));
  void ((document: SeedDocument) => createMock().session('s').seed(document));
  expectTypeOf<typeof seed>().toExtend<Seed<(typeof seed)['resources']>>();
});

test('accepts any field in maps and in objects documented as open', () => {
  expectTypeOf<NonNullable<ManagedZone['labels']>>().toEqualTypeOf<{ [key: string]: string }>();
  void (() => dns.managedZones.create({ project, requestBody: { name: 'z', dnsName: 'a.', labels: { any: 'label' } } }));
  void (() => compute.snapshots.setLabels({ project, resource: 's', requestBody: { labels: { any: 'label' }, labelFingerprint: 'f' } }));
});

test('`Open` adds an index signature at any depth and keeps the known fields', () => {
  type OpenPage = Open<ChangesListResponse>;
  type OpenRecord = NonNullable<NonNullable<NonNullable<OpenPage['changes']>[number]['additions']>[number]>;
  expectTypeOf<OpenPage['newField']>().toEqualTypeOf<unknown>();
  expectTypeOf<OpenRecord['newField']>().toEqualTypeOf<unknown>();
  expectTypeOf<OpenRecord['ttl']>().toEqualTypeOf<ResourceRecordSet['ttl']>();
  void (async () => {
    const zone = (await dns.managedZones.get({ project, managedZone })) as Open<ManagedZone>;
    void (await dns.managedZones.update({ project, managedZone, requestBody: { ...zone, description: 'changed' } }));
  });
});

test('declares fields that a resource always has as required', () => {
  expectTypeOf<ManagedZone['name' | 'dnsName' | 'id' | 'creationTime']>().toEqualTypeOf<string>();
  expectTypeOf<Subnetwork['name' | 'fingerprint' | 'id' | 'creationTimestamp']>().toEqualTypeOf<string>();
  expectTypeOf<HttpHealthCheck['port']>().toEqualTypeOf<number | undefined>();
  void (async () => {
    const { fingerprint } = await compute.subnetworks.get({ project, region: 'r', subnetwork: 's' });
    void (await compute.subnetworks.patch({ project, region: 'r', subnetwork: 's', requestBody: { fingerprint, role: 'ACTIVE' } }));
    const { labelFingerprint, name } = await compute.snapshots.get({ project, snapshot: 's' });
    void (await compute.snapshots.setLabels({ project, resource: name, requestBody: { labels: {}, labelFingerprint } }));
  });
});
