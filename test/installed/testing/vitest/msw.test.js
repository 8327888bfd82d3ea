import { createMock } from 'discogen';
import { handlers } from 'discogen/msw';
import { createMockTest } from 'discogen/vitest';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, expect } from 'vitest';

const variables = { base_url: 'https://dns.example.com' };
const test = createMockTest({ mock: () => createMock('node_modules/discogen/specs/dns.v1.yaml', { variables }) });
const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterAll(() => server.close());

test('answers requests to the address of the API', async ({ mock }) => {
  server.use(...handlers(mock));
  const response = await fetch('https://dns.example.com/dns/v1/projects/p');
  expect([response.status, (await response.json()).name]).toEqual([200, 'p']);
  expect(mock).toHaveReceived('dns.projects.get', { params: { project: 'p' } });
});
