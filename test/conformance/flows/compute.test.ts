import { describe, expect } from 'vitest';
import { listAll, readStored } from '../case.js';
import { apiError, defineFlows } from '../flow.js';
import { computePackage } from '../packages.js';

const project = 'p';
const base = '/compute/v1/projects/p';

describe('health checks', () => {
  const path = `${base}/global/httpHealthChecks/check`;
  const seed = { resources: { [path]: { name: 'check', port: 8080, host: 'example.com', requestPath: '/health', timeoutSec: 4 } } };
  const testFlow = defineFlows(computePackage, { seed });
  const check = { project, httpHealthCheck: 'check' };

  testFlow('a merge patch changes only its fields, and null restores the default of a field', async ({ client, mock }) => {
    const operation = await client.httpHealthChecks.patch({ ...check, requestBody: { host: 'www.example.com', port: null } });
    const result = await readStored(mock, path);
    expect(result).toMatchObject({ host: 'www.example.com', requestPath: '/health', timeoutSec: 4 });
    expect(result).not.toMatchObject({ port: 8080 });

    // The operation is readable at its address and already done.
    expect(await client.waitForOperation(operation)).toMatchObject({ name: operation.name, status: 'DONE', progress: 100 });
    expect(operation).toMatchObject({
      operationType: expect.stringMatching(/patch|update/) as unknown,
      targetLink: expect.stringContaining(path) as unknown,
    });
  });

  testFlow('a patch is rejected if the patched resource would be invalid', async ({ client, mock, sendInvalid }) => {
    // The patch omits the timeout, which is 4.
    const patch = client.httpHealthChecks.patch({ ...check, requestBody: { checkIntervalSec: 3 } });
    await expect(patch).rejects.toMatchObject(apiError(400, 'invalid'));
    await sendInvalid(() =>
      expect(client.httpHealthChecks.patch({ ...check, requestBody: { timeoutSec: 9, checkIntervalSec: 8 } })).rejects.toMatchObject(
        apiError(400, 'invalid'),
      ),
    );
    expect(await readStored(mock, path)).toMatchObject({ timeoutSec: 4 });
  });

  testFlow('a request that repeats a request ID returns the first operation and changes nothing', async ({ client, mock }) => {
    const requestId = '7d444840-9dc0-11d1-b245-5ffdce74fad2';
    const first = await client.httpHealthChecks.patch({ ...check, requestId, requestBody: { port: 81 } });
    expect(first).toMatchObject({ clientOperationId: requestId });
    await client.httpHealthChecks.patch({ ...check, requestBody: { port: 82 } });
    // The repeated request returns the first operation, and the port stays.
    expect(await client.httpHealthChecks.patch({ ...check, requestId, requestBody: { port: 81 } })).toEqual(first);
    expect(await readStored(mock, path)).toMatchObject({ port: 82 });
  });
});

describe('subnetworks', () => {
  const path = `${base}/regions/r/subnetworks/subnet`;
  const fingerprint = 'AAAAAAAAAAE=';
  const seed = {
    resources: {
      [path]: {
        name: 'subnet',
        network: `https://service.example.com${base}/global/networks/net`,
        region: `https://service.example.com${base}/regions/r`,
        ipCidrRange: '10.0.0.0/24',
        fingerprint,
      },
    },
  };
  const testFlow = defineFlows(computePackage, { seed });
  const subnet = { project, region: 'r', subnetwork: 'subnet' };
  const secondaryIpRanges = [{ rangeName: 'pods', ipCidrRange: '10.1.0.0/24' }];

  testFlow('an update with a stale fingerprint is rejected', async ({ client, mock }) => {
    await client.subnetworks.patch({ ...subnet, requestBody: { secondaryIpRanges, fingerprint } });
    const after = await readStored(mock, path);

    const repeated = client.subnetworks.patch({ ...subnet, requestBody: { secondaryIpRanges: [], fingerprint } });
    await expect(repeated).rejects.toMatchObject({
      ...apiError(412, 'conditionNotMet'),
      errors: [{ domain: 'global', reason: 'conditionNotMet' }],
    });
    expect(await readStored(mock, path)).toEqual(after);
  });

  testFlow('an update without a fingerprint is rejected', async ({ client, mock, sendInvalid, sendRaw }) => {
    const before = await readStored(mock, path);
    const response = await sendRaw({ method: 'PATCH', path, body: JSON.stringify({ secondaryIpRanges }) });
    expect(response.status).toBe(412);
    await sendInvalid(() =>
      expect(client.subnetworks.patch({ ...subnet, requestBody: { secondaryIpRanges, fingerprint: '' } })).rejects.toMatchObject({
        status: 412,
      }),
    );
    expect(await readStored(mock, path)).toEqual(before);
  });

  testFlow('a patch ignores fields that it cannot change', async ({ client, mock }) => {
    await client.subnetworks.patch({
      ...subnet,
      requestBody: { ipCidrRange: '10.9.0.0/16', description: 'changed', stackType: 'IPV4_IPV6', fingerprint },
    });
    const result = await readStored(mock, path);
    expect(result).toMatchObject({ ipCidrRange: '10.0.0.0/24', stackType: 'IPV4_IPV6' });
    expect(result).not.toHaveProperty('description');
  });
});

describe('SSL policies', () => {
  const policies = `${base}/global/sslPolicies`;
  const names = ['alpha', 'beta', 'delta', 'epsilon', 'gamma'];
  const entries = names.map((name, index): readonly [string, { readonly name: string; readonly creationTimestamp: string }] => [
    `${policies}/${name}`,
    { name, creationTimestamp: `2025-01-0${index + 1}T00:00:00Z` },
  ]);
  const testFlow = defineFlows(computePackage, { seed: { resources: Object.fromEntries(entries) } });

  testFlow('policies are listed in pages, by name or latest first', async ({ client, exchanges }) => {
    const first = await client.sslPolicies.list({ project, maxResults: 2 });
    expect(first.items?.map(({ name }) => name)).toEqual(['alpha', 'beta']);
    const second = await client.sslPolicies.list({ project, maxResults: 2, pageToken: first.nextPageToken ?? '' });
    expect(second.items?.map(({ name }) => name)).toEqual(['delta', 'epsilon']);

    const before = exchanges.length;
    const latest = await listAll(client.sslPolicies.list({ project, maxResults: 2, orderBy: 'creationTimestamp desc' }));
    expect(latest.map(({ name }) => name)).toEqual(['gamma', 'epsilon', 'delta', 'beta', 'alpha']);
    expect(exchanges.length - before).toBe(3);
  });

  testFlow('a page token is valid only for its list', async ({ client }) => {
    const { nextPageToken = '' } = await client.sslPolicies.list({ project, maxResults: 2 });
    const otherProject = client.sslPolicies.list({ project: 'another', maxResults: 2, pageToken: nextPageToken });
    await expect(otherProject).rejects.toMatchObject(apiError(400, 'invalid'));
    const reordered = client.sslPolicies.list({ project, pageToken: nextPageToken, orderBy: 'creationTimestamp desc' });
    await expect(reordered).rejects.toMatchObject(apiError(400, 'invalid'));
  });

  testFlow('a filter selects items, and a page without results has a warning', async ({ client }) => {
    expect((await listAll(client.sslPolicies.list({ project, filter: 'name = "*ta"' }))).map(({ name }) => name)).toEqual([
      'beta',
      'delta',
    ]);
    expect(await client.sslPolicies.list({ project, filter: 'name = none' })).toMatchObject({ warning: { code: 'NO_RESULTS_ON_PAGE' } });
  });
});
