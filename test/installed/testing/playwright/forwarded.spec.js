import { createServer } from 'node:http';
import { createMock } from '@discogen/dns-v1/mock';
import { createMockTest, expect } from 'discogen/playwright';

const test = createMockTest({ mock: () => createMock() });
test.use({ extraHTTPHeaders: async ({ mock }, use) => use({ 'x-mock-session': mock.name }) });

test('selects the session in requests of the application', async ({ page, mock, mockServer }) => {
  const application = createServer(async ({ headers }, response) => {
    const project = await fetch(`${mockServer.url}/dns/v1/projects/p`, { headers: { 'x-mock-session': headers['x-mock-session'] } });
    response.end(await project.text());
  });
  await new Promise((resolve) => application.listen(0, '127.0.0.1', resolve));
  await page.goto(`http://127.0.0.1:${application.address().port}/`);
  await expect(mock).toHaveReceived('dns.projects.get', { params: { project: 'p' }, times: 1 });
  await page.close();
  application.close();
});
