/** The overview: traffic, errors, and coverage, live. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createClient } from '../../generated/dns-v1/dist/index.js';
import { colorSchemes, describeInBrowser, expectAccessible, tabTo } from './browser.js';
import { startSeededMock, zones, type RunningMock } from './seeded-mock.js';

let running: RunningMock;
beforeEach(async () => {
  running = await startSeededMock();
});
afterEach(() => running.close());

const emptyChange = { method: 'POST', body: {} } as const;

describeInBrowser('overview', (browser) => {
  test('follows the calls of a generated client', async () => {
    const page = await browser.open(running.url);
    await page.getByText('No requests yet').waitFor();
    const client = createClient({ rootUrl: running.url, retry: false });
    await client.managedZones.create({ project: 'p', requestBody: { name: 'new', dnsName: 'new.example.', description: 'New' } });
    await page.getByRole('button', { name: 'create 1' }).waitFor();
    await client.managedZones.get({ project: 'p', managedZone: 'missing' }).catch(() => undefined);
    await page.getByRole('link', { name: 'notFound' }).waitFor();
    await page.getByRole('img', { name: '2 requests and 1 error in the last 60 seconds' }).waitFor();
    await page.getByText('2 methods of 43 exercised (5 %)').waitFor();
    await page.getByRole('button', { name: 'get 1 errors only' }).waitFor();
    await page.getByRole('link', { name: 'notFound' }).click();
    await page
      .getByRole('listbox')
      .getByRole('option', { name: /managedZones\/missing/ })
      .waitFor();
    expect(new URL(page.url()).hash).toBe('#/requests?reason=notFound');
  });

  test('lists the APIs with their methods and resources', async () => {
    const page = await browser.open(running.url);
    const rows = page.getByRole('region', { name: 'APIs' }).getByRole('table').getByRole('row');
    await rows.filter({ hasText: 'dns v1' }).waitFor();
    expect((await rows.allInnerTexts()).map((text) => text.split(/\s*\t\s*/))).toMatchObject([
      ['API', 'Title', 'Methods', 'Resources'],
      ['dns v1', 'DNS API', '43', expect.stringMatching(/^\d+$/)],
      ['compute v1', 'Compute (selected methods)', '83', '1'],
    ]);
  });

  test('shows which rules acted, with their text and source', async () => {
    const page = await browser.open(running.url);
    const changes = page.getByRole('row', { name: /^changes/ });
    await changes.getByRole('img', { name: '0 of 5 rules acted' }).waitFor();
    await running.call(`${zones}/z1/changes`, emptyChange);
    await changes.getByRole('img', { name: '1 of 5 rules acted: x-validations' }).waitFor();
    await changes.getByRole('button', { name: 'create 1' }).click();
    const details = page.getByRole('region', { name: 'dns.changes.create' });
    await details.getByText('a change must have additions or deletions').waitFor();
    await details.getByText('Public knowledge: the response of the service to an empty change').waitFor();
    await details.getByText('subdomainOf').waitFor();
  });

  test('works with the keyboard alone', async () => {
    const page = await browser.open(running.url);
    await page.getByRole('row', { name: /^changes/ }).waitFor();
    await tabTo(page, 'create not called');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'dns.dnsKeys.list' }).waitFor();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'dns.changes.create' }).waitFor();
  });

  test.each(colorSchemes)('has no accessibility violation in %s', async (colorScheme) => {
    await running.call(`${zones}/z1`);
    await running.call(`${zones}/z1/changes`, emptyChange);
    const page = await browser.open(running.url, { colorScheme });
    await page.getByRole('button', { name: 'create 1' }).click();
    await page.getByRole('region', { name: 'dns.changes.create' }).waitFor();
    await expectAccessible(page);
  });
});
