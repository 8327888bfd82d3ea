/** projects.get and regionSslCertificates.list: visible and hidden fields. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../mock/index.js';
import { origin, summarizeError, startMock, type MockClient } from '../request.js';
import { certificate, privateKey } from '../../support/pem.js';

const project = '/compute/v1/projects/p';

describe('projects.get', () => {
  test('returns an unseeded project with its defaults', async () => {
    const { status, body } = await startMock('compute').send(`GET ${project}`);
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

  test('returns the same project each time and a different one for another ID', async () => {
    const { send } = startMock('compute');
    const first = (await send(`GET ${project}`)).body;
    expect((await send(`GET ${project}`)).body).toEqual(first);
    expect((await send('GET /compute/v1/projects/q')).body['id']).not.toBe(first['id']);
  });

  test('returns a seeded project as seeded', async () => {
    const seeded: JsonObject = {
      name: 'p',
      id: '77',
      quotas: [{ metric: 'SNAPSHOTS', limit: 10, usage: 1 }],
      commonInstanceMetadata: { items: [{ key: 'k', value: 'v' }] },
    };
    const { send } = startMock('compute', { seed: { resources: { [project]: seeded } } });
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
    // The wider of two selections of a field wins, in any order.
    ['quotas,quotas/metric', { quotas: [{ metric: 'SNAPSHOTS', limit: 10, usage: 1 }] }],
    ['quotas/metric,quotas', { quotas: [{ metric: 'SNAPSHOTS', limit: 10, usage: 1 }] }],
    ['commonInstanceMetadata/items/key', { commonInstanceMetadata: { items: [{ key: 'k' }, { key: 'l' }] } }],
    ['commonInstanceMetadata(items(value))', { commonInstanceMetadata: { items: [{ value: 'v' }, { value: 'w' }] } }],
  ])('returns only fields=%s', async (fields, expected) => {
    expect((await startMock('compute', { seed }).send(`GET ${project}?fields=${fields}`)).body).toEqual(expected);
  });

  test('returns everything for fields=*, and no quotas if the mask omits them', async () => {
    const { send } = startMock('compute', { seed });
    expect((await send(`GET ${project}?fields=*`)).body).toEqual((await send(`GET ${project}`)).body);
    expect((await send(`GET ${project}?fields=id,name`)).body).not.toHaveProperty('quotas');
  });

  test.each([
    'nonsense',
    'id,nonsense',
    'quotas(nonsense)',
    'quotas()',
    'quotas/nonsense',
    'id(',
    'id)',
    '(id)',
    'id,,name',
    '/id',
    'id//x',
  ])('rejects fields=%s with 400 at `fields`', async (fields) => {
    expect(summarizeError(await startMock('compute', { seed }).send(`GET ${project}?fields=${fields}`))).toEqual({
      status: 400,
      reason: 'invalid',
      location: 'fields',
    });
  });

  test('applies $fields and the field mask header alike', async () => {
    const { send } = startMock('compute', { seed });
    expect((await send(`GET ${project}?$fields=id`)).body).toEqual({ id: '77' });
    expect((await send(`GET ${project}`, undefined, { 'X-Goog-FieldMask': 'id' })).body).toEqual({ id: '77' });
  });

  test('does not apply a mask to errors', async () => {
    expect((await startMock('compute').send(`GET ${project}/regions/r/sslCertificates?fields=kind&maxResults=501`)).body).toHaveProperty(
      'error',
    );
  });

  test('rejects a body with 400', async () => {
    expect(summarizeError(await startMock('compute').send(`GET ${project}`, { a: 1 }))).toMatchObject({ status: 400, reason: 'invalid' });
  });

  test.each(['POST', 'PUT', 'DELETE', 'PATCH'])('rejects %s with 405 and the allowed methods', async (verb) => {
    const response = await startMock('compute').send(`${verb} ${project}`, {});
    expect(summarizeError(response)).toMatchObject({ status: 405, reason: 'methodNotAllowed' });
    expect(response.headers['allow']).toContain('GET');
  });
});

describe('certificates never contain private keys', () => {
  const certificatesPath = `${project}/regions/r/sslCertificates`;
  const certificates: Readonly<Record<string, JsonObject>> = {
    [`${certificatesPath}/plain`]: { name: 'plain', certificate, privateKey },
    [`${certificatesPath}/self`]: { name: 'self', type: 'SELF_MANAGED', selfManaged: { certificate, privateKey } },
    [`${certificatesPath}/managed`]: {
      name: 'managed',
      type: 'MANAGED',
      managed: { domains: ['a.example'], status: 'ACTIVE', domainStatus: { 'a.example': 'ACTIVE' } },
    },
  };
  const start = (): MockClient => startMock('compute', { seed: { resources: certificates } });

  test.each([
    ['a list', certificatesPath],
    ['a list with a mask', `${certificatesPath}?fields=items`],
    ['a list by a filter', `${certificatesPath}?filter=name=plain`],
    ['a list with a mask that requests private keys', `${certificatesPath}?fields=items(name,selfManaged)`],
  ])('%s', async (_, path) => {
    const { status, text } = await start().send(`GET ${path}`);
    expect(status).toBe(200);
    expect(text).not.toContain('PRIVATE KEY');
    expect(text).not.toContain('privateKey');
  });

  test('returns all other fields', async () => {
    const { body } = await start().send(`GET ${certificatesPath}`);
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
        { name: 'plain', certificate, type: 'SELF_MANAGED', selfLink: `${origin}${certificatesPath}/plain` },
        { name: 'self', selfManaged: { certificate } },
      ],
    });
  });

  test('does not match a hidden field in a filter', async () => {
    const { body, status } = await start().send(`GET ${certificatesPath}?filter=${encodeURIComponent('privateKey:*')}`);
    if (status === 200) expect(body['items'] ?? []).toEqual([]);
    else expect(status).toBe(400);
  });
});
