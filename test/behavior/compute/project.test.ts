/** projects.get and regionSslCertificates.list: what is shown of a resource, and what never is. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../templates/runtime/mock/index.js';
import { origin, refusalOf, serve, type Asked } from '../ask.js';
import { certificate, privateKey } from '../../support/pem.js';

const project = '/compute/v1/projects/p';

describe('projects.get', () => {
  test('a project that was not seeded exists, with its defaults', async () => {
    const { status, body } = await serve('compute').send(`GET ${project}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      kind: 'compute#project',
      name: 'p',
      id: expect.stringMatching(/^\d{1,20}$/) as unknown,
      creationTimestamp: '2020-01-01T00:00:00.000Z',
      selfLink: `${origin}${project}`,
      defaultNetworkTier: 'PREMIUM',
    });
  });

  test('it is the same each time, and another one is another', async () => {
    const { send } = serve('compute');
    const first = (await send(`GET ${project}`)).body;
    expect((await send(`GET ${project}`)).body).toEqual(first);
    expect((await send('GET /compute/v1/projects/q')).body['id']).not.toBe(first['id']);
  });

  test('a seeded one is as it was seeded', async () => {
    const seeded: JsonObject = {
      name: 'p',
      id: '77',
      quotas: [{ metric: 'SNAPSHOTS', limit: 10, usage: 1 }],
      commonInstanceMetadata: { items: [{ key: 'k', value: 'v' }] },
    };
    const { send } = serve('compute', { seed: { resources: { [project]: seeded } } });
    const { body } = await send(`GET ${project}`);
    expect(body).toMatchObject(seeded);
    expect(body['commonInstanceMetadata']).toMatchObject({ kind: 'compute#metadata', fingerprint: expect.any(String) as unknown });
  });

  const seed = {
    resources: {
      [project]: {
        name: 'p',
        id: '77',
        quotas: [{ metric: 'SNAPSHOTS', limit: 10, usage: 1 }],
        commonInstanceMetadata: {
          items: [
            { key: 'k', value: 'v' },
            { key: 'l', value: 'w' },
          ],
        },
      },
    },
  };
  test.each([
    ['id', { id: '77' }],
    ['id,selfLink', { id: '77', selfLink: `${origin}${project}` }],
    ['name,id', { name: 'p', id: '77' }],
    ['quotas(metric)', { quotas: [{ metric: 'SNAPSHOTS' }] }],
    ['quotas/metric', { quotas: [{ metric: 'SNAPSHOTS' }] }],
    ['quotas(metric,limit),id', { quotas: [{ metric: 'SNAPSHOTS', limit: 10 }], id: '77' }],
    ['commonInstanceMetadata/items/key', { commonInstanceMetadata: { items: [{ key: 'k' }, { key: 'l' }] } }],
    ['commonInstanceMetadata(items(value))', { commonInstanceMetadata: { items: [{ value: 'v' }, { value: 'w' }] } }],
  ])('fields=%s', async (fields, shown) => {
    expect((await serve('compute', { seed }).send(`GET ${project}?fields=${fields}`)).body).toEqual(shown);
  });

  test('fields=* is everything, quotas too; without quotas they are left out', async () => {
    const { send } = serve('compute', { seed });
    expect((await send(`GET ${project}?fields=*`)).body).toEqual((await send(`GET ${project}`)).body);
    expect((await send(`GET ${project}?fields=id,name`)).body).not.toHaveProperty('quotas');
  });

  test.each(['nonsense', 'id,nonsense', 'quotas(nonsense)', 'quotas/nonsense', 'id(', 'id)', '(id)', 'id,,name', '/id', 'id//x'])(
    'fields=%s is 400 at `fields`',
    async (fields) => {
      expect(refusalOf(await serve('compute', { seed }).send(`GET ${project}?fields=${fields}`))).toEqual({
        status: 400,
        reason: 'invalid',
        location: 'fields',
      });
    },
  );

  test('$fields and the header for field masks do the same', async () => {
    const { send } = serve('compute', { seed });
    expect((await send(`GET ${project}?$fields=id`)).body).toEqual({ id: '77' });
    expect((await send(`GET ${project}`, undefined, { 'X-Goog-FieldMask': 'id' })).body).toEqual({ id: '77' });
  });

  test('a mask is not applied to errors', async () => {
    expect((await serve('compute').send(`GET ${project}/regions/r/sslCertificates?fields=kind&maxResults=501`)).body).toHaveProperty(
      'error',
    );
  });

  test('a body is 400', async () => {
    expect(refusalOf(await serve('compute').send(`GET ${project}`, { a: 1 }))).toMatchObject({ status: 400, reason: 'invalid' });
  });

  test.each(['POST', 'PUT', 'DELETE', 'PATCH'])('%s is 405, and says what it takes', async (verb) => {
    const answer = await serve('compute').send(`${verb} ${project}`, {});
    expect(refusalOf(answer)).toMatchObject({ status: 405, reason: 'methodNotAllowed' });
    expect(answer.headers['allow']).toContain('GET');
  });
});

describe('certificates never show private keys', () => {
  const list = `${project}/regions/r/sslCertificates`;
  const given: Readonly<Record<string, JsonObject>> = {
    [`${list}/plain`]: { name: 'plain', certificate, privateKey },
    [`${list}/self`]: { name: 'self', type: 'SELF_MANAGED', selfManaged: { certificate, privateKey } },
    [`${list}/managed`]: {
      name: 'managed',
      type: 'MANAGED',
      managed: { domains: ['a.example'], status: 'ACTIVE', domainStatus: { 'a.example': 'ACTIVE' } },
    },
  };
  const start = (): Asked => serve('compute', { seed: { resources: given } });

  test.each([
    ['a list', list],
    ['a list with a mask', `${list}?fields=items`],
    ['a list by a filter', `${list}?filter=name=plain`],
    ['a mask that asks for them', `${list}?fields=items(name,selfManaged)`],
  ])('%s', async (_, path) => {
    const { status, text } = await start().send(`GET ${path}`);
    expect(status).toBe(200);
    expect(text).not.toContain('PRIVATE KEY');
    expect(text).not.toContain('privateKey');
  });

  test('everything else is shown', async () => {
    const { body } = await start().send(`GET ${list}`);
    expect(body).toMatchObject({
      kind: 'compute#sslCertificateList',
      items: [
        {
          name: 'managed',
          kind: 'compute#sslCertificate',
          type: 'MANAGED',
          region: `${origin}${project}/regions/r`,
          managed: { domains: ['a.example'], status: 'ACTIVE' },
        },
        { name: 'plain', certificate, type: 'SELF_MANAGED', selfLink: `${origin}${list}/plain` },
        { name: 'self', selfManaged: { certificate } },
      ],
    });
  });

  test('a filter does not find what is not shown', async () => {
    const { body, status } = await start().send(`GET ${list}?filter=${encodeURIComponent('privateKey:*')}`);
    if (status === 200) expect(body['items'] ?? []).toEqual([]);
    else expect(status).toBe(400);
  });
});
