/** The clock: how to change it, and what comes next. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeInBrowser, expectAccessible, tabTo } from './browser.js';
import { startSeededMock, type RunningMock } from './seeded-mock.js';

const hash = '#/clock';
const check = '/compute/v1/projects/p/global/httpHealthChecks/check';

let running: RunningMock;
const control = (route: string, body: unknown) => running.call(`/__admin/${route}`, { method: 'POST', body });
const getClock = async () => (await running.call('/__admin/clock')).json() as Promise<{ readonly now: string; readonly frozen: boolean }>;

beforeEach(async () => {
  running = await startSeededMock({ operationDelay: 90_000 });
  await control('clock', { set: '2030-01-01T00:00:00Z', freeze: true });
});
afterEach(() => running.close());

describeInBrowser('clock', (browser) => {
  test('freezes, starts, advances, and is set', async () => {
    const page = await browser.open(running.url, { hash });
    const panel = page.getByRole('region', { name: 'Clock of the mock' });
    await panel.getByText('2030-01-01 00:00:00').waitFor();
    await panel.getByRole('button', { name: '+1h' }).click();
    await panel.getByText('2030-01-01 01:00:00').waitFor();
    await panel.getByLabel('Duration').fill('1 hour');
    await panel.getByText('Expected a duration such as').waitFor();
    await panel.getByLabel('Duration').fill('2d');
    await panel.getByRole('button', { name: 'Advance' }).click();
    await panel.getByText('2030-01-03 01:00:00').waitFor();
    await panel.getByLabel('Time (RFC 3339)').fill('2031-05-06T07:08:09Z');
    await panel.getByRole('button', { name: 'Set' }).click();
    await panel.getByText('2031-05-06 07:08:09').waitFor();
    await panel.getByRole('button', { name: 'Start' }).click();
    await panel.getByText('running', { exact: true }).waitFor();
    expect((await getClock()).frozen).toBe(false);
    await panel.getByRole('button', { name: 'Freeze' }).click();
    await panel.getByText('frozen', { exact: true }).waitFor();
    expect((await getClock()).frozen).toBe(true);
  });

  test('shows what comes next, and jumps to it', async () => {
    const page = await browser.open(running.url, { hash });
    const next = page.getByRole('region', { name: 'Scheduled changes' });
    await next.getByText('Nothing is scheduled').waitFor();
    await running.call(check, { method: 'PATCH', body: { port: 81 } });
    const rows = next.getByRole('row');
    await rows.filter({ hasText: 'compute.httpHealthChecks.patch completes' }).filter({ hasText: '2030-01-01 00:01:30' }).waitFor();
    await rows.filter({ hasText: 'A resource or an operation changes' }).waitFor();
    await page.getByRole('button', { name: 'Advance to the next change' }).click();
    await expect.poll(async () => (await getClock()).now).not.toBe('2030-01-01T00:00:00.000Z');
    await rows.filter({ hasText: 'completes' }).getByRole('button', { name: 'Set clock' }).click();
    await next.getByText('Nothing is scheduled').waitFor();
    expect((await getClock()).now).toBe('2030-01-01T00:01:30.000Z');
  });

  test('works with the keyboard alone', async () => {
    const page = await browser.open(running.url, { hash });
    await page.getByRole('button', { name: '+30s' }).waitFor();
    await tabTo(page, '+30s');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Duration', 'textbox');
    await page.keyboard.press('Enter');
    await page.getByRole('main').getByText('2030-01-01 00:02:00').waitFor();
  });

  test('has no accessibility violation', async () => {
    await running.call(check, { method: 'PATCH', body: { port: 81 } });
    const page = await browser.open(running.url, { hash });
    await page.getByRole('link', { name: /completes/ }).waitFor();
    await page.getByLabel('Duration').fill('soon');
    await expectAccessible(page);
  });
});
