/** A quota of the project limits its snapshots. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../mock/index.js';
import { origin, startMock, type MockClient } from '../request.js';

const base = '/compute/v1/projects/p';
const disk = `${base}/zones/z/disks/disk`;
const snapshot = `${base}/global/snapshots/snap`;
const createLine = `POST ${disk}/createSnapshot`;

function start({
  others,
  ...rest
}: Parameters<typeof startMock>[1] & { readonly others: Readonly<Record<string, JsonObject>> }): MockClient {
  return startMock('compute', { seed: { resources: { [disk]: { name: 'disk' }, ...others } }, ...rest });
}

describe('quota', () => {
  const createProject = (usage: number, limit = 2): Readonly<Record<string, JsonObject>> => ({
    [base]: {
      name: 'p',
      quotas: [
        { metric: 'SNAPSHOTS', limit, usage },
        { metric: 'DISKS', limit: 0, usage: 0 },
      ],
    },
  });

  test('fails the operation with QUOTA_EXCEEDED at the limit', async () => {
    const { send, readStored } = start({ others: createProject(2) });
    const { status, body } = await send(createLine, { name: 'snap' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'DONE',
      httpErrorStatusCode: 403,
      httpErrorMessage: 'FORBIDDEN',
      error: {
        errors: [
          {
            code: 'QUOTA_EXCEEDED',
            errorDetails: [{ quotaInfo: { metricName: 'SNAPSHOTS', limitName: expect.any(String) as unknown, limit: 2, dimensions: {} } }],
          },
        ],
      },
    });
    expect(await readStored(snapshot)).toBeUndefined();
    expect(await readStored(base)).toMatchObject({ quotas: [{ metric: 'SNAPSHOTS', usage: 2 }, {}] });
  });

  test('increases only the usage of its metric below the limit', async () => {
    const { send, readStored } = start({ others: createProject(1) });
    expect((await send(createLine, { name: 'snap' })).body).not.toHaveProperty('error');
    expect(await readStored(base)).toMatchObject({ quotas: [{ usage: 2 }, { metric: 'DISKS', usage: 0 }] });
    expect((await send(createLine, { name: 'snap-2' })).body).toHaveProperty('error');
  });

  test('reports the failure at the end of a delay and shows no snapshot before', async () => {
    const { send, readStored, wait } = start({ others: createProject(2), operationDelay: 1000 });
    const { body } = await send(createLine, { name: 'snap' });
    expect(body).toMatchObject({ status: 'PENDING' });
    expect(await readStored(snapshot)).toBeUndefined();
    await wait(1);
    expect((await send(`GET ${String(body['selfLink']).slice(origin.length)}`)).body).toMatchObject({
      status: 'DONE',
      httpErrorStatusCode: 403,
    });
  });

  test('counts each project separately', async () => {
    const { send } = start({ others: { ...createProject(2), '/compute/v1/projects/q/zones/z/disks/disk': { name: 'disk' } } });
    expect((await send('POST /compute/v1/projects/q/zones/z/disks/disk/createSnapshot', { name: 'snap' })).body).not.toHaveProperty(
      'error',
    );
  });

  test('decreases when resources are deleted, however many at once', async () => {
    const { send, readStored, wait } = start({ others: createProject(0), operationDelay: 1000 });
    await send(createLine, { name: 'one' });
    await send(createLine, { name: 'two' });
    await wait(1);
    expect(await readStored(base)).toMatchObject({ quotas: [{ usage: 2 }, {}] });
    await send(`DELETE ${base}/global/snapshots/one`);
    await send(`DELETE ${base}/global/snapshots/two`);
    expect(await readStored(base)).toMatchObject({ quotas: [{ usage: 2 }, {}] });
    await wait(1);
    expect(await readStored(base)).toMatchObject({ quotas: [{ usage: 0 }, {}] });
    expect((await send(createLine, { name: 'one' })).body).not.toHaveProperty('error');
  });

  test('never drops below zero', async () => {
    const { send, readStored } = start({ others: { ...createProject(0), [snapshot]: { name: 'snap' } } });
    await send(`DELETE ${snapshot}`);
    expect(await readStored(base)).toMatchObject({ quotas: [{ usage: 0 }, {}] });
  });

  test('limits other methods that create the resource', async () => {
    const { send, readStored } = start({ others: createProject(0) });
    const { body } = await send(`POST ${base}/zones/z/disks`, { name: 'new', sizeGb: '10' });
    expect(body).toMatchObject({ status: 'DONE', error: { errors: [{ code: 'QUOTA_EXCEEDED' }] } });
    expect(await readStored(`${base}/zones/z/disks/new`)).toBeUndefined();
  });
});
