/** Zones, record sets, changes, keys and policies, as users of the vendor's client work with them. */
import { describe, expect, it } from 'vitest';
import { countPageItems, project, catchApiError, type Vendor } from './support.js';

export function dnsFlows(vendor: () => Vendor): void {
  describe('dns', () => {
    const zone = { project, managedZone: 'zone' };
    const www = { name: 'www.example.com.', type: 'A', ttl: 300, rrdatas: ['192.0.2.1'] };

    it('creates a zone with its apex records and its first change', async () => {
      const { dns } = vendor();
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

    it('adds records in one change, fails one, and lists pages', async () => {
      const { dns } = vendor();
      const mail = { name: 'example.com.', type: 'MX', ttl: 300, rrdatas: ['10 mail.example.com.'] };
      const change = await dns('changes.create', { ...zone, requestBody: { additions: [www, mail] } });
      expect(change.data).toMatchObject({ kind: 'dns#change', id: '1', additions: [www, mail] });
      expect(await catchApiError(dns('changes.create', { ...zone, requestBody: { additions: [www] } }))).toEqual([409, 'alreadyExists']);
      expect(await catchApiError(dns('changes.create', { ...zone, requestBody: { deletions: [{ ...www, ttl: 1 }] } }))).toEqual([
        412,
        'conditionNotMet',
      ]);
      expect(await catchApiError(dns('managedZones.delete', zone))).toEqual([400, 'containerNotEmpty']);
      expect(await countPageItems(dns, ['resourceRecordSets.list', zone], { of: 'rrsets', size: 3 })).toEqual([3, 1]);
      const newest = await dns('changes.list', { ...zone, sortBy: 'changeSequence', sortOrder: 'descending', maxResults: 1 });
      expect(newest.data).toMatchObject({ changes: [{ id: '1' }] });
    });

    it('changes record sets one by one', async () => {
      const { dns } = vendor();
      const text = { name: 'text.example.com.', type: 'TXT', ttl: 60, rrdatas: ['"hello world"'] };
      const named = { ...zone, name: text.name, type: text.type };
      expect((await dns('resourceRecordSets.create', { ...zone, requestBody: text })).data).toMatchObject(text);
      expect((await dns('resourceRecordSets.patch', { ...named, requestBody: { ...text, ttl: 61 } })).data).toMatchObject({ ttl: 61 });
      expect((await dns('resourceRecordSets.get', named)).data).toMatchObject({ ttl: 61 });
      expect((await dns('resourceRecordSets.delete', named)).data).toEqual({});
      expect(await catchApiError(dns('resourceRecordSets.get', named))).toEqual([404, 'notFound']);
    });

    it('signs the zone, which records an operation and creates keys', async () => {
      const { dns } = vendor();
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

    it('sends back a response, and reads and sets the access policy', async () => {
      const { dns } = vendor();
      const { data } = await dns('managedZones.get', zone);
      const updated = await dns('managedZones.update', { ...zone, requestBody: { ...data, description: 'ours' } });
      expect(updated.data).toMatchObject({ zoneContext: { newValue: { description: 'ours' } } });
      const resource = `projects/${project}/managedZones/zone`;
      const policy = await dns('managedZones.getIamPolicy', { resource, requestBody: {} });
      const bindings = [{ role: 'roles/viewer', members: ['user:reader@example.com'] }];
      const set = await dns('managedZones.setIamPolicy', { resource, requestBody: { policy: { ...policy.data, bindings } } });
      expect(set.data).toMatchObject({ bindings });
      const stale = dns('managedZones.setIamPolicy', { resource, requestBody: { policy: policy.data } });
      expect(await catchApiError(stale)).toEqual([409, 'conditionNotMet']);
      const permissions = ['dns.managedZones.get'];
      expect((await dns('managedZones.testIamPermissions', { resource, requestBody: { permissions } })).data).toEqual({ permissions });
    });

    it('empties and deletes the zone', async () => {
      const { dns } = vendor();
      const { data } = await dns('resourceRecordSets.list', zone);
      const deletions = (data['rrsets'] as readonly { readonly type: string }[]).filter(({ type }) => type !== 'NS' && type !== 'SOA');
      await dns('changes.create', { ...zone, requestBody: { deletions } });
      expect((await dns('managedZones.delete', zone)).status).toBe(200);
      expect(await catchApiError(dns('managedZones.get', zone))).toEqual([404, 'notFound']);
    });

    it.each([
      ['policies', 'policy', 'policy', 'name'],
      ['responsePolicies', 'responsePolicy', 'responsePolicy', 'responsePolicyName'],
    ])('manages %s', async (collection, parameter, wrapped, nameField) => {
      const { dns } = vendor();
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

    it('manages rules of a response policy', async () => {
      const { dns } = vendor();
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
}
