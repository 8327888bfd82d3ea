/** The 40 methods of DNS. */
import { expect } from 'vitest';
import { listAll, malformedBody, malformedList, readStored, unexpectedBody, type CaseTable } from '../case.js';
import type { DnsClient } from '../packages.js';
import { policyCases } from './dns-policies.js';

const project = 'p';
const managedZone = 'zone';
const zoneParams = { project, managedZone };
const missingZoneParams = { project, managedZone: 'nowhere' };
const record = { name: 'www.example.com.', type: 'A' };
const resource = 'projects/p/managedZones/zone';
const missingResource = 'projects/p/managedZones/nowhere';

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
        const change = await client.changes.create({ ...zoneParams, requestBody: { additions } });
        expect(change).toMatchObject({ additions, status: 'done' });
        expect(await client.resourceRecordSets.get({ ...zoneParams, name: 'mail.example.com.', type: 'A' })).toMatchObject({ ttl: 60 });
      },
      unknown: (client) =>
        client.changes.create({ ...missingZoneParams, requestBody: { additions: [{ ...record, ttl: 60, rrdatas: ['192.0.2.2'] }] } }),
      malformed: malformedBody(`${zone}/changes`, {
        description: 'a time to live that is not a number',
        body: { additions: [{ ...record, ttl: 'short' }] },
        reason: 'invalid',
        location: 'additions[0].ttl',
      }),
    },
    'dns.changes.get': {
      succeeds: async ({ client }) => {
        const deletions = [{ ...record, ttl: 300, rrdatas: ['192.0.2.1'] }];
        const { id = '' } = await client.changes.create({ ...zoneParams, requestBody: { deletions } });
        expect(await client.changes.get({ ...zoneParams, changeId: id })).toMatchObject({ id, deletions });
      },
      unknown: (client) => client.changes.get({ ...zoneParams, changeId: '99' }),
      malformed: [unexpectedBody(`${zone}/changes/0`)],
    },
    'dns.changes.list': {
      succeeds: async ({ client }) => {
        const additions = [{ name: 'ftp.example.com.', type: 'A', ttl: 60, rrdatas: ['192.0.2.3'] }];
        const change = await client.changes.create({ ...zoneParams, requestBody: { additions } });
        expect(await listAll(client.changes.list(zoneParams))).toContainEqual(change);
      },
      unknown: (client) => listAll(client.changes.list(missingZoneParams)),
      malformed: malformedList(`${zone}/changes`),
    },
    'dns.dnsKeys.get': {
      succeeds: async ({ client }) => {
        const key = await client.dnsKeys.get({ ...zoneParams, dnsKeyId: '0' });
        expect(key).toMatchObject({ id: '0', type: 'keySigning' });
        expect(await listAll(client.dnsKeys.list(zoneParams))).toContainEqual(key);
      },
      unknown: (client) => client.dnsKeys.get({ ...zoneParams, dnsKeyId: '99' }),
      malformed: [unexpectedBody(`${zone}/dnsKeys/0`)],
    },
    'dns.dnsKeys.list': {
      succeeds: async ({ client }) => {
        const { dnsKeys = [] } = await client.dnsKeys.list(zoneParams);
        const ids = dnsKeys.map(({ id = '' }) => id);
        expect(ids).toEqual(['0', '1']);
        expect(await client.dnsKeys.get({ ...zoneParams, dnsKeyId: '1' })).toEqual(dnsKeys[1]);
      },
      unknown: (client) => listAll(client.dnsKeys.list(missingZoneParams)),
      malformed: malformedList(`${zone}/dnsKeys`),
    },
    'dns.managedZoneOperations.get': {
      succeeds: async ({ client }) => {
        const operation = await client.managedZoneOperations.get({ ...zoneParams, operation: 'op-1' });
        expect(operation).toMatchObject({ id: 'op-1', status: 'done' });
        expect(await listAll(client.managedZoneOperations.list(zoneParams))).toContainEqual(operation);
      },
      unknown: (client) => client.managedZoneOperations.get({ ...zoneParams, operation: 'op-99' }),
      malformed: [unexpectedBody(`${zone}/operations/op-1`)],
    },
    'dns.managedZoneOperations.list': {
      succeeds: async ({ client }) => {
        const [first] = await listAll(client.managedZoneOperations.list(zoneParams));
        expect(await client.managedZoneOperations.get({ ...zoneParams, operation: 'op-1' })).toEqual(first);
      },
      unknown: (client) => listAll(client.managedZoneOperations.list(missingZoneParams)),
      malformed: malformedList(`${zone}/operations`),
    },
    'dns.managedZones.create': {
      succeeds: async ({ client }) => {
        const created = await client.managedZones.create({ project, requestBody: { name: 'other', dnsName: 'example.org.' } });
        expect(created).toMatchObject({ kind: 'dns#managedZone', name: 'other', dnsName: 'example.org.' });
        expect(await client.managedZones.get({ project, managedZone: 'other' })).toEqual(created);
      },
      unknown: {
        existsBecause: 'a project exists without being created',
        run: (client) => client.managedZones.create({ project: 'unknown', requestBody: { name: 'other', dnsName: 'example.org.' } }),
      },
      malformed: malformedBody(
        zones,
        { description: 'a name that is not a string', body: { name: 7, dnsName: 'example.org.' }, reason: 'invalid', location: 'name' },
        { description: 'no name', body: { dnsName: 'example.org.' }, reason: 'required', location: 'name' },
      ),
    },
    'dns.managedZones.delete': {
      seed: { resources: { [`${zones}/empty`]: { name: 'empty', dnsName: 'example.net.' } } },
      succeeds: async ({ client }) => {
        await client.managedZones.delete({ project, managedZone: 'empty' });
        expect(await listAll(client.managedZones.list({ project }))).toEqual([]);
      },
      unknown: (client) => client.managedZones.delete(missingZoneParams),
      malformed: [unexpectedBody(zone)],
    },
    'dns.managedZones.get': {
      succeeds: async ({ client }) => {
        const result = await client.managedZones.get(zoneParams);
        expect(result).toMatchObject({ kind: 'dns#managedZone', name: 'zone', description: 'of the seed' });
        expect(await listAll(client.managedZones.list({ project }))).toEqual([result]);
      },
      unknown: (client) => client.managedZones.get(missingZoneParams),
      malformed: [unexpectedBody(zone)],
    },
    'dns.managedZones.getIamPolicy': {
      succeeds: async ({ client }) => {
        const bindings = [{ role: 'roles/dns.reader', members: ['user:reader@example.com'] }];
        const updated = await client.managedZones.setIamPolicy({ resource, requestBody: { policy: { bindings } } });
        expect(await client.managedZones.getIamPolicy({ resource, requestBody: {} })).toEqual(updated);
      },
      unknown: (client) => client.managedZones.getIamPolicy({ resource: missingResource, requestBody: {} }),
      malformed: malformedBody(`${zone}:getIamPolicy`, {
        description: 'options that are not an object',
        body: { options: 3 },
        reason: 'invalid',
      }),
    },
    'dns.managedZones.list': {
      succeeds: async ({ client }) => {
        const created = await client.managedZones.create({ project, requestBody: { name: 'another', dnsName: 'example.org.' } });
        const result = await listAll(client.managedZones.list({ project, maxResults: 1 }));
        expect(result).toContainEqual(created);
        expect(result.map(({ name }) => name)).toEqual(['another', 'zone']);
      },
      unknown: {
        existsBecause: 'a project exists without being created',
        run: (client) => listAll(client.managedZones.list({ project: 'unknown' })),
      },
      malformed: malformedList(zones),
    },
    'dns.managedZones.patch': {
      succeeds: async ({ client }) => {
        await client.managedZones.patch({ ...zoneParams, requestBody: { description: 'patched' } });
        expect(await client.managedZones.get(zoneParams)).toMatchObject({ description: 'patched', dnsName: 'example.com.' });
      },
      unknown: (client) => client.managedZones.patch({ ...missingZoneParams, requestBody: { description: 'patched' } }),
      malformed: malformedBody(zone, {
        description: 'labels that are not an object',
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
      unknown: (client) => client.managedZones.setIamPolicy({ resource: missingResource, requestBody: { policy: { bindings: [] } } }),
      malformed: malformedBody(`${zone}:setIamPolicy`, {
        description: 'bindings that are not a list',
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
      unknown: (client) => client.managedZones.testIamPermissions({ resource: missingResource, requestBody: { permissions: [] } }),
      malformed: malformedBody(`${zone}:testIamPermissions`, {
        description: 'permissions that are not a list',
        body: { permissions: 'all' },
        reason: 'invalid',
        location: 'permissions',
      }),
    },
    'dns.managedZones.update': {
      succeeds: async ({ client }) => {
        const current = await client.managedZones.get(zoneParams);
        await client.managedZones.update({ ...zoneParams, requestBody: { ...current, description: 'replaced', labels: { team: 'dns' } } });
        expect(await client.managedZones.get(zoneParams)).toEqual({ ...current, description: 'replaced', labels: { team: 'dns' } });
      },
      unknown: (client) => client.managedZones.update({ ...missingZoneParams, requestBody: { name: 'nowhere', dnsName: 'example.com.' } }),
      malformed: malformedBody(zone, {
        description: 'a description that is not a string',
        body: { description: 7 },
        reason: 'invalid',
        location: 'description',
      }),
    },
    'dns.projects.get': {
      seed: { resources: { '/dns/v1/projects/p': { quota: { managedZones: 7 } } } },
      succeeds: async ({ client, mock }) => {
        const result = await client.projects.get({ project });
        expect(result).toMatchObject({ kind: 'dns#project', id: 'p', quota: { managedZones: 7 } });
        expect(await readStored(mock, '/dns/v1/projects/p')).toMatchObject({ quota: { managedZones: 7 } });
      },
      unknown: { existsBecause: 'a project exists without being created', run: (client) => client.projects.get({ project: 'unknown' }) },
      malformed: [unexpectedBody('/dns/v1/projects/p')],
    },
    'dns.resourceRecordSets.create': {
      succeeds: async ({ client }) => {
        const requestBody = { name: 'new.example.com.', type: 'TXT', ttl: 60, rrdatas: ['"text"'] };
        const created = await client.resourceRecordSets.create({ ...zoneParams, requestBody });
        expect(created).toMatchObject(requestBody);
        expect(await client.resourceRecordSets.get({ ...zoneParams, name: 'new.example.com.', type: 'TXT' })).toEqual(created);
      },
      unknown: (client) =>
        client.resourceRecordSets.create({ ...missingZoneParams, requestBody: { ...record, ttl: 60, rrdatas: ['192.0.2.1'] } }),
      malformed: malformedBody(`${zone}/rrsets`, {
        description: 'record data that is not a string',
        body: { name: 'new.example.com.', type: 'A', rrdatas: [1] },
        reason: 'invalid',
        location: 'rrdatas[0]',
      }),
    },
    'dns.resourceRecordSets.delete': {
      succeeds: async ({ client }) => {
        await client.resourceRecordSets.delete({ ...zoneParams, ...record });
        expect((await listAll(client.resourceRecordSets.list(zoneParams))).map(({ name }) => name)).not.toContain(record.name);
      },
      unknown: (client) => client.resourceRecordSets.delete({ ...zoneParams, ...record, type: 'AAAA' }),
      malformed: [unexpectedBody(www)],
    },
    'dns.resourceRecordSets.get': {
      succeeds: async ({ client }) => {
        const result = await client.resourceRecordSets.get({ ...zoneParams, ...record });
        expect(result).toMatchObject({ ...record, ttl: 300 });
        expect(await listAll(client.resourceRecordSets.list(zoneParams))).toContainEqual(result);
      },
      unknown: (client) => client.resourceRecordSets.get({ ...missingZoneParams, ...record }),
      malformed: [unexpectedBody(www)],
    },
    'dns.resourceRecordSets.list': {
      succeeds: async ({ client }) => {
        // An asterisk is an ordinary name.
        const requestBody = { name: '*.example.com.', type: 'A', ttl: 60, rrdatas: ['192.0.2.4'] };
        const created = await client.resourceRecordSets.create({ ...zoneParams, requestBody });
        expect(await listAll(client.resourceRecordSets.list({ ...zoneParams, maxResults: 1 }))).toContainEqual(created);
      },
      unknown: (client) => listAll(client.resourceRecordSets.list(missingZoneParams)),
      malformed: malformedList(`${zone}/rrsets`),
    },
    'dns.resourceRecordSets.patch': {
      succeeds: async ({ client }) => {
        await client.resourceRecordSets.patch({ ...zoneParams, ...record, requestBody: { ttl: 30 } });
        expect(await client.resourceRecordSets.get({ ...zoneParams, ...record })).toMatchObject({ ttl: 30, rrdatas: ['192.0.2.1'] });
      },
      unknown: (client) => client.resourceRecordSets.patch({ ...zoneParams, ...record, type: 'MX', requestBody: { ttl: 30 } }),
      malformed: malformedBody(www, { description: 'a negative time to live', body: { ttl: -1 }, reason: 'invalid', location: 'ttl' }),
    },
    ...policyCases,
  },
};
