/** What programs do with secrets, and what Secret Manager adds to a published document. */
import { describe, expect, test } from 'vitest';
import { decode, encode, openService, type OpenService } from '../../support/open-service.js';

const db = '/v1/projects/p/secrets/db';

async function openSecret(payloads: readonly string[], secret: object = { replication: { automatic: {} } }): Promise<OpenService> {
  const service = await openService('secretmanager');
  await service.call('POST /v1/projects/p/secrets?secretId=db', secret);
  for (const text of payloads) await service.call(`POST ${db}:addVersion`, { payload: { data: encode(text) } });
  return service;
}

const read = async ({ call }: OpenService, version: string): Promise<string> =>
  decode((await call(`GET ${db}/versions/${version}:access`)).payload.data);

describe('the payload of a secret', () => {
  test('is read by the number of its version, and the latest one by its alias', async () => {
    const service = await openSecret(['one', 'two']);
    expect([await read(service, '1'), await read(service, '2'), await read(service, 'latest')]).toEqual(['one', 'two', 'two']);
    const { name } = await service.call(`GET ${db}/versions/latest`);
    expect(name).toMatch(/^projects\/\d+\/secrets\/db\/versions\/2$/);
    expect(await service.call(`GET /v1/${name}:access`)).toEqual({ name, payload: { data: encode('two'), dataCrc32c: '1389933475' } });
  });

  test('is read by an alias of the secret', async () => {
    const service = await openSecret(['one', 'two']);
    await service.call(`PATCH ${db}?updateMask=versionAliases`, { versionAliases: { stable: '1' } });
    expect(await read(service, 'stable')).toBe('one');
    expect((await service.send(`GET ${db}/versions/canary:access`)).status).toBe(404);
  });

  test('must have the checksum that the request states, and 1 to 65,536 bytes', async () => {
    const { send, call } = await openSecret([]);
    const add = (text: string, dataCrc32c?: string): ReturnType<typeof send> =>
      send(`POST ${db}:addVersion`, { payload: { data: encode(text), ...(dataCrc32c && { dataCrc32c }) } });
    expect((await add('two', '1')).status).toBe(400);
    expect((await add('')).message).toBe('Secret Payload cannot be empty.');
    expect((await add('x'.repeat(65_537))).status).toBe(400);
    expect((await add('two', '1389933475')).body).toMatchObject({ state: 'ENABLED', clientSpecifiedPayloadChecksum: true });
    expect((await call(`GET ${db}/versions`)).totalSize).toBe(1);
  });

  test('does not exist in a secret without versions', async () => {
    const { send } = await openSecret([]);
    const { status, message } = await send(`GET ${db}/versions/latest:access`);
    expect([status, message]).toEqual([
      404,
      expect.stringMatching(/^Secret \[projects\/\d+\/secrets\/db\] not found or has no versions\.$/),
    ]);
  });
});

describe('a version', () => {
  test('can be read only if it is enabled', async () => {
    const service = await openSecret(['one']);
    const { send, call } = service;
    await call(`POST ${db}/versions/1:disable`, {});
    const { status, body, message } = await send(`GET ${db}/versions/1:access`);
    expect([status, body.error.status]).toEqual([400, 'FAILED_PRECONDITION']);
    expect(message).toMatch(/^Secret Version \[projects\/\d+\/secrets\/db\/versions\/1\] is in DISABLED state\.$/);
    await call(`POST ${db}/versions/1:enable`, {});
    expect(await read(service, '1')).toBe('one');
  });

  test('is destroyed for ever', async () => {
    const { mock, send, call } = await openSecret(['one']);
    expect(await call(`POST ${db}/versions/1:destroy`, {})).toMatchObject({ state: 'DESTROYED', destroyTime: '2026-01-02T03:04:05.678Z' });
    expect((await send(`POST ${db}/versions/1:enable`, {})).status).toBe(400);
    expect((await send(`GET ${db}/versions/1:access`)).message).toMatch(/is in DESTROYED state\.$/);
    expect(JSON.stringify(await mock.state())).not.toContain(encode('one'));
  });

  test('is destroyed after the delay of its secret, unless it is enabled before', async () => {
    const { mock, call } = await openSecret(['one', 'two'], { replication: { automatic: {} }, versionDestroyTtl: '86400s' });
    for (const version of [1, 2])
      expect(await call(`POST ${db}/versions/${version}:destroy`, {})).toMatchObject({
        state: 'DISABLED',
        scheduledDestroyTime: '2026-01-03T03:04:05.678Z',
      });
    await call(`POST ${db}/versions/2:enable`, {});
    await mock.clock.advance(86_400_000);
    expect(await call(`GET ${db}/versions/1`)).toMatchObject({ state: 'DESTROYED', destroyTime: '2026-01-03T03:04:05.678Z' });
    expect((await call(`GET ${db}/versions/2`)).state).toBe('ENABLED');
  });

  test('states where it is replicated', async () => {
    const replicas = [{ location: 'us-east1' }, { location: 'us-west1' }];
    const { call } = await openSecret(['one'], { replication: { userManaged: { replicas } } });
    expect((await call(`GET ${db}/versions/1`)).replicationStatus).toEqual({ userManaged: { replicas } });
  });
});

test('lists begin with the newest version', async () => {
  const { call } = await openSecret(Array.from({ length: 11 }, (_, index) => `${index}`));
  const list = async (query: string): Promise<readonly string[]> =>
    (await call(`GET ${db}/versions?${query}`)).versions.map(({ name }: { name: string }) => name.split('/').pop());
  expect(await list('pageSize=3')).toEqual(['11', '10', '9']);
  const { nextPageToken } = await call(`GET ${db}/versions?pageSize=3`);
  expect(await list(`pageSize=3&pageToken=${nextPageToken}`)).toEqual(['8', '7', '6']);
});

test('each change has another etag, and a request with an outdated one fails', async () => {
  const { call, send } = await openSecret(['one']);
  const { etag } = await call(`GET ${db}/versions/1`);
  expect(etag).toMatch(/^"[\da-f]+"$/);
  const { etag: next } = await call(`POST ${db}/versions/1:enable`, { etag });
  expect((await send(`POST ${db}/versions/1:disable`, { etag })).body.error.status).toBe('FAILED_PRECONDITION');
  expect((await send(`POST ${db}/versions/1:disable`, { etag: next })).status).toBe(200);
  expect((await send(`PATCH ${db}?updateMask=labels`, { etag, labels: {} })).status).toBe(400);
  expect((await send(`DELETE ${db}?etag=${encodeURIComponent(etag)}`)).status).toBe(400);
});

test('a secret is deleted when it expires', async () => {
  const { mock, call, send } = await openSecret(['one'], { replication: { automatic: {} }, ttl: '60s' });
  expect(await call(`GET ${db}`)).toMatchObject({ expireTime: '2026-01-02T03:05:05.678Z' });
  await mock.clock.advance(60_000);
  expect((await send(`GET ${db}`)).message).toMatch(/^Secret \[projects\/\d+\/secrets\/db\] not found\.$/);
});

test('a new secret with the name of a deleted one has no versions', async () => {
  const service = await openSecret(['one']);
  const { mock, call, send } = service;
  await call(`DELETE ${db}`);
  expect(JSON.stringify(await mock.state())).not.toContain(encode('one'));
  await call('POST /v1/projects/p/secrets?secretId=db', { replication: { automatic: {} } });
  expect((await send(`GET ${db}/versions/1:access`)).status).toBe(404);
});

test('a regional secret has the same methods', async () => {
  const { call } = await openService('secretmanager');
  const regional = '/v1/projects/p/locations/us-central1/secrets';
  await call(`POST ${regional}?secretId=db`, {});
  await call(`POST ${regional}/db:addVersion`, { payload: { data: encode('one') } });
  expect(await call(`GET ${regional}/db/versions/latest:access`)).toMatchObject({ payload: { data: encode('one') } });
});

test('a seed provides the payload of a version as a row', async () => {
  const path = `${db}/versions/7`;
  const { call, send } = await openService('secretmanager', {
    seed: {
      resources: { [db]: {}, [path]: { state: 'ENABLED' }, [`${db}/versions/6`]: { state: 'ENABLED' } },
      rows: { secretmanager: { [`payload${path}`]: { data: encode('seeded') } } },
    },
  });
  expect((await call(`GET ${db}/versions/latest:access`)).payload.data).toBe(encode('seeded'));
  expect((await send(`GET ${db}/versions/6:access`)).status).toBe(501);
});
