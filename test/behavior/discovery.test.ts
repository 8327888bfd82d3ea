/** The mock serves Discovery documents at the same paths as the public services. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { compose } from '../../generated/compute-v1/src/mock.js';
import { createMock as createCompute } from '../../generated/compute-v1/src/mock.js';
import { createMock as createDns } from '../../generated/dns-v1/src/mock.js';
import { createMock as createOsConfig } from '../../generated/osconfig-v1beta/src/mock.js';
import { packageRoot } from '../../generator/lib/root.js';
import { buildModel } from '../../generator/model/build.js';
import { createMockServer, type AnyMock, type JsonObject, type RunningServer } from '../../mock/index.js';
import { buildBehavior } from '../support/mock-of.js';
import { createMockClient, origin, summarizeError, startMock } from './request.js';

const dnsPath = '/discovery/v1/apis/dns/v1/rest';
const specification = (name: string): JsonObject =>
  JSON.parse(readFileSync(join(packageRoot, 'generated', name, 'spec.json'), 'utf8')) as JsonObject;

describe('the document of an API', () => {
  test.each([dnsPath, '/$discovery/rest', '/%24discovery/rest?version=v1', '/$discovery/rest?version=v1&labels=x'])(
    'returns the spec.json of the package with the address of the mock: %s',
    async (path) => {
      const { status, body } = await startMock('dns', { auth: 'on' }).send(`GET ${path}`);
      expect(status).toBe(200);
      expect(body).toEqual({
        ...specification('dns-v1'),
        rootUrl: `${origin}/`,
        baseUrl: `${origin}/`,
        servicePath: '',
        batchPath: 'batch',
      });
    },
  );

  test('has a base URL with the service path', async () => {
    const { body } = await startMock('compute').send('GET /discovery/v1/apis/compute/v1/rest?fields=rootUrl,servicePath,baseUrl');
    expect(body).toMatchObject({ rootUrl: `${origin}/`, baseUrl: `${origin}/${String(body['servicePath'])}` });
  });

  test.each([
    ['GET /discovery/v1/apis/dns/v2/rest', 404],
    ['GET /discovery/v1/apis/toString/v1/rest', 404],
    ['GET /$discovery/rest?version=v2', 404],
    [`POST ${dnsPath}`, 405],
    [`GET ${dnsPath}?fields=a(`, 400],
    ['GET /discovery/v1/apis/dns', 404],
  ])('%s returns %i', async (line, status) => {
    expect(summarizeError(await startMock('dns').send(line)).status).toBe(status);
  });

  test('is subject to faults and recorded in the journal', async () => {
    const { mock, send } = startMock('dns');
    await mock.faults.add({ method: 'discovery.*', status: 503, times: 1 });
    expect((await send(`GET ${dnsPath}`)).status).toBe(503);
    expect((await send(`GET ${dnsPath}`)).status).toBe(200);
    expect(mock.requests.map(({ methodId, status }) => [methodId, status])).toEqual([
      ['discovery.apis.getRest', 503],
      ['discovery.apis.getRest', 200],
    ]);
  });
});

describe('at a public host of the API', () => {
  const api = buildModel(
    {
      kind: 'discovery#restDescription',
      name: 'things',
      version: 'v1',
      rootUrl: 'https://things.googleapis.com/',
      servicePath: 'things/v1/',
      schemas: {},
      resources: { things: { methods: { list: { id: 'things.things.list', httpMethod: 'GET', path: 'things' } } } },
    },
    { variables: {} },
  );
  const document = { name: 'things', rootUrl: 'https://things.googleapis.com/', servicePath: 'things/v1/' };
  const mock = createMockServer({ ...buildBehavior(api), discovery: async () => JSON.stringify(document) });

  test.each([
    ['https://things.googleapis.com', 'https://things.googleapis.com/'],
    ['https://www.googleapis.com', 'https://things.googleapis.com/'],
    ['https://us-central1-things.googleapis.com', 'https://things.googleapis.com/'],
    ['http://things.localhost:8787', 'http://things.localhost:8787/'],
    ['https://mock.example.com', 'https://mock.example.com/'],
  ])('%s, the document has the root URL %s', async (address, rootUrl) => {
    const response = await mock.fetch(`${address}/discovery/v1/apis/things/v1/rest`);
    expect(await response.json()).toMatchObject({ rootUrl, baseUrl: `${rootUrl}things/v1/` });
  });
});

describe('several APIs', () => {
  const composeMocks = (): AnyMock => compose(createDns(), createCompute(), createOsConfig());
  const fetchId = async (url: string): Promise<unknown> => ((await (await composeMocks().fetch(url)).json()) as JsonObject)['id'];

  test('are found by name and version', async () => {
    expect(await fetchId(`${origin}${dnsPath}`)).toBe('dns:v1');
    expect(await fetchId(`${origin}/discovery/v1/apis/osconfig/v1beta/rest`)).toBe('osconfig:v1beta');
  });

  test.each([
    ['http://mock.test/$discovery/rest?version=v1beta', 'osconfig:v1beta'],
    ['http://dns.localhost:8787/$discovery/rest?version=v1', 'dns:v1'],
    ['https://compute.example.com/$discovery/rest', 'compute:v1'],
  ])('%s is the document of %s', async (url, id) => {
    expect(await fetchId(url)).toBe(id);
  });

  test('are listed if neither version nor host selects one', async () => {
    const response = await createMockClient(composeMocks()).send('GET /$discovery/rest?version=v1');
    expect(summarizeError(response)).toMatchObject({ status: 400, reason: 'invalid' });
    expect(response.text).toContain(dnsPath);
  });

  test('are listed in the directory', async () => {
    const { body } = await createMockClient(composeMocks()).send('GET /discovery/v1/apis');
    const items = body['items'] as readonly JsonObject[];
    expect(body['kind']).toBe('discovery#directoryList');
    expect(items.map(({ id }) => id)).toEqual(['dns:v1', 'compute:v1', 'osconfig:v1beta']);
    expect(items[0]).toMatchObject({ name: 'dns', version: 'v1', preferred: true, discoveryRestUrl: `${origin}${dnsPath}` });
    const filtered = await createMockClient(composeMocks()).send('GET /discovery/v1/apis?name=compute&fields=items/id');
    expect(filtered.body).toEqual({ items: [{ id: 'compute:v1' }] });
  });
});

describe('over HTTP', () => {
  let open: RunningServer | undefined;
  afterEach(() => open?.close());

  test('the document has the address of the request or of a trusted proxy', async () => {
    open = await createDns().listen({ trustProxy: true });
    const rootUrl = async (headers: Record<string, string>): Promise<unknown> =>
      ((await (await fetch(`${open?.url}${dnsPath}`, { headers })).json()) as JsonObject)['rootUrl'];
    expect(await rootUrl({})).toBe(`${open.url}/`);
    const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'dns.example.com' };
    expect(await rootUrl(forwarded)).toBe('https://dns.example.com/');
  });
});
