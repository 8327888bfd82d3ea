/** Routes, request bodies, and the form of responses. */
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { ApiBehavior } from '../../../../templates/runtime/behavior.js';
import { createTestMock, dns, readMessage, readReason } from './fixtures.js';

const zones = '/dns/v1/projects/p/managedZones';

describe('a route', () => {
  it.each([
    ['GET /', 404, 'notFound'],
    ['GET /dns/v1/projects/p/', 404, 'notFound'],
    ['GET /dns/v1/projects/p/nothing', 404, 'notFound'],
    ['GET /dns/v1/projects//managedZones', 404, 'notFound'],
    [`DELETE ${zones}`, 405, 'methodNotAllowed'],
    [`GET ${zones}/z:getIamPolicy`, 405, 'methodNotAllowed'],
    [`GET ${zones}/%zz`, 400, 'invalid'],
    [`GET ${zones}?a=%zz`, 400, 'invalid'],
    ['POST /v1beta1/projects/p/groups/g:cancel', 501, 'notImplemented'],
  ])('%s returns %i %s', async (line, status, reason) => {
    const response = await createTestMock().send(line);
    expect([response.status, readReason(response)]).toEqual([status, reason]);
  });

  it('lists the allowed methods of a path and names an unimplemented method', async () => {
    const { send } = createTestMock();
    expect((await send(`DELETE ${zones}`)).headers['allow']).toBe('GET, POST');
    expect(readMessage(await send('POST /v1beta1/projects/p/groups/g:cancel', {}))).toContain('verbs.groups.cancel');
  });

  it('decodes each segment once', async () => {
    const { send } = createTestMock();
    await send(`POST ${zones}`, { name: 'a/b%2F c' });
    expect((await send(`GET ${zones}/a%2Fb%252F%20c`)).body).toEqual({ name: 'a/b%2F c' });
    expect((await send(`GET ${zones}/a/b`)).status).toBe(404);
  });

  it('accepts a method override header', async () => {
    const { send } = createTestMock();
    await send(`POST ${zones}`, { name: 'z' });
    expect((await send(`POST ${zones}/z`, { description: 'x' }, { 'X-HTTP-Method-Override': 'PATCH' })).body).toEqual({
      name: 'z',
      description: 'x',
    });
    const formHeaders = { 'x-http-method-override': 'GET', 'content-type': 'application/x-www-form-urlencoded' };
    expect((await send(`POST ${zones}`, 'maxResults=1', formHeaders)).body).toMatchObject({ managedZones: [{ name: 'z' }] });
  });

  it('accepts names with slashes in the path', async () => {
    const { send } = createTestMock();
    expect((await send('POST /v1beta1/projects/p/groups?groupId=g', {})).body).toEqual({ name: 'projects/p/groups/g' });
    expect((await send('GET /v1beta1/projects/p/groups/g')).body).toEqual({ name: 'projects/p/groups/g' });
    expect((await send('GET /v1beta1/projects/p/groups')).body).toEqual({ groups: [{ name: 'projects/p/groups/g' }] });
  });
});

describe('a request body', () => {
  it.each([
    ['{"name":"z"', 'parseError', 'line 1, column 12'],
    ['{"name":\n  z}', 'parseError', 'line 2, column 3'],
    ['{"a":1,}', 'parseError', 'column 8'],
    ['[1 2]', 'parseError', 'column 4'],
    ['{} x', 'parseError', 'column 4'],
    ['\u00e9', 'parseError', 'column 1'],
    ['[]', 'invalid', 'object'],
    ['"x"', 'invalid', 'object'],
    ['null', 'invalid', 'object'],
  ])('rejects %s with its position', async (text, reason, position) => {
    const response = await createTestMock().send(`POST ${zones}`, text);
    expect([response.status, readReason(response)]).toEqual([400, reason]);
    expect(readMessage(response)).toContain(position);
  });

  it('is required if the method needs it, must be UTF-8, and is rejected on a GET', async () => {
    const { send } = createTestMock();
    expect(readReason(await send(`POST ${zones}`))).toBe('required');
    expect(readReason(await send(`POST ${zones}`, Uint8Array.of(0x7b, 0xff, 0x7d)))).toBe('parseError');
    expect((await send(`GET ${zones}`, {})).status).toBe(400);
  });

  it('is limited in bytes and depth', async () => {
    const createNestedBody = (depth: number): string => `{"name":"z","x":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;
    const { send } = createTestMock({ maxBody: 100, maxDepth: 5 });
    const createBody = (size: number): string => `{"name":"${'z'.repeat(size - 11)}"}`;
    expect((await send(`POST ${zones}`, createBody(100))).status).toBe(200);
    const tooLarge = await send(`POST ${zones}`, createBody(101));
    expect([tooLarge.status, readReason(tooLarge)]).toEqual([413, 'uploadTooLarge']);
    expect((await send(`POST ${zones}`, createNestedBody(5))).status).toBe(200);
    const tooDeep = await send(`POST ${zones}`, createNestedBody(6));
    expect([tooDeep.status, readReason(tooDeep)]).toEqual([400, 'invalid']);
    expect((await send(`POST ${zones}`, '{"name":"q","x":"[[[[[[[[[["}')).status).toBe(200);
  });

  it('with a query in a form is limited, decoded, and decompressed like others', async () => {
    const { send } = createTestMock({ maxBody: 100 });
    const formHeaders = { 'X-HTTP-Method-Override': 'GET', 'Content-Type': 'Application/X-WWW-Form-Urlencoded; charset=UTF-8' };
    const sendForm = async (body: unknown, headers = {}): Promise<readonly unknown[]> => {
      const response = await send(`POST ${zones}`, body, { ...formHeaders, ...headers });
      return [response.status, readReason(response)];
    };
    const createBody = (size: number): string => `quotaUser=${'x'.repeat(size - 10)}`;
    expect(await sendForm(createBody(100))).toEqual([200, undefined]);
    expect(await sendForm(createBody(101))).toEqual([413, 'uploadTooLarge']);
    expect(await sendForm('maxResults=x')).toEqual([400, 'invalid']);
    expect(await sendForm(Uint8Array.of(0x61, 0x3d, 0xff))).toEqual([400, 'parseError']);
    expect(await sendForm(gzipSync('maxResults=x'), { 'Content-Encoding': 'gzip' })).toEqual([400, 'invalid']);
  });

  it('can be compressed, and is limited by its decompressed size', async () => {
    const { send } = createTestMock({ maxBody: 1000 });
    const gzipHeaders = { 'Content-Encoding': 'gzip' };
    expect((await send(`POST ${zones}`, gzipSync('{"name":"z"}'), gzipHeaders)).body).toEqual({ name: 'z' });
    expect((await send(`POST ${zones}`, gzipSync(`{"name":"${'z'.repeat(1_000_000)}"}`), gzipHeaders)).status).toBe(413);
    const response = await send(`POST ${zones}`, Uint8Array.of(1, 2, 3), gzipHeaders);
    expect([response.status, readReason(response)]).toEqual([400, 'parseError']);
  });

  it('can contain __proto__ and other inherited names without side effects', async () => {
    const { send, mock } = createTestMock();
    const text = '{"name":"z","__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"toString":null}';
    expect((await send(`POST ${zones}`, text)).status).toBe(200);
    await send(`PATCH ${zones}/z`, '{"__proto__":{"polluted":1},"hasOwnProperty":"x"}');
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    const response = await mock.handle({ method: 'GET', url: `http://x${zones}/z` });
    expect(response.body).toContain('"__proto__"');
    for (const name of ['__proto__', 'constructor', 'toString']) expect((await send(`GET ${zones}/${name}`)).status).toBe(404);
  });
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
    ['alt=json', 200],
    ['alt=yaml', 400],
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
