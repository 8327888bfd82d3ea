/** Optimistic locking: subnetworks have a `fingerprint`, labels a `labelFingerprint`. */
import { describe, expect, test } from 'vitest';
import { summarizeError, startMock, type MockClient } from '../request.js';

const base = '/compute/v1/projects/p';
const subnet = `${base}/regions/r/subnetworks/subnet`;
const instant = `${base}/zones/z/instantSnapshots/instant`;
const fingerprint = 'AAAAAAAAAAE=';
const seed = {
  resources: {
    [subnet]: {
      name: 'subnet',
      fingerprint,
      stackType: 'IPV4_ONLY',
      secondaryIpRanges: [{ rangeName: 'a', ipCidrRange: '10.1.0.0/24' }],
    },
    [instant]: { name: 'instant', labelFingerprint: fingerprint, labels: { a: 'b' }, description: 'kept' },
  },
};

const lockedMethods = [
  {
    name: 'a subnetwork',
    line: `PATCH ${subnet}`,
    path: subnet,
    field: 'fingerprint',
    changes: [{ stackType: 'IPV4_IPV6' }, { privateIpv6ProviderAccess: 'ON' }, { secondaryIpRanges: [] }],
    unchanged: { stackType: 'IPV4_ONLY', secondaryIpRanges: [{ rangeName: 'a', ipCidrRange: '10.1.0.0/24' }] },
  },
  {
    name: 'labels',
    line: `POST ${instant}/setLabels`,
    path: instant,
    field: 'labelFingerprint',
    changes: [{ labels: { c: 'd' } }, { labels: {} }, { labels: { a: '' } }],
    unchanged: { labels: { a: 'b' } },
  },
] as const;

const start = (options: Parameters<typeof startMock>[1] = {}): MockClient => startMock('compute', { seed, ...options });

describe.each(lockedMethods)('$name', ({ line, path, field, changes, unchanged }) => {
  test.each([
    ['missing', {}],
    ['empty', { [field]: '' }],
    ['null', { [field]: null }],
    ['stale', { [field]: 'AAAAAAAAAAI=' }],
    ['longer', { [field]: 'AAAAAAAAAAEA' }],
  ])('rejects a fingerprint that is %s with 412 conditionNotMet and changes nothing', async (_, fingerprintField) => {
    const { send, mock } = start();
    const before = (await mock.state()).resources;
    const response = await send(line, { ...changes[0], ...fingerprintField });
    expect(summarizeError(response)).toEqual({ status: 412, reason: 'conditionNotMet', location: 'If-Match' });
    expect(response.body).toMatchObject({ error: { code: 412, errors: [{ domain: 'global', locationType: 'header' }] } });
    expect((await mock.state()).resources).toEqual(before);
  });

  test('rejects an outdated If-Match with 412 conditionNotMet and changes nothing', async () => {
    const { send, mock } = start();
    const { etag = '' } = (await send(`GET ${path}`)).headers;
    const outdated = { 'if-match': etag };
    expect((await send(line, { ...changes[0], [field]: fingerprint }, outdated)).status).toBe(200);
    const before = (await mock.state()).resources;
    const { [field]: current } = (await send(`GET ${path}`)).body as Record<string, unknown>;
    const response = await send(line, { ...changes[1], [field]: current }, outdated);
    expect(summarizeError(response)).toEqual({ status: 412, reason: 'conditionNotMet', location: 'If-Match' });
    expect((await mock.state()).resources).toEqual(before);
  });

  test.each([
    ['a number', 1],
    ['a list', [fingerprint]],
    ['not base64', '***'],
  ])('rejects a fingerprint that is %s', async (_, fingerprintField) => {
    const { status } = await start().send(line, { ...changes[0], [field]: fingerprintField });
    expect([400, 412]).toContain(status);
  });

  test.each(['AAAAAAAAAAE=', 'AAAAAAAAAAE'])('accepts the current fingerprint, padded or not: %s', async (fingerprintField) => {
    expect((await start().send(line, { ...changes[0], [field]: fingerprintField })).status).toBe(200);
  });

  test.each(changes.map((change) => [JSON.stringify(change), change] as const))('%s renews the fingerprint', async (_, change) => {
    const { send, readStored } = start();
    expect((await send(line, { ...change, [field]: fingerprint })).status).toBe(200);
    const renewedFingerprint = (await readStored(path))?.[field];
    expect(renewedFingerprint).toMatch(/^[A-Za-z0-9+/]+=*$/);
    expect(renewedFingerprint).not.toBe(fingerprint);
  });

  test('keeps the fingerprint if nothing changes', async () => {
    const { send, readStored } = start();
    expect((await send(line, { ...unchanged, [field]: fingerprint })).status).toBe(200);
    expect((await readStored(path))?.[field]).toBe(fingerprint);
  });

  test('never reuses a fingerprint, even for the same content', async () => {
    const { send, readStored } = start();
    const usedFingerprints = new Set([fingerprint]);
    for (let round = 0; round < 6; round++) {
      const currentFingerprint = (await readStored(path))?.[field];
      expect((await send(line, { ...(round % 2 === 0 ? changes[0] : unchanged), [field]: currentFingerprint })).status).toBe(200);
      const nextFingerprint = String((await readStored(path))?.[field]);
      expect(usedFingerprints).not.toContain(nextFingerprint);
      usedFingerprints.add(nextFingerprint);
    }
  });

  test.each([2, 10, 40])('lets exactly one of %i concurrent updates with one fingerprint succeed', async (count) => {
    const { send } = start();
    const bodies = Array.from({ length: count }, (_, index) =>
      field === 'fingerprint'
        ? { privateIpv6ProviderAccess: `X${index}`, fingerprint }
        : { labels: { n: `${index}` }, labelFingerprint: fingerprint },
    );
    const statuses = (await Promise.all(bodies.map((body) => send(line, body)))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 412)).toHaveLength(count - 1);
  });

  test('lets exactly one of several delayed concurrent updates succeed', async () => {
    const { send, wait, mock } = start({ operationDelay: 1000 });
    const bodies = [0, 1, 2].map((index) =>
      field === 'fingerprint'
        ? { privateIpv6ProviderAccess: `X${index}`, fingerprint }
        : { labels: { n: `${index}` }, labelFingerprint: fingerprint },
    );
    for (const body of bodies) expect((await send(line, body)).status).toBe(200);
    await wait(2);
    const operations = Object.entries((await mock.state()).resources ?? {}).filter(([path]) => path.includes('/operations/'));
    expect(operations.filter(([, { error }]) => error === undefined)).toHaveLength(1);
    expect(operations.filter(([, { httpErrorStatusCode }]) => httpErrorStatusCode === 412)).toHaveLength(2);
  });

  test('rejects the previous fingerprint and accepts the renewed one', async () => {
    const { send, readStored } = start();
    await send(line, { ...changes[0], [field]: fingerprint });
    const currentFingerprint = (await readStored(path))?.[field];
    expect((await send(line, { ...changes[1], [field]: fingerprint })).status).toBe(412);
    expect((await send(line, { ...changes[1], [field]: currentFingerprint })).status).toBe(200);
  });
});

describe('labels have their own fingerprint', () => {
  test('setLabels replaces only the labels', async () => {
    const { send, readStored } = start();
    await send(`POST ${instant}/setLabels`, { labels: { x: '' }, labelFingerprint: fingerprint });
    expect(await readStored(instant)).toMatchObject({ labels: { x: '' }, description: 'kept', name: 'instant' });
  });

  test('labels a resource by its name or ID', async () => {
    const { send, readStored, mock } = start();
    await mock.seed({ resources: { [instant]: { name: 'instant', id: '4711', labelFingerprint: fingerprint } } });
    const { status, body } = await send(`POST ${base}/zones/z/instantSnapshots/4711/setLabels`, {
      labels: { by: 'id' },
      labelFingerprint: fingerprint,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ targetId: '4711', targetLink: expect.stringMatching(/instantSnapshots\/instant$/) as unknown });
    expect(await readStored(instant)).toMatchObject({ labels: { by: 'id' } });
    expect((await send(`POST ${base}/zones/z/instantSnapshots/4712/setLabels`, { labels: {}, labelFingerprint: fingerprint })).status).toBe(
      404,
    );
  });

  test('returns 404 for a snapshot that does not exist or is in another zone', async () => {
    const { send } = start();
    for (const path of [`${base}/zones/z/instantSnapshots/none`, `${base}/zones/y/instantSnapshots/instant`]) {
      expect(summarizeError(await send(`POST ${path}/setLabels`, { labels: {}, labelFingerprint: fingerprint }))).toMatchObject({
        status: 404,
        reason: 'notFound',
      });
    }
  });

  test.each([
    ['a label that is not a string', { labels: { a: 1 }, labelFingerprint: fingerprint }],
    ['labels that are a list', { labels: ['a'], labelFingerprint: fingerprint }],
    ['an unknown field', { labels: {}, labelFingerprint: fingerprint, other: 1 }],
  ])('rejects %s with 400', async (_, body) => {
    expect(summarizeError(await start().send(`POST ${instant}/setLabels`, body))).toMatchObject({ status: 400, reason: 'invalid' });
  });

  test('rejects a missing body with 400', async () => {
    expect((await start().send(`POST ${instant}/setLabels`)).status).toBe(400);
  });
});
