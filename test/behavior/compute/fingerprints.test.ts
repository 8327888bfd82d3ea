/** Optimistic locking: of subnetworks by `fingerprint`, of labels by `labelFingerprint`. */
import { describe, expect, test } from 'vitest';
import { refusalOf, serve, type Asked } from '../ask.js';

const base = '/compute/v1/projects/p';
const subnet = `${base}/regions/r/subnetworks/subnet`;
const instant = `${base}/zones/z/instantSnapshots/instant`;
const print = 'AAAAAAAAAAE=';
const seed = {
  resources: {
    [subnet]: {
      name: 'subnet',
      fingerprint: print,
      stackType: 'IPV4_ONLY',
      secondaryIpRanges: [{ rangeName: 'a', ipCidrRange: '10.1.0.0/24' }],
    },
    [instant]: { name: 'instant', labelFingerprint: print, labels: { a: 'b' }, description: 'kept' },
  },
};

const guarded = [
  {
    name: 'a subnetwork',
    ask: `PATCH ${subnet}`,
    path: subnet,
    field: 'fingerprint',
    changes: [{ stackType: 'IPV4_IPV6' }, { privateIpv6ProviderAccess: 'ON' }, { secondaryIpRanges: [] }],
    same: { stackType: 'IPV4_ONLY', secondaryIpRanges: [{ rangeName: 'a', ipCidrRange: '10.1.0.0/24' }] },
  },
  {
    name: 'labels',
    ask: `POST ${instant}/setLabels`,
    path: instant,
    field: 'labelFingerprint',
    changes: [{ labels: { c: 'd' } }, { labels: {} }, { labels: { a: '' } }],
    same: { labels: { a: 'b' } },
  },
] as const;

const start = (options: Parameters<typeof serve>[1] = {}): Asked => serve('compute', { seed, ...options });

describe.each(guarded)('$name', ({ ask, path, field, changes, same }) => {
  test.each([
    ['missing', {}],
    ['empty', { [field]: '' }],
    ['null', { [field]: null }],
    ['stale', { [field]: 'AAAAAAAAAAI=' }],
    ['longer', { [field]: 'AAAAAAAAAAEA' }],
  ])('a fingerprint that is %s is 412 conditionNotMet, and nothing changes', async (_, given) => {
    const { send, mock } = start();
    const before = (await mock.state()).resources;
    const answer = await send(ask, { ...changes[0], ...given });
    expect(refusalOf(answer)).toEqual({ status: 412, reason: 'conditionNotMet', location: 'If-Match' });
    expect(answer.body).toMatchObject({ error: { code: 412, errors: [{ domain: 'global', locationType: 'header' }] } });
    expect((await mock.state()).resources).toEqual(before);
  });

  test.each([
    ['a number', 1],
    ['a list', [print]],
    ['not base64', '***'],
  ])('a fingerprint that is %s is refused', async (_, given) => {
    const { status } = await start().send(ask, { ...changes[0], [field]: given });
    expect([400, 412]).toContain(status);
  });

  test.each(['AAAAAAAAAAE=', 'AAAAAAAAAAE'])('the current one is taken, padded or not: %s', async (given) => {
    expect((await start().send(ask, { ...changes[0], [field]: given })).status).toBe(200);
  });

  test.each(changes.map((change) => [JSON.stringify(change), change] as const))('%s renews it', async (_, change) => {
    const { send, kept } = start();
    expect((await send(ask, { ...change, [field]: print })).status).toBe(200);
    const renewed = (await kept(path))?.[field];
    expect(renewed).toMatch(/^[A-Za-z0-9+/]+=*$/);
    expect(renewed).not.toBe(print);
  });

  test('a change that changes nothing does not renew it', async () => {
    const { send, kept } = start();
    expect((await send(ask, { ...same, [field]: print })).status).toBe(200);
    expect((await kept(path))?.[field]).toBe(print);
  });

  test('a fingerprint never comes back, even where the content does', async () => {
    const { send, kept } = start();
    const seen = new Set([print]);
    for (let round = 0; round < 6; round++) {
      const current = (await kept(path))?.[field];
      expect((await send(ask, { ...(round % 2 === 0 ? changes[0] : same), [field]: current })).status).toBe(200);
      const next = String((await kept(path))?.[field]);
      expect(seen).not.toContain(next);
      seen.add(next);
    }
  });

  test.each([2, 10, 40])('of %i concurrent updates with one fingerprint exactly one wins', async (count) => {
    const { send } = start();
    const bodies = Array.from({ length: count }, (_, index) =>
      field === 'fingerprint'
        ? { privateIpv6ProviderAccess: `X${index}`, fingerprint: print }
        : { labels: { n: `${index}` }, labelFingerprint: print },
    );
    const statuses = (await Promise.all(bodies.map((body) => send(ask, body)))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 412)).toHaveLength(count - 1);
  });

  test('of concurrent updates that wait exactly one takes effect', async () => {
    const { send, wait, mock } = start({ operationDelay: 1000 });
    const bodies = [0, 1, 2].map((index) =>
      field === 'fingerprint'
        ? { privateIpv6ProviderAccess: `X${index}`, fingerprint: print }
        : { labels: { n: `${index}` }, labelFingerprint: print },
    );
    for (const body of bodies) expect((await send(ask, body)).status).toBe(200);
    await wait(2);
    const operations = Object.entries((await mock.state()).resources ?? {}).filter(([each]) => each.includes('/operations/'));
    expect(operations.filter(([, { error }]) => error === undefined)).toHaveLength(1);
    expect(operations.filter(([, { httpErrorStatusCode }]) => httpErrorStatusCode === 412)).toHaveLength(2);
  });

  test('what is read is what can be sent: the value of the operation before', async () => {
    const { send, kept } = start();
    await send(ask, { ...changes[0], [field]: print });
    const current = (await kept(path))?.[field];
    expect((await send(ask, { ...changes[1], [field]: print })).status).toBe(412);
    expect((await send(ask, { ...changes[1], [field]: current })).status).toBe(200);
  });
});

describe('labels have a fingerprint of their own', () => {
  test('setLabels replaces the labels and nothing else', async () => {
    const { send, kept } = start();
    await send(`POST ${instant}/setLabels`, { labels: { x: '' }, labelFingerprint: print });
    expect(await kept(instant)).toMatchObject({ labels: { x: '' }, description: 'kept', name: 'instant' });
  });

  test('a resource is labelled by its name or by its id', async () => {
    const { send, kept, mock } = start();
    await mock.seed({ resources: { [instant]: { name: 'instant', id: '4711', labelFingerprint: print } } });
    const { status, body } = await send(`POST ${base}/zones/z/instantSnapshots/4711/setLabels`, {
      labels: { by: 'id' },
      labelFingerprint: print,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ targetId: '4711', targetLink: expect.stringMatching(/instantSnapshots\/instant$/) as unknown });
    expect(await kept(instant)).toMatchObject({ labels: { by: 'id' } });
    expect((await send(`POST ${base}/zones/z/instantSnapshots/4712/setLabels`, { labels: {}, labelFingerprint: print })).status).toBe(404);
  });

  test('a snapshot that does not exist is 404, one of another zone too', async () => {
    const { send } = start();
    for (const path of [`${base}/zones/z/instantSnapshots/none`, `${base}/zones/y/instantSnapshots/instant`]) {
      expect(refusalOf(await send(`POST ${path}/setLabels`, { labels: {}, labelFingerprint: print }))).toMatchObject({
        status: 404,
        reason: 'notFound',
      });
    }
  });

  test.each([
    ['a label that is no text', { labels: { a: 1 }, labelFingerprint: print }],
    ['labels that are a list', { labels: ['a'], labelFingerprint: print }],
    ['a field that is unknown', { labels: {}, labelFingerprint: print, other: 1 }],
  ])('%s is 400', async (_, body) => {
    expect(refusalOf(await start().send(`POST ${instant}/setLabels`, body))).toMatchObject({ status: 400, reason: 'invalid' });
  });

  test('without a body it is 400', async () => {
    expect((await start().send(`POST ${instant}/setLabels`)).status).toBe(400);
  });
});
