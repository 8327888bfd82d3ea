/** The seven methods of compute. */
import { expect } from 'vitest';
import { all, malformedBody, malformedList, stored, surplusBody, type CaseTable, type Malformed } from '../case.js';
import type { ComputeClient } from '../packages.js';

const project = 'p';
const base = '/compute/v1/projects/p';
const healthCheck = `${base}/global/httpHealthChecks/check`;
const subnetwork = `${base}/regions/r/subnetworks/subnet`;
const instantSnapshot = `${base}/zones/z/instantSnapshots/instant`;
const disk = `${base}/zones/z/disks/disk`;
const sslPolicies = `${base}/global/sslPolicies`;
const certificates = `${base}/regions/r/sslCertificates`;

const inSubnetwork = { project, region: 'r', subnetwork: 'subnet' };
const fingerprint = 'AAAAAAAAAAE=';
const labelFingerprint = 'AAAAAAAAAAI=';
const anyProject = 'a project exists without being created';

/** A request ID must be a nonzero UUID. */
function malformedRequestIds(path: string, body: unknown): readonly Malformed[] {
  const ids = ['repeat', '00000000-0000-0000-0000-000000000000'];
  return ids.map((id) => ({
    because: `the request id ${id}`,
    path: `${path}?requestId=${id}`,
    body,
    reason: 'invalid',
    location: 'requestId',
  }));
}

function malformedComputeList(path: string): readonly Malformed[] {
  return [
    ...malformedList(path),
    { because: 'a page of more than 500', path: `${path}?maxResults=501`, reason: 'invalid', location: 'maxResults' },
    { because: 'an order that is not offered', path: `${path}?orderBy=id`, reason: 'invalid', location: 'orderBy' },
    {
      because: 'a filter on a field that does not exist',
      path: `${path}?filter=color%3Dred`,
      reason: 'invalid',
      location: 'filter',
      beyondMessage: true,
    },
  ];
}

export const computeCases: CaseTable<ComputeClient> = {
  seed: {
    resources: {
      [base]: { name: 'p', description: 'of the seed', quotas: [{ metric: 'SNAPSHOTS', limit: 10, usage: 0 }] },
      [healthCheck]: { name: 'check', port: 80, host: 'example.com' },
      [subnetwork]: {
        name: 'subnet',
        network: `https://service.example.com${base}/global/networks/net`,
        region: `https://service.example.com${base}/regions/r`,
        ipCidrRange: '10.0.0.0/24',
        fingerprint,
      },
      [instantSnapshot]: { name: 'instant', labels: { stage: 'test' }, labelFingerprint },
      [disk]: { name: 'disk', sizeGb: '10' },
      [`${sslPolicies}/modern`]: { name: 'modern', profile: 'MODERN', minTlsVersion: 'TLS_1_2' },
      [`${sslPolicies}/legacy`]: { name: 'legacy', profile: 'COMPATIBLE', minTlsVersion: 'TLS_1_0' },
      [`${certificates}/managed`]: { name: 'managed', type: 'MANAGED', managed: { domains: ['example.com'] } },
    },
  },
  methods: {
    'compute.disks.createSnapshot': {
      succeeds: async ({ client, mock }) => {
        const operation = await client.disks.createSnapshot({
          project,
          zone: 'z',
          disk: 'disk',
          requestBody: { name: 'snapshot', labels: { stage: '' } },
        });
        expect(operation).toMatchObject({ kind: 'compute#operation', status: 'DONE', progress: 100 });
        expect(await stored(mock, `${base}/global/snapshots/snapshot`)).toMatchObject({
          name: 'snapshot',
          status: 'READY',
          diskSizeGb: '10',
          labels: { stage: '' },
        });
      },
      unknown: (client) => client.disks.createSnapshot({ project, zone: 'z', disk: 'none', requestBody: { name: 'snapshot' } }),
      malformed: [
        ...malformedBody(
          `${disk}/createSnapshot`,
          { because: 'no name', body: { description: 'nameless' }, reason: 'required', location: 'name' },
          { because: 'a name with a capital', body: { name: 'Snapshot' }, reason: 'invalid', location: 'name' },
          { because: 'a field that does not exist', body: { name: 'snapshot', color: 'red' }, reason: 'invalid', location: 'color' },
        ),
        ...malformedRequestIds(`${disk}/createSnapshot`, { name: 'snapshot' }),
        {
          because: 'a switch that is neither on nor off',
          path: `${disk}/createSnapshot?guestFlush=maybe`,
          body: { name: 'snapshot' },
          reason: 'invalid',
          location: 'guestFlush',
        },
      ],
    },
    'compute.httpHealthChecks.patch': {
      succeeds: async ({ client, mock }) => {
        const operation = await client.httpHealthChecks.patch({ project, httpHealthCheck: 'check', requestBody: { port: 8080 } });
        expect(operation).toMatchObject({ kind: 'compute#operation', status: 'DONE' });
        expect(await stored(mock, healthCheck)).toMatchObject({ name: 'check', port: 8080, host: 'example.com' });
      },
      unknown: (client) => client.httpHealthChecks.patch({ project, httpHealthCheck: 'none', requestBody: { port: 8080 } }),
      malformed: [
        ...malformedBody(
          healthCheck,
          { because: 'a port that is no number', body: { port: 'http' }, reason: 'invalid', location: 'port' },
          { because: 'a path without a slash', body: { requestPath: 'health' }, reason: 'invalid', location: 'requestPath' },
          { because: 'a field that does not exist', body: { color: 'red' }, reason: 'invalid', location: 'color' },
          {
            because: 'a timeout above the interval',
            body: { checkIntervalSec: 2, timeoutSec: 3 },
            reason: 'invalid',
            location: 'timeoutSec',
          },
        ),
        ...malformedRequestIds(healthCheck, { port: 8080 }),
      ],
    },
    'compute.instantSnapshots.setLabels': {
      succeeds: async ({ client, mock }) => {
        const requestBody = { labels: { team: 'storage' }, labelFingerprint };
        const operation = await client.instantSnapshots.setLabels({ project, zone: 'z', resource: 'instant', requestBody });
        expect(operation).toMatchObject({ kind: 'compute#operation', status: 'DONE' });
        const found = await stored(mock, instantSnapshot);
        expect(found).toMatchObject({ labels: { team: 'storage' } });
        expect(found).not.toMatchObject({ labelFingerprint });
        expect(found).not.toMatchObject({ labels: { stage: 'test' } });
      },
      unknown: (client) =>
        client.instantSnapshots.setLabels({ project, zone: 'z', resource: 'none', requestBody: { labels: {}, labelFingerprint } }),
      malformed: [
        ...malformedBody(
          `${instantSnapshot}/setLabels`,
          {
            because: 'a label that is no text',
            body: { labels: { team: 7 }, labelFingerprint },
            reason: 'invalid',
            location: 'labels.team',
          },
          {
            because: 'a fingerprint that is no base64',
            body: { labels: {}, labelFingerprint: '?' },
            reason: 'invalid',
            location: 'labelFingerprint',
          },
          {
            because: 'a field that does not exist',
            body: { labels: {}, labelFingerprint, color: 'red' },
            reason: 'invalid',
            location: 'color',
          },
        ),
        ...malformedRequestIds(`${instantSnapshot}/setLabels`, { labels: {}, labelFingerprint }),
      ],
    },
    'compute.projects.get': {
      succeeds: async ({ client, mock, rootUrl }) => {
        const found = await client.projects.get({ project });
        expect(found).toMatchObject({
          kind: 'compute#project',
          name: 'p',
          description: 'of the seed',
          selfLink: `${rootUrl}compute/v1/projects/p`,
        });
        expect(await stored(mock, base)).toMatchObject({ name: 'p', id: found.id, description: 'of the seed' });
        expect(await client.projects.get({ project, fields: 'name,quotas/metric' })).toEqual({
          name: 'p',
          quotas: [{ metric: 'SNAPSHOTS' }],
        });
      },
      unknown: { exists: anyProject, ask: (client) => client.projects.get({ project: 'unheard-of' }) },
      malformed: [
        surplusBody(base),
        {
          because: 'a mask that names a field that does not exist',
          path: `${base}?fields=color`,
          reason: 'invalid',
          location: 'fields',
          beyondMessage: true,
        },
      ],
    },
    'compute.regionSslCertificates.list': {
      succeeds: async ({ client, mock }) => {
        const [first, ...others] = await all(client.regionSslCertificates.list({ project, region: 'r' }));
        expect(others).toEqual([]);
        expect(first).toMatchObject({ name: 'managed', type: 'MANAGED', managed: { domains: ['example.com'] } });
        expect(await stored(mock, `${certificates}/managed`)).toMatchObject({ name: 'managed', id: first?.id });
      },
      unknown: {
        exists: 'a region of a project exists without being created',
        ask: async (client) => expect(await all(client.regionSslCertificates.list({ project, region: 'unheard-of' }))).toEqual([]),
      },
      malformed: malformedComputeList(certificates),
    },
    'compute.sslPolicies.list': {
      succeeds: async ({ client, mock }) => {
        const found = await all(client.sslPolicies.list({ project, maxResults: 1 }));
        expect(found.map(({ name }) => name)).toEqual(['legacy', 'modern']);
        expect(await stored(mock, `${sslPolicies}/modern`)).toMatchObject({
          name: 'modern',
          id: found[1]?.id,
          fingerprint: found[1]?.fingerprint,
        });
      },
      unknown: {
        exists: anyProject,
        ask: async (client) => expect(await all(client.sslPolicies.list({ project: 'unheard-of' }))).toEqual([]),
      },
      malformed: malformedComputeList(sslPolicies),
    },
    'compute.subnetworks.patch': {
      succeeds: async ({ client, mock }) => {
        const secondaryIpRanges = [{ rangeName: 'pods', ipCidrRange: '10.1.0.0/24' }];
        const operation = await client.subnetworks.patch({ ...inSubnetwork, requestBody: { secondaryIpRanges, fingerprint } });
        expect(operation).toMatchObject({ kind: 'compute#operation', status: 'DONE' });
        const found = await stored(mock, subnetwork);
        expect(found).toMatchObject({ ipCidrRange: '10.0.0.0/24', secondaryIpRanges });
        expect(found).not.toMatchObject({ fingerprint });
      },
      unknown: (client) => client.subnetworks.patch({ ...inSubnetwork, subnetwork: 'none', requestBody: { fingerprint } }),
      malformed: [
        ...malformedBody(
          subnetwork,
          {
            because: 'a range that is none',
            body: { fingerprint, secondaryIpRanges: [{ rangeName: 'pods', ipCidrRange: '10.1.0.0/33' }] },
            reason: 'invalid',
            location: 'secondaryIpRanges[0].ipCidrRange',
          },
          { because: 'a stack that does not exist', body: { fingerprint, stackType: 'IPV5' }, reason: 'invalid', location: 'stackType' },
          { because: 'a field that does not exist', body: { fingerprint, color: 'red' }, reason: 'invalid', location: 'color' },
        ),
        ...malformedRequestIds(subnetwork, { fingerprint }),
        {
          because: 'a time that is no number',
          path: `${subnetwork}?drainTimeoutSeconds=soon`,
          body: { fingerprint },
          reason: 'invalid',
          location: 'drainTimeoutSeconds',
        },
      ],
    },
  },
};
