/** The 40 methods of DNS. */
import { expect } from 'vitest';
import { all, malformedBody, malformedList, stored, surplusBody, type CaseTable } from '../case.js';
import type { DnsClient } from '../packages.js';
import { policyCases } from './dns-policies.js';

const project = 'p';
const managedZone = 'zone';
const inZone = { project, managedZone };
const inNoZone = { project, managedZone: 'nowhere' };
const record = { name: 'www.example.com.', type: 'A' };
const resource = 'projects/p/managedZones/zone';
const noResource = 'projects/p/managedZones/nowhere';

const zones = '/dns/v1/projects/p/managedZones';
const zone = `${zones}/zone`;
const www = `${zone}/rrsets/www.example.com./A`;

export const dnsCases: CaseTable<DnsClient> = {
  seed: {
    resources: {
      [zone]: { name: 'zone', dnsName: 'example.com.', description: 'of the seed' },
      [www]: { ...record, ttl: 300, rrdatas: ['192.0.2.1'] },
      [`${zone}/dnsKeys/0`]: { id: '0', type: 'keySigning', algorithm: 'rsasha256' },
      [`${zone}/dnsKeys/1`]: { id: '1', type: 'zoneSigning', algorithm: 'rsasha256' },
      [`${zone}/operations/op-1`]: { id: 'op-1', type: 'update', status: 'done' },
      '/dns/v1/projects/p/policies/policy': { name: 'policy', description: 'of the seed' },
      '/dns/v1/projects/p/responsePolicies/response': { responsePolicyName: 'response', description: 'of the seed' },
      '/dns/v1/projects/p/responsePolicies/response/rules/rule': { ruleName: 'rule', dnsName: 'www.example.com.' },
    },
  },
  methods: {
    'dns.changes.create': {
      succeeds: async ({ client }) => {
        const additions = [{ name: 'mail.example.com.', type: 'A', ttl: 60, rrdatas: ['192.0.2.2'] }];
        const change = await client.changes.create({ ...inZone, requestBody: { additions } });
        expect(change).toMatchObject({ additions, status: 'done' });
        expect(await client.resourceRecordSets.get({ ...inZone, name: 'mail.example.com.', type: 'A' })).toMatchObject({ ttl: 60 });
      },
      unknown: (client) =>
        client.changes.create({ ...inNoZone, requestBody: { additions: [{ ...record, ttl: 60, rrdatas: ['192.0.2.2'] }] } }),
      malformed: malformedBody(`${zone}/changes`, {
        because: 'a time to live that is no number',
        body: { additions: [{ ...record, ttl: 'short' }] },
        reason: 'invalid',
        location: 'additions[0].ttl',
      }),
    },
    'dns.changes.get': {
      succeeds: async ({ client }) => {
        const deletions = [{ ...record, ttl: 300, rrdatas: ['192.0.2.1'] }];
        const { id = '' } = await client.changes.create({ ...inZone, requestBody: { deletions } });
        expect(await client.changes.get({ ...inZone, changeId: id })).toMatchObject({ id, deletions });
      },
      unknown: (client) => client.changes.get({ ...inZone, changeId: '99' }),
      malformed: [surplusBody(`${zone}/changes/0`)],
    },
    'dns.changes.list': {
      succeeds: async ({ client }) => {
        const additions = [{ name: 'ftp.example.com.', type: 'A', ttl: 60, rrdatas: ['192.0.2.3'] }];
        const change = await client.changes.create({ ...inZone, requestBody: { additions } });
        expect(await all(client.changes.list(inZone))).toContainEqual(change);
      },
      unknown: (client) => all(client.changes.list(inNoZone)),
      malformed: malformedList(`${zone}/changes`),
    },
    'dns.dnsKeys.get': {
      succeeds: async ({ client }) => {
        const key = await client.dnsKeys.get({ ...inZone, dnsKeyId: '0' });
        expect(key).toMatchObject({ id: '0', type: 'keySigning' });
        expect(await all(client.dnsKeys.list(inZone))).toContainEqual(key);
      },
      unknown: (client) => client.dnsKeys.get({ ...inZone, dnsKeyId: '99' }),
      malformed: [surplusBody(`${zone}/dnsKeys/0`)],
    },
    'dns.dnsKeys.list': {
      succeeds: async ({ client }) => {
        const { dnsKeys = [] } = await client.dnsKeys.list(inZone);
        const ids = dnsKeys.map(({ id = '' }) => id);
        expect(ids).toEqual(['0', '1']);
        expect(await client.dnsKeys.get({ ...inZone, dnsKeyId: '1' })).toEqual(dnsKeys[1]);
      },
      unknown: (client) => all(client.dnsKeys.list(inNoZone)),
      malformed: malformedList(`${zone}/dnsKeys`),
    },
    'dns.managedZoneOperations.get': {
      succeeds: async ({ client }) => {
        const operation = await client.managedZoneOperations.get({ ...inZone, operation: 'op-1' });
        expect(operation).toMatchObject({ id: 'op-1', status: 'done' });
        expect(await all(client.managedZoneOperations.list(inZone))).toContainEqual(operation);
      },
      unknown: (client) => client.managedZoneOperations.get({ ...inZone, operation: 'op-99' }),
      malformed: [surplusBody(`${zone}/operations/op-1`)],
    },
    'dns.managedZoneOperations.list': {
      succeeds: async ({ client }) => {
        const [first] = await all(client.managedZoneOperations.list(inZone));
        expect(await client.managedZoneOperations.get({ ...inZone, operation: 'op-1' })).toEqual(first);
      },
      unknown: (client) => all(client.managedZoneOperations.list(inNoZone)),
      malformed: malformedList(`${zone}/operations`),
    },
    'dns.managedZones.create': {
      succeeds: async ({ client }) => {
        const created = await client.managedZones.create({ project, requestBody: { name: 'other', dnsName: 'example.org.' } });
        expect(created).toMatchObject({ kind: 'dns#managedZone', name: 'other', dnsName: 'example.org.' });
        expect(await client.managedZones.get({ project, managedZone: 'other' })).toEqual(created);
      },
      unknown: {
        exists: 'a project exists without being created',
        ask: (client) => client.managedZones.create({ project: 'unheard-of', requestBody: { name: 'other', dnsName: 'example.org.' } }),
      },
      malformed: malformedBody(
        zones,
        { because: 'a name that is no text', body: { name: 7, dnsName: 'example.org.' }, reason: 'invalid', location: 'name' },
        { because: 'no name', body: { dnsName: 'example.org.' }, reason: 'required', location: 'name' },
      ),
    },
    'dns.managedZones.delete': {
      seed: { resources: { [`${zones}/empty`]: { name: 'empty', dnsName: 'example.net.' } } },
      succeeds: async ({ client }) => {
        await client.managedZones.delete({ project, managedZone: 'empty' });
        expect(await all(client.managedZones.list({ project }))).toEqual([]);
      },
      unknown: (client) => client.managedZones.delete(inNoZone),
      malformed: [surplusBody(zone)],
    },
    'dns.managedZones.get': {
      succeeds: async ({ client }) => {
        const found = await client.managedZones.get(inZone);
        expect(found).toMatchObject({ kind: 'dns#managedZone', name: 'zone', description: 'of the seed' });
        expect(await all(client.managedZones.list({ project }))).toEqual([found]);
      },
      unknown: (client) => client.managedZones.get(inNoZone),
      malformed: [surplusBody(zone)],
    },
    'dns.managedZones.getIamPolicy': {
      succeeds: async ({ client }) => {
        const bindings = [{ role: 'roles/dns.reader', members: ['user:reader@example.com'] }];
        const set = await client.managedZones.setIamPolicy({ resource, requestBody: { policy: { bindings } } });
        expect(await client.managedZones.getIamPolicy({ resource, requestBody: {} })).toEqual(set);
      },
      unknown: (client) => client.managedZones.getIamPolicy({ resource: noResource, requestBody: {} }),
      malformed: malformedBody(`${zone}:getIamPolicy`, { because: 'options that are no object', body: { options: 3 }, reason: 'invalid' }),
    },
    'dns.managedZones.list': {
      succeeds: async ({ client }) => {
        const created = await client.managedZones.create({ project, requestBody: { name: 'another', dnsName: 'example.org.' } });
        const found = await all(client.managedZones.list({ project, maxResults: 1 }));
        expect(found).toContainEqual(created);
        expect(found.map(({ name }) => name)).toEqual(['another', 'zone']);
      },
      unknown: {
        exists: 'a project exists without being created',
        ask: (client) => all(client.managedZones.list({ project: 'unheard-of' })),
      },
      malformed: malformedList(zones),
    },
    'dns.managedZones.patch': {
      succeeds: async ({ client }) => {
        await client.managedZones.patch({ ...inZone, requestBody: { description: 'patched' } });
        expect(await client.managedZones.get(inZone)).toMatchObject({ description: 'patched', dnsName: 'example.com.' });
      },
      unknown: (client) => client.managedZones.patch({ ...inNoZone, requestBody: { description: 'patched' } }),
      malformed: malformedBody(zone, {
        because: 'labels that are no object',
        body: { labels: 'a' },
        reason: 'invalid',
        location: 'labels',
      }),
    },
    'dns.managedZones.setIamPolicy': {
      succeeds: async ({ client }) => {
        const bindings = [{ role: 'roles/dns.admin', members: ['user:admin@example.com'] }];
        await client.managedZones.setIamPolicy({ resource, requestBody: { policy: { version: 1, bindings } } });
        expect(await client.managedZones.getIamPolicy({ resource, requestBody: {} })).toMatchObject({ version: 1, bindings });
      },
      unknown: (client) => client.managedZones.setIamPolicy({ resource: noResource, requestBody: { policy: { bindings: [] } } }),
      malformed: malformedBody(`${zone}:setIamPolicy`, {
        because: 'bindings that are no list',
        body: { policy: { bindings: {} } },
        reason: 'invalid',
        location: 'policy.bindings',
      }),
    },
    'dns.managedZones.testIamPermissions': {
      succeeds: async ({ client, mock }) => {
        const before = await mock.state();
        const permissions = ['dns.managedZones.get', 'dns.managedZones.update'];
        // With authentication off, the caller has all requested permissions.
        expect(await client.managedZones.testIamPermissions({ resource, requestBody: { permissions } })).toEqual({ permissions });
        expect(await mock.state()).toEqual(before);
      },
      unknown: (client) => client.managedZones.testIamPermissions({ resource: noResource, requestBody: { permissions: [] } }),
      malformed: malformedBody(`${zone}:testIamPermissions`, {
        because: 'permissions that are no list',
        body: { permissions: 'all' },
        reason: 'invalid',
        location: 'permissions',
      }),
    },
    'dns.managedZones.update': {
      succeeds: async ({ client }) => {
        const read = await client.managedZones.get(inZone);
        await client.managedZones.update({ ...inZone, requestBody: { ...read, description: 'replaced', labels: { team: 'dns' } } });
        expect(await client.managedZones.get(inZone)).toEqual({ ...read, description: 'replaced', labels: { team: 'dns' } });
      },
      unknown: (client) => client.managedZones.update({ ...inNoZone, requestBody: { name: 'nowhere', dnsName: 'example.com.' } }),
      malformed: malformedBody(zone, {
        because: 'a description that is no text',
        body: { description: 7 },
        reason: 'invalid',
        location: 'description',
      }),
    },
    'dns.projects.get': {
      seed: { resources: { '/dns/v1/projects/p': { quota: { managedZones: 7 } } } },
      succeeds: async ({ client, mock }) => {
        const found = await client.projects.get({ project });
        expect(found).toMatchObject({ kind: 'dns#project', id: 'p', quota: { managedZones: 7 } });
        expect(await stored(mock, '/dns/v1/projects/p')).toMatchObject({ quota: { managedZones: 7 } });
      },
      unknown: { exists: 'a project exists without being created', ask: (client) => client.projects.get({ project: 'unheard-of' }) },
      malformed: [surplusBody('/dns/v1/projects/p')],
    },
    'dns.resourceRecordSets.create': {
      succeeds: async ({ client }) => {
        const requestBody = { name: 'new.example.com.', type: 'TXT', ttl: 60, rrdatas: ['"text"'] };
        const created = await client.resourceRecordSets.create({ ...inZone, requestBody });
        expect(created).toMatchObject(requestBody);
        expect(await client.resourceRecordSets.get({ ...inZone, name: 'new.example.com.', type: 'TXT' })).toEqual(created);
      },
      unknown: (client) => client.resourceRecordSets.create({ ...inNoZone, requestBody: { ...record, ttl: 60, rrdatas: ['192.0.2.1'] } }),
      malformed: malformedBody(`${zone}/rrsets`, {
        because: 'record data that is no text',
        body: { name: 'new.example.com.', type: 'A', rrdatas: [1] },
        reason: 'invalid',
        location: 'rrdatas[0]',
      }),
    },
    'dns.resourceRecordSets.delete': {
      succeeds: async ({ client }) => {
        await client.resourceRecordSets.delete({ ...inZone, ...record });
        expect((await all(client.resourceRecordSets.list(inZone))).map(({ name }) => name)).not.toContain(record.name);
      },
      unknown: (client) => client.resourceRecordSets.delete({ ...inZone, ...record, type: 'AAAA' }),
      malformed: [surplusBody(www)],
    },
    'dns.resourceRecordSets.get': {
      succeeds: async ({ client }) => {
        const found = await client.resourceRecordSets.get({ ...inZone, ...record });
        expect(found).toMatchObject({ ...record, ttl: 300 });
        expect(await all(client.resourceRecordSets.list(inZone))).toContainEqual(found);
      },
      unknown: (client) => client.resourceRecordSets.get({ ...inNoZone, ...record }),
      malformed: [surplusBody(www)],
    },
    'dns.resourceRecordSets.list': {
      succeeds: async ({ client }) => {
        // An asterisk is an ordinary name.
        const requestBody = { name: '*.example.com.', type: 'A', ttl: 60, rrdatas: ['192.0.2.4'] };
        const created = await client.resourceRecordSets.create({ ...inZone, requestBody });
        expect(await all(client.resourceRecordSets.list({ ...inZone, maxResults: 1 }))).toContainEqual(created);
      },
      unknown: (client) => all(client.resourceRecordSets.list(inNoZone)),
      malformed: malformedList(`${zone}/rrsets`),
    },
    'dns.resourceRecordSets.patch': {
      succeeds: async ({ client }) => {
        await client.resourceRecordSets.patch({ ...inZone, ...record, requestBody: { ttl: 30 } });
        expect(await client.resourceRecordSets.get({ ...inZone, ...record })).toMatchObject({ ttl: 30, rrdatas: ['192.0.2.1'] });
      },
      unknown: (client) => client.resourceRecordSets.patch({ ...inZone, ...record, type: 'MX', requestBody: { ttl: 30 } }),
      malformed: malformedBody(www, { because: 'a negative time to live', body: { ttl: -1 }, reason: 'invalid', location: 'ttl' }),
    },
    ...policyCases,
  },
};
