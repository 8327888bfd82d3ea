/** A request that repeats a requestId returns the original operation. */
import { describe, expect, test } from 'vitest';
import { origin, summarizeError, startMock, uuid, type MockClient } from '../request.js';

const base = '/compute/v1/projects/p';
const check = `${base}/global/httpHealthChecks/check`;
const otherCheck = `${base}/global/httpHealthChecks/other`;
const otherProject = '/compute/v1/projects/q/global/httpHealthChecks/check';
const subnet = `${base}/regions/r/subnetworks/subnet`;
const disk = `${base}/zones/z/disks/disk`;
const fingerprint = 'AAAAAAAAAAE=';
const seed = {
  resources: {
    [check]: { name: 'check' },
    [otherCheck]: { name: 'other' },
    [otherProject]: { name: 'check' },
    [subnet]: { name: 'subnet', fingerprint },
    [disk]: { name: 'disk' },
    [`${base}/zones/z/instantSnapshots/instant`]: { name: 'instant', labelFingerprint: fingerprint },
  },
};
const start = (options: Parameters<typeof startMock>[1] = {}): MockClient => startMock('compute', { seed, ...options });
const id = uuid(7);
const getName = ({ body }: { readonly body: { readonly [name: string]: unknown } }): unknown => body['name'];

describe('an invalid request ID', () => {
  test.each([
    ['text that is not a UUID', 'abc'],
    ['all zeros', '00000000-0000-0000-0000-000000000000'],
    ['a UUID without its last digit', '00000000-0000-4000-8000-00000000000'],
    ['a UUID with an extra digit', '00000000-0000-4000-8000-0000000000011'],
    ['a UUID with a digit that is not hexadecimal', '0000000g-0000-4000-8000-000000000001'],
    ['a UUID without hyphens', '00000000000040008000000000000001'],
    ['a UUID in braces', '%7B00000000-0000-4000-8000-000000000001%7D'],
    ['a UUID with a trailing space', '00000000-0000-4000-8000-000000000001%20'],
  ])('rejects %s with 400 and changes nothing', async (_, text) => {
    const { send, readStored } = start();
    const before = await readStored(check);
    expect(summarizeError(await send(`PATCH ${check}?requestId=${text}`, { port: 81 }))).toEqual({
      status: 400,
      reason: 'invalid',
      location: 'requestId',
    });
    expect(await readStored(check)).toEqual(before);
  });

  test.each([uuid(1), uuid(1).toUpperCase(), 'F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6'])('accepts %s', async (text) => {
    expect((await start().send(`PATCH ${check}?requestId=${text}`, { port: 81 })).body['clientOperationId']).toBe(text);
  });
});

describe('a repeated request', () => {
  test.each([
    ['a health check patch', `PATCH ${check}`, { port: 81 }],
    ['a subnetwork patch whose fingerprint is stale after the first request', `PATCH ${subnet}`, { stackType: 'IPV4_IPV6', fingerprint }],
    [
      'a label change whose fingerprint is stale after the first request',
      `POST ${base}/zones/z/instantSnapshots/instant/setLabels`,
      { labels: { a: '' }, labelFingerprint: fingerprint },
    ],
    ['the creation of a snapshot that exists after the first request', `POST ${disk}/createSnapshot`, { name: 'snap' }],
  ])('returns the first operation for %s and changes nothing again', async (_, line, body) => {
    const { send, mock } = start();
    const first = await send(`${line}?requestId=${id}`, body);
    const stateAfterFirst = await mock.state();
    const repeated = await send(`${line}?requestId=${id}`, body);
    expect(repeated.status).toBe(200);
    expect(repeated.body).toEqual(first.body);
    expect((await mock.state()).resources).toEqual(stateAfterFirst.resources);
    expect(mock.requests.at(-1)).toMatchObject({ replayed: true });
  });

  test('returns the first operation for a different body', async () => {
    const { send, readStored } = start();
    const first = await send(`PATCH ${check}?requestId=${id}`, { port: 81 });
    expect((await send(`PATCH ${check}?requestId=${id}`, { port: 82 })).body).toEqual(first.body);
    expect(await readStored(check)).toMatchObject({ port: 81 });
  });

  test.each([
    ['an unknown field', { nonsense: 1 }],
    ['a value of the wrong type', { port: 'x' }],
    ['a rule violation', { timeoutSec: 99 }],
    ['invalid JSON', '{'],
  ])('returns the first operation for a body with %s, because the lookup precedes validation', async (_, body) => {
    const { send } = start();
    const first = await send(`PATCH ${check}?requestId=${id}`, { port: 81 });
    expect(await send(`PATCH ${check}?requestId=${id}`, body)).toMatchObject({ status: 200, body: first.body });
  });

  test('compares request IDs case-insensitively', async () => {
    const { send } = start();
    const text = 'abcdef00-0000-4000-8000-000000000001';
    const first = await send(`PATCH ${check}?requestId=${text}`, { port: 81 });
    expect((await send(`PATCH ${check}?requestId=${text.toUpperCase()}`, { port: 82 })).body).toEqual(first.body);
  });

  test('returns the current operation while it runs', async () => {
    const { send, wait } = start({ operationDelay: 4000 });
    const first = await send(`PATCH ${check}?requestId=${id}`, { port: 81 });
    await wait(2);
    const repeated = await send(`PATCH ${check}?requestId=${id}`, { port: 81 });
    expect(getName(repeated)).toBe(getName(first));
    expect(repeated.body['status']).toBe('RUNNING');
    await wait(2);
    expect((await send(`PATCH ${check}?requestId=${id}`, { port: 81 })).body['status']).toBe('DONE');
  });

  test.each([2, 10, 50])('creates one operation for %i simultaneous requests', async (count) => {
    const { send, mock } = start();
    const responses = await Promise.all(
      Array.from({ length: count }, (_, index) => send(`PATCH ${check}?requestId=${id}`, { port: 1000 + index })),
    );
    expect(new Set(responses.map(getName)).size).toBe(1);
    const { resources = {} } = await mock.state();
    expect(Object.keys(resources).filter((path) => path.includes('/operations/'))).toHaveLength(1);
    expect(resources[check]).toMatchObject({ port: 1000 });
  });

  test('returns a failed operation', async () => {
    const { send, mock } = start();
    await mock.faults.add({ operation: { errors: [{ code: 'X' }] }, times: 1 });
    const first = await send(`PATCH ${check}?requestId=${id}`, { port: 81 });
    expect(first.body).toHaveProperty('error');
    expect((await send(`PATCH ${check}?requestId=${id}`, { port: 81 })).body).toEqual(first.body);
  });
});

describe('the scope of a request ID is project, method, and path', () => {
  test.each([
    ['another id', `PATCH ${check}?requestId=${uuid(8)}`, { port: 82 }],
    ['another resource', `PATCH ${otherCheck}?requestId=${id}`, { port: 82 }],
    ['another project', `PATCH ${otherProject}?requestId=${id}`, { port: 82 }],
    ['another method', `POST ${disk}/createSnapshot?requestId=${id}`, { name: 'snap' }],
  ])('treats %s as a different request', async (_, line, body) => {
    const { send } = start();
    const first = await send(`PATCH ${check}?requestId=${id}`, { port: 81 });
    const second = await send(line, body);
    expect(second.status).toBe(200);
    expect(getName(second)).not.toBe(getName(first));
  });

  test('separates sessions', async () => {
    const { send } = start({ randomSeed: 3 });
    await send(`PATCH ${check}?requestId=${id}`, { port: 81 });
    await send(`PATCH ${check}?requestId=${id}`, { port: 82 }, { 'x-mock-session': 'two' });
    const { body } = await send('GET /__admin/state', undefined, { 'x-mock-session': 'two' });
    expect((body['resources'] as Record<string, unknown>)[check]).toMatchObject({ port: 82 });
  });

  test('compares decoded paths', async () => {
    const { send } = start();
    const first = await send(`PATCH ${check}?requestId=${id}`, { port: 81 });
    expect((await send(`PATCH ${check.replace('check', 'c%68eck')}?requestId=${id}`, { port: 82 })).body).toEqual(first.body);
  });
});

describe('a rejected request is not remembered', () => {
  test.each([
    ['400', `PATCH ${check}`, { port: 'x' }, `PATCH ${check}`, { port: 81 }],
    ['400 of a rule', `PATCH ${check}`, { timeoutSec: 9 }, `PATCH ${check}`, { timeoutSec: 4 }],
    ['412', `PATCH ${subnet}`, { fingerprint: 'AAAAAAAAAAI=' }, `PATCH ${subnet}`, { stackType: 'IPV4_IPV6', fingerprint }],
  ])('accepts the same ID after %s', async (status, rejectedLine, rejectedBody, acceptedLine, body) => {
    const { send } = start();
    expect((await send(`${rejectedLine}?requestId=${id}`, rejectedBody)).status).toBe(Number(status.slice(0, 3)));
    const { status: acceptedStatus, body: operation } = await send(`${acceptedLine}?requestId=${id}`, body);
    expect(acceptedStatus).toBe(200);
    expect(operation['clientOperationId']).toBe(id);
  });

  test('accepts the same ID after a 404 once the resource exists', async () => {
    const { send, mock } = start();
    const missing = `${base}/global/httpHealthChecks/new`;
    expect((await send(`PATCH ${missing}?requestId=${id}`, { port: 81 })).status).toBe(404);
    await mock.seed({ resources: { [missing]: { name: 'new' } } });
    expect((await send(`PATCH ${missing}?requestId=${id}`, { port: 81 })).status).toBe(200);
  });

  test('accepts the same ID after an injected 503', async () => {
    const { send, mock, readStored } = start();
    await mock.faults.add({ status: 503, times: 1 });
    expect((await send(`PATCH ${check}?requestId=${id}`, { port: 81 })).status).toBe(503);
    expect((await send(`PATCH ${check}?requestId=${id}`, { port: 81 })).status).toBe(200);
    expect(await readStored(check)).toMatchObject({ port: 81 });
  });
});

describe('a request ID is remembered as long as its operation', () => {
  test('remembers it until the operation expires and no longer', async () => {
    const { send, wait, readStored } = start({ operationRetention: 60_000 });
    const first = await send(`PATCH ${check}?requestId=${id}`, { port: 81 });
    await wait(59.999);
    expect(getName(await send(`PATCH ${check}?requestId=${id}`, { port: 82 }))).toBe(getName(first));
    await wait(0.001);
    expect(getName(await send(`PATCH ${check}?requestId=${id}`, { port: 83 }))).not.toBe(getName(first));
    expect(await readStored(check)).toMatchObject({ port: 83 });
  });

  test('remembers it in a restored state', async () => {
    const { send, mock } = start();
    const first = await send(`PATCH ${check}?requestId=${id}`, { port: 81 });
    const repeated = start();
    await repeated.admin('PUT state', await mock.state());
    expect(getName(await repeated.send(`PATCH ${check}?requestId=${id}`, { port: 82 }))).toBe(getName(first));
    expect((await repeated.send(`GET ${String(first.body['selfLink']).slice(origin.length)}`)).body).toEqual(first.body);
  });
});
