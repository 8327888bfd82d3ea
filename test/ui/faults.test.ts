/** The faults: a preview of what a rule matches, and how to add, edit, and remove rules. */
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeInBrowser, expectAccessible, tabTo } from './browser.js';
import { startSeededMock, zones, type RunningMock } from './seeded-mock.js';

const hash = '#/faults';

let running: RunningMock;
beforeEach(async () => {
  running = await startSeededMock();
});
afterEach(() => running.close());

const getRules = async () => (await running.call('/__admin/faults')).json() as Promise<unknown>;
const addRules = (...body: readonly unknown[]) => running.call('/__admin/faults', { method: 'POST', body });
const preview = (page: Page) => page.getByRole('region', { name: 'Preview' });

describeInBrowser('faults', (browser) => {
  test('a new rule shows what it matches, and applies after it was saved', async () => {
    await running.call(`${zones}/z1`);
    await running.call(`${zones}/missing`);
    await running.call('/dns/v1/projects/p');
    const page = await browser.open(running.url, { hash });
    await page.getByText('No faults').waitFor();
    await page.getByRole('button', { name: 'Add rule' }).click();
    await preview(page).getByText('and 3 requests in the journal').waitFor();
    await page.getByLabel('Method').fill('dns.managedZone.get');
    await preview(page).getByText('did you mean "dns.managedZones.get"?').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Add this rule' }).isDisabled()).toBe(true);
    await page.getByLabel('Method').fill('dns.managedZones.get');
    await preview(page).getByText('Matches 1 method and 2 requests in the journal.').waitFor();
    await expect.poll(() => preview(page).getByRole('link').allInnerTexts()).toEqual([`GET ${zones}/missing`, `GET ${zones}/z1`]);
    await page.getByLabel('Status').fill('429');
    await page.getByLabel('Reason').fill('rateLimitExceeded');
    await page.getByLabel('Times').fill('2');
    await page.getByRole('button', { name: 'Add this rule' }).click();
    await page.getByRole('row', { name: /dns\.managedZones\.get responds with 429 rateLimitExceeded the next 2 requests/ }).waitFor();
    expect((await running.call(`${zones}/z1`)).status).toBe(429);
    await page.getByText('the next 1 request').waitFor();
    expect((await running.call(`${zones}/z1`)).status).toBe(429);
    await page.getByText('No faults').waitFor();
  });

  test('a rule keeps all its effects when it is edited', async () => {
    const rule = {
      id: 'all',
      path: '/compute/v1/*',
      message: 'Later.',
      status: 503,
      latencyMs: 5,
      times: 9,
      probability: 0.29,
      operation: { errors: [{ code: 'QUOTA_EXCEEDED', message: 'Too many.' }], httpErrorStatusCode: 403 },
      unreachable: ['regions/r', 'global'],
    };
    await addRules({ drop: true }, rule);
    const page = await browser.open(running.url, { hash });
    await page.getByRole('row', { name: /^all/ }).getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Latency in milliseconds').fill('20');
    await page.getByLabel('Error of the operation (JSON)').fill('{');
    await preview(page).getByText('operation must be an object').waitFor();
    await page.getByLabel('Error of the operation (JSON)').fill(JSON.stringify(rule.operation));
    await preview(page)
      .getByText(/^Matches \d+ methods/)
      .waitFor();
    await page.getByRole('button', { name: 'Save rule' }).click();
    await page
      .getByRole('row', { name: /waits 20 ms, responds with 503, fails the operation, reports regions\/r, global as unreachable 29%/ })
      .waitFor();
    expect(await getRules()).toEqual([{ drop: true }, { ...rule, latencyMs: 20 }]);
  });

  test('a rule is removed, whatever other clients added', async () => {
    await addRules({ id: 'first', drop: true }, { id: 'second', latencyMs: 1 });
    const page = await browser.open(running.url, { hash });
    await page.getByRole('row', { name: /^first/ }).waitFor();
    await addRules({ id: 'third', status: 500 });
    await page.getByRole('row', { name: /^third/ }).waitFor();
    await page
      .getByRole('row', { name: /^first/ })
      .getByRole('button', { name: 'Remove' })
      .click();
    await page.getByRole('row', { name: /^first/ }).waitFor({ state: 'detached' });
    expect(await getRules()).toEqual([
      { id: 'second', latencyMs: 1 },
      { id: 'third', status: 500 },
    ]);
    await page.getByRole('button', { name: 'Remove all' }).click();
    await page.getByText('No faults').waitFor();
  });

  test('work with the keyboard alone', async () => {
    const page = await browser.open(running.url, { hash });
    await page.getByRole('button', { name: 'Add rule' }).waitFor();
    await tabTo(page, 'Add rule');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Close the connection', 'checkbox');
    await page.keyboard.press('Space');
    await preview(page)
      .getByText(/^Matches/)
      .waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('row', { name: /all requests closes the connection, responds with 503/ }).waitFor();
  });

  test('have no accessibility violation', async () => {
    await addRules({ id: 'slow', latencyMs: 1, method: 'dns.*' });
    await running.call(`${zones}/z1`);
    const page = await browser.open(running.url, { hash });
    await page.getByRole('button', { name: 'Edit' }).click();
    await preview(page).getByRole('link').waitFor();
    await expectAccessible(page);
  });
});
