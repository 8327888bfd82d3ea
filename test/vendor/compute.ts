/** Networks, disks, snapshots, policies and operations, as users of the vendor's client work with them. */
import { describe, expect, it } from 'vitest';
import { waitUntilDone, countPageItems, project, catchApiError, type ApiResponse, type Vendor } from './support.js';

export function computeFlows(vendor: () => Vendor): void {
  describe('compute', () => {
    const region = 'us-central1';
    const zone = 'us-central1-a';

    it('reads zones and regions first', async () => {
      const { compute } = vendor();
      expect((await compute('projects.get', { project })).data).toMatchObject({ kind: 'compute#project', name: project });
      expect((await compute('zones.get', { project, zone })).data).toMatchObject({
        status: 'UP',
        region: expect.stringContaining(region) as unknown,
      });
      const zones = await compute('zones.list', { project, filter: `region eq .*/${region}` });
      expect(zones.data).toMatchObject({ items: { length: 4 } });
      expect((await compute('regions.get', { project, region })).data).toMatchObject({ zones: { length: 4 } });
      expect(await countPageItems(compute, ['regions.list', { project }], { of: 'items', size: 10 })).toEqual([10, 7]);
    });

    it('creates a network with a subnetwork, waits for each, and patches with a stale fingerprint', async () => {
      const { compute } = vendor();
      await waitUntilDone(
        compute,
        await compute('networks.insert', { project, requestBody: { name: 'net', autoCreateSubnetworks: false } }),
      );
      const network = (await compute('networks.get', { project, network: 'net' })).data['selfLink'];
      const body = { name: 'sub', network, ipCidrRange: '10.0.0.0/24', privateIpGoogleAccess: false };
      await waitUntilDone(compute, await compute('subnetworks.insert', { project, region, requestBody: body }));
      const subnetwork = { project, region, subnetwork: 'sub' };
      const before = await compute('subnetworks.get', subnetwork);
      expect(before.data).toMatchObject({ gatewayAddress: '10.0.0.1', privateIpGoogleAccess: false });
      await waitUntilDone(
        compute,
        await compute('subnetworks.setPrivateIpGoogleAccess', { ...subnetwork, requestBody: { privateIpGoogleAccess: true } }),
      );
      const patch = (fingerprint: unknown): Promise<ApiResponse> =>
        compute('subnetworks.patch', {
          ...subnetwork,
          requestBody: { fingerprint, secondaryIpRanges: [{ rangeName: 'pods', ipCidrRange: '10.1.0.0/16' }] },
        });
      expect(await catchApiError(patch(before.data['fingerprint']))).toEqual([412, 'conditionNotMet']);
      await waitUntilDone(compute, await patch((await compute('subnetworks.get', subnetwork)).data['fingerprint']));
      await waitUntilDone(
        compute,
        await compute('networks.patch', { project, network: 'net', requestBody: { routingConfig: { routingMode: 'GLOBAL' } } }),
      );
      await waitUntilDone(
        compute,
        await compute('subnetworks.expandIpCidrRange', { ...subnetwork, requestBody: { ipCidrRange: '10.0.0.0/20' } }),
      );
      expect((await compute('subnetworks.list', { project, region })).data).toMatchObject({ items: [{ ipCidrRange: '10.0.0.0/20' }] });
      expect((await compute('subnetworks.listUsable', { project })).data).toMatchObject({
        items: [{ network, ipCidrRange: '10.0.0.0/20' }],
      });
      expect(await catchApiError(compute('networks.delete', { project, network: 'net' }))).toEqual([400, 'resourceInUseByAnotherResource']);
      await waitUntilDone(compute, await compute('subnetworks.delete', subnetwork));
      expect((await compute('networks.list', { project })).data).toMatchObject({ items: { length: 1 } });
      await waitUntilDone(compute, await compute('networks.delete', { project, network: 'net' }));
    });

    it('creates a disk and its snapshots', async () => {
      const { compute } = vendor();
      await waitUntilDone(compute, await compute('disks.insert', { project, zone, requestBody: { name: 'disk', sizeGb: '10' } }));
      const disk = (await compute('disks.get', { project, zone, disk: 'disk' })).data['selfLink'];
      await waitUntilDone(compute, await compute('disks.createSnapshot', { project, zone, disk: 'disk', requestBody: { name: 'one' } }));
      await waitUntilDone(compute, await compute('snapshots.insert', { project, requestBody: { name: 'two', sourceDisk: disk } }));
      const { data } = await compute('snapshots.get', { project, snapshot: 'two' });
      expect(data).toMatchObject({ status: 'READY', diskSizeGb: '10', sourceDisk: disk });
      const labels = { labels: { of: 'shop' }, labelFingerprint: data['labelFingerprint'] };
      await waitUntilDone(compute, await compute('snapshots.setLabels', { project, resource: 'two', requestBody: labels }));
      expect(await catchApiError(compute('snapshots.setLabels', { project, resource: 'two', requestBody: labels }))).toEqual([
        412,
        'conditionNotMet',
      ]);
      expect((await compute('snapshots.list', { project, orderBy: 'creationTimestamp desc' })).data).toMatchObject({
        items: { length: 2 },
      });
      await waitUntilDone(
        compute,
        await compute('instantSnapshots.insert', { project, zone, requestBody: { name: 'now', sourceDisk: disk } }),
      );
      const instant = { project, zone, instantSnapshot: 'now' };
      const { labelFingerprint } = (await compute('instantSnapshots.get', instant)).data;
      const request = { labels: { of: 'shop' }, labelFingerprint };
      await waitUntilDone(compute, await compute('instantSnapshots.setLabels', { project, zone, resource: 'now', requestBody: request }));
      expect((await compute('instantSnapshots.list', { project, zone })).data).toMatchObject({ items: [{ labels: { of: 'shop' } }] });
      await waitUntilDone(compute, await compute('instantSnapshots.delete', instant));
      await waitUntilDone(compute, await compute('snapshots.delete', { project, snapshot: 'two' }));
      expect((await compute('disks.list', { project, zone })).data).toMatchObject({ items: { length: 1 } });
      await waitUntilDone(compute, await compute('disks.delete', { project, zone, disk: 'disk' }));
    });

    it.each([
      ['healthChecks', { project }],
      ['regionHealthChecks', { project, region }],
    ])('checks over TCP with %s', async (collection, place) => {
      const { compute } = vendor();
      const check = { ...place, healthCheck: 'tcp' };
      const requestBody = { name: 'tcp', type: 'TCP', tcpHealthCheck: { port: 80 } };
      await waitUntilDone(compute, await compute(`${collection}.insert`, { ...place, requestBody }));
      await waitUntilDone(compute, await compute(`${collection}.patch`, { ...check, requestBody: { timeoutSec: 3 } }));
      const { data } = await compute(`${collection}.get`, check);
      await waitUntilDone(compute, await compute(`${collection}.update`, { ...check, requestBody: { ...data, checkIntervalSec: 7 } }));
      expect((await compute(`${collection}.list`, place)).data).toMatchObject({
        items: [{ timeoutSec: 3, checkIntervalSec: 7, tcpHealthCheck: { port: 80 } }],
      });
      await waitUntilDone(compute, await compute(`${collection}.delete`, check));
    });

    it('manages health checks, SSL policies, and certificates', async () => {
      const { compute } = vendor();
      const check = { project, httpHealthCheck: 'check' };
      await waitUntilDone(compute, await compute('httpHealthChecks.insert', { project, requestBody: { name: 'check' } }));
      await waitUntilDone(compute, await compute('httpHealthChecks.patch', { ...check, requestBody: { port: 8080 } }));
      const { data } = await compute('httpHealthChecks.get', check);
      await waitUntilDone(
        compute,
        await compute('httpHealthChecks.update', { ...check, requestBody: { ...data, requestPath: '/healthy' } }),
      );
      expect((await compute('httpHealthChecks.list', { project })).data).toMatchObject({
        items: [{ port: 8080, requestPath: '/healthy' }],
      });
      await waitUntilDone(compute, await compute('httpHealthChecks.delete', check));

      const policy = { project, sslPolicy: 'policy' };
      await waitUntilDone(
        compute,
        await compute('sslPolicies.insert', { project, requestBody: { name: 'policy', profile: 'RESTRICTED' } }),
      );
      const { fingerprint, enabledFeatures } = (await compute('sslPolicies.get', policy)).data;
      expect(enabledFeatures).toHaveLength(6);
      await waitUntilDone(compute, await compute('sslPolicies.patch', { ...policy, requestBody: { profile: 'MODERN', fingerprint } }));
      expect((await compute('sslPolicies.list', { project })).data).toMatchObject({ items: [{ enabledFeatures: { length: 10 } }] });
      await waitUntilDone(compute, await compute('sslPolicies.delete', policy));

      const certificate = { project, region, sslCertificate: 'managed' };
      const body = { name: 'managed', type: 'MANAGED', managed: { domains: ['example.com'] } };
      await waitUntilDone(compute, await compute('regionSslCertificates.insert', { project, region, requestBody: body }));
      expect((await compute('regionSslCertificates.get', certificate)).data).toMatchObject(body);
      expect((await compute('regionSslCertificates.list', { project, region })).data).toMatchObject({ items: { length: 1 } });
      await waitUntilDone(compute, await compute('regionSslCertificates.delete', certificate));
    });

    it('reads and deletes operations at all three scopes', async () => {
      const { compute } = vendor();
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
        expect(await catchApiError(compute(`${collection}.get`, named))).toEqual([404, 'notFound']);
      }
    });
  });
}
