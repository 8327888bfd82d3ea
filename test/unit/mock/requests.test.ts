/** Names of prototype members in open objects, the form of responses, and validation errors. */
import { describe, expect, it } from 'vitest';
import type { ApiBehavior } from '../../../runtime/behavior.js';
import { createTestMock, dns, readMessage, readReason } from './fixtures.js';

const zones = '/dns/v1/projects/p/managedZones';

it('stores __proto__ and other inherited names in an open object without side effects', async () => {
  const { send, mock } = createTestMock();
  const text = '{"name":"z","__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"toString":null}';
  expect((await send(`POST ${zones}`, text)).status).toBe(200);
  await send(`PATCH ${zones}/z`, '{"__proto__":{"polluted":1},"hasOwnProperty":"x"}');
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  const response = await mock.handle({ method: 'GET', url: `http://x${zones}/z` });
  expect(response.body).toContain('"__proto__"');
  for (const name of ['__proto__', 'constructor', 'toString']) expect((await send(`GET ${zones}/${name}`)).status).toBe(404);
});

describe('a response', () => {
  it('has the headers of the service and is indented by default', async () => {
    const { mock } = createTestMock();
    const response = await mock.handle({ method: 'GET', url: `http://x${zones}` });
    expect(response.headers).toEqual({
      'content-type': 'application/json; charset=UTF-8',
      vary: 'Origin, X-Origin, Referer',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private',
      date: 'Thu, 01 Jan 2026 12:00:00 GMT',
      etag: expect.stringMatching(/^"[0-9a-f]{16}"$/) as unknown,
    });
    expect(response.body).toBe('{\n  "managedZones": []\n}\n');
    expect(
      (await mock.handle({ method: 'GET', url: `http://x${zones}?prettyPrint=false&alt=json&$alt=json;enum-encoding=int&key=k` })).body,
    ).toBe('{"managedZones":[]}');
  });

  it.each([
    ['prettyPrint=True', 200],
    ['prettyPrint=0', 200],
    ['$prettyPrint=maybe', 400],
    ['$.xgafv=2', 200],
    ['$.xgafv=3', 400],
  ])('to %s is %i, because common parameters are validated', async (query, status) => {
    const response = await createTestMock().send(`GET ${zones}?${query}`);
    expect(response.status).toBe(status);
    if (status === 400) expect(readMessage(response)).toContain(`'${query.split('=')[0] ?? ''}'`);
  });

  it('to GET / names the control page', async () => {
    const response = await createTestMock().send('GET /');
    expect([response.status, readMessage(response)]).toEqual([404, 'No route matches GET /; the control page is at /__admin/ui']);
  });

  it.each([
    ['/dns/v1/projects/p/managedZone/z', `; did you mean "${zones}/z"?`],
    ['/dns/v1/projects/p/other/z', ''],
  ])('to %s suggests a similar path, in the envelope of the API', async (path, suggestion) => {
    const response = await createTestMock({}, [{ ...dns, errors: { envelope: 'status' } }]).send(`GET ${path}`);
    expect(response.body).toEqual({
      error: { code: 404, message: `No route matches GET ${path}${suggestion}`, status: 'NOT_FOUND' },
    });
  });

  it('allows requests from other origins', async () => {
    const { mock } = createTestMock();
    const response = await mock.handle({ method: 'OPTIONS', url: `http://x${zones}`, headers: { origin: 'http://page' } });
    expect(response).toMatchObject({ status: 204, body: '', headers: { 'access-control-allow-origin': '*' } });
  });

  it('to an internal error is 500, with the cause in the journal', async () => {
    const failingApi: ApiBehavior = {
      ...dns,
      methods: dns.methods.map((method) => ({
        ...method,
        validate: () => {
          throw new Error('out of order');
        },
      })),
    };
    const { send, mock } = createTestMock({}, [failingApi]);
    const response = await send(`GET ${zones}`);
    expect([response.status, readReason(response)]).toEqual([500, 'internalError']);
    expect(readMessage(response)).not.toContain('out of order');
    expect(mock.requests[0]?.failure).toContain('out of order');
  });
});

describe('validation errors', () => {
  const errors = [
    {
      instancePath: '/requestBody/list/0',
      schemaPath: '',
      keyword: 'required',
      params: { missingProperty: 'name' },
      message: 'must have name',
    },
    { instancePath: '/requestBody/size', schemaPath: '', keyword: 'type', params: {}, message: 'must be integer' },
    { instancePath: '/maxResults', schemaPath: '', keyword: 'maximum', params: {}, message: 'must be <= 5' },
  ];
  const validate = Object.assign(() => false, { errors });
  const apiWithErrors: ApiBehavior = { ...dns, methods: dns.methods.map((method) => ({ ...method, validate })) };

  it('are all reported with their positions', async () => {
    const response = await createTestMock({}, [apiWithErrors]).send(`POST ${zones}`, { name: 'z' });
    expect(response).toMatchObject({
      status: 400,
      body: {
        error: {
          code: 400,
          status: 'INVALID_ARGUMENT',
          errors: [
            { domain: 'global', reason: 'required', location: 'list[0].name', locationType: 'field' },
            { reason: 'invalid', location: 'size', message: expect.stringContaining('must be integer') as string },
            { reason: 'invalid', location: 'maxResults', locationType: 'parameter' },
          ],
        },
      },
    });
  });
});
