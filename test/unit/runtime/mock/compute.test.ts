/** Operations, request IDs, fingerprints, roles, and snapshots of a compute-like API. */
import { describe, expect, it } from 'vitest';
import { createTestMock, readMessage, readReason, type TestMock } from './fixtures.js';

const project = '/compute/v1/projects/p';
const check = `${project}/global/httpHealthChecks/hc`;
const subnets = `${project}/regions/r/subnetworks`;
const network = 'https://compute.example/compute/v1/projects/p/global/networks/n';
const id = '11111111-2222-4333-8444-555555555555';

const createSeed = (resources: Record<string, object>): { seed: { resources: Record<string, never> } } => ({
  seed: { resources: resources as Record<string, never> },
});
const checkSeed = createSeed({ [check]: { name: 'hc', port: 81 } });

async function getFingerprint({ send }: TestMock, path: string, field = 'fingerprint'): Promise<unknown> {
  return (await send(`GET ${path}`)).body[field];
}

describe('an operation', () => {
  it('is done at once without a delay, and can be read at its selfLink', async () => {
    const { send } = createTestMock(checkSeed);
    const { status, body } = await send(`PATCH ${check}?requestId=${id}`, { port: 82 });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      kind: 'compute#operation',
      status: 'DONE',
      progress: 100,
      operationType: 'patch',
      clientOperationId: id,
      targetLink: `http://mock.test${check}`,
      user: 'anonymous@example.com',
      insertTime: '2026-01-01T12:00:00.000Z',
      endTime: '2026-01-01T12:00:00.000Z',
    });
    expect(body['selfLink']).toBe(`http://mock.test${project}/global/operations/${String(body['name'])}`);
    expect((await send(`GET ${project}/global/operations/${String(body['name'])}`)).body).toEqual(body);
    expect((await send(`GET ${check}`)).body).toMatchObject({ kind: 'compute#httpHealthCheck', port: 82, requestPath: '/', timeoutSec: 5 });
  });

  it('goes from PENDING to RUNNING to DONE by the clock, and takes effect at the end', async () => {
    const { send, mock } = createTestMock({ ...checkSeed, operationDelay: 8000 });
    const { body } = await send(`PATCH ${check}`, { port: 82 });
    expect(body).not.toHaveProperty('clientOperationId');
    const states: unknown[] = [[body['status'], body['progress']]];
    for (let step = 0; step < 4; step++) {
      expect((await send(`GET ${check}`)).body).toMatchObject({ port: 81 });
      await mock.clock.advance(2000);
      const current = (await send(`GET ${project}/global/operations/${String(body['name'])}`)).body;
      states.push([current['status'], current['progress']]);
    }
    expect(states).toEqual([
      ['PENDING', 0],
      ['RUNNING', 0],
      ['RUNNING', 50],
      ['RUNNING', 75],
      ['DONE', 100],
    ]);
    expect((await send(`GET ${check}`)).body).toMatchObject({ port: 82 });
    const done = (await send(`GET ${project}/global/operations/${String(body['name'])}`)).body;
    expect(done).toMatchObject({ startTime: '2026-01-01T12:00:02.000Z', endTime: '2026-01-01T12:00:08.000Z' });
  });

  it('fails with 412 if another change is applied first', async () => {
    const { send, mock } = createTestMock({ ...checkSeed, operationDelay: 1000 });
    const first = await send(`PATCH ${check}`, { port: 82 });
    const second = await send(`PATCH ${check}`, { port: 83 });
    await mock.clock.advance(1000);
    const getOperation = async (response: typeof first): Promise<unknown> =>
      (await send(`GET ${project}/global/operations/${String(response.body['name'])}`)).body;
    expect(await getOperation(first)).not.toHaveProperty('error');
    expect(await getOperation(second)).toMatchObject({
      status: 'DONE',
      httpErrorStatusCode: 412,
      httpErrorMessage: 'PRECONDITION FAILED',
      error: { errors: [{ code: 'CONDITION_NOT_MET', message: expect.stringContaining("'projects/") as unknown }] },
    });
    expect((await send(`GET ${check}`)).body).toMatchObject({ port: 82 });
  });

  it('fails as a fault specifies and changes nothing', async () => {
    const { send, mock } = createTestMock(checkSeed);
    await mock.faults.add({
      method: 'compute.httpHealthChecks.patch',
      times: 1,
      operation: { errors: [{ code: 'X' }], httpErrorStatusCode: 503 },
    });
    expect((await send(`PATCH ${check}`, { port: 82 })).body).toMatchObject({
      status: 'DONE',
      error: { errors: [{ code: 'X' }] },
      httpErrorStatusCode: 503,
    });
    expect((await send(`GET ${check}`)).body).toMatchObject({ port: 81 });
    expect((await send(`PATCH ${check}`, { port: 82 })).body).not.toHaveProperty('error');
  });

  it('expires after its retention time, with its request ID', async () => {
    const { send, mock } = createTestMock({ ...checkSeed, operationRetention: 1000 });
    const first = await send(`PATCH ${check}?requestId=${id}`, { port: 82 });
    await mock.clock.advance(1000);
    expect((await send(`GET ${project}/global/operations/${String(first.body['name'])}`)).status).toBe(404);
    expect((await send(`PATCH ${check}?requestId=${id}`, { port: 83 })).body['name']).not.toBe(first.body['name']);
  });
});

describe('a request id', () => {
  it('returns the original operation for a repeated ID, also for simultaneous requests with different bodies', async () => {
    const { send, mock } = createTestMock(checkSeed);
    const responses = await Promise.all([
      send(`PATCH ${check}?requestId=${id}`, { port: 82 }),
      send(`PATCH ${check}?requestId=${id.toUpperCase()}`, { port: 83 }),
    ]);
    expect(responses[0]?.body).toEqual(responses[1]?.body);
    expect((await send(`GET ${check}`)).body).toMatchObject({ port: 82 });
    expect(mock.requests.map(({ replayed }) => replayed)).toEqual([undefined, true, undefined]);
  });

  it.each(['00000000-0000-0000-0000-000000000000', 'abc', '11111111-2222-4333-8444-55555555555g'])('rejects %s', async (invalidId) => {
    const { send } = createTestMock(checkSeed);
    const response = await send(`PATCH ${check}?requestId=${invalidId}`, { port: 82 });
    expect([response.status, readReason(response)]).toEqual([400, 'invalid']);
  });

  it('of a rejected request is not stored', async () => {
    const { send } = createTestMock(checkSeed);
    expect((await send(`PATCH ${check}?requestId=${id}`, { timeoutSec: 99 })).status).toBe(400);
    expect((await send(`PATCH ${check}?requestId=${id}`, { port: 82 })).status).toBe(200);
  });
});

describe('a merge patch', () => {
  it('removes fields with null, restores defaults, and is validated after the merge', async () => {
    const { send } = createTestMock(checkSeed);
    await send(`PATCH ${check}`, { port: null, description: 'x', id: '1' });
    const current = (await send(`GET ${check}`)).body;
    expect(current).toMatchObject({ port: 80, description: 'x' });
    expect(current['id']).not.toBe('1');
    await send(`PATCH ${check}`, { checkIntervalSec: 3, timeoutSec: 3 });
    const response = await send(`PATCH ${check}`, { timeoutSec: null });
    expect([response.status, readMessage(response)]).toEqual([400, expect.stringContaining('timeoutSec')]);
  });
});

describe('a client that sends back a response', () => {
  it('changes nothing', async () => {
    const { send, mock } = createTestMock(checkSeed);
    const before = (await send(`GET ${check}`)).body;
    expect((await send(`PATCH ${check}`, before)).status).toBe(200);
    expect((await send(`GET ${check}`)).body).toEqual(before);
    expect((await mock.state()).versions).not.toHaveProperty([check]);
  });
});

describe('a fingerprint', () => {
  const path = `${subnets}/s`;
  const start = createSeed({ [path]: { name: 's', network, ipCidrRange: '10.0.0.0/24' } });

  it('must be current: a stale or missing fingerprint returns 412 and changes nothing', async () => {
    const testMock = createTestMock(start);
    const fingerprint = await getFingerprint(testMock, path);
    for (const body of [{ stackType: 'IPV4_IPV6' }, { stackType: 'IPV4_IPV6', fingerprint: 'AAAAAAAAAAA=' }, { fingerprint: '' }]) {
      const response = await testMock.send(`PATCH ${path}`, body);
      expect([response.status, readReason(response)]).toEqual([412, 'conditionNotMet']);
    }
    expect(await getFingerprint(testMock, path)).toBe(fingerprint);
  });

  it('changes with every change of the content only, and is never reused', async () => {
    const testMock = createTestMock(start);
    const states = new Set<unknown>();
    for (const stackType of ['IPV4_IPV6', 'IPV4_ONLY', 'IPV4_IPV6', 'IPV4_ONLY']) {
      const fingerprint = await getFingerprint(testMock, path);
      states.add(fingerprint);
      expect((await testMock.send(`PATCH ${path}`, { fingerprint, stackType })).status).toBe(200);
    }
    const last = await getFingerprint(testMock, path);
    expect(states.add(last).size).toBe(5);
    await testMock.send(`PATCH ${path}`, { fingerprint: last, stackType: 'IPV4_ONLY', description: 'ignored' });
    expect(await getFingerprint(testMock, path)).toBe(last);
    expect((await testMock.send(`GET ${path}`)).body).not.toHaveProperty('description');
  });

  it('lets exactly one of many concurrent updates succeed', async () => {
    const testMock = createTestMock(start);
    const fingerprint = await getFingerprint(testMock, path);
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        testMock.send(`PATCH ${path}`, { fingerprint, secondaryIpRanges: [{ rangeName: 'x', ipCidrRange: `10.1.${index}.0/24` }] }),
      ),
    );
    expect(all.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 412)]);
  });
});

describe('labels', () => {
  it('are replaced by name or ID and have their own fingerprint', async () => {
    const path = `${project}/zones/z/instantSnapshots/i`;
    const testMock = createTestMock(createSeed({ [path]: { name: 'i', id: '77', labels: { a: '1' }, labelFingerprint: 'QUJD' } }));
    const stale = await testMock.send(`POST ${path}/setLabels`, { labels: {}, labelFingerprint: 'QUJE' });
    expect([stale.status, readReason(stale)]).toEqual([412, 'conditionNotMet']);
    const requestBody = { labels: { b: '2' }, labelFingerprint: 'QUJD' };
    const update = await testMock.send(`POST ${project}/zones/z/instantSnapshots/77/setLabels`, requestBody);
    expect(update.body).toMatchObject({ status: 'DONE', targetId: '77', zone: `http://mock.test${project}/zones/z` });
    const { resources = {} } = await testMock.mock.state();
    expect(resources[path]).toMatchObject({ labels: { b: '2' } });
    expect(resources[path]?.['labelFingerprint']).not.toBe('QUJD');
  });
});

describe('a snapshot of a disk', () => {
  const disk = `${project}/zones/z/disks/d`;
  const snapshot = `${project}/global/snapshots/s`;
  const rawKey = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=';
  const sha256 = 'Zmh6rfhivXdsj8GLjp+OIAiXFIVu4jOzkCpZHQ1fKSU=';
  const diskSeed = createSeed({ [disk]: { name: 'd', id: '5', sizeGb: '10' } });

  it('goes through its states while the operation runs', async () => {
    const { send, mock } = createTestMock({ ...diskSeed, operationDelay: 1000 });
    expect((await send(`POST ${disk}/createSnapshot`, { name: 's', chainName: '' })).body).toMatchObject({
      status: 'PENDING',
      targetLink: `http://mock.test${snapshot}`,
    });
    const states: unknown[] = [(await send(`GET ${snapshot}`)).body['status']];
    for (let step = 0; step < 2; step++) {
      await mock.clock.advance(500);
      states.push((await send(`GET ${snapshot}`)).body['status']);
    }
    expect(states).toEqual(['CREATING', 'UPLOADING', 'READY']);
    const { body } = await send(`GET ${snapshot}`);
    expect(body).toMatchObject({ sourceDisk: `http://mock.test${disk}`, sourceDiskId: '5', diskSizeGb: '10' });
    expect(body).not.toHaveProperty('chainName');
  });

  it.each([
    ['a name is missing', {}, 400, 'required'],
    ['the disk does not exist', { name: 's' }, 404, 'notFound'],
    ['the name exists', { name: 'taken' }, 409, 'alreadyExists'],
  ])('is rejected if %s', async (_, body, status, reason) => {
    const { send } = createTestMock({ seed: [diskSeed.seed, createSeed({ [`${project}/global/snapshots/taken`]: {} }).seed] });
    const response = await send(`POST ${status === 404 ? `${disk}x` : disk}/createSnapshot`, body);
    expect([response.status, readReason(response)]).toEqual([status, reason]);
  });

  it('requires the key of an encrypted disk and contains only its hash', async () => {
    const { send } = createTestMock(createSeed({ [disk]: { name: 'd', diskEncryptionKey: { sha256 } } }));
    const missing = await send(`POST ${disk}/createSnapshot`, { name: 's' });
    expect([missing.status, readReason(missing)]).toEqual([400, 'required']);
    const invalidId = await send(`POST ${disk}/createSnapshot`, {
      name: 's',
      sourceDiskEncryptionKey: { rawKey: rawKey.replace('A', 'B') },
    });
    expect([invalidId.status, readReason(invalidId)]).toEqual([400, 'invalid']);
    expect((await send(`POST ${disk}/createSnapshot`, { name: 's', sourceDiskEncryptionKey: { rawKey } })).status).toBe(200);
    expect((await send(`GET ${snapshot}`)).body['sourceDiskEncryptionKey']).toEqual({ sha256 });
  });

  it.each([
    ['a key of a key management service', { sha256 }, { kmsKeyName: 'k' }, '400 required'],
    ['a service account of a key management service', { sha256 }, { kmsKeyServiceAccount: 'a' }, '400 required'],
    ['a hash, which is output-only', { sha256 }, { sha256 }, '400 required'],
    ['a seeded raw key', { rawKey }, { rawKey }, '200'],
    ['nothing if the key is not customer-supplied', { kmsKeyName: 'k' }, undefined, '200'],
  ])("accepts only the client's part of an encryption key: %s", async (_, diskEncryptionKey, sourceDiskEncryptionKey, expected) => {
    const { send } = createTestMock(createSeed({ [disk]: { name: 'd', diskEncryptionKey } }));
    const response = await send(`POST ${disk}/createSnapshot`, { name: 's', ...(sourceDiskEncryptionKey && { sourceDiskEncryptionKey }) });
    expect(response.status === 200 ? '200' : `${response.status} ${String(readReason(response))}`).toBe(expected);
  });

  it('counts toward a quota of the project', async () => {
    const quotas = [{ metric: 'SNAPSHOTS', limit: 1, usage: 0 }];
    const { send } = createTestMock({ seed: [diskSeed.seed, createSeed({ [project]: { quotas } }).seed] });
    expect((await send(`POST ${disk}/createSnapshot`, { name: 's' })).body).not.toHaveProperty('error');
    expect((await send(`GET ${project}`)).body['quotas']).toEqual([{ metric: 'SNAPSHOTS', limit: 1, usage: 1 }]);
    expect((await send(`POST ${disk}/createSnapshot`, { name: 't' })).body).toMatchObject({
      httpErrorStatusCode: 403,
      error: { errors: [{ code: 'QUOTA_EXCEEDED', errorDetails: [{ quotaInfo: { metricName: 'SNAPSHOTS', limit: 1 } }] }] },
    });
    expect((await send(`GET ${project}/global/snapshots/t`)).status).toBe(404);
  });
});

describe('an unseeded project', () => {
  it('has stable defaults and supports field masks', async () => {
    const { send, mock } = createTestMock();
    const first = (await send(`GET ${project}`)).body;
    expect(first).toMatchObject({
      kind: 'compute#project',
      name: 'p',
      defaultNetworkTier: 'PREMIUM',
      creationTimestamp: '2020-01-01T00:00:00.000Z',
    });
    await mock.clock.advance(1000);
    expect((await send(`GET ${project}`)).body).toEqual(first);
    expect((await send(`GET ${project}?fields=id,selfLink`)).body).toEqual({ id: first['id'], selfLink: `http://mock.test${project}` });
    const invalidId = await send(`GET ${project}?fields=id,nothing`);
    expect([invalidId.status, readReason(invalidId)]).toEqual([400, 'invalid']);
    expect((await send(`GET ${project}`, {})).status).toBe(400);
  });
});
