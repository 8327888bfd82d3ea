/** Access control lists and policies. */
import { expect, test } from 'vitest';
import { openStorage } from './open-storage.js';

const getEntries = (list: unknown): unknown =>
  (list as { entity: string; role: string }[]).map(({ entity, role }) => `${entity.replace(/\d+$/, 'N')} ${role}`);
const projectEntries = ['project-owners-N OWNER', 'project-editors-N OWNER', 'project-viewers-N READER'];

test('a bucket and its objects have the lists of the project, which only a full projection contains', async () => {
  const { send, upload } = await openStorage(['photos']);
  await upload('photos', 'sea', 'blue');
  const { body: bucket } = await send('GET /storage/v1/b/photos?projection=full');
  expect(getEntries(bucket['acl'])).toEqual(projectEntries);
  expect(getEntries(bucket['defaultObjectAcl'])).toEqual(projectEntries);
  const { body: object } = await send('GET /storage/v1/b/photos/o/sea?projection=full');
  expect(getEntries(object['acl'])).toEqual([...projectEntries, 'user-anonymous@example.com OWNER']);
  expect(object['owner']).toEqual({ entity: 'user-anonymous@example.com' });
  expect((await send('GET /storage/v1/b/photos')).body).not.toHaveProperty('acl');
});

test('predefined lists replace those of the project', async () => {
  const { send, upload } = await openStorage([]);
  await send('POST /storage/v1/b?project=p&predefinedAcl=publicRead&predefinedDefaultObjectAcl=authenticatedRead', { name: 'photos' });
  expect(getEntries((await send('GET /storage/v1/b/photos/acl')).body['items'])).toEqual(['project-owners-N OWNER', 'allUsers READER']);
  await upload('photos', 'sea', 'blue');
  expect(getEntries((await send('GET /storage/v1/b/photos/o/sea/acl')).body['items'])).toEqual([
    'allAuthenticatedUsers READER',
    'user-anonymous@example.com OWNER',
  ]);
  await upload('photos', 'sky', 'blue', '&predefinedAcl=publicRead');
  expect(getEntries((await send('GET /storage/v1/b/photos/o/sky/acl')).body['items'])).toEqual([
    'user-anonymous@example.com OWNER',
    'allUsers READER',
  ]);
});

test('entries are added, changed, and deleted, and each change is one of the object', async () => {
  const { send, upload } = await openStorage(['photos']);
  const { generation = '' } = await upload('photos', 'sea', 'blue');
  const path = '/storage/v1/b/photos/o/sea/acl';
  const { body: added } = await send(`POST ${path}`, { entity: 'user-ann@example.com', role: 'READER' });
  expect(added).toMatchObject({
    id: `photos/sea/${generation}/user-ann@example.com`,
    email: 'ann@example.com',
    role: 'READER',
    generation,
  });
  expect((await send(`PATCH ${path}/user-ann%40example.com`, { role: 'OWNER' })).body['role']).toBe('OWNER');
  // The same role again is no change.
  await send(`PUT ${path}/user-ann%40example.com`, { role: 'OWNER' });
  expect((await send(`DELETE ${path}/user-ann%40example.com`)).status).toBe(204);
  expect((await send(`GET ${path}/user-ann%40example.com`)).status).toBe(404);
  expect((await send('GET /storage/v1/b/photos/o/sea')).body).toMatchObject({ metageneration: '4', generation });
});

test('a bucket with uniform access has no lists', async () => {
  const { send } = await openStorage([{ name: 'photos', iamConfiguration: { uniformBucketLevelAccess: { enabled: true } } }]);
  expect((await send('GET /storage/v1/b/photos/acl')).status).toBe(400);
  expect((await send('GET /storage/v1/b/photos?projection=full')).body).not.toHaveProperty('acl');
});

test('uniform access has an older name, under which it can be changed', async () => {
  const { send } = await openStorage([{ name: 'photos', iamConfiguration: { bucketPolicyOnly: { enabled: true } } }]);
  const read = async (): Promise<unknown> => {
    const { iamConfiguration } = (await send('GET /storage/v1/b/photos')).body as unknown as Record<
      string,
      Record<string, { enabled: boolean }>
    >;
    return [iamConfiguration?.['uniformBucketLevelAccess']?.enabled, iamConfiguration?.['bucketPolicyOnly']?.enabled];
  };
  expect(await read()).toEqual([true, true]);
  await send('PATCH /storage/v1/b/photos', { iamConfiguration: { bucketPolicyOnly: { enabled: false } } });
  expect(await read()).toEqual([false, false]);
  await send('PATCH /storage/v1/b/photos', { iamConfiguration: { uniformBucketLevelAccess: { enabled: true } } });
  expect(await read()).toEqual([true, true]);
});

test('the policy of a new bucket grants roles to its project, and a policy that is set replaces them', async () => {
  const { send } = await openStorage(['photos']);
  const { body } = await send('GET /storage/v1/b/photos/iam');
  expect(body).toMatchObject({
    kind: 'storage#policy',
    resourceId: 'projects/_/buckets/photos',
    bindings: [
      { role: 'roles/storage.legacyBucketOwner', members: ['projectEditor:p', 'projectOwner:p'] },
      { role: 'roles/storage.legacyBucketReader', members: ['projectViewer:p'] },
    ],
  });
  const bindings = [{ role: 'roles/storage.objectViewer', members: ['allUsers'] }];
  await send('PUT /storage/v1/b/photos/iam', { bindings });
  expect((await send('GET /storage/v1/b/photos/iam')).body).toMatchObject({ bindings });
});

test('notification configurations are numbered', async () => {
  const { send } = await openStorage(['photos']);
  const insert = async (topic: string): Promise<unknown> =>
    (await send('POST /storage/v1/b/photos/notificationConfigs', { topic, payload_format: 'NONE' })).body;
  const topic = '//pubsub.googleapis.com/projects/p/topics/t';
  expect(await insert(topic)).toMatchObject({ kind: 'storage#notification', id: '1', etag: '1', topic, payload_format: 'NONE' });
  await send('DELETE /storage/v1/b/photos/notificationConfigs/1');
  expect(await insert(topic)).toMatchObject({ id: '2' });
  expect(await insert('t')).toMatchObject({ error: { code: 400 } });
});
