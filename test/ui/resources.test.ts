/** The resources: the tree, lists with search and filter, forms from schemas, and history. */
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createMock } from '../../generated/compute-v1/dist/mock.js';
import { createMock as createOsConfigMock } from '../../generated/osconfig-v1beta/dist/mock.js';
import { payloads } from '../fuzz/support/texts.js';
import { describeInBrowser, expectAccessible, tabTo } from './browser.js';
import { startSeededMock, zones, type RunningMock } from './seeded-mock.js';

let running: RunningMock;
beforeEach(async () => {
  running = await startSeededMock();
});
afterEach(() => running.close());

const checks = '/compute/v1/projects/p/global/httpHealthChecks';
const policy = '/compute/v1/projects/p/global/sslPolicies/tls';
const guestPolicy = '/v1beta/projects/p/guestPolicies/g';
const showCollection = (path: string): string => `#/resources?collection=${encodeURIComponent(path)}`;
const showResource = (path: string, tab = 'form'): string => `#/resources?${new URLSearchParams({ path, tab }).toString()}`;
const treeItem = (page: Page, name: string | RegExp) => page.getByRole('treeitem', { name });
const rows = (page: Page) => page.getByRole('listbox').getByRole('option');
const detail = (page: Page) => page.getByRole('region', { name: 'Resource', exact: true });
const readCheck = async (name = 'check'): Promise<Record<string, unknown>> =>
  (await running.call(`${checks}/${name}`)).json() as Promise<Record<string, unknown>>;

describeInBrowser('resources', (browser) => {
  test('shows the collections of APIs and projects as a tree for the keyboard', async () => {
    const page = await browser.open(running.url, { hash: '#/resources' });
    await treeItem(page, 'All resources').focus();
    await page.keyboard.press('End');
    await expect.poll(() => page.locator(':focus').innerText()).toMatch(/^httpHealthChecks\s+1$/);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => page.locator(':focus').innerText()).toMatch(/^p\s+1$/);
    await page.keyboard.press('ArrowLeft');
    await treeItem(page, 'httpHealthChecks').waitFor({ state: 'detached' });
    await page.keyboard.press('Home');
    await page.keyboard.press('m');
    await expect.poll(() => page.locator(':focus').getAttribute('aria-level')).toBe('3');
    await page.keyboard.press('Enter');
    await rows(page).filter({ hasText: 'z2' }).waitFor();
    await expect.poll(() => treeItem(page, /^managedZones/).getAttribute('aria-selected')).toBe('true');
    await running.call(zones, { method: 'POST', body: { name: 'z3', dnsName: 'example.net.', description: '' } });
    await rows(page).filter({ hasText: 'z3' }).waitFor();
  });

  test('shows nested collections below their parents', async () => {
    await running.call(zones, { method: 'POST', body: { name: 'nested', dnsName: 'nested.example.', description: '' } });
    const page = await browser.open(running.url, { hash: '#/resources' });
    const group = treeItem(page, /^rrsets/);
    await expect.poll(() => group.getAttribute('aria-level')).toBe('4');
    await group.click();
    await treeItem(page, /^nested/).click();
    await rows(page).filter({ hasText: '/NS' }).waitFor();
    expect(new URL(page.url()).hash).toContain(encodeURIComponent(`${zones}/nested/rrsets`));
    await treeItem(page, /^managedZones/).click();
    await treeItem(page, /^managedZones/).click();
    await group.waitFor({ state: 'detached' });
  });

  test('searches in the mock', async () => {
    const page = await browser.open(running.url, { hash: showCollection(zones) });
    await page.getByText('2 resources').waitFor();
    await page.getByLabel('Search').fill('SECOND zone');
    await page.getByText('1 resource', { exact: true }).waitFor();
    await expect.poll(() => rows(page).allInnerTexts()).toEqual(['z2']);
    await page.getByLabel('Search').fill('nowhere');
    await page.getByText('No resources').waitFor();
  });

  test('filters with the list method of the API, if it has a filter', async () => {
    await running.call(checks, { method: 'POST', body: { name: 'other', port: 90 } });
    const page = await browser.open(running.url, { hash: showCollection(checks) });
    await rows(page).nth(1).waitFor();
    const filter = page.getByLabel('API filter');
    await filter.fill('port = 90');
    await filter.press('Enter');
    await page.getByText('1 resource', { exact: true }).waitFor();
    await expect.poll(() => rows(page).allInnerTexts()).toEqual(['other']);
    await filter.fill('port = (');
    await filter.press('Enter');
    await page.getByText(/Invalid list filter expression/).waitFor();
    await expect.poll(() => filter.getAttribute('aria-invalid')).toBe('true');
    await treeItem(page, /^managedZones/).click();
    await rows(page).filter({ hasText: 'z1' }).waitFor();
    await expect.poll(() => filter.count()).toBe(0);
  });

  test('scrolls through 5,000 resources', async () => {
    const mock = createMock();
    const bodies = Array.from({ length: 5_000 }, (_, index) => `c${String(index).padStart(4, '0')}`);
    await mock.seed({ resources: Object.fromEntries(bodies.map((name) => [`${checks}/${name}`, { name, port: 80 }])) });
    const server = await mock.listen();
    onTestFinished(() => server.close());
    const page = await browser.open(server.url, { hash: showCollection(checks) });
    await page.getByText('5,000 resources').waitFor();
    const list = page.getByRole('listbox');
    await list.focus();
    await page.keyboard.press('PageDown');
    await page.keyboard.press('End');
    await list.getByRole('option', { name: 'c4999', selected: true }).waitFor();
    await detail(page).getByRole('heading', { name: 'c4999' }).waitFor();
    await expect.poll(() => list.getByRole('option').count()).toBeLessThan(80);
    await list.evaluate((element) => (element.scrollTop = element.scrollHeight / 2));
    await list.getByRole('option', { name: 'c2500' }).waitFor();
  });

  test('changes a resource with a patch of what changed, and shows its operation', async () => {
    const page = await browser.open(running.url, { hash: showResource(`${checks}/check`) });
    const save = page.getByRole('button', { name: 'Save' });
    await expect.poll(() => save.isDisabled()).toBe(true);
    await page.getByLabel('port').fill('99999');
    await page.getByText('must be <= 65535').waitFor();
    await page.getByLabel('port').fill('8x');
    await page.getByText('must be an integer').waitFor();
    await save.click();
    await expect.poll(() => page.getByLabel('port').evaluate((element) => element === document.activeElement)).toBe(true);
    await page.getByLabel('port').fill('8080');
    await page.getByLabel('timeoutSec').fill('9');
    await save.click();
    const timeout = page.getByLabel('timeoutSec');
    await page.getByText("timeoutSec can't exceed checkIntervalSec").waitFor();
    await expect.poll(() => timeout.getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => timeout.evaluate((element) => element === document.activeElement)).toBe(true);
    const message = page.getByText('The mock rejected the request.');
    await message.waitFor();
    await page.getByLabel('port').fill('8081');
    await message.waitFor({ state: 'detached' });
    await expect.poll(() => timeout.getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => page.getByLabel('port').evaluate((element) => element === document.activeElement)).toBe(true);
    await page.getByLabel('port').fill('8080');
    await timeout.fill('4');
    await expect.poll(() => timeout.getAttribute('aria-invalid')).toBe('false');
    await save.click();
    await page.getByRole('list', { name: 'Started operations' }).getByText('DONE').waitFor();
    expect(await readCheck()).toMatchObject({ port: 8080, timeoutSec: 4 });
    const sent = running.mock.requests.at(-2);
    expect(sent).toMatchObject({ methodId: 'compute.httpHealthChecks.patch', request: { body: { port: 8080, timeoutSec: 4 } } });
    await expect.poll(() => detail(page).getByRole('region', { name: 'Immutable' }).innerText()).toContain('check');
  });

  test('waits for an operation', async () => {
    const mock = createMock({ operationDelay: 60_000 });
    const server = await mock.listen();
    onTestFinished(() => server.close());
    await mock.clock.freeze();
    const page = await browser.open(server.url, { hash: '#/resources' });
    await page.getByRole('button', { name: 'Create…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/^project/).fill('p');
    await dialog.getByLabel(/^name/).fill('later');
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    const operations = page.getByRole('list', { name: 'Started operations' });
    await operations.getByText('waits, because the clock is frozen').waitFor();
    await detail(page).getByText('This resource doesn’t exist').waitFor();
    await mock.clock.advance(60_000);
    await operations.getByText('DONE').waitFor();
    await detail(page).getByLabel('checkIntervalSec').waitFor();
    await page.getByRole('button', { name: /^Dismiss/ }).click();
    await operations.getByText('DONE').waitFor({ state: 'detached' });
  });

  test('sends the etag or the field mask that the API wants', async () => {
    const compute = createMock({ seed: { resources: { [policy]: { name: 'tls', minTlsVersion: 'TLS_1_0' } } } });
    const computeServer = await compute.listen();
    onTestFinished(() => computeServer.close());
    const page = await browser.open(computeServer.url, { hash: showResource(policy) });
    await page.getByLabel(/^minTlsVersion/).selectOption('TLS_1_2');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('DONE').waitFor();
    expect(compute.requests.at(-1)?.request.body).toEqual({ minTlsVersion: 'TLS_1_2', fingerprint: expect.any(String) as unknown });

    const osConfig = createOsConfigMock({ seed: { resources: { [guestPolicy]: { description: 'Old', assignment: { zones: ['a'] } } } } });
    const osConfigServer = await osConfig.listen();
    onTestFinished(() => osConfigServer.close());
    const other = await browser.open(osConfigServer.url, { hash: showResource(guestPolicy) });
    await other.getByLabel(/^description/).fill('New');
    await other.getByRole('button', { name: 'Save' }).click();
    await other.getByText('Saved', { exact: true }).waitFor();
    const patch = osConfig.requests.at(-1);
    expect(patch?.path).toBe(`${guestPolicy}?updateMask=description`);
    expect(patch?.request.body).toMatchObject({ description: 'New' });
  });

  test('offers a newer version instead of overwriting it', async () => {
    const page = await browser.open(running.url, { hash: showResource(`${zones}/z1`) });
    await page.getByLabel('description').fill('mine');
    await running.call(`${zones}/z1`, { method: 'PATCH', body: { description: 'theirs' } });
    await page.getByText('The resource has changed since you started.').waitFor();
    await page.getByRole('button', { name: 'Discard my changes' }).click();
    await expect.poll(() => page.getByLabel('description').inputValue()).toBe('theirs');
  });

  test('creates and deletes a resource with the methods of its API', async () => {
    const page = await browser.open(running.url, { hash: showCollection(zones) });
    await page.getByRole('button', { name: 'Create…' }).click();
    const dialog = page.getByRole('dialog');
    const create = dialog.getByRole('button', { name: 'Create', exact: true });
    await create.click();
    await dialog
      .getByText(/^Required value/)
      .first()
      .waitFor();
    await dialog.getByLabel('name', { exact: false }).first().fill('Not a name');
    await dialog.getByText(/^Invalid value for 'name'/).waitFor();
    await dialog.getByLabel('name', { exact: false }).first().fill('new');
    await dialog.getByLabel('dnsName').fill('new.example.');
    await dialog.getByText(/optional fields/).click();
    await dialog.getByLabel(/^visibility/).selectOption('private');
    await dialog.getByLabel('New key of labels').fill('env');
    await dialog.getByRole('button', { name: 'Add to labels' }).click();
    await dialog.getByLabel('env').fill('test');
    await create.click();
    await detail(page).getByRole('heading', { name: 'new' }).waitFor();
    const zone = (await (await running.call(`${zones}/new`)).json()) as object;
    expect(zone).toMatchObject({ name: 'new', visibility: 'private', labels: { env: 'test' } });
    await page.getByRole('button', { name: 'Delete…' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('This resource doesn’t exist').waitFor();
    expect((await running.call(`${zones}/new`)).status).toBe(404);
  });

  test('shows what changed between versions, who changed it, and with which request', async () => {
    await running.call(`${zones}/z1`, { method: 'PATCH', body: { description: 'Changed' } });
    const page = await browser.open(running.url, { hash: showResource(`${zones}/z1`, 'history') });
    const changes = page.getByRole('region', { name: /^Changes of version/ });
    await changes.waitFor();
    await expect
      .poll(() => changes.innerText())
      .toMatch(/removed:\s+"description": "The first zone",[^]*added:\s+"description": "Changed"/);
    await page.getByText('anonymous@example.com').waitFor();
    await page.getByRole('link', { name: `PATCH ${zones}/z1` }).click();
    await page.getByRole('heading', { name: 'Requests' }).waitFor();
    expect(new URL(page.url()).hash).toBe('#/requests/0');
  });

  test('shows hostile names and contents as texts', async () => {
    const texts = [...payloads, '<img src=x onerror="globalThis.pwned = 1">', '__proto__'];
    const entries = texts.map((text, index) => {
      const path = `/dns/v1/projects/${encodeURIComponent(text.replaceAll(/[\ud800-\udfff]/g, '\ufffd'))}/managedZones/z${index}`;
      const labels = JSON.parse(`{${JSON.stringify(text)}:${JSON.stringify(text)}}`) as Record<string, string>;
      return [path, { name: `z${index}`, dnsName: 'example.com.', description: text, labels }] as const;
    });
    await running.mock.seed({ resources: Object.fromEntries(entries) });
    const page = await browser.open(running.url, { hash: '#/resources' });
    await treeItem(page, '<img src=x onerror="globalThis.pwned = 1">').first().waitFor();
    for (const [index, [path, { description }]] of entries.entries()) {
      await page.evaluate((hash) => (location.hash = hash), showResource(path));
      await detail(page)
        .getByRole('heading', { name: `z${index}`, exact: true })
        .waitFor();
      const field = page.getByLabel(/^description/);
      // A text field has no line breaks, and no lone surrogates.
      if (!/[\r\n\ud800-\udfff]/.test(description)) await expect.poll(() => field.inputValue()).toBe(description);
    }
    await page.getByRole('tab', { name: 'JSON' }).click();
    await page.getByRole('region', { name: 'Resource as JSON' }).getByText('"__proto__"', { exact: false }).first().waitFor();
  });

  test('works with the keyboard alone', async () => {
    const page = await browser.open(running.url, { hash: '#/resources' });
    await tabTo(page, 'Create…');
    await page.keyboard.press('Tab');
    await page.keyboard.press('h');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Resources', 'listbox');
    await page.keyboard.press('ArrowDown');
    await detail(page).getByRole('heading', { name: 'check' }).waitFor();
    await tabTo(page, 'Form', 'tab');
    await page.keyboard.press('ArrowRight');
    await page.getByRole('region', { name: 'Resource as JSON' }).waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.getByLabel('port').waitFor();
    await tabTo(page, 'port integer', 'textbox');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('81');
    await page.keyboard.press('Enter');
    await page.getByText('DONE').waitFor();
    await tabTo(page, 'Delete…');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Delete');
    await page.keyboard.press('Enter');
    await page.getByText('This resource doesn’t exist').waitFor();
  });

  test('is accessible', async () => {
    const page = await browser.open(running.url, { hash: showResource(`${zones}/z1`) });
    await page.getByLabel('description').waitFor();
    await page
      .getByText(/optional fields/)
      .first()
      .click();
    await expectAccessible(page);
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByRole('list', { name: 'Versions, newest first' }).waitFor();
    await expectAccessible(page);
    await treeItem(page, /^httpHealthChecks/).click();
    await page.getByRole('button', { name: 'Create…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create', exact: true }).click();
    await expectAccessible(page);
  });
});
