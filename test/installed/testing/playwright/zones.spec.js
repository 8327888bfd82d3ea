import { createMock } from '@discogen/dns-v1/mock';
import { createMockTest, expect } from 'discogen/playwright';

const test = createMockTest({ mock: () => createMock(), rootUrls: ['https://dns.example.com/api'] });
const path = '/dns/v1/projects/p/managedZones';
const create = (url) =>
  `<script>setTimeout(() => fetch('${url}${path}', { method: 'POST', body: '{"name":"z","dnsName":"example.com."}', headers: { 'content-type': 'application/json' } }).then((response) => { document.title = response.status; }), 300)</script>`;

test('sends requests to the address of the API to the session', async ({ page, mock }) => {
  await page.setContent(create('https://dns.example.com/api'));
  await expect(mock).toHaveReceived('dns.managedZones.create', { body: { name: 'z' }, status: 200 });
  await expect(mock).toHaveResource(`${path}/z`, { dnsName: 'example.com.' });
  await expect(page).toHaveTitle('200');
});

test('adds the session to requests to the shared server', async ({ page, mock, mockServer }) => {
  await page.setContent(create(mockServer.url));
  await expect(mock).toHaveReceived('dns.managedZones.create', { headers: { 'x-mock-session': mock.name }, times: 1 });
  await expect(page).toHaveTitle('200');
  expect(mockServer.mock.requests).toHaveLength(0);
});

test('serves the session at a URL, and shows the journal of a failure', async ({ page, mock, url }) => {
  await page.setContent(create(url));
  await expect(page).toHaveTitle('200');
  await expect(mock).toHaveResource(`${path}/z`, { dnsName: 'example.org.' });
});
