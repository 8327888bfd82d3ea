import { describe, expect } from 'vitest';
import { listAll } from '../case.js';
import { apiError, defineFlows } from '../flow.js';
import { dnsPackage } from '../packages.js';

const project = 'p';
const managedZone = 'zone';
const zoneParams = { project, managedZone };

const www = { name: 'www.example.com.', type: 'A', ttl: 300, rrdatas: ['192.0.2.1'] };
const mail = { name: 'mail.example.com.', type: 'A', ttl: 300, rrdatas: ['192.0.2.2'] };

describe('zones and records', () => {
  const testFlow = defineFlows(dnsPackage, {});

  testFlow('a zone is created, filled by one change, and read in pages', async ({ client, exchanges }) => {
    await client.managedZones.create({ project, requestBody: { name: managedZone, dnsName: 'example.com.' } });
    const change = await client.changes.create({ ...zoneParams, requestBody: { additions: [www, mail] } });
    expect(change).toMatchObject({ status: 'done', additions: [www, mail] });

    const before = exchanges.length;
    const recordSets: string[] = [];
    for await (const { name, type } of client.resourceRecordSets.list({ ...zoneParams, maxResults: 1 })) recordSets.push(`${name} ${type}`);
    expect(recordSets).toEqual(expect.arrayContaining(['mail.example.com. A', 'www.example.com. A']));
    // One request per record set, because each page contains one.
    expect(exchanges.length - before).toBe(recordSets.length);
    expect(await listAll(client.changes.list(zoneParams))).toContainEqual(change);
  });

  testFlow('a change is atomic', async ({ client }) => {
    await client.managedZones.create({ project, requestBody: { name: managedZone, dnsName: 'example.com.' } });
    await client.changes.create({ ...zoneParams, requestBody: { additions: [www] } });
    const before = await listAll(client.resourceRecordSets.list(zoneParams));
    const changes = await listAll(client.changes.list(zoneParams));

    // A missing record set cannot be deleted, and then nothing is added.
    const missing = { additions: [mail], deletions: [{ ...mail, name: 'none.example.com.' }] };
    await expect(client.changes.create({ ...zoneParams, requestBody: missing })).rejects.toMatchObject(apiError(404, 'notFound'));
    // A deletion must match the stored record set.
    const outdated = { additions: [mail], deletions: [{ ...www, ttl: 60 }] };
    await expect(client.changes.create({ ...zoneParams, requestBody: outdated })).rejects.toMatchObject(apiError(412, 'conditionNotMet'));
    // An addition must not exist.
    await expect(client.changes.create({ ...zoneParams, requestBody: { additions: [mail, www] } })).rejects.toMatchObject(
      apiError(409, 'alreadyExists'),
    );

    expect(await listAll(client.resourceRecordSets.list(zoneParams))).toEqual(before);
    expect(await listAll(client.changes.list(zoneParams))).toEqual(changes);
  });

  testFlow('a change replaces a record set by deleting the old one and adding the new one', async ({ client }) => {
    await client.managedZones.create({ project, requestBody: { name: managedZone, dnsName: 'example.com.' } });
    await client.changes.create({ ...zoneParams, requestBody: { additions: [www] } });
    await client.changes.create({ ...zoneParams, requestBody: { deletions: [www], additions: [{ ...www, ttl: 60 }] } });
    expect(await client.resourceRecordSets.get({ ...zoneParams, name: www.name, type: www.type })).toMatchObject({ ...www, ttl: 60 });
  });

  testFlow('a second zone with the same name is rejected', async ({ client }) => {
    const requestBody = { name: managedZone, dnsName: 'example.com.' };
    const created = await client.managedZones.create({ project, requestBody });
    await expect(client.managedZones.create({ project, requestBody })).rejects.toMatchObject(apiError(409, 'alreadyExists'));
    expect(await client.managedZones.get(zoneParams)).toEqual(created);
    expect(await listAll(client.managedZones.list({ project: 'another' }))).toEqual([]);
  });
});

describe('access policies', () => {
  const zone = '/dns/v1/projects/p/managedZones/zone';
  const testFlow = defineFlows(dnsPackage, { seed: { resources: { [zone]: { name: managedZone, dnsName: 'example.com.' } } } });
  const resource = 'projects/p/managedZones/zone';
  const readers = [{ role: 'roles/dns.reader', members: ['user:reader@example.com'] }];
  const admins = [{ role: 'roles/dns.admin', members: ['group:admins@example.com'] }];

  testFlow('a policy is read, changed, and written back, and a write with a stale etag is rejected', async ({ client }) => {
    const { managedZones } = client;
    const first = await managedZones.getIamPolicy({ resource, requestBody: {} });
    const second = await managedZones.setIamPolicy({ resource, requestBody: { policy: { ...first, bindings: readers } } });
    expect(second.etag).not.toBe(first.etag);

    const stalePolicy = { ...first, bindings: admins };
    await expect(managedZones.setIamPolicy({ resource, requestBody: { policy: stalePolicy } })).rejects.toMatchObject({
      name: 'ApiError',
      status: 409,
    });
    expect(await managedZones.getIamPolicy({ resource, requestBody: {} })).toEqual(second);

    // Without an etag, the policy is replaced unconditionally.
    await managedZones.setIamPolicy({ resource, requestBody: { policy: { bindings: admins } } });
    expect(await managedZones.getIamPolicy({ resource, requestBody: {} })).toMatchObject({ bindings: admins });
  });

  testFlow('a policy survives a patch of its zone and is deleted with the zone', async ({ client }) => {
    await client.managedZones.setIamPolicy({ resource, requestBody: { policy: { bindings: readers } } });
    await client.managedZones.patch({ ...zoneParams, requestBody: { description: 'patched' } });
    expect(await client.managedZones.getIamPolicy({ resource, requestBody: {} })).toMatchObject({ bindings: readers });

    await client.managedZones.delete(zoneParams);
    await expect(client.managedZones.getIamPolicy({ resource, requestBody: {} })).rejects.toMatchObject(apiError(404, 'notFound'));
    await client.managedZones.create({ project, requestBody: { name: managedZone, dnsName: 'example.com.' } });
    expect(await client.managedZones.getIamPolicy({ resource, requestBody: {} })).not.toMatchObject({ bindings: readers });
  });
});
