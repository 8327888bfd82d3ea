/** The seven methods of compute. */
import { expect } from 'vitest';
import { listAll, malformedBody, malformedList, readStored, unexpectedBody, type CaseTable, type Malformed } from '../case.js';
import type { ComputeClient } from '../packages.js';

const project = 'p';
const base = '/compute/v1/projects/p';
const healthCheck = `${base}/global/httpHealthChecks/check`;
const subnetwork = `${base}/regions/r/subnetworks/subnet`;
const instantSnapshot = `${base}/zones/z/instantSnapshots/instant`;
const disk = `${base}/zones/z/disks/disk`;
const sslPolicies = `${base}/global/sslPolicies`;
const certificates = `${base}/regions/r/sslCertificates`;

const subnetworkParams = { project, region: 'r', subnetwork: 'subnet' };
const fingerprint = 'AAAAAAAAAAE=';
const labelFingerprint = 'AAAAAAAAAAI=';
const anyProjectExists = 'a project exists without being created';

/** A request ID must be a nonzero UUID. */
function malformedRequestIds(path: string, body: unknown): readonly Malformed[] {
  const ids = ['repeat', '00000000-0000-0000-0000-000000000000'];
  return ids.map((id) => ({
    description: `the request id ${id}`,
    path: `${path}?requestId=${id}`,
    body,
    reason: 'invalid',
    location: 'requestId',
  }));
}

function malformedComputeList(path: string): readonly Malformed[] {
  return [
    ...malformedList(path),
    { description: 'a page of more than 500', path: `${path}?maxResults=501`, reason: 'invalid', location: 'maxResults' },
    { description: 'an unsupported order', path: `${path}?orderBy=id`, reason: 'invalid', location: 'orderBy' },
    {
      description: 'a filter on an unknown field',
      path: `${path}?filter=color%3Dred`,
      reason: 'invalid',
      location: 'filter',
      onlyServerDetects: true,
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
        expect(await readStored(mock, `${base}/global/snapshots/snapshot`)).toMatchObject({
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
          { description: 'no name', body: { description: 'nameless' }, reason: 'required', location: 'name' },
          { description: 'a name with a capital', body: { name: 'Snapshot' }, reason: 'invalid', location: 'name' },
          { description: 'an unknown field', body: { name: 'snapshot', color: 'red' }, reason: 'invalid', location: 'color' },
        ),
        ...malformedRequestIds(`${disk}/createSnapshot`, { name: 'snapshot' }),
        {
          description: 'a flag that is not a boolean',
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
        expect(await readStored(mock, healthCheck)).toMatchObject({ name: 'check', port: 8080, host: 'example.com' });
      },
      unknown: (client) => client.httpHealthChecks.patch({ project, httpHealthCheck: 'none', requestBody: { port: 8080 } }),
      malformed: [
        ...malformedBody(
          healthCheck,
          { description: 'a port that is not a number', body: { port: 'http' }, reason: 'invalid', location: 'port' },
          { description: 'a path without a slash', body: { requestPath: 'health' }, reason: 'invalid', location: 'requestPath' },
          { description: 'an unknown field', body: { color: 'red' }, reason: 'invalid', location: 'color' },
          {
            description: 'a timeout above the interval',
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
        const result = await readStored(mock, instantSnapshot);
        expect(result).toMatchObject({ labels: { team: 'storage' } });
        expect(result).not.toMatchObject({ labelFingerprint });
        expect(result).not.toMatchObject({ labels: { stage: 'test' } });
      },
      unknown: (client) =>
        client.instantSnapshots.setLabels({ project, zone: 'z', resource: 'none', requestBody: { labels: {}, labelFingerprint } }),
      malformed: [
        ...malformedBody(
          `${instantSnapshot}/setLabels`,
          {
            description: 'a label that is not a string',
            body: { labels: { team: 7 }, labelFingerprint },
            reason: 'invalid',
            location: 'labels.team',
          },
          {
            description: 'a fingerprint that is not base64',
            body: { labels: {}, labelFingerprint: '?' },
            reason: 'invalid',
            location: 'labelFingerprint',
          },
          {
            description: 'an unknown field',
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
        const result = await client.projects.get({ project });
        expect(result).toMatchObject({
          kind: 'compute#project',
          name: 'p',
          description: 'of the seed',
          selfLink: `${rootUrl}compute/v1/projects/p`,
        });
        expect(await readStored(mock, base)).toMatchObject({ name: 'p', id: result.id, description: 'of the seed' });
        expect(await client.projects.get({ project, fields: 'name,quotas/metric' })).toEqual({
          name: 'p',
          quotas: [{ metric: 'SNAPSHOTS' }],
        });
      },
      unknown: { existsBecause: anyProjectExists, run: (client) => client.projects.get({ project: 'unknown' }) },
      malformed: [
        unexpectedBody(base),
        {
          description: 'a mask with an unknown field',
          path: `${base}?fields=color`,
          reason: 'invalid',
          location: 'fields',
          onlyServerDetects: true,
        },
      ],
    },
    'compute.regionSslCertificates.list': {
      succeeds: async ({ client, mock }) => {
        const [first, ...remaining] = await listAll(client.regionSslCertificates.list({ project, region: 'r' }));
        expect(remaining).toEqual([]);
        expect(first).toMatchObject({ name: 'managed', type: 'MANAGED', managed: { domains: ['example.com'] } });
        expect(await readStored(mock, `${certificates}/managed`)).toMatchObject({ name: 'managed', id: first?.id });
      },
      unknown: {
        existsBecause: 'a region of a project exists without being created',
        run: async (client) => expect(await listAll(client.regionSslCertificates.list({ project, region: 'unknown' }))).toEqual([]),
      },
      malformed: malformedComputeList(certificates),
    },
    'compute.sslPolicies.list': {
      succeeds: async ({ client, mock }) => {
        const result = await listAll(client.sslPolicies.list({ project, maxResults: 1 }));
        expect(result.map(({ name }) => name)).toEqual(['legacy', 'modern']);
        expect(await readStored(mock, `${sslPolicies}/modern`)).toMatchObject({
          name: 'modern',
          id: result[1]?.id,
          fingerprint: result[1]?.fingerprint,
        });
      },
      unknown: {
        existsBecause: anyProjectExists,
        run: async (client) => expect(await listAll(client.sslPolicies.list({ project: 'unknown' }))).toEqual([]),
      },
      malformed: malformedComputeList(sslPolicies),
    },
    'compute.subnetworks.patch': {
      succeeds: async ({ client, mock }) => {
        const secondaryIpRanges = [{ rangeName: 'pods', ipCidrRange: '10.1.0.0/24' }];
        const operation = await client.subnetworks.patch({ ...subnetworkParams, requestBody: { secondaryIpRanges, fingerprint } });
        expect(operation).toMatchObject({ kind: 'compute#operation', status: 'DONE' });
        const result = await readStored(mock, subnetwork);
        expect(result).toMatchObject({ ipCidrRange: '10.0.0.0/24', secondaryIpRanges });
        expect(result).not.toMatchObject({ fingerprint });
      },
      unknown: (client) => client.subnetworks.patch({ ...subnetworkParams, subnetwork: 'none', requestBody: { fingerprint } }),
      malformed: [
        ...malformedBody(
          subnetwork,
          {
            description: 'an invalid range',
            body: { fingerprint, secondaryIpRanges: [{ rangeName: 'pods', ipCidrRange: '10.1.0.0/33' }] },
            reason: 'invalid',
            location: 'secondaryIpRanges[0].ipCidrRange',
          },
          { description: 'an unknown stack type', body: { fingerprint, stackType: 'IPV5' }, reason: 'invalid', location: 'stackType' },
          { description: 'an unknown field', body: { fingerprint, color: 'red' }, reason: 'invalid', location: 'color' },
        ),
        ...malformedRequestIds(subnetwork, { fingerprint }),
        {
          description: 'a time that is not a number',
          path: `${subnetwork}?drainTimeoutSeconds=soon`,
          body: { fingerprint },
          reason: 'invalid',
          location: 'drainTimeoutSeconds',
        },
      ],
    },
  },
};
