/** Realistic flows with the vendor's client on the mock, with every method of the four services. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { computeFlows } from './compute.js';
import { dnsFlows } from './dns.js';
import { scopeFlows } from './scopes.js';
import { installed, openVendor, project, type ApiResponse, type Vendor } from './support.js';

describe.skipIf(!installed)("the vendor's client", () => {
  let vendor: Vendor;
  beforeAll(async () => {
    vendor = await openVendor();
  }, 120_000);
  afterAll(async () => vendor.close());

  dnsFlows(() => vendor);
  computeFlows(() => vendor);
  scopeFlows(() => vendor);

  describe('os configuration', () => {
    it('assigns guest policies and looks up the effective policy of an instance', async () => {
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
      const lookup = (zone: string): Promise<ApiResponse> =>
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
    ])('reads, counts, and deletes reported events: %s', async (_, collection, projectName) => {
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

  it('has called every method of the four services that it has', async () => {
    // The command-line tool calls these methods, which the client lacks.
    const missing = ['getIamPolicy', 'setIamPolicy', 'testIamPermissions'].map((name) => `dns.projects.locations.managedZones.${name}`);
    expect(await vendor.unreached()).toEqual(missing);
  });
});
