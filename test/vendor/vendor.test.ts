/** Real flows of the vendor's own client against the mock: every method of the four services. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installed, openVendor, refusal, type Answer, type Service, type Vendor } from './support.js';

const project = 'shop';

describe.skipIf(!installed)("the vendor's client", () => {
  let vendor: Vendor;
  beforeAll(async () => {
    vendor = await openVendor();
  }, 120_000);
  afterAll(async () => vendor.close());

  describe('dns', () => {
    const zone = { project, managedZone: 'zone' };
    const www = { name: 'www.example.com.', type: 'A', ttl: 300, rrdatas: ['192.0.2.1'] };

    it('creates a zone, which has its apex and its first change', async () => {
      const { dns } = vendor;
      expect((await dns('projects.get', { project })).data).toMatchObject({
        kind: 'dns#project',
        id: project,
        quota: { kind: 'dns#quota' },
      });
      const created = await dns('managedZones.create', {
        project,
        requestBody: { name: 'zone', dnsName: 'example.com.', description: '' },
      });
      expect(created.data).toMatchObject({ kind: 'dns#managedZone', visibility: 'public', nameServers: { length: 4 } });
      expect((await dns('managedZones.get', zone)).data).toEqual(created.data);
      expect((await dns('managedZones.list', { project, dnsName: 'example.com.' })).data).toMatchObject({
        managedZones: [{ name: 'zone' }],
      });
      expect((await dns('resourceRecordSets.list', zone)).data).toMatchObject({ rrsets: [{ type: 'NS' }, { type: 'SOA' }] });
      expect((await dns('changes.get', { ...zone, changeId: '0' })).data).toMatchObject({ status: 'done', additions: { length: 2 } });
    });

    it('adds records in one change, fails one, and pages', async () => {
      const { dns } = vendor;
      const mail = { name: 'example.com.', type: 'MX', ttl: 300, rrdatas: ['10 mail.example.com.'] };
      const change = await dns('changes.create', { ...zone, requestBody: { additions: [www, mail] } });
      expect(change.data).toMatchObject({ kind: 'dns#change', id: '1', additions: [www, mail] });
      expect(await refusal(dns('changes.create', { ...zone, requestBody: { additions: [www] } }))).toEqual([409, 'alreadyExists']);
      expect(await refusal(dns('changes.create', { ...zone, requestBody: { deletions: [{ ...www, ttl: 1 }] } }))).toEqual([
        412,
        'conditionNotMet',
      ]);
      expect(await refusal(dns('managedZones.delete', zone))).toEqual([400, 'containerNotEmpty']);
      expect(await pages(dns, ['resourceRecordSets.list', zone], { of: 'rrsets', size: 3 })).toEqual([3, 1]);
      const newest = await dns('changes.list', { ...zone, sortBy: 'changeSequence', sortOrder: 'descending', maxResults: 1 });
      expect(newest.data).toMatchObject({ changes: [{ id: '1' }] });
    });

    it('changes record sets one by one', async () => {
      const { dns } = vendor;
      const text = { name: 'text.example.com.', type: 'TXT', ttl: 60, rrdatas: ['"hello world"'] };
      const named = { ...zone, name: text.name, type: text.type };
      expect((await dns('resourceRecordSets.create', { ...zone, requestBody: text })).data).toMatchObject(text);
      expect((await dns('resourceRecordSets.patch', { ...named, requestBody: { ...text, ttl: 61 } })).data).toMatchObject({ ttl: 61 });
      expect((await dns('resourceRecordSets.get', named)).data).toMatchObject({ ttl: 61 });
      expect((await dns('resourceRecordSets.delete', named)).data).toEqual({});
      expect(await refusal(dns('resourceRecordSets.get', named))).toEqual([404, 'notFound']);
    });

    it('signs the zone: the operation tells of it, and the keys appear', async () => {
      const { dns } = vendor;
      const operation = await dns('managedZones.patch', { ...zone, requestBody: { dnssecConfig: { state: 'on' } } });
      expect(operation.data).toMatchObject({
        kind: 'dns#operation',
        status: 'done',
        zoneContext: { newValue: { dnssecConfig: { state: 'on' } } },
      });
      const known = await dns('managedZoneOperations.get', { ...zone, operation: operation.data['id'] });
      expect(known.data).toEqual(operation.data);
      expect((await dns('managedZoneOperations.list', zone)).data).toMatchObject({ operations: [{}, { id: operation.data['id'] }] });
      const keys = await dns('dnsKeys.list', zone);
      expect(keys.data).toMatchObject({ dnsKeys: [{ type: 'keySigning', digests: [{ type: 'sha256' }] }, { type: 'zoneSigning' }] });
      expect((await dns('dnsKeys.get', { ...zone, dnsKeyId: '0', digestType: 'sha1' })).data).toMatchObject({
        digests: [{ type: 'sha1' }],
      });
    });

    it('sends back what it read, and reads and sets the access policy', async () => {
      const { dns } = vendor;
      const { data } = await dns('managedZones.get', zone);
      const updated = await dns('managedZones.update', { ...zone, requestBody: { ...data, description: 'ours' } });
      expect(updated.data).toMatchObject({ zoneContext: { newValue: { description: 'ours' } } });
      const resource = `projects/${project}/managedZones/zone`;
      const policy = await dns('managedZones.getIamPolicy', { resource, requestBody: {} });
      const bindings = [{ role: 'roles/viewer', members: ['user:reader@example.com'] }];
      const set = await dns('managedZones.setIamPolicy', { resource, requestBody: { policy: { ...policy.data, bindings } } });
      expect(set.data).toMatchObject({ bindings });
      const stale = dns('managedZones.setIamPolicy', { resource, requestBody: { policy: policy.data } });
      expect(await refusal(stale)).toEqual([409, 'conditionNotMet']);
      const permissions = ['dns.managedZones.get'];
      expect((await dns('managedZones.testIamPermissions', { resource, requestBody: { permissions } })).data).toEqual({ permissions });
    });

    it('empties and deletes the zone', async () => {
      const { dns } = vendor;
      const { data } = await dns('resourceRecordSets.list', zone);
      const deletions = (data['rrsets'] as readonly { readonly type: string }[]).filter(({ type }) => type !== 'NS' && type !== 'SOA');
      await dns('changes.create', { ...zone, requestBody: { deletions } });
      expect((await dns('managedZones.delete', zone)).status).toBe(200);
      expect(await refusal(dns('managedZones.get', zone))).toEqual([404, 'notFound']);
    });

    it.each([
      ['policies', 'policy', 'policy', 'name'],
      ['responsePolicies', 'responsePolicy', 'responsePolicy', 'responsePolicyName'],
    ])('keeps %s', async (collection, parameter, wrapped, nameField) => {
      const { dns } = vendor;
      const networks = [{ networkUrl: `https://www.googleapis.com/compute/v1/projects/${project}/global/networks/net` }];
      const named = { project, [parameter]: 'one' };
      const created = await dns(`${collection}.create`, { project, requestBody: { [nameField]: 'one', networks } });
      expect(created.data).toMatchObject({ [nameField]: 'one', networks });
      expect((await dns(`${collection}.patch`, { ...named, requestBody: { description: 'a' } })).data).toMatchObject({
        [wrapped]: { description: 'a' },
      });
      const { data } = await dns(`${collection}.get`, named);
      const replaced = await dns(`${collection}.update`, { ...named, requestBody: { ...data, networks: [] } });
      expect(replaced.data[wrapped]).not.toHaveProperty('networks');
      expect((await dns(`${collection}.list`, { project })).data).toMatchObject({ [collection]: [{ [nameField]: 'one' }] });
      if (collection === 'policies') await dns('policies.delete', named);
    });

    it('keeps rules of a response policy', async () => {
      const { dns } = vendor;
      const policy = { project, responsePolicy: 'one' };
      const rule = { ...policy, responsePolicyRule: 'rule' };
      const localData = { localDatas: [{ name: 'www.example.com.', type: 'A', ttl: 5, rrdatas: ['192.0.2.9'] }] };
      await dns('responsePolicyRules.create', { ...policy, requestBody: { ruleName: 'rule', dnsName: 'www.example.com.', localData } });
      expect((await dns('responsePolicyRules.get', rule)).data).toMatchObject({ kind: 'dns#responsePolicyRule', localData });
      const patched = await dns('responsePolicyRules.patch', { ...rule, requestBody: { behavior: 'bypassResponsePolicy' } });
      expect(patched.data).toMatchObject({ responsePolicyRule: { behavior: 'bypassResponsePolicy' } });
      const replaced = await dns('responsePolicyRules.update', { ...rule, requestBody: { ruleName: 'rule', dnsName: 'www.example.com.' } });
      expect(replaced.data).toMatchObject({ responsePolicyRule: { ruleName: 'rule' } });
      expect((await dns('responsePolicyRules.list', policy)).data).toMatchObject({ responsePolicyRules: { length: 1 } });
      await dns('responsePolicyRules.delete', rule);
      await dns('responsePolicies.delete', policy);
    });
  });

  describe('compute', () => {
    const region = 'us-central1';
    const zone = 'us-central1-a';

    it('looks at zones and regions first', async () => {
      const { compute } = vendor;
      expect((await compute('projects.get', { project })).data).toMatchObject({ kind: 'compute#project', name: project });
      expect((await compute('zones.get', { project, zone })).data).toMatchObject({
        status: 'UP',
        region: expect.stringContaining(region) as unknown,
      });
      const found = await compute('zones.list', { project, filter: `region eq .*/${region}` });
      expect(found.data).toMatchObject({ items: { length: 4 } });
      expect((await compute('regions.get', { project, region })).data).toMatchObject({ zones: { length: 4 } });
      expect(await pages(compute, ['regions.list', { project }], { of: 'items', size: 10 })).toEqual([10, 7]);
    });

    it('makes a network with a subnetwork, waits for each, and patches with a stale fingerprint', async () => {
      const { compute } = vendor;
      await done(compute, await compute('networks.insert', { project, requestBody: { name: 'net', autoCreateSubnetworks: false } }));
      const network = (await compute('networks.get', { project, network: 'net' })).data['selfLink'];
      const body = { name: 'sub', network, ipCidrRange: '10.0.0.0/24', privateIpGoogleAccess: false };
      await done(compute, await compute('subnetworks.insert', { project, region, requestBody: body }));
      const subnetwork = { project, region, subnetwork: 'sub' };
      const before = await compute('subnetworks.get', subnetwork);
      expect(before.data).toMatchObject({ gatewayAddress: '10.0.0.1', privateIpGoogleAccess: false });
      await done(
        compute,
        await compute('subnetworks.setPrivateIpGoogleAccess', { ...subnetwork, requestBody: { privateIpGoogleAccess: true } }),
      );
      const patch = (fingerprint: unknown): Promise<Answer> =>
        compute('subnetworks.patch', {
          ...subnetwork,
          requestBody: { fingerprint, secondaryIpRanges: [{ rangeName: 'pods', ipCidrRange: '10.1.0.0/16' }] },
        });
      expect(await refusal(patch(before.data['fingerprint']))).toEqual([412, 'conditionNotMet']);
      await done(compute, await patch((await compute('subnetworks.get', subnetwork)).data['fingerprint']));
      await done(compute, await compute('subnetworks.expandIpCidrRange', { ...subnetwork, requestBody: { ipCidrRange: '10.0.0.0/20' } }));
      expect((await compute('subnetworks.list', { project, region })).data).toMatchObject({ items: [{ ipCidrRange: '10.0.0.0/20' }] });
      expect(await refusal(compute('networks.delete', { project, network: 'net' }))).toEqual([400, 'resourceInUseByAnotherResource']);
      await done(compute, await compute('subnetworks.delete', subnetwork));
      expect((await compute('networks.list', { project })).data).toMatchObject({ items: { length: 1 } });
      await done(compute, await compute('networks.delete', { project, network: 'net' }));
    });

    it('makes a disk and snapshots of it', async () => {
      const { compute } = vendor;
      await done(compute, await compute('disks.insert', { project, zone, requestBody: { name: 'disk', sizeGb: '10' } }));
      const disk = (await compute('disks.get', { project, zone, disk: 'disk' })).data['selfLink'];
      await done(compute, await compute('disks.createSnapshot', { project, zone, disk: 'disk', requestBody: { name: 'one' } }));
      await done(compute, await compute('snapshots.insert', { project, requestBody: { name: 'two', sourceDisk: disk } }));
      const { data } = await compute('snapshots.get', { project, snapshot: 'two' });
      expect(data).toMatchObject({ status: 'READY', diskSizeGb: '10', sourceDisk: disk });
      const labels = { labels: { of: 'shop' }, labelFingerprint: data['labelFingerprint'] };
      await done(compute, await compute('snapshots.setLabels', { project, resource: 'two', requestBody: labels }));
      expect(await refusal(compute('snapshots.setLabels', { project, resource: 'two', requestBody: labels }))).toEqual([
        412,
        'conditionNotMet',
      ]);
      expect((await compute('snapshots.list', { project, orderBy: 'creationTimestamp desc' })).data).toMatchObject({
        items: { length: 2 },
      });
      await done(compute, await compute('instantSnapshots.insert', { project, zone, requestBody: { name: 'now', sourceDisk: disk } }));
      const instant = { project, zone, instantSnapshot: 'now' };
      const { labelFingerprint } = (await compute('instantSnapshots.get', instant)).data;
      const request = { labels: { of: 'shop' }, labelFingerprint };
      await done(compute, await compute('instantSnapshots.setLabels', { project, zone, resource: 'now', requestBody: request }));
      expect((await compute('instantSnapshots.list', { project, zone })).data).toMatchObject({ items: [{ labels: { of: 'shop' } }] });
      await done(compute, await compute('instantSnapshots.delete', instant));
      await done(compute, await compute('snapshots.delete', { project, snapshot: 'two' }));
      expect((await compute('disks.list', { project, zone })).data).toMatchObject({ items: { length: 1 } });
      await done(compute, await compute('disks.delete', { project, zone, disk: 'disk' }));
    });

    it('keeps health checks, SSL policies and certificates', async () => {
      const { compute } = vendor;
      const check = { project, httpHealthCheck: 'check' };
      await done(compute, await compute('httpHealthChecks.insert', { project, requestBody: { name: 'check' } }));
      await done(compute, await compute('httpHealthChecks.patch', { ...check, requestBody: { port: 8080 } }));
      const { data } = await compute('httpHealthChecks.get', check);
      await done(compute, await compute('httpHealthChecks.update', { ...check, requestBody: { ...data, requestPath: '/healthy' } }));
      expect((await compute('httpHealthChecks.list', { project })).data).toMatchObject({
        items: [{ port: 8080, requestPath: '/healthy' }],
      });
      await done(compute, await compute('httpHealthChecks.delete', check));

      const policy = { project, sslPolicy: 'policy' };
      await done(compute, await compute('sslPolicies.insert', { project, requestBody: { name: 'policy', profile: 'RESTRICTED' } }));
      const { fingerprint, enabledFeatures } = (await compute('sslPolicies.get', policy)).data;
      expect(enabledFeatures).toHaveLength(6);
      await done(compute, await compute('sslPolicies.patch', { ...policy, requestBody: { profile: 'MODERN', fingerprint } }));
      expect((await compute('sslPolicies.list', { project })).data).toMatchObject({ items: [{ enabledFeatures: { length: 10 } }] });
      await done(compute, await compute('sslPolicies.delete', policy));

      const certificate = { project, region, sslCertificate: 'managed' };
      const body = { name: 'managed', type: 'MANAGED', managed: { domains: ['example.com'] } };
      await done(compute, await compute('regionSslCertificates.insert', { project, region, requestBody: body }));
      expect((await compute('regionSslCertificates.get', certificate)).data).toMatchObject(body);
      expect((await compute('regionSslCertificates.list', { project, region })).data).toMatchObject({ items: { length: 1 } });
      await done(compute, await compute('regionSslCertificates.delete', certificate));
    });

    it('finds operations at all three scopes, and forgets them', async () => {
      const { compute } = vendor;
      for (const [collection, place] of [
        ['globalOperations', { project }],
        ['regionOperations', { project, region }],
        ['zoneOperations', { project, zone }],
      ] as const) {
        const { data } = await compute(`${collection}.list`, { ...place, maxResults: 1 });
        const [first] = data['items'] as readonly { readonly name: string }[];
        const named = { ...place, operation: first?.name };
        expect((await compute(`${collection}.get`, named)).data).toMatchObject({ status: 'DONE' });
        expect((await compute(`${collection}.wait`, named)).data).toMatchObject({ status: 'DONE' });
        await compute(`${collection}.delete`, named);
        expect(await refusal(compute(`${collection}.get`, named))).toEqual([404, 'notFound']);
      }
    });
  });

  describe('os configuration', () => {
    it('assigns guest policies, and looks up what they make of an instance', async () => {
      const { osconfig } = vendor;
      const parent = `projects/${project}`;
      const name = `${parent}/guestPolicies/base`;
      const packages = [{ name: 'nginx', desiredState: 'INSTALLED' }];
      const body = { assignment: { zones: ['z'], osTypes: [{ osShortName: 'debian' }] }, packages };
      const created = await osconfig('projects.guestPolicies.create', { parent, guestPolicyId: 'base', requestBody: body });
      expect(created.data).toMatchObject({ name, packages });
      expect((await osconfig('projects.guestPolicies.list', { parent })).data).toMatchObject({ guestPolicies: [{ name }] });
      await osconfig('projects.guestPolicies.patch', { name, updateMask: 'description', requestBody: { description: 'all' } });
      expect((await osconfig('projects.guestPolicies.get', { name })).data).toMatchObject({ description: 'all', packages });
      const lookup = (zone: string): Promise<Answer> =>
        osconfig('projects.zones.instances.lookupEffectiveGuestPolicy', {
          instance: `${parent}/zones/${zone}/instances/vm`,
          requestBody: { osShortName: 'debian', osVersion: '12' },
        });
      expect((await lookup('z')).data).toEqual({ packages: [{ source: name, package: packages[0] }] });
      expect((await lookup('other')).data).toEqual({});
      await osconfig('projects.guestPolicies.delete', { name });
      expect((await lookup('z')).data).toEqual({});
    });
  });

  describe('error reporting', () => {
    it.each([
      ['project', 'projects', `projects/${project}`],
      ['location', 'projects.locations', `projects/${project}/locations/global`],
    ])('reads back what was reported, counts it and deletes it: %s', async (_, collection, projectName) => {
      const { errorReporting, mock } = vendor;
      const event = {
        message: 'TypeError: x is no function\n    at pay (/srv/shop.js:12:3)',
        serviceContext: { service: 'shop', version: '1' },
      };
      if (collection === 'projects') {
        await errorReporting('projects.events.report', { projectName, requestBody: event });
        await errorReporting('projects.events.report', { projectName, requestBody: { ...event, context: { user: 'u' } } });
      } else {
        await mock.seed({ events: { [projectName]: [event, event] } });
      }
      const { data } = await errorReporting(`${collection}.groupStats.list`, {
        projectName,
        'timeRange.period': 'PERIOD_1_HOUR',
        timedCountDuration: '3600s',
        'serviceFilter.service': 'shop',
      });
      expect(data).toMatchObject({ errorGroupStats: [{ count: '2', numAffectedServices: 1, timedCounts: [{ count: '2' }] }] });
      const [{ group }] = data['errorGroupStats'] as readonly [{ readonly group: { readonly name: string; readonly groupId: string } }];
      const events = await errorReporting(`${collection}.events.list`, { projectName, groupId: group.groupId, pageSize: 1 });
      expect(events.data).toMatchObject({ errorEvents: [event], nextPageToken: expect.any(String) as unknown });
      const known = await errorReporting(`${collection}.groups.get`, { groupName: group.name });
      expect(known.data).toMatchObject({ groupId: group.groupId });
      const resolved = { ...known.data, resolutionStatus: 'RESOLVED' };
      expect((await errorReporting(`${collection}.groups.update`, { name: group.name, requestBody: resolved })).data).toEqual(resolved);
      await errorReporting(`${collection}.deleteEvents`, { projectName });
      expect((await errorReporting(`${collection}.events.list`, { projectName, groupId: group.groupId })).data).toEqual({
        errorEvents: [],
      });
    });
  });

  it('has called every method of the four services', async () => {
    expect(await vendor.unreached()).toEqual([]);
  });
});

/** Waits as the client's users do: by the operation's scope. */
async function done(compute: Service, { data }: Answer): Promise<void> {
  const { name, region, zone } = data as { readonly name: string; readonly region?: string; readonly zone?: string };
  const last = (link: string): string => link.slice(link.lastIndexOf('/') + 1);
  const place = zone !== undefined ? { zone: last(zone) } : region !== undefined ? { region: last(region) } : {};
  const collection = zone !== undefined ? 'zoneOperations' : region !== undefined ? 'regionOperations' : 'globalOperations';
  const waited = await compute(`${collection}.wait`, { project, ...place, operation: name });
  expect(waited.data).toMatchObject({ status: 'DONE', progress: 100 });
  expect(waited.data).not.toHaveProperty('error');
}

/** How many items each page of a list has. */
async function pages(
  service: Service,
  [method, parameters]: readonly [string, Readonly<Record<string, unknown>>],
  { of, size }: { readonly of: string; readonly size: number },
): Promise<readonly number[]> {
  const found: number[] = [];
  let pageToken: unknown;
  do {
    const { data } = await service(method, { ...parameters, maxResults: size, ...(pageToken !== undefined && { pageToken }) });
    found.push((data[of] as readonly unknown[]).length);
    pageToken = data['nextPageToken'];
  } while (pageToken !== undefined);
  return found;
}
