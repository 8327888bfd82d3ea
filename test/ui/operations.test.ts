/** The operations: their timeline on the mock's clock, and how to complete one. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeInBrowser, expectAccessible, tabTo } from './browser.js';
import { startSeededMock, type RunningMock } from './seeded-mock.js';

const hash = '#/operations';
const check = '/compute/v1/projects/p/global/httpHealthChecks/check';

let running: RunningMock;
const control = (route: string, body: unknown) => running.call(`/__admin/${route}`, { method: 'POST', body });
const patch = (port: number) => running.call(check, { method: 'PATCH', body: { port } });
const getPort = async () => ((await (await running.call(check)).json()) as { readonly port: number }).port;

beforeEach(async () => {
  running = await startSeededMock({ operationDelay: 90_000 });
  await control('clock', { set: '2030-01-01T00:00:00Z', freeze: true });
});
afterEach(() => running.close());

/** Starts an operation, and half a minute later one that waits for it. */
async function startTwo(): Promise<void> {
  await patch(81);
  await control('clock', { advance: '30s' });
  await patch(82);
}

describeInBrowser('operations', (browser) => {
  test('appear as they start, with what they wait for, and follow the clock', async () => {
    const page = await browser.open(running.url, { hash });
    await page.getByText('No operations yet').waitFor();
    await startTwo();
    await page.getByText('2 operations, 2 pending').waitFor();
    // The clock of the page follows in an event of its own.
    await page.getByText(/ends in 1 m$/).waitFor();
    const rows = page.getByRole('region', { name: 'Timeline' }).getByRole('listitem');
    await expect
      .poll(() => rows.allInnerTexts())
      .toEqual([
        expect.stringMatching(/^RUNNING compute\.httpHealthChecks\.patch\s+check 0%, ends in 1 m\s/),
        expect.stringMatching(/^PENDING compute\.httpHealthChecks\.patch\s+check 0%, ends in 1 m 30 s · waits for patch of 00:00:00\s/),
      ]);
    await expect.poll(() => page.locator('.timeline .arrow').count()).toBe(1);
    await rows.nth(1).getByRole('link', { name: 'patch of 00:00:00' }).click();
    await page.locator('li[aria-current]').getByText('ends in 1 m', { exact: false }).waitFor();
    await control('clock', { advance: '75s' });
    await rows.filter({ hasText: 'DONE' }).getByText('ended 00:01:30.000 after 1 m 30 s').waitFor();
    await page.getByRole('button', { name: 'Pending only' }).click();
    await expect.poll(() => rows.count()).toBe(1);
  });

  test('finish and fail now', async () => {
    await patch(81);
    const page = await browser.open(running.url, { hash });
    await page.getByRole('button', { name: 'Finish' }).click();
    await page.getByText('1 operation, 0 pending').waitFor();
    expect(await getPort()).toBe(81);
    await patch(82);
    await page.getByRole('button', { name: 'Fail…' }).click();
    await page.getByLabel('Code').fill('QUOTA_EXCEEDED');
    await page.getByLabel('Message').fill('<img src=x onerror="pwned = 1">');
    await page.getByRole('button', { name: 'Fail operation' }).click();
    await page.getByText('QUOTA_EXCEEDED <img src=x onerror="pwned = 1">').waitFor();
    expect(await getPort()).toBe(81);
  });

  test('are shown in pages, and a link shows an old one', async () => {
    await patch(1);
    const { operations } = (await (await running.call('/__admin/operations')).json()) as {
      readonly operations: readonly { readonly path: string }[];
    };
    await control('clock', { advance: '1h' });
    for (let port = 2; port <= 103; port++) await patch(port);
    const page = await browser.open(running.url, { hash });
    await page.getByRole('button', { name: 'Show 3 older' }).waitFor();
    const rows = page.getByRole('region', { name: 'Timeline' }).getByRole('listitem');
    await expect.poll(() => rows.count()).toBe(100);
    await page.evaluate((path) => (location.hash = `#/operations?path=${encodeURIComponent(path)}`), operations[0]?.path ?? '');
    await page.locator('li[aria-current]').getByText('ended 00:01:30.000').waitFor();
    await expect.poll(() => rows.count()).toBe(103);
  });

  test('work with the keyboard alone', async () => {
    await patch(81);
    const page = await browser.open(running.url, { hash });
    await page.getByRole('button', { name: 'Fail…' }).waitFor();
    await tabTo(page, 'Fail…');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await tabTo(page, 'Fail operation');
    await page.keyboard.press('Enter');
    await page.getByText('FAILED', { exact: true }).waitFor();
  });

  test('have no accessibility violation', async () => {
    await startTwo();
    const page = await browser.open(running.url, { hash });
    await page.getByRole('button', { name: 'Finish' }).first().click();
    await page.getByText('2 operations, 1 pending').waitFor();
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Fail…' }).click();
    await expectAccessible(page);
  });
});
