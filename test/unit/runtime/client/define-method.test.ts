import { describe, expect, test } from 'vitest';
import {
  ApiError,
  bindMethods,
  createTransport,
  defineMethod,
  ParameterError,
  addRequestId,
  addRequestIdToBody,
} from '../../../../runtime/client/index.js';
import type { Client, ClientOptions } from '../../../../runtime/client/index.js';
import type { MethodDescriptor } from '../../../../runtime/descriptor.js';
import { api, connect, createZone, catchError, getZone, script, zone } from './support.js';
import type { Values } from './support.js';

const get = defineMethod<Values, unknown>(getZone);
const create = defineMethod<Values, unknown>(createZone);
const patch: MethodDescriptor = {
  id: 'compute.x.patch',
  httpMethod: 'PATCH',
  path: 'compute/v1/x/{x}',
  parameters: { requestId: {} },
  body: 'optional',
  requestId: 'requestId',
};

const containsItself: { inner?: object } = {};
containsItself.inner = containsItself;

describe('a request', () => {
  test('contains path, query, headers, and body', async () => {
    const { fetch, sent } = script({ body: {} });
    await get(connect(fetch), {
      ...zone,
      clientOperationId: 'a b&c',
      view: ['x', 'y'],
      fields: 'id,name',
      prettyPrint: false,
      $alt: 'json',
      key: undefined,
    });
    await create(connect(fetch), { project: 'p', requestBody: { name: 'z' } });
    expect(sent).toEqual([
      {
        url: 'http://service.test/dns/v1/projects/p/managedZones/z?clientOperationId=a%20b%26c&view=x&view=y&fields=id%2Cname&prettyPrint=false&%24alt=json',
        method: 'GET',
        headers: { accept: 'application/json' },
        redirect: 'manual',
      },
      {
        url: 'http://service.test/dns/v1/projects/p/managedZones',
        method: 'POST',
        headers: { accept: 'application/json', 'content-type': 'application/json' },
        body: '{"name":"z"}',
        redirect: 'manual',
      },
    ]);
  });

  test.each<[string, Values, string]>([
    ['get', { project: 'p' }, 'managedZone'],
    ['get', { ...zone, managedzone: 'z' }, 'managedzone'],
    ['get', { ...zone, requestBody: {} }, 'requestBody'],
    ['get', { ...zone, clientOperationId: ['a'] }, 'clientOperationId'],
    ['get', { ...zone, clientOperationId: null }, 'clientOperationId'],
    ['get', { ...zone, view: ['a', {}] }, 'view'],
    ['get', { ...zone, constructor: 'x' }, 'constructor'],
    ['get', { ...zone, ...(JSON.parse('{"__proto__":"x"}') as object) }, '__proto__'],
    ['create', { project: 'p' }, 'requestBody'],
    ['create', { project: 'p', requestBody: { n: 1n } }, 'requestBody.n'],
    ['create', { project: 'p', requestBody: { disks: [{}, { sizeGb: 1n }] } }, 'requestBody.disks[1].sizeGb'],
    ['create', { project: 'p', requestBody: containsItself }, 'requestBody'],
    ['search', {}, 'q'],
    ['search', { q: undefined }, 'q'],
  ])('rejects %s with %o before sending anything', async (method, params, parameter) => {
    const search = defineMethod<Values, unknown>({
      id: 'dns.search',
      httpMethod: 'GET',
      path: 'dns/v1/search',
      parameters: { q: { required: true } },
    });
    const { fetch, sent } = script({});
    const call = { get, create, search }[method] ?? get;
    expect(await catchError(ParameterError, call(connect(fetch), params))).toMatchObject({ parameter });
    expect(sent).toEqual([]);
  });

  test.each([0, false, ''])('accepts %j for a required parameter', async (q) => {
    const search = defineMethod<Values, unknown>({ id: 's', httpMethod: 'GET', path: 's', parameters: { q: { required: true } } });
    const { fetch, sent } = script({});
    await search(connect(fetch), { q });
    expect(sent[0]?.url).toBe(`http://service.test/s?q=${q}`);
  });

  test('accepts the system parameters', async () => {
    const commonParameters = {
      access_token: 'a',
      alt: 'b',
      fields: 'c',
      key: 'd',
      oauth_token: 'e',
      prettyPrint: true,
      quotaUser: 'f',
      userIp: 'g',
    };
    const { fetch, sent } = script({});
    await get(connect(fetch), { ...zone, ...commonParameters, '$.xgafv': '1' });
    expect(new URL(sent[0]?.url ?? '').search).toBe(
      '?access_token=a&alt=b&fields=c&key=d&oauth_token=e&prettyPrint=true&quotaUser=f&userIp=g&%24.xgafv=1',
    );
  });

  test('accepts the common parameters of the API', async () => {
    const { fetch, sent } = script({});
    const transport = createTransport({ ...api, parameters: { trace: {} } }, { rootUrl: 'http://h', fetch });
    await get(transport, { ...zone, trace: 'on' });
    expect(sent[0]?.url).toMatch(/\?trace=on$/);
  });

  test.each([
    ['http://h', 'http://h/'],
    ['http://h/', 'http://h/'],
    ['https://h:8443/a/b', 'https://h:8443/a/b/'],
    ['http://h/a//', 'http://h/a/'],
  ])('resolves paths relative to the address %s', async (rootUrl, base) => {
    const { fetch, sent } = script({});
    await get(createTransport(api, { rootUrl, fetch }), zone);
    expect(sent[0]?.url).toBe(`${base}dns/v1/projects/p/managedZones/z`);
  });

  test.each([undefined, '', 'h', '/v1', 'ftp://h/', 'http://user:secret@h/', 'http://h/?key=secret', 'http://h/#a'])(
    'rejects the address %s',
    (rootUrl) => {
      const createWithAddress = (): unknown => createTransport(api, { rootUrl });
      expect(createWithAddress).toThrow(ParameterError);
      expect(createWithAddress).toThrow(expect.objectContaining({ message: expect.not.stringContaining('secret') as string }) as Error);
    },
  );

  test('quotes an address without a scheme', () => {
    expect(() => createTransport(api, { rootUrl: 'localhost:8787' })).toThrow('received the string "localhost:8787"');
  });

  test('uses the default address of the API', () => {
    expect(createTransport({ ...api, rootUrl: 'https://dns.test/' }).rootUrl).toBe('https://dns.test/');
    expect(createTransport({ ...api, rootUrl: 'https://dns.test/' }, { rootUrl: 'http://own.test/' }).rootUrl).toBe('http://own.test/');
  });
});

describe('a request id', () => {
  const callPatch = defineMethod<Values, unknown>(patch, addRequestId);
  const getRequestId = (url: string | undefined): string | null => new URL(url ?? '').searchParams.get('requestId');

  test('is generated once per call, for all attempts', async () => {
    const { fetch, sent } = script({ status: 503 }, { status: 503 }, {});
    await callPatch(connect(fetch), { x: '1' });
    expect(sent.map(({ url }) => getRequestId(url))).toEqual(Array(3).fill(expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4/)));
    expect(new Set(sent.map(({ url }) => url)).size).toBe(1);
  });
  test('does not modify the given parameters', async () => {
    const params = { x: '1' };
    await callPatch(connect(script({}).fetch), params);
    expect(params).toEqual({ x: '1' });
  });
  test('from the caller is sent and makes the call idempotent', async () => {
    const { fetch, sent } = script({ status: 503 }, {});
    await callPatch(connect(fetch, { requestId: false }), { x: '1', requestId: 'mine' });
    expect(sent.map(({ url }) => getRequestId(url))).toEqual(['mine', 'mine']);
  });
  test.each<[string, ClientOptions, { requestId?: false | (() => string) }, string | null]>([
    ['switched off for the client', { requestId: false }, {}, null],
    ['switched off for the call', {}, { requestId: false }, null],
    ['empty', { requestId: () => '' }, {}, null],
    ['created by the client', { requestId: () => 'own' }, {}, 'own'],
    ['created by the call', { requestId: false }, { requestId: () => 'own' }, 'own'],
  ])('can be %s', async (_, options, callOptions, id) => {
    const { fetch, sent } = script({});
    await callPatch(connect(fetch, options), { x: '1' }, callOptions);
    expect(getRequestId(sent[0]?.url)).toBe(id);
  });
  test.each<[string, ClientOptions, Values]>([
    ['a request ID', { requestId: false }, {}],
    ['a non-empty request ID', { requestId: () => '' }, {}],
    ['a non-empty request ID from the caller', { requestId: false }, { requestId: '' }],
  ])('if absent, leads to no retry: a PATCH without %s is sent once', async (_, options, params) => {
    const { fetch, sent } = script({ status: 503 });
    await catchError(ApiError, callPatch(connect(fetch, options), { x: '1', ...params }));
    expect(sent).toHaveLength(1);
  });
  test("is sent in the body if the method requires it, without modifying the caller's body", async () => {
    const createWithIdInBody = defineMethod<Values, unknown>({ ...createZone, requestId: 'id', requestIdIn: 'body' }, addRequestIdToBody);
    const { fetch, sent } = script({});
    const requestBody = { name: 'z' };
    await createWithIdInBody(connect(fetch, { requestId: () => 'r' }), { project: 'p', requestBody });
    expect([sent[0]?.body, requestBody]).toEqual(['{"name":"z","id":"r"}', { name: 'z' }]);
    await createWithIdInBody(connect(fetch, { requestId: false }), { project: 'p', requestBody });
    expect(sent[1]?.body).toBe('{"name":"z"}');
  });
  test('adds no body if it is turned off', async () => {
    const createWithIdInBody = defineMethod<Values, unknown>(
      { ...createZone, body: 'optional', requestId: 'id', requestIdIn: 'body' },
      addRequestIdToBody,
    );
    const { fetch, sent } = script({});
    await createWithIdInBody(connect(fetch, { requestId: false }), { project: 'p' });
    await createWithIdInBody(connect(fetch, { requestId: () => 'r' }), { project: 'p' });
    expect(sent.map(({ body }) => body)).toEqual([undefined, '{"id":"r"}']);
  });
});

describe('a response', () => {
  test.each([
    ['JSON', { body: { a: 1 } }, { a: 1 }],
    ['200 with {}', { body: {} }, {}],
    ['204 without a body', { status: 204 }, {}],
    ['200 with null', { body: 'null' }, {}],
    ['JSON of another content type', { body: '[1]', headers: { 'content-type': 'text/plain' } }, [1]],
  ])('returns the body: %s', async (_, response, body) => {
    expect(await get(connect(script(response).fetch), zone)).toEqual(body);
  });

  test('returns status and headers of the same call from withResponse, without cookies', async () => {
    const { fetch, sent } = script({ status: 201, body: { a: 1 }, headers: { ETag: 'e', 'Set-Cookie': 'secret' } });
    const call = get(connect(fetch), zone);
    expect(await call.withResponse()).toEqual({ status: 201, headers: { 'content-type': 'application/json', etag: 'e' }, body: { a: 1 } });
    expect(await call).toEqual({ a: 1 });
    expect(sent).toHaveLength(1);
  });

  test('returns a new object from each withResponse call', async () => {
    const call = get(connect(script({ body: {} }).fetch), zone);
    const [first, second] = [await call.withResponse(), await call.withResponse()];
    expect(first).not.toBe(second);
    expect(first.headers).toBe(first.headers);
    expect(first.headers).not.toBe(second.headers);
  });

  test('rejects withResponse like the call', async () => {
    const call = get(connect(script({ status: 404, body: { error: { message: 'gone', errors: [{ reason: 'notFound' }] } } }).fetch), zone);
    expect(await catchError(ApiError, call.withResponse())).toMatchObject({
      status: 404,
      reason: 'notFound',
      message: 'gone',
      methodId: 'dns.managedZones.get',
    });
  });

  test('rejects a successful response that is not JSON', async () => {
    const { fetch } = script({ body: '<html>log in</html>', headers: { 'content-type': 'text/html' } });
    expect(await catchError(ApiError, get(connect(fetch), zone))).toMatchObject({ status: 200, reason: 'invalidResponse' });
  });

  test('contains no credentials in an error', async () => {
    const { fetch } = script({ status: 403, body: { error: { message: 'no' } } });
    const error = await catchError(ApiError, get(connect(fetch, { auth: 'secret-token' }), { ...zone, key: 'secret-key' }));
    expect(JSON.stringify([error, error.message, error.stack])).not.toContain('secret');
  });
});

type Bound = (params: Values) => Promise<unknown>;
type BoundClient = Client & { managedZones: { get: Bound }; deep: { er: { create: Bound } }; echo(text: string): string };

describe('methods', () => {
  test('have the members of their descriptor', () => {
    expect({ ...get }).toMatchObject({ id: 'dns.managedZones.get', scopes: ['dns.readonly'], path: getZone.path });
  });
  test('need no client argument as members of a client', async () => {
    const { fetch, sent } = script({ body: { name: 'z' } });
    const echo = (_: unknown, text: string): string => text;
    const dns = bindMethods<BoundClient>(connect(fetch), { managedZones: { get }, deep: { er: { create } }, echo });
    expect(await dns.managedZones.get(zone)).toEqual({ name: 'z' });
    await dns.deep.er.create({ project: 'p', requestBody: {} });
    expect(dns.echo('x')).toBe('x');
    expect(sent).toHaveLength(2);
    expect(await get(dns, zone)).toEqual({ name: 'z' });
  });
  test('accept collection names such as __proto__ and constructor', async () => {
    const tree = Object.fromEntries([
      ['__proto__', { get }],
      ['constructor', { get }],
    ]);
    const bound = bindMethods(connect(script({ body: { a: 1 } }).fetch), tree) as unknown as Record<
      string,
      Record<string, (params: object) => Promise<unknown>>
    >;
    expect(Object.keys(bound)).toEqual(['__proto__', 'constructor']);
    expect(await bound['constructor']?.['get']?.(zone)).toEqual({ a: 1 });
  });
  test('are in an object without inherited members', () => {
    const dns = bindMethods<BoundClient>(connect(script({}).fetch), { managedZones: { get } });
    expect(['toString' in dns, 'toString' in dns.managedZones]).toEqual([false, false]);
  });
  test('can be replaced by stubs in tests', async () => {
    const dns = bindMethods<BoundClient>(connect(script({}).fetch), { managedZones: { get } });
    dns.managedZones.get = async () => 'stub';
    expect(await dns.managedZones.get(zone)).toBe('stub');
  });
});
