/** The requests: the live journal, its filter, and what can be done with an entry. */
import { execFileSync } from 'node:child_process';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { payloads } from '../fuzz/support/texts.js';
import { describeInBrowser, expectAccessible, tabTo } from './browser.js';
import { startSeededMock, zones, type RunningMock } from './seeded-mock.js';

let running: RunningMock;
beforeEach(async () => {
  running = await startSeededMock();
});
afterEach(() => running.close());

const hash = '#/requests';
const patch = (description: string) => running.call(`${zones}/z1`, { method: 'PATCH', body: { description } });
const entries = (page: Page, options: { readonly name?: RegExp } = {}) => page.getByRole('listbox').getByRole('option', options);
const details = (page: Page) => page.getByRole('region', { name: 'Selected request' });

/** A URL has no lone surrogates. */
const replaceSurrogates = (text: string): string => text.replaceAll(/[\ud800-\udfff]/g, '\ufffd');

describeInBrowser('requests', (browser) => {
  test('shows requests as they arrive, newest first', async () => {
    const page = await browser.open(running.url, { hash });
    await page.getByText('No requests yet').waitFor();
    await running.call(`${zones}/z1`);
    await entries(page, { name: /200 GET .*z1/ }).waitFor();
    await running.call(`${zones}/missing`);
    await entries(page, { name: /404 GET .*missing notFound/ }).waitFor();
    await expect.poll(() => entries(page).first().innerText()).toContain('missing');
    await page.getByText('2 requests').waitFor();
  });

  test('stops while it is not live, and continues with what it missed', async () => {
    const page = await browser.open(running.url, { hash });
    await page.getByText('No requests yet').waitFor();
    await page.getByLabel('Live', { exact: true }).uncheck();
    const overview = await browser.open(running.url);
    await running.call(`${zones}/z1`);
    // The overview has received what the requests don't show.
    await overview.getByRole('button', { name: 'get 1' }).waitFor();
    await page.getByText('No requests yet').waitFor();
    await page.getByLabel('Live', { exact: true }).check();
    await entries(page, { name: /z1/ }).waitFor();
  });

  test('filters the journal and live requests in the mock', async () => {
    await patch('apple');
    await patch('pear');
    await running.call(`${zones}/missing`);
    const page = await browser.open(running.url, { hash });
    await entries(page).nth(2).waitFor();
    await page.getByLabel('Text').fill('apple');
    await page.getByText('2 requests').waitFor();
    await running.call(`${zones}/z2`);
    await patch('green apple');
    await page.getByText('3 requests').waitFor();
    await page.getByLabel('Text').fill('');
    await page.getByLabel('Status').selectOption('4xx');
    await page.getByText('1 request', { exact: true }).waitFor();
    expect(new URL(page.url()).hash).toBe('#/requests?status=4xx');
    await page.getByLabel('Reason').fill('invalid');
    await page.getByRole('link', { name: 'Remove the filter' }).click();
    await page.getByText('5 requests').waitFor();
  });

  test('shows the rule that rejected a request, and the field that an error names', async () => {
    await running.call(`${zones}/z1/changes`, { method: 'POST', body: {} });
    await running.call(zones, { method: 'POST', body: { name: 'z', dnsName: 3, description: '' } });
    const page = await browser.open(running.url, { hash });
    await entries(page, { name: /changes required/ }).click();
    const rejection = page.getByRole('region', { name: 'Rejection' });
    await rejection.getByText('a change must have additions or deletions', { exact: true }).waitFor();
    await rejection.getByText('has(self.additions)').waitFor();
    await rejection.getByText('Public knowledge: the response of the service to an empty change').waitFor();
    await entries(page, { name: /400 POST .*managedZones / }).click();
    await rejection.getByText('dnsName', { exact: false }).first().waitFor();
    await rejection.getByText('Public knowledge: RFC 1035').waitFor();
  });

  test('compares with the previous request', async () => {
    await patch('first');
    await running.call(`${zones}/z2`);
    await patch('second');
    const page = await browser.open(running.url, { hash });
    await entries(page, { name: /PATCH/ }).first().click();
    await page.getByRole('button', { name: 'Compare with previous' }).click();
    const changes = page.getByRole('region', { name: 'Changes of the request body' });
    expect((await changes.evaluate((element) => element.textContent)).split('\n')).toEqual(
      expect.arrayContaining(['-removed: "description": "first"', '+added: "description": "second"']),
    );
  });

  test('copies a request as curl, TypeScript, and seed', async () => {
    await running.call(`${zones}?clientOperationId=it's`, { method: 'POST', body: { name: 'n', dnsName: "n'.example.", description: '' } });
    await running.call(`${zones}/z1`);
    const page = await browser.open(running.url, { hash, permissions: ['clipboard-read', 'clipboard-write'] });
    const copy = async (format: string): Promise<string> => {
      await page.getByRole('button', { name: `Copy as ${format}` }).click();
      await page.getByText(`Copied as ${format}`).last().waitFor();
      return page.evaluate(() => navigator.clipboard.readText());
    };
    await entries(page, { name: /POST/ }).click();
    const script = `curl() { printf '%s\\n' "$@"; }\n${await copy('curl')}`;
    expect(execFileSync('sh', ['-c', script], { encoding: 'utf8' }).trimEnd().split('\n')).toEqual([
      '-X',
      'POST',
      `${running.url}${zones}?clientOperationId=it%27s`,
      '-H',
      'content-type: application/json',
      '--data-raw',
      `{"name":"n","dnsName":"n'.example.","description":""}`,
    ]);
    expect(await copy('TypeScript')).toBe(`import { createClient } from "@discogen/dns-v1";

const client = createClient({
  rootUrl: "${running.url}",
});
const response = await client.managedZones.create({
  project: "p",
  clientOperationId: "it's",
  requestBody: {
    name: "n",
    dnsName: "n'.example.",
    description: "",
  },
});
`);
    await entries(page, { name: /z1/ }).click();
    await details(page).getByRole('heading', { name: /z1/ }).waitFor();
    expect(JSON.parse(await copy('seed'))).toMatchObject({ resources: { [`${zones}/z1`]: { name: 'z1', dnsName: 'example.com.' } } });
  });

  test('sends a request again, and clears the journal', async () => {
    await patch('again');
    const page = await browser.open(running.url, { hash: `${hash}/0` });
    await details(page).getByRole('button', { name: 'Send again' }).click();
    await page.waitForURL(/#\/requests\/1$/);
    await details(page).getByRole('region', { name: 'Request body' }).getByText('"again"').waitFor();
    expect(running.mock.requests.map(({ method, path, status }) => `${method} ${path} ${status}`)).toEqual(
      Array.from({ length: 2 }, () => `PATCH ${zones}/z1 200`),
    );
    await page.getByRole('button', { name: 'Clear journal' }).click();
    await page.getByText('No requests yet').waitFor();
  });

  test('scrolls through a long journal, and renders the visible rows only', async () => {
    for (let count = 0; count < 400; count++) await running.mock.fetch(`http://mock${zones}/${count}`);
    const page = await browser.open(running.url, { hash });
    const list = page.getByRole('listbox');
    await entries(page).first().click();
    while ((await page.getByText('Scroll down to load older ones').count()) > 0) {
      const loaded = await page.getByRole('status').filter({ hasText: 'loaded' }).innerText();
      await list.press('End');
      await page.getByText(loaded, { exact: true }).waitFor({ state: 'detached' });
    }
    await list.press('End');
    await entries(page, { name: /managedZones\/0 / }).waitFor();
    await details(page)
      .getByRole('heading', { name: /managedZones\/0$/ })
      .waitFor();
    await expect.poll(() => entries(page).count()).toBeLessThan(100);
  });

  test('shows hostile texts as texts', async () => {
    const texts = [
      ...payloads,
      '<img src=x onerror="globalThis.pwned = 1">',
      '<svg onload="globalThis.pwned = 1"></svg>',
      'javascript:globalThis.pwned=1',
      '__proto__',
    ];
    for (const text of texts) {
      const body = JSON.stringify({
        name: text,
        description: text,
        labels: JSON.parse(`{${JSON.stringify(text)}:${JSON.stringify(text)}}`) as object,
      });
      await running.mock.fetch(`http://mock${zones}?x=${encodeURIComponent(replaceSurrogates(text))}`, { method: 'POST', body });
    }
    const page = await browser.open(running.url, { hash });
    const list = page.getByRole('listbox');
    await list.press('Home');
    for (const text of texts.toReversed()) {
      const body = details(page).getByRole('region', { name: 'Request body' });
      await body.waitFor();
      await expect.poll(() => body.evaluate((element) => element.textContent)).toContain(`"description": ${JSON.stringify(text)}`);
      await list.press('ArrowDown');
    }
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('link', { name: 'invalid' }).waitFor();
  });

  test('works with the keyboard alone', async () => {
    await patch('one');
    await patch('two');
    const page = await browser.open(running.url, { hash });
    await entries(page).nth(1).waitFor();
    await tabTo(page, 'Requests, newest first', 'listbox');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await details(page).getByText('"one"').first().waitFor();
    await tabTo(page, 'Send again');
    await page.keyboard.press('Enter');
    await page.getByText('Sent again: status 200').waitFor();
    await tabTo(page, 'Close');
    await page.keyboard.press('Enter');
    await details(page).waitFor({ state: 'detached' });
  });

  test('has no accessibility violation', async () => {
    await patch('one');
    await patch('two');
    await running.call(`${zones}/z1/changes`, { method: 'POST', body: {} });
    const page = await browser.open(running.url, { hash: `${hash}/2` });
    await page.getByRole('region', { name: 'Rejection' }).waitFor();
    await expectAccessible(page);
    await entries(page).nth(1).click();
    await page.getByRole('button', { name: 'Compare with previous' }).click();
    await page.getByRole('region', { name: 'Changes of the request body' }).waitFor();
    await expectAccessible(page);
  });
});
