/** DNS policies, response policies, and their rules: three collections with the same create, read, change, and delete methods. */
import { expect } from 'vitest';
import { all, malformedBody, malformedList, surplusBody, type CaseTable } from '../case.js';
import type { DnsClient } from '../packages.js';

const project = 'p';
const responsePolicy = 'response';
const inResponse = { project, responsePolicy };
const inNoResponse = { project, responsePolicy: 'nowhere' };
const rule = { ...inResponse, responsePolicyRule: 'rule' };

const policies = '/dns/v1/projects/p/policies';
const responsePolicies = '/dns/v1/projects/p/responsePolicies';
const rules = `${responsePolicies}/response/rules`;
const anyProject = 'a project exists without being created';

export const policyCases: CaseTable<DnsClient>['methods'] = {
  'dns.policies.create': {
    succeeds: async ({ client }) => {
      const created = await client.policies.create({ project, requestBody: { name: 'inbound', enableInboundForwarding: true } });
      expect(created).toMatchObject({ kind: 'dns#policy', name: 'inbound', enableInboundForwarding: true });
      expect(await client.policies.get({ project, policy: 'inbound' })).toEqual(created);
    },
    unknown: { exists: anyProject, ask: (client) => client.policies.create({ project: 'unheard-of', requestBody: { name: 'inbound' } }) },
    malformed: malformedBody(policies, {
      because: 'a switch that is neither on nor off',
      body: { name: 'inbound', enableLogging: 'yes' },
      reason: 'invalid',
      location: 'enableLogging',
    }),
  },
  'dns.policies.delete': {
    succeeds: async ({ client }) => {
      await client.policies.delete({ project, policy: 'policy' });
      expect(await all(client.policies.list({ project }))).toEqual([]);
    },
    unknown: (client) => client.policies.delete({ project, policy: 'nowhere' }),
    malformed: [surplusBody(`${policies}/policy`)],
  },
  'dns.policies.get': {
    succeeds: async ({ client }) => {
      const found = await client.policies.get({ project, policy: 'policy' });
      expect(found).toMatchObject({ name: 'policy', description: 'of the seed' });
      expect(await all(client.policies.list({ project }))).toEqual([found]);
    },
    unknown: (client) => client.policies.get({ project, policy: 'nowhere' }),
    malformed: [surplusBody(`${policies}/policy`)],
  },
  'dns.policies.list': {
    succeeds: async ({ client }) => {
      const created = await client.policies.create({ project, requestBody: { name: 'a-policy' } });
      const found = await all(client.policies.list({ project, maxResults: 1 }));
      expect(found[0]).toEqual(created);
      expect(found.map(({ name }) => name)).toEqual(['a-policy', 'policy']);
    },
    unknown: { exists: anyProject, ask: (client) => all(client.policies.list({ project: 'unheard-of' })) },
    malformed: malformedList(policies),
  },
  'dns.policies.patch': {
    succeeds: async ({ client }) => {
      await client.policies.patch({ project, policy: 'policy', requestBody: { enableLogging: true } });
      expect(await client.policies.get({ project, policy: 'policy' })).toMatchObject({ enableLogging: true, description: 'of the seed' });
    },
    unknown: (client) => client.policies.patch({ project, policy: 'nowhere', requestBody: { enableLogging: true } }),
    malformed: malformedBody(`${policies}/policy`, {
      because: 'networks that are no list',
      body: { networks: 'all' },
      reason: 'invalid',
      location: 'networks',
    }),
  },
  'dns.policies.update': {
    succeeds: async ({ client }) => {
      await client.policies.update({ project, policy: 'policy', requestBody: { name: 'policy', enableLogging: true } });
      const found = await client.policies.get({ project, policy: 'policy' });
      expect(found).toMatchObject({ name: 'policy', enableLogging: true });
      expect(found).not.toHaveProperty('description');
    },
    unknown: (client) => client.policies.update({ project, policy: 'nowhere', requestBody: { name: 'nowhere' } }),
    malformed: malformedBody(`${policies}/policy`, {
      because: 'a name that is no text',
      body: { name: 7 },
      reason: 'invalid',
      location: 'name',
    }),
  },
  'dns.responsePolicies.create': {
    succeeds: async ({ client }) => {
      const created = await client.responsePolicies.create({ project, requestBody: { responsePolicyName: 'block' } });
      expect(created).toMatchObject({ kind: 'dns#responsePolicy', responsePolicyName: 'block' });
      expect(await client.responsePolicies.get({ project, responsePolicy: 'block' })).toEqual(created);
    },
    unknown: {
      exists: anyProject,
      ask: (client) => client.responsePolicies.create({ project: 'unheard-of', requestBody: { responsePolicyName: 'block' } }),
    },
    malformed: malformedBody(responsePolicies, {
      because: 'a name that is no text',
      body: { responsePolicyName: true },
      reason: 'invalid',
      location: 'responsePolicyName',
    }),
  },
  'dns.responsePolicies.delete': {
    seed: { resources: { [`${responsePolicies}/empty`]: { responsePolicyName: 'empty' } } },
    succeeds: async ({ client }) => {
      await client.responsePolicies.delete({ project, responsePolicy: 'empty' });
      expect(await all(client.responsePolicies.list({ project }))).toEqual([]);
    },
    unknown: (client) => client.responsePolicies.delete(inNoResponse),
    malformed: [surplusBody(`${responsePolicies}/empty`)],
  },
  'dns.responsePolicies.get': {
    succeeds: async ({ client }) => {
      const found = await client.responsePolicies.get(inResponse);
      expect(found).toMatchObject({ responsePolicyName: 'response', description: 'of the seed' });
      expect(await all(client.responsePolicies.list({ project }))).toEqual([found]);
    },
    unknown: (client) => client.responsePolicies.get(inNoResponse),
    malformed: [surplusBody(`${responsePolicies}/response`)],
  },
  'dns.responsePolicies.list': {
    succeeds: async ({ client }) => {
      const created = await client.responsePolicies.create({ project, requestBody: { responsePolicyName: 'a-policy' } });
      const found = await all(client.responsePolicies.list({ project, maxResults: 1 }));
      expect(found[0]).toEqual(created);
      expect(found.map(({ responsePolicyName }) => responsePolicyName)).toEqual(['a-policy', 'response']);
    },
    unknown: { exists: anyProject, ask: (client) => all(client.responsePolicies.list({ project: 'unheard-of' })) },
    malformed: malformedList(responsePolicies),
  },
  'dns.responsePolicies.patch': {
    succeeds: async ({ client }) => {
      await client.responsePolicies.patch({ ...inResponse, requestBody: { labels: { team: 'dns' } } });
      expect(await client.responsePolicies.get(inResponse)).toMatchObject({ labels: { team: 'dns' }, description: 'of the seed' });
    },
    unknown: (client) => client.responsePolicies.patch({ ...inNoResponse, requestBody: { labels: {} } }),
    malformed: malformedBody(`${responsePolicies}/response`, {
      because: 'a label that is no text',
      body: { labels: { team: 7 } },
      reason: 'invalid',
      location: 'labels.team',
    }),
  },
  'dns.responsePolicies.update': {
    succeeds: async ({ client }) => {
      await client.responsePolicies.update({ ...inResponse, requestBody: { responsePolicyName: 'response', labels: { team: 'dns' } } });
      const found = await client.responsePolicies.get(inResponse);
      expect(found).toMatchObject({ responsePolicyName: 'response', labels: { team: 'dns' } });
      expect(found).not.toHaveProperty('description');
    },
    unknown: (client) => client.responsePolicies.update({ ...inNoResponse, requestBody: { responsePolicyName: 'nowhere' } }),
    malformed: malformedBody(`${responsePolicies}/response`, {
      because: 'a description that is no text',
      body: { description: [] },
      reason: 'invalid',
      location: 'description',
    }),
  },
  'dns.responsePolicyRules.create': {
    succeeds: async ({ client }) => {
      const requestBody = { ruleName: 'bypass', dnsName: 'ok.example.com.', behavior: 'bypassResponsePolicy' } as const;
      const created = await client.responsePolicyRules.create({ ...inResponse, requestBody });
      expect(created).toMatchObject({ kind: 'dns#responsePolicyRule', ...requestBody });
      expect(await client.responsePolicyRules.get({ ...inResponse, responsePolicyRule: 'bypass' })).toEqual(created);
    },
    unknown: (client) => client.responsePolicyRules.create({ ...inNoResponse, requestBody: { ruleName: 'bypass', dnsName: 'a.' } }),
    malformed: malformedBody(rules, {
      because: 'local data that is no list',
      body: { ruleName: 'bypass', localData: { localDatas: 'none' } },
      reason: 'invalid',
      location: 'localData.localDatas',
    }),
  },
  'dns.responsePolicyRules.delete': {
    succeeds: async ({ client }) => {
      await client.responsePolicyRules.delete(rule);
      expect(await all(client.responsePolicyRules.list(inResponse))).toEqual([]);
    },
    unknown: (client) => client.responsePolicyRules.delete({ ...rule, responsePolicyRule: 'none' }),
    malformed: [surplusBody(`${rules}/rule`)],
  },
  'dns.responsePolicyRules.get': {
    succeeds: async ({ client }) => {
      const found = await client.responsePolicyRules.get(rule);
      expect(found).toMatchObject({ ruleName: 'rule', dnsName: 'www.example.com.' });
      expect(await all(client.responsePolicyRules.list(inResponse))).toEqual([found]);
    },
    unknown: (client) => client.responsePolicyRules.get({ ...rule, responsePolicy: 'nowhere' }),
    malformed: [surplusBody(`${rules}/rule`)],
  },
  'dns.responsePolicyRules.list': {
    succeeds: async ({ client }) => {
      const created = await client.responsePolicyRules.create({
        ...inResponse,
        requestBody: { ruleName: 'a-rule', dnsName: 'a.example.com.' },
      });
      const found = await all(client.responsePolicyRules.list({ ...inResponse, maxResults: 1 }));
      expect(found[0]).toEqual(created);
      expect(found.map(({ ruleName }) => ruleName)).toEqual(['a-rule', 'rule']);
    },
    unknown: (client) => all(client.responsePolicyRules.list(inNoResponse)),
    malformed: malformedList(rules),
  },
  'dns.responsePolicyRules.patch': {
    succeeds: async ({ client }) => {
      await client.responsePolicyRules.patch({ ...rule, requestBody: { behavior: 'bypassResponsePolicy' } });
      expect(await client.responsePolicyRules.get(rule)).toMatchObject({ behavior: 'bypassResponsePolicy', dnsName: 'www.example.com.' });
    },
    unknown: (client) => client.responsePolicyRules.patch({ ...rule, responsePolicyRule: 'none', requestBody: { dnsName: 'a.' } }),
    malformed: malformedBody(`${rules}/rule`, {
      because: 'a name that is no text',
      body: { dnsName: 7 },
      reason: 'invalid',
      location: 'dnsName',
    }),
  },
  'dns.responsePolicyRules.update': {
    succeeds: async ({ client }) => {
      const requestBody = {
        ruleName: 'rule',
        localData: { localDatas: [{ name: 'www.example.com.', type: 'A', ttl: 5, rrdatas: ['192.0.2.9'] }] },
      };
      await client.responsePolicyRules.update({ ...rule, requestBody });
      const found = await client.responsePolicyRules.get(rule);
      expect(found).toMatchObject(requestBody);
      expect(found).not.toHaveProperty('dnsName');
    },
    unknown: (client) => client.responsePolicyRules.update({ ...rule, responsePolicyRule: 'none', requestBody: { ruleName: 'none' } }),
    malformed: malformedBody(`${rules}/rule`, {
      because: 'a time to live that is no number',
      body: { localData: { localDatas: [{ ttl: 'short' }] } },
      reason: 'invalid',
      location: 'localData.localDatas[0].ttl',
    }),
  },
};
