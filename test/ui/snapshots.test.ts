/** The snapshots: how they are taken, compared, forked, restored, and downloaded. */
import { json } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeInBrowser, expectAccessible, tabTo } from './browser.js';
import { startSeededMock, zones, type RunningMock } from './seeded-mock.js';

const hash = '#/snapshots';

let running: RunningMock;
beforeEach(async () => {
  running = await startSeededMock();
});
afterEach(() => running.close());

const patch = (description: string) => running.call(`${zones}/z1`, { method: 'PATCH', body: { description } });
const getDescription = async (session = 'default') =>
  ((await (await running.call(`${zones}/z1`, { headers: { 'x-mock-session': session } })).json()) as { readonly description: string })
    .description;
const takeSnapshot = (name: string) => running.call('/__admin/snapshots', { method: 'POST', body: { name } });
const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(`^${name} `) });

describeInBrowser('snapshots', (browser) => {
  test('are taken and deleted', async () => {
    const page = await browser.open(running.url, { hash, expectedErrors: ['409'] });
    await page.getByText('No snapshots').waitFor();
    const take = async (): Promise<void> => {
      await page.getByLabel('Name of the snapshot').fill('prepared');
      await page.getByRole('button', { name: 'Create snapshot' }).click();
    };
    await take();
    await row(page, 'prepared').waitFor();
    await take();
    await page.getByText("The snapshot 'prepared' already exists.").waitFor();
    await row(page, 'prepared').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No snapshots').waitFor();
  });

  test('of other clients appear and disappear', async () => {
    const page = await browser.open(running.url, { hash });
    await page.getByText('No snapshots').waitFor();
    await takeSnapshot('elsewhere');
    await row(page, 'elsewhere').waitFor();
    await running.call('/__admin/snapshots/elsewhere', { method: 'DELETE' });
    await page.getByText('No snapshots').waitFor();
  });

  test('are compared resource by resource, live and with sequence numbers', async () => {
    await takeSnapshot('before');
    await patch('<b>changed</b>');
    await running.call(`${zones}/z2`, { method: 'DELETE' });
    const page = await browser.open(running.url, { hash });
    await row(page, 'before').getByRole('button', { name: 'Compare' }).click();
    const panel = page.getByRole('region', { name: 'Compare', exact: true });
    await panel.getByText(/: 1 created, 1 changed, 1 deleted\.$/).waitFor();
    await panel.getByText(`${zones}/z1`, { exact: true }).click();
    const difference = panel.getByRole('region', { name: `Changes of ${zones}/z1` });
    expect((await difference.evaluate((element) => element.textContent)).split('\n')).toEqual(
      expect.arrayContaining(['-removed: "description": "The first zone",', '+added: "description": "<b>changed</b>",']),
    );
    await running.call(zones, { method: 'POST', body: { name: 'z3', dnsName: 'example.net.', description: '' } });
    await panel.getByText(`${zones}/z3`, { exact: true }).waitFor();
    await panel.getByLabel('To').fill('1');
    await panel.getByRole('button', { name: 'Compare states' }).click();
    await panel.getByText('No differences between the sequence numbers 1 and 1.').waitFor();
    expect(new URL(page.url()).hash).toBe('#/snapshots?from=before&to=1');
  });

  test('become sessions, to which the page switches', async () => {
    await takeSnapshot('prepared');
    await patch('Changed');
    const page = await browser.open(running.url, { hash });
    await row(page, 'prepared').getByRole('button', { name: 'Fork…' }).click();
    await page.getByLabel('Name of the new session').fill('test-1');
    await page.getByRole('button', { name: 'Fork and switch' }).click();
    await page.getByText('No snapshots').waitFor();
    await expect.poll(() => page.getByLabel('Session', { exact: true }).inputValue()).toBe('test-1');
    expect(await getDescription('test-1')).toBe('The first zone');
    expect(await getDescription()).toBe('Changed');
  });

  test('are restored after a confirmation, which can be undone', async () => {
    await takeSnapshot('prepared');
    await patch('Changed');
    const page = await browser.open(running.url, { hash });
    await row(page, 'prepared').getByRole('button', { name: 'Rewind…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rewind to the snapshot prepared' });
    await dialog.getByText('2 resources will change.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await getDescription()).toBe('Changed');
    await row(page, 'prepared').getByRole('button', { name: 'Rewind…' }).click();
    await dialog.getByRole('button', { name: 'Rewind' }).click();
    await page.getByText('Rewound to the snapshot prepared.').waitFor();
    expect(await getDescription()).toBe('The first zone');
    await page.getByRole('button', { name: 'Undo rewind' }).click();
    await page.getByText('Restored the state before the rewind').waitFor();
    expect(await getDescription()).toBe('Changed');
    await page.getByLabel('State to rewind to').fill('1');
    await page.getByRole('button', { name: 'Rewind to…' }).click();
    await page.getByRole('dialog', { name: 'Rewind to the sequence number 1' }).getByRole('button', { name: 'Rewind' }).click();
    await expect.poll(() => getDescription()).toBe('The first zone');
  });

  test('are downloaded as seeds', async () => {
    await takeSnapshot('prepared');
    await patch('Changed');
    const page = await browser.open(running.url, { hash });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      row(page, 'prepared').getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('prepared.json');
    const seed = await json(await download.createReadStream());
    await running.call('/__admin/state', { method: 'PUT', body: seed });
    expect(await getDescription()).toBe('The first zone');
  });

  test('work with the keyboard alone', async () => {
    const page = await browser.open(running.url, { hash });
    await page.getByText('No snapshots').waitFor();
    await tabTo(page, 'Name of the snapshot', 'textbox');
    await page.keyboard.type('typed');
    await page.keyboard.press('Enter');
    await row(page, 'typed').waitFor();
    await tabTo(page, 'Rewind…');
    await page.keyboard.press('Enter');
    await page.getByText('0 resources will change.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(
      await row(page, 'typed')
        .getByRole('button', { name: 'Rewind…' })
        .evaluate((button) => button === document.activeElement),
    ).toBe(true);
  });

  test('have no accessibility violation', async () => {
    await takeSnapshot('before');
    await patch('Changed');
    const page = await browser.open(running.url, { hash: `${hash}?from=before` });
    await page.getByText(`${zones}/z1`, { exact: true }).click();
    await page.getByRole('region', { name: `Changes of ${zones}/z1` }).waitFor();
    await expectAccessible(page);
    await row(page, 'before').getByRole('button', { name: 'Rewind…' }).click();
    await page.getByText('2 resources will change.').waitFor();
    await expectAccessible(page);
  });
});
