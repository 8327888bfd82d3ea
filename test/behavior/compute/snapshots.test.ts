/** disks.createSnapshot: fields from the disk and the request, and states. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../mock/index.js';
import { noon, origin, summarizeError, startMock, type MockClient } from '../request.js';

const base = '/compute/v1/projects/p';
const disk = `${base}/zones/z/disks/disk`;
const snap = `${base}/global/snapshots/snap`;
const create = `POST ${disk}/createSnapshot`;

function start(
  body: JsonObject = {},
  options: Parameters<typeof startMock>[1] & { readonly others?: Readonly<Record<string, JsonObject>> } = {},
): MockClient {
  const { others, ...rest } = options;
  const diskBody = { name: 'disk', id: '4711', sizeGb: '10', ...body };
  return startMock('compute', { seed: { resources: { [disk]: diskBody, ...others } }, ...rest });
}
describe('server-generated fields', () => {
  test('include source, size, and all output-only fields', async () => {
    const { send, readStored } = start();
    expect((await send(create, { name: 'snap', description: 'd' })).status).toBe(200);
    expect(await readStored(snap)).toMatchObject({
      name: 'snap',
      description: 'd',
      id: expect.stringMatching(/^\d{1,20}$/) as unknown,
      creationTimestamp: new Date(noon).toISOString(),
      status: 'READY',
      sourceDisk: `${origin}${disk}`,
      sourceDiskId: '4711',
      diskSizeGb: '10',
      storageBytes: expect.stringMatching(/^\d+$/) as unknown,
      storageBytesStatus: 'UP_TO_DATE',
      creationSizeBytes: expect.stringMatching(/^\d+$/) as unknown,
      downloadBytes: expect.stringMatching(/^\d+$/) as unknown,
      autoCreated: false,
      labelFingerprint: expect.stringMatching(/^[A-Za-z0-9+/]+=*$/) as unknown,
    });
  });

  test.each([
    ['licenses', ['https://service.example/licenses/l']],
    ['licenseCodes', ['1001']],
    ['guestOsFeatures', [{ type: 'GVNIC' }]],
    ['architecture', 'ARM64'],
    ['enableConfidentialCompute', true],
  ])('copy %s from the disk', async (field, value) => {
    const { send, readStored } = start({ [field]: value });
    await send(create, { name: 'snap' });
    expect((await readStored(snap))?.[field]).toEqual(value);
    const without = start();
    await without.send(create, { name: 'snap' });
    expect(await without.readStored(snap)).not.toHaveProperty(field);
  });

  test('format a size that is seeded as a number as a string', async () => {
    const { send, readStored } = start({ sizeGb: 25 });
    expect((await send(create, { name: 'snap' })).status).toBe(200);
    expect((await readStored(snap))?.['diskSizeGb']).toBe('25');
  });

  test.each([
    ['id', '1'],
    ['status', 'FAILED'],
    ['sourceDiskId', '1'],
    ['diskSizeGb', '1'],
    ['storageBytes', '1'],
    ['storageBytesStatus', 'UPDATING'],
    ['creationSizeBytes', '1'],
    ['downloadBytes', '1'],
    ['autoCreated', true],
    ['creationTimestamp', '2020-01-01T00:00:00Z'],
    ['enableConfidentialCompute', true],
    ['architecture', 'ARM64'],
  ])('ignore %s in the request', async (field, value) => {
    const { send, readStored } = start();
    expect((await send(create, { name: 'snap', [field]: value })).status).toBe(200);
    expect((await readStored(snap))?.[field]).not.toEqual(value);
  });

  test.each([
    ['labels', { a: '', b: 'c' }],
    ['storageLocations', ['eu']],
    ['chainName', 'chain'],
    ['locationHint', 'hint'],
    ['snapshotType', 'ARCHIVE'],
  ])('keep %s of the request', async (field, value) => {
    const { send, readStored } = start();
    expect((await send(create, { name: 'snap', [field]: value })).status).toBe(200);
    expect((await readStored(snap))?.[field]).toEqual(value);
  });

  test('omit an empty chain', async () => {
    const { send, readStored } = start();
    expect((await send(create, { name: 'snap', chainName: '' })).status).toBe(200);
    expect(await readStored(snap)).not.toHaveProperty('chainName');
  });
});

describe('rejected requests', () => {
  test.each([
    ['no name', {}, 'required', 'name'],
    ['an empty name', { name: '' }, 'invalid', 'name'],
    ['a name in capitals', { name: 'Snap' }, 'invalid', 'name'],
    ['a name that begins with a digit', { name: '1a' }, 'invalid', 'name'],
    ['a name that ends in a hyphen', { name: 'a-' }, 'invalid', 'name'],
    ['a name of 64 characters', { name: 'a'.repeat(64) }, 'invalid', 'name'],
    ['an invalid chain name', { name: 'snap', chainName: 'A' }, 'invalid', 'chainName'],
    ['a chain of 64 characters', { name: 'snap', chainName: 'a'.repeat(64) }, 'invalid', 'chainName'],
    ['labels that are not strings', { name: 'snap', labels: { a: 1 } }, 'invalid', 'labels.a'],
    ['an unknown field', { name: 'snap', nonsense: 1 }, 'invalid', 'nonsense'],
  ])('returns 400 for %s', async (_, body, reason, location) => {
    const { send, mock } = start();
    expect(summarizeError(await send(create, body))).toEqual({ status: 400, reason, location });
    expect(Object.keys((await mock.state()).resources ?? {})).toEqual([disk]);
  });

  test.each(['a', 'a'.repeat(63), 'a-1'])('accepts the name %s', async (name) => {
    expect((await start().send(create, { name })).status).toBe(200);
  });

  test('returns 409 for an existing name and keeps the first snapshot', async () => {
    const { send, readStored } = start();
    await send(create, { name: 'snap', description: 'first' });
    expect(summarizeError(await send(create, { name: 'snap', description: 'second' }))).toMatchObject({
      status: 409,
      reason: 'alreadyExists',
    });
    expect(await readStored(snap)).toMatchObject({ description: 'first' });
  });

  test('creates one of many simultaneous snapshots with one name', async () => {
    const { send } = start();
    const statuses = (await Promise.all(Array.from({ length: 10 }, () => send(create, { name: 'snap' })))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
  });

  test('returns 404 for a disk that does not exist or is in another zone', async () => {
    const { send } = start();
    for (const path of [`${disk}x`, disk.replace('/z/', '/y/')]) {
      expect(summarizeError(await send(`POST ${path}/createSnapshot`, { name: 'snap' }))).toMatchObject({
        status: 404,
        reason: 'notFound',
      });
    }
  });

  test.each([
    ['true', 200],
    ['false', 200],
    ['True', 200],
    ['yes', 400],
    ['1', 400],
  ])('guestFlush=%s returns %i', async (text, status) => {
    expect((await start().send(`${create}?guestFlush=${text}`, { name: 'snap' })).status).toBe(status);
  });
});

describe('states', () => {
  test('goes through CREATING, UPLOADING at half the delay, and READY when done', async () => {
    const { send, readStored, wait } = start({}, { operationDelay: 10_000 });
    await send(create, { name: 'snap' });
    for (const [seconds, status, storageBytesStatus] of [
      [0, 'CREATING', 'UPDATING'],
      [4.999, 'CREATING', 'UPDATING'],
      [0.001, 'UPLOADING', 'UPDATING'],
      [4.999, 'UPLOADING', 'UPDATING'],
      [0.001, 'READY', 'UP_TO_DATE'],
    ] as const) {
      await wait(seconds);
      expect(await readStored(snap)).toMatchObject({ status, storageBytesStatus });
    }
  });

  test('goes through the same states if a fault fails the operation, and then disappears', async () => {
    const { send, readStored, mock, wait } = start({}, { operationDelay: 10_000 });
    await mock.faults.add({ method: 'compute.disks.createSnapshot', operation: { errors: [{ code: 'X' }] } });
    await send(create, { name: 'snap' });
    expect(await readStored(snap)).toMatchObject({ status: 'CREATING' });
    await wait(5);
    expect(await readStored(snap)).toMatchObject({ status: 'UPLOADING' });
    await wait(5);
    expect(await readStored(snap)).toBeUndefined();
  });

  test.each([0, 3, 6])('keeps its states while another change is pending from second %i', async (second) => {
    const { send, readStored, wait } = start({}, { operationDelay: 10_000 });
    await send(create, { name: 'snap' });
    await wait(second);
    const { labelFingerprint = '' } = (await readStored(snap)) ?? {};
    expect((await send(`POST ${snap}/setLabels`, { labels: { of: 'later' }, labelFingerprint })).status).toBe(200);
    await wait(10);
    expect(await readStored(snap)).toMatchObject({ status: 'READY', storageBytesStatus: 'UP_TO_DATE', labels: { of: 'later' } });
  });

  test('reserves the name when the request is accepted', async () => {
    const { send } = start({}, { operationDelay: 10_000 });
    await send(create, { name: 'snap' });
    expect((await send(create, { name: 'snap' })).status).toBe(409);
  });
});

describe('the source instant snapshot', () => {
  const instant = `${base}/zones/z/instantSnapshots/instant`;
  const others = { [instant]: { name: 'instant', id: '777' } };
  const createBodyFrom = (sourceInstantSnapshot: string): JsonObject => ({ name: 'snap', sourceInstantSnapshot });

  test.each([
    ['by its full URL', `https://service.example${instant}`],
    ['by its partial path', 'projects/p/zones/z/instantSnapshots/instant'],
    ['relative to its project', 'zones/z/instantSnapshots/instant'],
  ])('is linked %s with its ID', async (_, link) => {
    const { send, readStored } = start({}, { others });
    expect((await send(create, createBodyFrom(link))).status).toBe(200);
    expect(await readStored(snap)).toMatchObject({ sourceInstantSnapshot: link, sourceInstantSnapshotId: '777', sourceDiskId: '4711' });
  });

  test.each([
    ['it does not exist', 'zones/z/instantSnapshots/other', 404],
    ['it is another kind of resource', 'zones/z/disks/disk', 400],
  ])('is rejected if %s', async (_, link, status) => {
    expect((await start({}, { others }).send(create, createBodyFrom(link))).status).toBe(status);
  });
});
