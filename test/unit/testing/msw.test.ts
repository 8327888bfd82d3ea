/** The entry `discogen/msw` with a server of MSW. */
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createMock as createDnsMock } from '../../../generated/dns-v1/src/mock.js';
import { createMock as createComputeMock } from '../../../generated/compute-v1/src/mock.js';
import { compose, createMockServer } from '../../../mock/index.js';
import { handlers } from '../../../testing/msw.js';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

test('handles requests below the given URLs', async () => {
  const mock = compose(createDnsMock(), createComputeMock());
  server.use(...handlers(mock, { rootUrls: ['https://dns.example.com', 'http://localhost:9/api/compute/'] }));
  const body = JSON.stringify({ name: 'z', dnsName: 'example.com.' });
  const created = await fetch('https://dns.example.com/dns/v1/projects/p/managedZones?fields=name', { method: 'POST', body });
  expect([created.status, await created.json()]).toEqual([200, { name: 'z' }]);
  const put = { method: 'POST', body: JSON.stringify({ name: 'h' }), headers: { 'content-type': 'application/json' } };
  const check = await fetch('http://localhost:9/api/compute/compute/v1/projects/p/global/httpHealthChecks', put);
  expect(check.status).toBe(200);
  expect(mock.requests.map(({ methodId }) => methodId)).toEqual(['dns.managedZones.create', 'compute.httpHealthChecks.insert']);
});

test('leaves other requests to MSW', async () => {
  const others = http.all('*', () => HttpResponse.text('another handler'));
  server.use(...handlers(createDnsMock(), { rootUrls: ['https://dns.example.com'] }), others);
  const response = await fetch('https://dns.example.com.test/dns/v1/projects/p');
  expect(await response.text()).toBe('another handler');
});

test('fails requests whose connection a fault closes', async () => {
  const mock = createDnsMock();
  await mock.faults.add({ drop: true });
  server.use(...handlers(mock, { rootUrls: ['https://dns.example.com'] }));
  await expect(fetch('https://dns.example.com/dns/v1/projects/p')).rejects.toThrow('Failed to fetch');
});

test('uses the addresses of the APIs by default', async () => {
  const mock = createMockServer({
    name: 'tiny',
    version: 'v1',
    title: 'Tiny',
    nameStart: 0,
    rootUrls: ['https://tiny.example.com/', 'https://tiny.eu.example.com/'],
    variables: {},
    methods: [],
    resources: [],
  });
  server.use(...handlers(mock.session('other')));
  expect((await fetch('https://tiny.eu.example.com/things')).status).toBe(404);
  expect(mock.session('other').requests).toHaveLength(1);
  expect(() => handlers(createDnsMock())).toThrow('the APIs of the mock (dns) have no addresses; set the option rootUrls');
  expect(() => handlers(mock, { rootUrls: ['dns.example.com'] })).toThrow('Invalid URL');
});
