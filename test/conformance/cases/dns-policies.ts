/** DNS policies, response policies, and their rules: three collections with the same create, read, change, and delete methods. */
import { expect } from 'vitest';
import { listAll, malformedBody, malformedList, unexpectedBody, type CaseTable } from '../case.js';
import type { DnsClient } from '../packages.js';

const project = 'p';
const responsePolicy = 'response';
const responsePolicyParams = { project, responsePolicy };
const missingPolicyParams = { project, responsePolicy: 'nowhere' };
const ruleParams = { ...responsePolicyParams, responsePolicyRule: 'rule' };

const policies = '/dns/v1/projects/p/policies';
const responsePolicies = '/dns/v1/projects/p/responsePolicies';
const rules = `${responsePolicies}/response/rules`;
const anyProjectExists = 'a project exists without being created';

export const policyCases: CaseTable<DnsClient>['methods'] = {
  'dns.policies.create': {
    succeeds: async ({ client }) => {
      const created = await client.policies.create({ project, requestBody: { name: 'inbound', enableInboundForwarding: true } });
      expect(created).toMatchObject({ kind: 'dns#policy', name: 'inbound', enableInboundForwarding: true });
      expect(await client.policies.get({ project, policy: 'inbound' })).toEqual(created);
    },
    unknown: {
      existsBecause: anyProjectExists,
      run: (client) => client.policies.create({ project: 'unknown', requestBody: { name: 'inbound' } }),
    },
    malformed: malformedBody(policies, {
      description: 'a flag that is not a boolean',
      body: { name: 'inbound', enableLogging: 'yes' },
      reason: 'invalid',
      location: 'enableLogging',
    }),
  },
  'dns.policies.delete': {
    succeeds: async ({ client }) => {
      await client.policies.delete({ project, policy: 'policy' });
      expect(await listAll(client.policies.list({ project }))).toEqual([]);
    },
    unknown: (client) => client.policies.delete({ project, policy: 'nowhere' }),
    malformed: [unexpectedBody(`${policies}/policy`)],
  },
  'dns.policies.get': {
    succeeds: async ({ client }) => {
      const result = await client.policies.get({ project, policy: 'policy' });
      expect(result).toMatchObject({ name: 'policy', description: 'of the seed' });
      expect(await listAll(client.policies.list({ project }))).toEqual([result]);
    },
    unknown: (client) => client.policies.get({ project, policy: 'nowhere' }),
    malformed: [unexpectedBody(`${policies}/policy`)],
  },
  'dns.policies.list': {
    succeeds: async ({ client }) => {
      const created = await client.policies.create({ project, requestBody: { name: 'a-policy' } });
      const result = await listAll(client.policies.list({ project, maxResults: 1 }));
      expect(result[0]).toEqual(created);
      expect(result.map(({ name }) => name)).toEqual(['a-policy', 'policy']);
    },
    unknown: { existsBecause: anyProjectExists, run: (client) => listAll(client.policies.list({ project: 'unknown' })) },
    malformed: malformedList(policies),
  },
  'dns.policies.patch': {
    succeeds: async ({ client }) => {
      await client.policies.patch({ project, policy: 'policy', requestBody: { enableLogging: true } });
      expect(await client.policies.get({ project, policy: 'policy' })).toMatchObject({ enableLogging: true, description: 'of the seed' });
    },
    unknown: (client) => client.policies.patch({ project, policy: 'nowhere', requestBody: { enableLogging: true } }),
    malformed: malformedBody(`${policies}/policy`, {
      description: 'networks that are not a list',
      body: { networks: 'all' },
      reason: 'invalid',
      location: 'networks',
    }),
  },
  'dns.policies.update': {
    succeeds: async ({ client }) => {
      await client.policies.update({ project, policy: 'policy', requestBody: { name: 'policy', enableLogging: true } });
      const result = await client.policies.get({ project, policy: 'policy' });
      expect(result).toMatchObject({ name: 'policy', enableLogging: true });
      expect(result).not.toHaveProperty('description');
    },
    unknown: (client) => client.policies.update({ project, policy: 'nowhere', requestBody: { name: 'nowhere' } }),
    malformed: malformedBody(`${policies}/policy`, {
      description: 'a name that is not a string',
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
      existsBecause: anyProjectExists,
      run: (client) => client.responsePolicies.create({ project: 'unknown', requestBody: { responsePolicyName: 'block' } }),
    },
    malformed: malformedBody(responsePolicies, {
      description: 'a name that is not a string',
      body: { responsePolicyName: true },
      reason: 'invalid',
      location: 'responsePolicyName',
    }),
  },
  'dns.responsePolicies.delete': {
    seed: { resources: { [`${responsePolicies}/empty`]: { responsePolicyName: 'empty' } } },
    succeeds: async ({ client }) => {
      await client.responsePolicies.delete({ project, responsePolicy: 'empty' });
      expect(await listAll(client.responsePolicies.list({ project }))).toEqual([]);
    },
    unknown: (client) => client.responsePolicies.delete(missingPolicyParams),
    malformed: [unexpectedBody(`${responsePolicies}/empty`)],
  },
  'dns.responsePolicies.get': {
    succeeds: async ({ client }) => {
      const result = await client.responsePolicies.get(responsePolicyParams);
      expect(result).toMatchObject({ responsePolicyName: 'response', description: 'of the seed' });
      expect(await listAll(client.responsePolicies.list({ project }))).toEqual([result]);
    },
    unknown: (client) => client.responsePolicies.get(missingPolicyParams),
    malformed: [unexpectedBody(`${responsePolicies}/response`)],
  },
  'dns.responsePolicies.list': {
    succeeds: async ({ client }) => {
      const created = await client.responsePolicies.create({ project, requestBody: { responsePolicyName: 'a-policy' } });
      const result = await listAll(client.responsePolicies.list({ project, maxResults: 1 }));
      expect(result[0]).toEqual(created);
      expect(result.map(({ responsePolicyName }) => responsePolicyName)).toEqual(['a-policy', 'response']);
    },
    unknown: { existsBecause: anyProjectExists, run: (client) => listAll(client.responsePolicies.list({ project: 'unknown' })) },
    malformed: malformedList(responsePolicies),
  },
  'dns.responsePolicies.patch': {
    succeeds: async ({ client }) => {
      await client.responsePolicies.patch({ ...responsePolicyParams, requestBody: { labels: { team: 'dns' } } });
      expect(await client.responsePolicies.get(responsePolicyParams)).toMatchObject({
        labels: { team: 'dns' },
        description: 'of the seed',
      });
    },
    unknown: (client) => client.responsePolicies.patch({ ...missingPolicyParams, requestBody: { labels: {} } }),
    malformed: malformedBody(`${responsePolicies}/response`, {
      description: 'a label that is not a string',
      body: { labels: { team: 7 } },
      reason: 'invalid',
      location: 'labels.team',
    }),
  },
  'dns.responsePolicies.update': {
    succeeds: async ({ client }) => {
      await client.responsePolicies.update({
        ...responsePolicyParams,
        requestBody: { responsePolicyName: 'response', labels: { team: 'dns' } },
      });
      const result = await client.responsePolicies.get(responsePolicyParams);
      expect(result).toMatchObject({ responsePolicyName: 'response', labels: { team: 'dns' } });
      expect(result).not.toHaveProperty('description');
    },
    unknown: (client) => client.responsePolicies.update({ ...missingPolicyParams, requestBody: { responsePolicyName: 'nowhere' } }),
    malformed: malformedBody(`${responsePolicies}/response`, {
      description: 'a description that is not a string',
      body: { description: [] },
      reason: 'invalid',
      location: 'description',
    }),
  },
  'dns.responsePolicyRules.create': {
    succeeds: async ({ client }) => {
      const requestBody = { ruleName: 'bypass', dnsName: 'ok.example.com.', behavior: 'bypassResponsePolicy' } as const;
      const created = await client.responsePolicyRules.create({ ...responsePolicyParams, requestBody });
      expect(created).toMatchObject({ kind: 'dns#responsePolicyRule', ...requestBody });
      expect(await client.responsePolicyRules.get({ ...responsePolicyParams, responsePolicyRule: 'bypass' })).toEqual(created);
    },
    unknown: (client) => client.responsePolicyRules.create({ ...missingPolicyParams, requestBody: { ruleName: 'bypass', dnsName: 'a.' } }),
    malformed: malformedBody(rules, {
      description: 'local data that is not a list',
      body: { ruleName: 'bypass', localData: { localDatas: 'none' } },
      reason: 'invalid',
      location: 'localData.localDatas',
    }),
  },
  'dns.responsePolicyRules.delete': {
    succeeds: async ({ client }) => {
      await client.responsePolicyRules.delete(ruleParams);
      expect(await listAll(client.responsePolicyRules.list(responsePolicyParams))).toEqual([]);
    },
    unknown: (client) => client.responsePolicyRules.delete({ ...ruleParams, responsePolicyRule: 'none' }),
    malformed: [unexpectedBody(`${rules}/rule`)],
  },
  'dns.responsePolicyRules.get': {
    succeeds: async ({ client }) => {
      const result = await client.responsePolicyRules.get(ruleParams);
      expect(result).toMatchObject({ ruleName: 'rule', dnsName: 'www.example.com.' });
      expect(await listAll(client.responsePolicyRules.list(responsePolicyParams))).toEqual([result]);
    },
    unknown: (client) => client.responsePolicyRules.get({ ...ruleParams, responsePolicy: 'nowhere' }),
    malformed: [unexpectedBody(`${rules}/rule`)],
  },
  'dns.responsePolicyRules.list': {
    succeeds: async ({ client }) => {
      const created = await client.responsePolicyRules.create({
        ...responsePolicyParams,
        requestBody: { ruleName: 'a-rule', dnsName: 'a.example.com.' },
      });
      const result = await listAll(client.responsePolicyRules.list({ ...responsePolicyParams, maxResults: 1 }));
      expect(result[0]).toEqual(created);
      expect(result.map(({ ruleName }) => ruleName)).toEqual(['a-rule', 'rule']);
    },
    unknown: (client) => listAll(client.responsePolicyRules.list(missingPolicyParams)),
    malformed: malformedList(rules),
  },
  'dns.responsePolicyRules.patch': {
    succeeds: async ({ client }) => {
      await client.responsePolicyRules.patch({ ...ruleParams, requestBody: { behavior: 'bypassResponsePolicy' } });
      expect(await client.responsePolicyRules.get(ruleParams)).toMatchObject({
        behavior: 'bypassResponsePolicy',
        dnsName: 'www.example.com.',
      });
    },
    unknown: (client) => client.responsePolicyRules.patch({ ...ruleParams, responsePolicyRule: 'none', requestBody: { dnsName: 'a.' } }),
    malformed: malformedBody(`${rules}/rule`, {
      description: 'a name that is not a string',
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
      await client.responsePolicyRules.update({ ...ruleParams, requestBody });
      const result = await client.responsePolicyRules.get(ruleParams);
      expect(result).toMatchObject(requestBody);
      expect(result).not.toHaveProperty('dnsName');
    },
    unknown: (client) =>
      client.responsePolicyRules.update({ ...ruleParams, responsePolicyRule: 'none', requestBody: { ruleName: 'none' } }),
    malformed: malformedBody(`${rules}/rule`, {
      description: 'a time to live that is not a number',
      body: { localData: { localDatas: [{ ttl: 'short' }] } },
      reason: 'invalid',
      location: 'localData.localDatas[0].ttl',
    }),
  },
};
