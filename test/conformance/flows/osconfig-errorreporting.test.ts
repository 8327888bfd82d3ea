import { describe, expect } from 'vitest';
import { listAll } from '../case.js';
import { apiError, defineFlows } from '../flow.js';
import { errorReportingPackage, osConfigPackage } from '../packages.js';

describe('guest policies', () => {
  const seed = {
    resources: {
      '/v1beta/projects/p/guestPolicies/own': { packages: [{ name: 'curl' }], assignment: { osTypes: [{ osShortName: 'debian' }] } },
      '/v1beta/folders/f1/guestPolicies/team': {
        name: 'folders/f1/guestPolicies/team',
        packages: [{ name: 'git' }],
        recipes: [{ name: 'agent' }],
      },
      '/v1beta/organizations/o1/guestPolicies/all': { packageRepositories: [{ apt: { uri: 'https://apt.example.com' } }] },
      '/v1beta/projects/q/guestPolicies/foreign': { packages: [{ name: 'nano' }] },
    },
    ancestors: { 'projects/p': ['folders/f1', 'organizations/o1'] },
  };
  const testFlow = defineFlows(osConfigPackage, { seed });
  const instance = 'projects/p/zones/z/instances/vm';

  testFlow('the lookup merges the policies of the project and its ancestors and returns the source of each entry', async ({ client }) => {
    const { instances } = client.projects.zones;
    const policy = await instances.lookupEffectiveGuestPolicy({ instance, requestBody: { osShortName: 'debian', osVersion: '12' } });
    expect(policy).toEqual({
      packages: [
        { source: 'projects/p/guestPolicies/own', package: { name: 'curl' } },
        { source: 'folders/f1/guestPolicies/team', package: { name: 'git' } },
      ],
      packageRepositories: [
        { source: 'organizations/o1/guestPolicies/all', packageRepository: { apt: { uri: 'https://apt.example.com' } } },
      ],
      softwareRecipes: [{ source: 'folders/f1/guestPolicies/team', softwareRecipe: { name: 'agent' } }],
    });
  });

  testFlow('the lookup omits a policy for another operating system', async ({ client }) => {
    const { instances } = client.projects.zones;
    const policy = await instances.lookupEffectiveGuestPolicy({ instance, requestBody: { osShortName: 'windows' } });
    expect(policy.packages?.map((each) => each.package)).toEqual([{ name: 'git' }]);
  });
});

describe('error reporting', () => {
  const testFlow = defineFlows(errorReportingPackage, {});
  const projectName = 'projects/p';
  const serviceContext = { service: 'web', version: '1' };

  testFlow('similar errors form one group that can be counted, read, and replaced', async ({ client }) => {
    const { events, groupStats, groups } = client.projects;
    const messages = ['Order 17 is lost', 'Order 18 is lost', 'Disk is full'];
    for (const message of messages) await events.report({ projectName, requestBody: { serviceContext, message } });

    const stats = await listAll(groupStats.list({ projectName }));
    expect(stats.map(({ count }) => count).sort()).toEqual(['1', '2']);
    const { name = '', groupId = '' } = stats.find(({ count }) => count === '2')?.group ?? {};
    const groupEvents = await listAll(events.list({ projectName, groupId }));
    expect(groupEvents.map(({ message }) => message).sort()).toEqual(messages.slice(0, 2));

    const group = await groups.get({ groupName: name });
    const requestBody = { ...group, resolutionStatus: 'RESOLVED', trackingIssues: [{ url: 'https://tracker.example.com/7' }] };
    await groups.update({ 'group.name': name, requestBody });
    expect(await groups.get({ groupName: name })).toEqual(requestBody);
  });

  testFlow('deleted events stay in the log of the project', async ({ client, mock }) => {
    await client.projects.events.report({ projectName, requestBody: { serviceContext, message: 'Disk is full' } });
    await client.projects.deleteEvents({ projectName });
    expect(await listAll(client.projects.events.list({ projectName }))).toEqual([]);
    expect((await mock.state()).log?.[projectName]).toHaveLength(1);
  });

  testFlow('a group without reported events does not exist', async ({ client }) => {
    await expect(client.projects.groups.get({ groupName: 'projects/p/groups/none' })).rejects.toMatchObject(apiError(404, 'notFound'));
  });
});
