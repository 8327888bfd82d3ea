/** Address ranges, roles, and draining of subnetworks. */
import { describe, expect, it } from 'vitest';
import { createTestMock, readMessage, readReason, type TestMock } from './fixtures.js';

const project = '/compute/v1/projects/p';
const subnets = `${project}/regions/r/subnetworks`;
const network = 'https://compute.example/compute/v1/projects/p/global/networks/n';

const createSeed = (resources: Record<string, object>): { seed: { resources: Record<string, never> } } => ({
  seed: { resources: resources as Record<string, never> },
});

async function getFingerprint({ send }: TestMock, path: string, field = 'fingerprint'): Promise<unknown> {
  return (await send(`GET ${path}`)).body[field];
}

describe('a subnetwork', () => {
  it('rejects ranges that overlap those of another subnetwork in its network', async () => {
    const secondValue = '/compute/v1/projects/p/regions/r2/subnetworks/t';
    const testMock = createTestMock(
      createSeed({
        [`${subnets}/s`]: { network, ipCidrRange: '10.0.0.0/24' },
        [secondValue]: { network: 'projects/p/global/networks/n', ipCidrRange: '10.2.0.0/16' },
      }),
    );
    const fingerprint = await getFingerprint(testMock, `${subnets}/s`);
    const response = await testMock.send(`PATCH ${subnets}/s`, {
      fingerprint,
      secondaryIpRanges: [{ rangeName: 'a', ipCidrRange: '10.2.3.0/24' }],
    });
    expect([response.status, readReason(response)]).toEqual([400, 'invalid']);
    expect(readMessage(response)).toContain('10.2.3.0/24');
  });

  it('sets ipv6AccessType only when it first becomes IPV4_IPV6', async () => {
    const testMock = createTestMock(createSeed({ [`${subnets}/s`]: { network, ipCidrRange: '10.0.0.0/24' } }));
    const patch = async (body: object): Promise<unknown> => {
      await testMock.send(`PATCH ${subnets}/s`, { ...body, fingerprint: await getFingerprint(testMock, `${subnets}/s`) });
      return (await testMock.send(`GET ${subnets}/s`)).body['ipv6AccessType'];
    };
    expect(await patch({ ipv6AccessType: 'EXTERNAL' })).toBeUndefined();
    expect(await patch({ ipv6AccessType: 'EXTERNAL', stackType: 'IPV4_IPV6' })).toBe('EXTERNAL');
    expect(await patch({ ipv6AccessType: 'INTERNAL' })).toBe('EXTERNAL');
  });

  const createProxySeed = (purpose: string): ReturnType<typeof createSeed> =>
    createSeed({
      [`${subnets}/a`]: { network, purpose, role: 'ACTIVE', ipCidrRange: '10.0.0.0/24' },
      [`${subnets}/b`]: { network, purpose, role: 'BACKUP', ipCidrRange: '10.0.1.0/24' },
    });

  it("swaps roles: the formerly active subnetwork drains, can't be changed, and becomes ready by the clock", async () => {
    const testMock = createTestMock(createProxySeed('INTERNAL_HTTPS_LOAD_BALANCER'));
    const before = [await getFingerprint(testMock, `${subnets}/a`), await getFingerprint(testMock, `${subnets}/b`)];
    expect(
      (await testMock.send(`PATCH ${subnets}/b?drainTimeoutSeconds=60`, { fingerprint: before[1], role: 'ACTIVE' })).body,
    ).not.toHaveProperty('error');
    const formerActive = (await testMock.send(`GET ${subnets}/a`)).body;
    expect(formerActive).toMatchObject({ role: 'BACKUP', state: 'DRAINING' });
    expect((await testMock.send(`GET ${subnets}/b`)).body).toMatchObject({ role: 'ACTIVE' });
    expect([await getFingerprint(testMock, `${subnets}/a`), await getFingerprint(testMock, `${subnets}/b`)]).not.toEqual(
      expect.arrayContaining(before),
    );
    const patchResponse = await testMock.send(`PATCH ${subnets}/a`, { fingerprint: formerActive['fingerprint'], stackType: 'IPV4_IPV6' });
    expect([patchResponse.status, readReason(patchResponse)]).toEqual([400, 'resourceNotReady']);
    await testMock.mock.clock.advance(59_999);
    expect((await testMock.send(`GET ${subnets}/a`)).body).toMatchObject({ state: 'DRAINING' });
    await testMock.mock.clock.advance(1);
    expect((await testMock.send(`GET ${subnets}/a`)).body).toMatchObject({ state: 'READY', fingerprint: formerActive['fingerprint'] });
    expect((await testMock.send(`PATCH ${subnets}/a`, { fingerprint: formerActive['fingerprint'], stackType: 'IPV4_IPV6' })).status).toBe(
      200,
    );
  });

  it('does not drain for other purposes, and drains from the end of the operation', async () => {
    const regionalMock = createTestMock(createProxySeed('REGIONAL_MANAGED_PROXY'));
    await regionalMock.send(`PATCH ${subnets}/b?drainTimeoutSeconds=60`, {
      fingerprint: await getFingerprint(regionalMock, `${subnets}/b`),
      role: 'ACTIVE',
    });
    expect((await regionalMock.send(`GET ${subnets}/a`)).body).toMatchObject({ role: 'BACKUP', state: 'READY' });
    const delayedMock = createTestMock({ ...createProxySeed('INTERNAL_HTTPS_LOAD_BALANCER'), operationDelay: 1000 });
    await delayedMock.send(`PATCH ${subnets}/b?drainTimeoutSeconds=60`, {
      fingerprint: await getFingerprint(delayedMock, `${subnets}/b`),
      role: 'ACTIVE',
    });
    expect((await delayedMock.send(`GET ${subnets}/a`)).body).toMatchObject({ role: 'ACTIVE' });
    await delayedMock.mock.clock.advance(60_999);
    expect((await delayedMock.send(`GET ${subnets}/a`)).body).toMatchObject({ state: 'DRAINING' });
    await delayedMock.mock.clock.advance(1);
    expect((await delayedMock.send(`GET ${subnets}/a`)).body).toMatchObject({ state: 'READY' });
  });

  it.each([
    ['a role for another purpose', 's', 'ACTIVE'],
    ['a downgrade of the active role', 'a', 'BACKUP'],
  ])('rejects %s', async (_, name, role) => {
    const testMock = createTestMock({
      seed: [
        createProxySeed('REGIONAL_MANAGED_PROXY').seed,
        createSeed({ [`${subnets}/s`]: { network, ipCidrRange: '10.9.0.0/24' } }).seed,
      ],
    });
    const response = await testMock.send(`PATCH ${subnets}/${name}`, {
      fingerprint: await getFingerprint(testMock, `${subnets}/${name}`),
      role,
    });
    expect([response.status, readReason(response)]).toEqual([400, 'invalid']);
  });

  /** Sends all changes before their operations complete and returns the error code of each operation. */
  const patchTogether = async (
    testMock: TestMock,
    changes: readonly (readonly [name: string, body: object])[],
  ): Promise<readonly unknown[]> => {
    const links: string[] = [];
    for (const [name, body] of changes) {
      const response = await testMock.send(`PATCH ${subnets}/${name}`, {
        ...body,
        fingerprint: await getFingerprint(testMock, `${subnets}/${name}`),
      });
      expect(response.status).toBe(200);
      links.push(new URL(String(response.body['selfLink'])).pathname);
    }
    await testMock.mock.clock.advance(1000);
    const errorCodes = await Promise.all(links.map((link) => testMock.send(`GET ${link}`)));
    return errorCodes.map(({ body }) => (body as { error?: { errors: readonly { code: string }[] } }).error?.errors[0]?.code);
  };

  it.each([
    ['separate ranges', '10.5.0.0/24', '10.6.0.0/24', undefined],
    ['overlapping ranges', '10.5.0.0/24', '10.5.0.0/16', 'INVALID_FIELD_VALUE'],
  ])('validates ranges again when an operation completes: %s', async (_, firstRange, secondValue, code) => {
    const testMock = createTestMock({
      ...createSeed({
        [`${subnets}/a`]: { network, ipCidrRange: '10.0.0.0/24' },
        [`${subnets}/b`]: { network, ipCidrRange: '10.0.1.0/24' },
      }),
      operationDelay: 1000,
    });
    const ranges = (ipCidrRange: string): object => ({ secondaryIpRanges: [{ rangeName: 'x', ipCidrRange }] });
    const errorCodes = await patchTogether(testMock, [
      ['a', ranges(firstRange)],
      ['b', ranges(secondValue)],
    ]);
    expect(errorCodes).toEqual([undefined, code]);
    expect((await testMock.send(`GET ${subnets}/b`)).body['secondaryIpRanges'] === undefined).toBe(code !== undefined);
  });

  it.each([
    ['one network', network, 'BACKUP', 'INVALID_FIELD_VALUE'],
    ['two networks', `${network}2`, 'ACTIVE', undefined],
  ])('accepts one of two simultaneous promotions per network: %s', async (_, secondValue, role, code) => {
    const purpose = 'REGIONAL_MANAGED_PROXY';
    const testMock = createTestMock({
      ...createSeed({
        [`${subnets}/a`]: { network, purpose, role: 'BACKUP', ipCidrRange: '10.0.0.0/24' },
        [`${subnets}/b`]: { network: secondValue, purpose, role: 'BACKUP', ipCidrRange: '10.0.1.0/24' },
      }),
      operationDelay: 1000,
    });
    const errorCodes = await patchTogether(testMock, [
      ['a', { role: 'ACTIVE' }],
      ['b', { role: 'ACTIVE' }],
    ]);
    expect(errorCodes).toEqual([undefined, code]);
    expect((await testMock.send(`GET ${subnets}/b`)).body).toMatchObject({ role });
  });
});
