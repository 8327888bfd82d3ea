/** The overview: traffic, errors, and coverage, live. */
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createMockServer } from '../../dist/runtime/mock.js';
import { createClient } from '../../generated/dns-v1/dist/index.js';
import { behavior } from '../../generated/dns-v1/dist/mock.js';
import { payloads } from '../fuzz/support/texts.js';
import { describeInBrowser, expectAccessible, tabTo } from './browser.js';
import { startSeededMock, zones, type RunningMock } from './seeded-mock.js';

let running: RunningMock;
beforeEach(async () => {
  running = await startSeededMock();
});
afterEach(() => running.close());

const emptyChange = { method: 'POST', body: {} } as const;

/** A Discovery document whose names and texts are hostile. */
function createHostileDocument() {
  const createMethod = (text: string) => ({
    id: `x.${text}`,
    httpMethod: 'GET',
    path: 'x',
    description: text,
    'x-rules': [{ kind: text, [text]: text, source: text }],
    'x-validations': [{ rule: text, message: text, source: { [text]: text } }],
  });
  const resources = Object.fromEntries(payloads.map((text) => [text, { methods: { [text]: createMethod(text) } }]));
  return { name: 'x', version: 'v1', title: payloads.join(' '), documentationLink: 'javascript:globalThis.pwned = 1', resources };
}

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
    await page.getByText('2 of 43 methods called (5%)').waitFor();
    await page.getByRole('button', { name: 'get 1 errors only' }).waitFor();
    await page.getByRole('link', { name: 'notFound' }).click();
    await page
      .getByRole('listbox')
      .getByRole('option', { name: /managedZones\/missing/ })
      .waitFor();
    expect(new URL(page.url()).hash).toBe('#/requests?reason=notFound');
  });

  test('says what comparing the methods with recordings showed', async () => {
    const known = { scenarios: 2, compared: 3, agree: 1, differs: ['nameServers[]'], outcomes: ['rejected'] };
    const mock = createMockServer({ ...behavior, evidence: { methods: { 'dns.managedZones.get': known }, isOutdated: true } });
    const server = await mock.listen();
    onTestFinished(() => server.close());
    const page = await browser.open(server.url);
    const region = page.getByRole('region', { name: 'Recordings of dns v1' });
    await region.getByText('Compared with an earlier version').waitFor();
    const rows = region.getByRole('row');
    await expect
      .poll(() => rows.filter({ hasText: 'dns.managedZones.get' }).first().innerText())
      .toMatch(/compared with 2 recorded scenarios\s+rejected, nameServers\[\]/);
    await expect.poll(() => rows.filter({ hasText: 'dns.managedZones.create' }).first().innerText()).toContain('never compared');
  });

  test('lists the APIs with their methods and resources', async () => {
    const page = await browser.open(running.url);
    const rows = page.getByRole('region', { name: 'APIs' }).getByRole('table').getByRole('row');
    await rows.filter({ hasText: 'dns v1' }).waitFor();
    await expect
      .poll(async () => (await rows.allInnerTexts()).map((text) => text.split(/\s*\t\s*/)))
      .toMatchObject([
        ['API', 'Title', 'Methods', 'Resources'],
        ['dns v1', 'DNS API', '43', expect.stringMatching(/^\d+$/)],
        ['compute v1', 'Compute (selected methods)', '98', '1'],
      ]);
  });

  test('lists the sessions, and shows another one', async () => {
    const page = await browser.open(running.url);
    await running.call(`${zones}/z1`, { headers: { 'x-mock-session': 'other' } });
    await running.call(`${zones}/z2`);
    await page.getByRole('button', { name: 'other' }).click();
    await page.getByRole('img', { name: '1 request and 0 errors' }).waitFor();
    expect(new URL(page.url()).search).toBe('?session=other');
  });

  test('shows which rules triggered, with their text and source', async () => {
    const page = await browser.open(running.url);
    const changes = page.getByRole('row', { name: /^changes/ });
    await changes.getByRole('img', { name: '0 of 5 rules triggered' }).waitFor();
    await running.call(`${zones}/z1/changes`, emptyChange);
    await changes.getByRole('img', { name: '1 of 5 rules triggered: x-validations' }).waitFor();
    await changes.getByRole('button', { name: 'create 1' }).click();
    const details = page.getByRole('region', { name: 'dns.changes.create' });
    await details.getByText('a change must have additions or deletions').waitFor();
    await details.getByText('Public knowledge: the response of the service to an empty change').waitFor();
    await details.getByText('serverDefault').first().waitFor();
    await details.getByText('Implemented: the specification states the behavior.').waitFor();
    await details.getByText('Evidence: never compared').waitFor();
  });

  test('shows hostile documents as texts', async () => {
    const document = createHostileDocument();
    const { title } = document;
    const discovery = () => JSON.stringify(document);
    const mock = createMockServer({
      name: 'x',
      version: 'v1',
      title,
      methods: [],
      resources: [],
      objectTypes: {},
      variables: {},
      discovery,
    } as never);
    const { url, close } = await mock.listen();
    onTestFinished(close);
    const page = await browser.open(url);
    await page.getByRole('group', { name: 'Methods of x' }).waitFor();
    const buttons = page.locator('.method');
    await expect.poll(() => buttons.count()).toBe(payloads.length);
    for (const [index, text] of payloads.entries()) {
      await buttons.nth(index).click();
      const rules = page.locator('.method-details .rules');
      await expect.poll(() => rules.evaluate((element) => element.textContent)).toContain(`${text} of x.${text}`);
    }
    await expect.poll(() => page.locator('a[href^="javascript:"]').count()).toBe(0);
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

  test('has no accessibility violation', async () => {
    await running.call(`${zones}/z1`);
    await running.call(`${zones}/z1/changes`, emptyChange);
    const page = await browser.open(running.url);
    await page.getByRole('button', { name: 'create 1' }).click();
    await page.getByRole('region', { name: 'dns.changes.create' }).waitFor();
    await expectAccessible(page);
  });
});
