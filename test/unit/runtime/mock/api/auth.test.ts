/** Credentials, scopes, and permissions. */
import { describe, expect, it } from 'vitest';
import { createTestMock, compute, dns, readReason, verbs, type TestMock } from '../fixtures.js';

const zones = '/dns/v1/projects/p/managedZones';
const disk = '/compute/v1/projects/p/zones/z/disks/d';

describe('with authentication on', () => {
  const scopes = ['{scope_base}/compute'];
  const permissions = ['compute.disks.createSnapshot', 'compute.snapshots.create'];
  const tokens = {
    none: {},
    scoped: { scopes },
    able: { scopes, permissions, user: 'able@example.com' },
    labels: { scopes, permissions: [...permissions, 'compute.snapshots.setLabels'] },
  };
  const createProtectedMock = (): TestMock =>
    createTestMock({ auth: 'on', seed: { tokens, resources: { [disk]: {}, [`${zones}/z`]: {} } } }, [
      dns,
      {
        ...compute,
        variables: { scope_base: 'https://s' },
        methods: compute.methods.map((entry) => ({
          ...entry,
          method: { ...entry.method, ...(entry.method.scopes && { scopes: ['https://s/compute'] }) },
        })),
      },
      verbs,
    ]);
  const authorize = (token: string): Record<string, string> => ({ Authorization: `Bearer ${token}` });

  it.each([
    [undefined, {}, 401, 'authError'],
    ['stranger', {}, 401, 'authError'],
    ['none', {}, 403, 'insufficientPermissions'],
    ['scoped', {}, 403, 'forbidden'],
    ['able', {}, 400, 'required'],
    ['able', { name: 's' }, 200, undefined],
    ['able', { name: 's', labels: { a: 'b' } }, 403, 'forbidden'],
    ['able', { name: 's', labels: {} }, 200, undefined],
    ['labels', { name: 's', labels: { a: 'b' } }, 200, undefined],
  ])('with the token %s and the body %j returns %i %s', async (token, body, status, reason) => {
    const response = await createProtectedMock().send(`POST ${disk}/createSnapshot`, body, token === undefined ? {} : authorize(token));
    expect([response.status, readReason(response)]).toEqual([status, reason]);
    if (status === 401) expect(response.headers['www-authenticate']).toContain('Bearer realm=');
    if (status === 200) expect(response.body['user']).toBe(token === 'able' ? 'able@example.com' : 'anonymous@example.com');
  });

  it('accepts any known token if the API documents no scopes', async () => {
    const { send } = createProtectedMock();
    expect((await send(`GET ${zones}/z`, undefined, authorize('none'))).status).toBe(200);
    expect((await send(`GET ${zones}/z`)).status).toBe(401);
    expect((await send('GET /nowhere')).status).toBe(404);
    expect((await send('GET /__admin/health')).status).toBe(200);
    const permissionsRequest = { permissions: ['compute.snapshots.create', 'x.y'] };
    expect((await send(`POST ${zones}/z:testIamPermissions`, permissionsRequest, authorize('able'))).body).toEqual({
      permissions: ['compute.snapshots.create'],
    });
  });

  it('reports a malformed body only to authorized callers', async () => {
    const { send } = createProtectedMock();
    expect((await send(`POST ${disk}/createSnapshot`, '{')).status).toBe(401);
    expect((await send(`POST ${disk}/createSnapshot`, '{', authorize('able'))).status).toBe(400);
  });
});
