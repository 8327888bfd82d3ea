/** Credentials, scopes, permissions. */
import { describe, expect, it } from 'vitest';
import { bench, compute, dns, readReason, verbs, type Bench } from './fixtures.js';

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
  const locked = (): Bench =>
    bench({ auth: 'on', seed: { tokens, resources: { [disk]: {}, [`${zones}/z`]: {} } } }, [
      dns,
      {
        ...compute,
        variables: { scope_base: 'https://s' },
        methods: compute.methods.map((each) => ({
          ...each,
          method: { ...each.method, ...(each.method.scopes && { scopes: ['https://s/compute'] }) },
        })),
      },
      verbs,
    ]);
  const as = (token: string): Record<string, string> => ({ Authorization: `Bearer ${token}` });

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
  ])('a call with the token %s and %j returns %i %s', async (token, body, status, reason) => {
    const told = await locked().send(`POST ${disk}/createSnapshot`, body, token === undefined ? {} : as(token));
    expect([told.status, readReason(told)]).toEqual([status, reason]);
    if (status === 401) expect(told.headers['www-authenticate']).toContain('Bearer realm=');
    if (status === 200) expect(told.body['user']).toBe(token === 'able' ? 'able@example.com' : 'anonymous@example.com');
  });

  it('any known token passes if the documents list no scopes', async () => {
    const { send } = locked();
    expect((await send(`GET ${zones}/z`, undefined, as('none'))).status).toBe(200);
    expect((await send(`GET ${zones}/z`)).status).toBe(401);
    expect((await send('GET /nowhere')).status).toBe(404);
    expect((await send('GET /__admin/health')).status).toBe(200);
    const asked = { permissions: ['compute.snapshots.create', 'x.y'] };
    expect((await send(`POST ${zones}/z:testIamPermissions`, asked, as('able'))).body).toEqual({
      permissions: ['compute.snapshots.create'],
    });
  });

  it('a malformed body is reported only to authorized callers', async () => {
    const { send } = locked();
    expect((await send(`POST ${disk}/createSnapshot`, '{')).status).toBe(401);
    expect((await send(`POST ${disk}/createSnapshot`, '{', as('able'))).status).toBe(400);
  });
});
