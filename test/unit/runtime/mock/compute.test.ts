/** A compute-like service: operations, request IDs, fingerprints, roles, and snapshots. */
import { describe, expect, it } from 'vitest';
import { bench, readMessage, readReason, type Bench } from './fixtures.js';

const project = '/compute/v1/projects/p';
const check = `${project}/global/httpHealthChecks/hc`;
const subnets = `${project}/regions/r/subnetworks`;
const network = 'https://compute.example/compute/v1/projects/p/global/networks/n';
const id = '11111111-2222-4333-8444-555555555555';

const seeded = (resources: Record<string, object>): { seed: { resources: Record<string, never> } } => ({
  seed: { resources: resources as Record<string, never> },
});
const withCheck = seeded({ [check]: { name: 'hc', port: 81 } });

async function fingerprintOf({ send }: Bench, path: string, field = 'fingerprint'): Promise<unknown> {
  return (await send(`GET ${path}`)).body[field];
}

describe('an operation', () => {
  it('is done at once without a delay and readable at its selfLink', async () => {
    const { send } = bench(withCheck);
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

  it('goes from pending over running to done by the clock, and its change takes effect at the end', async () => {
    const { send, mock } = bench({ ...withCheck, operationDelay: 8000 });
    const { body } = await send(`PATCH ${check}`, { port: 82 });
    expect(body).not.toHaveProperty('clientOperationId');
    const seen: unknown[] = [[body['status'], body['progress']]];
    for (let step = 0; step < 4; step++) {
      expect((await send(`GET ${check}`)).body).toMatchObject({ port: 81 });
      await mock.clock.advance(2000);
      const now = (await send(`GET ${project}/global/operations/${String(body['name'])}`)).body;
      seen.push([now['status'], now['progress']]);
    }
    expect(seen).toEqual([
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

  it('fails with 412 if another change came first', async () => {
    const { send, mock } = bench({ ...withCheck, operationDelay: 1000 });
    const one = await send(`PATCH ${check}`, { port: 82 });
    const two = await send(`PATCH ${check}`, { port: 83 });
    await mock.clock.advance(1000);
    const ended = async (told: typeof one): Promise<unknown> =>
      (await send(`GET ${project}/global/operations/${String(told.body['name'])}`)).body;
    expect(await ended(one)).not.toHaveProperty('error');
    expect(await ended(two)).toMatchObject({
      status: 'DONE',
      httpErrorStatusCode: 412,
      httpErrorMessage: 'PRECONDITION FAILED',
      error: { errors: [{ code: 'CONDITION_NOT_MET', message: expect.stringContaining("'projects/") as unknown }] },
    });
    expect((await send(`GET ${check}`)).body).toMatchObject({ port: 82 });
  });

  it('fails as a fault specifies and changes nothing', async () => {
    const { send, mock } = bench(withCheck);
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
    const { send, mock } = bench({ ...withCheck, operationRetention: 1000 });
    const first = await send(`PATCH ${check}?requestId=${id}`, { port: 82 });
    await mock.clock.advance(1000);
    expect((await send(`GET ${project}/global/operations/${String(first.body['name'])}`)).status).toBe(404);
    expect((await send(`PATCH ${check}?requestId=${id}`, { port: 83 })).body['name']).not.toBe(first.body['name']);
  });
});

describe('a request id', () => {
  it('returns the first operation again, also for simultaneous requests with different bodies', async () => {
    const { send, mock } = bench(withCheck);
    const both = await Promise.all([
      send(`PATCH ${check}?requestId=${id}`, { port: 82 }),
      send(`PATCH ${check}?requestId=${id.toUpperCase()}`, { port: 83 }),
    ]);
    expect(both[0]?.body).toEqual(both[1]?.body);
    expect((await send(`GET ${check}`)).body).toMatchObject({ port: 82 });
    expect(mock.requests.map(({ replayed }) => replayed)).toEqual([undefined, true, undefined]);
  });

  it.each(['00000000-0000-0000-0000-000000000000', 'abc', '11111111-2222-4333-8444-55555555555g'])('%s is rejected', async (wrong) => {
    const { send } = bench(withCheck);
    const told = await send(`PATCH ${check}?requestId=${wrong}`, { port: 82 });
    expect([told.status, readReason(told)]).toEqual([400, 'invalid']);
  });

  it('of a rejected request is not remembered', async () => {
    const { send } = bench(withCheck);
    expect((await send(`PATCH ${check}?requestId=${id}`, { timeoutSec: 99 })).status).toBe(400);
    expect((await send(`PATCH ${check}?requestId=${id}`, { port: 82 })).status).toBe(200);
  });
});

describe('a merge patch', () => {
  it('removes with null, restores defaults, and is validated after the merge', async () => {
    const { send } = bench(withCheck);
    await send(`PATCH ${check}`, { port: null, description: 'x', id: '1' });
    const now = (await send(`GET ${check}`)).body;
    expect(now).toMatchObject({ port: 80, description: 'x' });
    expect(now['id']).not.toBe('1');
    await send(`PATCH ${check}`, { checkIntervalSec: 3, timeoutSec: 3 });
    const told = await send(`PATCH ${check}`, { timeoutSec: null });
    expect([told.status, readMessage(told)]).toEqual([400, expect.stringContaining('timeoutSec')]);
  });
});

describe('a client that sends back a response', () => {
  it('changes nothing: output-only fields, defaults, and links are no change', async () => {
    const { send, mock } = bench(withCheck);
    const before = (await send(`GET ${check}`)).body;
    expect((await send(`PATCH ${check}`, before)).status).toBe(200);
    expect((await send(`GET ${check}`)).body).toEqual(before);
    expect((await mock.state()).versions).not.toHaveProperty([check]);
  });
});

describe('a fingerprint', () => {
  const path = `${subnets}/s`;
  const start = seeded({ [path]: { name: 's', network, ipCidrRange: '10.0.0.0/24' } });

  it('must be current: a stale or missing one returns 412 and changes nothing', async () => {
    const at = bench(start);
    const fingerprint = await fingerprintOf(at, path);
    for (const body of [{ stackType: 'IPV4_IPV6' }, { stackType: 'IPV4_IPV6', fingerprint: 'AAAAAAAAAAA=' }, { fingerprint: '' }]) {
      const told = await at.send(`PATCH ${path}`, body);
      expect([told.status, readReason(told)]).toEqual([412, 'conditionNotMet']);
    }
    expect(await fingerprintOf(at, path)).toBe(fingerprint);
  });

  it('is renewed by every content change only, and never reused', async () => {
    const at = bench(start);
    const seen = new Set<unknown>();
    for (const stackType of ['IPV4_IPV6', 'IPV4_ONLY', 'IPV4_IPV6', 'IPV4_ONLY']) {
      const fingerprint = await fingerprintOf(at, path);
      seen.add(fingerprint);
      expect((await at.send(`PATCH ${path}`, { fingerprint, stackType })).status).toBe(200);
    }
    const last = await fingerprintOf(at, path);
    expect(seen.add(last).size).toBe(5);
    await at.send(`PATCH ${path}`, { fingerprint: last, stackType: 'IPV4_ONLY', description: 'ignored' });
    expect(await fingerprintOf(at, path)).toBe(last);
    expect((await at.send(`GET ${path}`)).body).not.toHaveProperty('description');
  });

  it('lets exactly one of many concurrent updates succeed', async () => {
    const at = bench(start);
    const fingerprint = await fingerprintOf(at, path);
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        at.send(`PATCH ${path}`, { fingerprint, secondaryIpRanges: [{ rangeName: 'x', ipCidrRange: `10.1.${index}.0/24` }] }),
      ),
    );
    expect(all.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 412)]);
  });
});

describe('labels', () => {
  it('are replaced by name or ID, with their own fingerprint', async () => {
    const path = `${project}/zones/z/instantSnapshots/i`;
    const at = bench(seeded({ [path]: { name: 'i', id: '77', labels: { a: '1' }, labelFingerprint: 'QUJD' } }));
    const stale = await at.send(`POST ${path}/setLabels`, { labels: {}, labelFingerprint: 'QUJE' });
    expect([stale.status, readReason(stale)]).toEqual([412, 'conditionNotMet']);
    const set = await at.send(`POST ${project}/zones/z/instantSnapshots/77/setLabels`, { labels: { b: '2' }, labelFingerprint: 'QUJD' });
    expect(set.body).toMatchObject({ status: 'DONE', targetId: '77', zone: `http://mock.test${project}/zones/z` });
    const { resources = {} } = await at.mock.state();
    expect(resources[path]).toMatchObject({ labels: { b: '2' } });
    expect(resources[path]?.['labelFingerprint']).not.toBe('QUJD');
  });
});

describe('a snapshot of a disk', () => {
  const disk = `${project}/zones/z/disks/d`;
  const snapshot = `${project}/global/snapshots/s`;
  const rawKey = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=';
  const sha256 = 'Zmh6rfhivXdsj8GLjp+OIAiXFIVu4jOzkCpZHQ1fKSU=';
  const plain = seeded({ [disk]: { name: 'd', id: '5', sizeGb: '10' } });

  it('goes through its states while the operation runs', async () => {
    const { send, mock } = bench({ ...plain, operationDelay: 1000 });
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
    const { send } = bench({ seed: [plain.seed, seeded({ [`${project}/global/snapshots/taken`]: {} }).seed] });
    const told = await send(`POST ${status === 404 ? `${disk}x` : disk}/createSnapshot`, body);
    expect([told.status, readReason(told)]).toEqual([status, reason]);
  });

  it('requires the key of an encrypted disk and contains only its hash', async () => {
    const { send } = bench(seeded({ [disk]: { name: 'd', diskEncryptionKey: { sha256 } } }));
    const missing = await send(`POST ${disk}/createSnapshot`, { name: 's' });
    expect([missing.status, readReason(missing)]).toEqual([400, 'required']);
    const wrong = await send(`POST ${disk}/createSnapshot`, { name: 's', sourceDiskEncryptionKey: { rawKey: rawKey.replace('A', 'B') } });
    expect([wrong.status, readReason(wrong)]).toEqual([400, 'invalid']);
    expect((await send(`POST ${disk}/createSnapshot`, { name: 's', sourceDiskEncryptionKey: { rawKey } })).status).toBe(200);
    expect((await send(`GET ${snapshot}`)).body['sourceDiskEncryptionKey']).toEqual({ sha256 });
  });

  it.each([
    ['a key of a key management service', { sha256 }, { kmsKeyName: 'k' }, '400 required'],
    ['the account of one', { sha256 }, { kmsKeyServiceAccount: 'a' }, '400 required'],
    ['a hash, which is output-only', { sha256 }, { sha256 }, '400 required'],
    ['the key that was seeded as itself', { rawKey }, { rawKey }, '200'],
    ['nothing if the key is not customer-supplied', { kmsKeyName: 'k' }, undefined, '200'],
  ])("accepts only the client's part of an encryption key: %s", async (_, diskEncryptionKey, sourceDiskEncryptionKey, expected) => {
    const { send } = bench(seeded({ [disk]: { name: 'd', diskEncryptionKey } }));
    const told = await send(`POST ${disk}/createSnapshot`, { name: 's', ...(sourceDiskEncryptionKey && { sourceDiskEncryptionKey }) });
    expect(told.status === 200 ? '200' : `${told.status} ${String(readReason(told))}`).toBe(expected);
  });

  it('counts against a quota of the project', async () => {
    const quotas = [{ metric: 'SNAPSHOTS', limit: 1, usage: 0 }];
    const { send } = bench({ seed: [plain.seed, seeded({ [project]: { quotas } }).seed] });
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
  it('has stable defaults and supports masks', async () => {
    const { send, mock } = bench();
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
    const wrong = await send(`GET ${project}?fields=id,nothing`);
    expect([wrong.status, readReason(wrong)]).toEqual([400, 'invalid']);
    expect((await send(`GET ${project}`, {})).status).toBe(400);
  });
});
