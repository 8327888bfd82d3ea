/** Aggregated lists, access policies, disk labels, and certificates of the project, as users of the vendor's client work with them. */
import { describe, expect, it } from 'vitest';
import { waitUntilDone, project, catchApiError, type Vendor } from './support.js';

export function scopeFlows(vendor: () => Vendor): void {
  describe('compute, aggregated lists', () => {
    const region = 'us-central1';
    const zone = 'us-central1-a';

    it('finds resources in regions, in zones, and global ones', async () => {
      const { compute } = vendor();
      await waitUntilDone(
        compute,
        await compute('networks.insert', { project, requestBody: { name: 'wide', autoCreateSubnetworks: false } }),
      );
      const network = `projects/${project}/global/networks/wide`;
      const subnetwork = { name: 'near', network, ipCidrRange: '10.20.0.0/24' };
      await waitUntilDone(compute, await compute('subnetworks.insert', { project, region, requestBody: subnetwork }));
      await waitUntilDone(compute, await compute('disks.insert', { project, zone, requestBody: { name: 'wide' } }));
      const sourceDisk = `projects/${project}/zones/${zone}/disks/wide`;
      await waitUntilDone(compute, await compute('instantSnapshots.insert', { project, zone, requestBody: { name: 'wide', sourceDisk } }));
      await waitUntilDone(compute, await compute('sslPolicies.insert', { project, requestBody: { name: 'wide' } }));
      const managed = { type: 'MANAGED', managed: { domains: ['example.com'] } };
      await waitUntilDone(compute, await compute('sslCertificates.insert', { project, requestBody: { name: 'wide', ...managed } }));
      for (const [collection, scope] of [
        ['subnetworks', `regions/${region}`],
        ['disks', `zones/${zone}`],
        ['instantSnapshots', `zones/${zone}`],
        ['sslPolicies', 'global'],
        ['sslCertificates', 'global'],
      ] as const) {
        const { data } = await compute(`${collection}.aggregatedList`, { project, includeAllScopes: true, returnPartialSuccess: true });
        const items = data['items'] as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
        expect(items[scope]?.[collection], collection).toHaveLength(1);
        expect(items['regions/europe-west1']).toMatchObject({ warning: { code: 'NO_RESULTS_ON_PAGE' } });
      }
      const { data } = await compute('globalOperations.aggregatedList', { project, maxResults: 2 });
      expect(data).toMatchObject({ kind: 'compute#operationAggregatedList', nextPageToken: expect.any(String) as unknown });
      expect((await compute('sslCertificates.list', { project })).data).toMatchObject({ items: [{ name: 'wide', type: 'MANAGED' }] });
      expect((await compute('sslCertificates.get', { project, sslCertificate: 'wide' })).data).toMatchObject(managed);
      await waitUntilDone(compute, await compute('sslCertificates.delete', { project, sslCertificate: 'wide' }));
      expect((await compute('sslPolicies.listAvailableFeatures', { project })).data).toMatchObject({ features: { length: 15 } });
    });

    it('grants access and rejects a policy that another client changed', async () => {
      const { compute } = vendor();
      await waitUntilDone(
        compute,
        await compute('snapshots.insert', { project, requestBody: { name: 'wide', sourceDisk: `zones/${zone}/disks/wide` } }),
      );
      for (const [collection, place] of [
        ['subnetworks', { project, region, resource: 'near' }],
        ['disks', { project, zone, resource: 'wide' }],
        ['instantSnapshots', { project, zone, resource: 'wide' }],
        ['snapshots', { project, resource: 'wide' }],
      ] as const) {
        const { etag } = (await compute(`${collection}.getIamPolicy`, place)).data;
        const bindings = [{ role: 'roles/viewer', members: ['user:a@example.com'] }];
        const set = { ...place, requestBody: { policy: { bindings, etag } } };
        expect((await compute(`${collection}.setIamPolicy`, set)).data, collection).toMatchObject({ bindings });
        expect(await catchApiError(compute(`${collection}.setIamPolicy`, set))).toEqual([409, 'conditionNotMet']);
        const request = { ...place, requestBody: { permissions: ['compute.all.get'] } };
        expect((await compute(`${collection}.testIamPermissions`, request)).data).toEqual({ permissions: ['compute.all.get'] });
      }
    });

    it('reads an instance with its guest attributes', async () => {
      const { compute, mock } = vendor();
      const entry = { namespace: 'guestInventory', key: 'ShortName', value: 'debian' };
      const path = `/compute/v1/projects/${project}/zones/${zone}/instances/vm`;
      await mock.seed({ resources: { [path]: { name: 'vm', guestAttributes: [entry] } } });
      expect((await compute('instances.get', { project, zone, instance: 'vm' })).data).toMatchObject({
        kind: 'compute#instance',
        name: 'vm',
      });
      const { data } = await compute('instances.getGuestAttributes', { project, zone, instance: 'vm', queryPath: 'guestInventory/' });
      expect(data).toMatchObject({ queryPath: 'guestInventory/', queryValue: { items: [entry] } });
    });

    it('sets labels on a disk with the fingerprint that it read', async () => {
      const { compute } = vendor();
      const { labelFingerprint } = (await compute('disks.get', { project, zone, disk: 'wide' })).data;
      const labels = { project, zone, resource: 'wide', requestBody: { labels: { of: 'shop' }, labelFingerprint } };
      await waitUntilDone(compute, await compute('disks.setLabels', labels));
      expect(await catchApiError(compute('disks.setLabels', labels))).toEqual([412, 'conditionNotMet']);
    });
  });
}
