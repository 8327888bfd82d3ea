/** Ranges, roles and draining of subnetworks. */
import { describe, expect, it } from 'vitest';
import { bench, readMessage, readReason, type Bench } from './fixtures.js';

const project = '/compute/v1/projects/p';
const subnets = `${project}/regions/r/subnetworks`;
const network = 'https://compute.example/compute/v1/projects/p/global/networks/n';

const seeded = (resources: Record<string, object>): { seed: { resources: Record<string, never> } } => ({
  seed: { resources: resources as Record<string, never> },
});

async function fingerprintOf({ send }: Bench, path: string, field = 'fingerprint'): Promise<unknown> {
  return (await send(`GET ${path}`)).body[field];
}

describe('a subnetwork', () => {
  it('rejects ranges that overlap another one of its network', async () => {
    const other = '/compute/v1/projects/p/regions/r2/subnetworks/t';
    const at = bench(
      seeded({
        [`${subnets}/s`]: { network, ipCidrRange: '10.0.0.0/24' },
        [other]: { network: 'projects/p/global/networks/n', ipCidrRange: '10.2.0.0/16' },
      }),
    );
    const fingerprint = await fingerprintOf(at, `${subnets}/s`);
    const told = await at.send(`PATCH ${subnets}/s`, { fingerprint, secondaryIpRanges: [{ rangeName: 'a', ipCidrRange: '10.2.3.0/24' }] });
    expect([told.status, readReason(told)]).toEqual([400, 'invalid']);
    expect(readMessage(told)).toContain('10.2.3.0/24');
  });

  it('sets ipv6AccessType only when it first becomes IPV4_IPV6', async () => {
    const at = bench(seeded({ [`${subnets}/s`]: { network, ipCidrRange: '10.0.0.0/24' } }));
    const patch = async (body: object): Promise<unknown> => {
      await at.send(`PATCH ${subnets}/s`, { ...body, fingerprint: await fingerprintOf(at, `${subnets}/s`) });
      return (await at.send(`GET ${subnets}/s`)).body['ipv6AccessType'];
    };
    expect(await patch({ ipv6AccessType: 'EXTERNAL' })).toBeUndefined();
    expect(await patch({ ipv6AccessType: 'EXTERNAL', stackType: 'IPV4_IPV6' })).toBe('EXTERNAL');
    expect(await patch({ ipv6AccessType: 'INTERNAL' })).toBe('EXTERNAL');
  });

  const proxies = (purpose: string): ReturnType<typeof seeded> =>
    seeded({
      [`${subnets}/a`]: { network, purpose, role: 'ACTIVE', ipCidrRange: '10.0.0.0/24' },
      [`${subnets}/b`]: { network, purpose, role: 'BACKUP', ipCidrRange: '10.0.1.0/24' },
    });

  it('swaps roles: the former active subnetwork drains, is locked, and becomes ready by the clock', async () => {
    const at = bench(proxies('INTERNAL_HTTPS_LOAD_BALANCER'));
    const before = [await fingerprintOf(at, `${subnets}/a`), await fingerprintOf(at, `${subnets}/b`)];
    expect(
      (await at.send(`PATCH ${subnets}/b?drainTimeoutSeconds=60`, { fingerprint: before[1], role: 'ACTIVE' })).body,
    ).not.toHaveProperty('error');
    const a = (await at.send(`GET ${subnets}/a`)).body;
    expect(a).toMatchObject({ role: 'BACKUP', state: 'DRAINING' });
    expect((await at.send(`GET ${subnets}/b`)).body).toMatchObject({ role: 'ACTIVE' });
    expect([await fingerprintOf(at, `${subnets}/a`), await fingerprintOf(at, `${subnets}/b`)]).not.toEqual(expect.arrayContaining(before));
    const locked = await at.send(`PATCH ${subnets}/a`, { fingerprint: a['fingerprint'], stackType: 'IPV4_IPV6' });
    expect([locked.status, readReason(locked)]).toEqual([400, 'resourceNotReady']);
    await at.mock.clock.advance(59_999);
    expect((await at.send(`GET ${subnets}/a`)).body).toMatchObject({ state: 'DRAINING' });
    await at.mock.clock.advance(1);
    expect((await at.send(`GET ${subnets}/a`)).body).toMatchObject({ state: 'READY', fingerprint: a['fingerprint'] });
    expect((await at.send(`PATCH ${subnets}/a`, { fingerprint: a['fingerprint'], stackType: 'IPV4_IPV6' })).status).toBe(200);
  });

  it('does not drain for other purposes, and starts to drain when the operation is done', async () => {
    const regional = bench(proxies('REGIONAL_MANAGED_PROXY'));
    await regional.send(`PATCH ${subnets}/b?drainTimeoutSeconds=60`, {
      fingerprint: await fingerprintOf(regional, `${subnets}/b`),
      role: 'ACTIVE',
    });
    expect((await regional.send(`GET ${subnets}/a`)).body).toMatchObject({ role: 'BACKUP', state: 'READY' });
    const late = bench({ ...proxies('INTERNAL_HTTPS_LOAD_BALANCER'), operationDelay: 1000 });
    await late.send(`PATCH ${subnets}/b?drainTimeoutSeconds=60`, {
      fingerprint: await fingerprintOf(late, `${subnets}/b`),
      role: 'ACTIVE',
    });
    expect((await late.send(`GET ${subnets}/a`)).body).toMatchObject({ role: 'ACTIVE' });
    await late.mock.clock.advance(60_999);
    expect((await late.send(`GET ${subnets}/a`)).body).toMatchObject({ state: 'DRAINING' });
    await late.mock.clock.advance(1);
    expect((await late.send(`GET ${subnets}/a`)).body).toMatchObject({ state: 'READY' });
  });

  it.each([
    ['a role for another purpose', 's', 'ACTIVE'],
    ['giving up the active role', 'a', 'BACKUP'],
  ])('rejects %s', async (_, name, role) => {
    const at = bench({
      seed: [proxies('REGIONAL_MANAGED_PROXY').seed, seeded({ [`${subnets}/s`]: { network, ipCidrRange: '10.9.0.0/24' } }).seed],
    });
    const told = await at.send(`PATCH ${subnets}/${name}`, { fingerprint: await fingerprintOf(at, `${subnets}/${name}`), role });
    expect([told.status, readReason(told)]).toEqual([400, 'invalid']);
  });

  /** Both are accepted before either completes; returns the error code of each operation. */
  const together = async (at: Bench, changes: readonly (readonly [name: string, body: object])[]): Promise<readonly unknown[]> => {
    const links: string[] = [];
    for (const [name, body] of changes) {
      const told = await at.send(`PATCH ${subnets}/${name}`, { ...body, fingerprint: await fingerprintOf(at, `${subnets}/${name}`) });
      expect(told.status).toBe(200);
      links.push(new URL(String(told.body['selfLink'])).pathname);
    }
    await at.mock.clock.advance(1000);
    const ended = await Promise.all(links.map((link) => at.send(`GET ${link}`)));
    return ended.map(({ body }) => (body as { error?: { errors: readonly { code: string }[] } }).error?.errors[0]?.code);
  };

  it.each([
    ['apart', '10.5.0.0/24', '10.6.0.0/24', undefined],
    ['overlapping', '10.5.0.0/24', '10.5.0.0/16', 'INVALID_FIELD_VALUE'],
  ])('validates ranges again when an operation completes: two that are %s', async (_, one, other, code) => {
    const at = bench({
      ...seeded({ [`${subnets}/a`]: { network, ipCidrRange: '10.0.0.0/24' }, [`${subnets}/b`]: { network, ipCidrRange: '10.0.1.0/24' } }),
      operationDelay: 1000,
    });
    const ranges = (ipCidrRange: string): object => ({ secondaryIpRanges: [{ rangeName: 'x', ipCidrRange }] });
    const ended = await together(at, [
      ['a', ranges(one)],
      ['b', ranges(other)],
    ]);
    expect(ended).toEqual([undefined, code]);
    expect((await at.send(`GET ${subnets}/b`)).body['secondaryIpRanges'] === undefined).toBe(code !== undefined);
  });

  it.each([
    ['one network', network, 'BACKUP', 'INVALID_FIELD_VALUE'],
    ['two networks', `${network}2`, 'ACTIVE', undefined],
  ])('lets one of two simultaneous promotions succeed, in %s', async (_, other, role, code) => {
    const purpose = 'REGIONAL_MANAGED_PROXY';
    const at = bench({
      ...seeded({
        [`${subnets}/a`]: { network, purpose, role: 'BACKUP', ipCidrRange: '10.0.0.0/24' },
        [`${subnets}/b`]: { network: other, purpose, role: 'BACKUP', ipCidrRange: '10.0.1.0/24' },
      }),
      operationDelay: 1000,
    });
    const ended = await together(at, [
      ['a', { role: 'ACTIVE' }],
      ['b', { role: 'ACTIVE' }],
    ]);
    expect(ended).toEqual([undefined, code]);
    expect((await at.send(`GET ${subnets}/b`)).body).toMatchObject({ role });
  });
});
