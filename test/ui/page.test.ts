/** How the control page is delivered: one request, its size and policy, a path prefix, and the admin token. */
import { createServer, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { describeInBrowser } from './browser.js';
import { createSeededMock, startSeededMock, type RunningMock } from './seeded-mock.js';

const maxSize = 60 * 1024;
let running: RunningMock;
beforeAll(async () => {
  running = await startSeededMock();
});
afterAll(() => running.close());

test('the page has at most 60 KB gzipped, and a policy that allows its own script and style only', async () => {
  const response = await running.call('/__admin/ui');
  const text = await response.text();
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(response.headers.get('content-encoding')).toBe('gzip');
  expect(Number(response.headers.get('content-length'))).toBeLessThanOrEqual(maxSize);
  expect(gzipSync(text).length).toBeLessThanOrEqual(maxSize);
  const policy = response.headers.get('content-security-policy') ?? '';
  expect(policy.split('; ').map((directive) => directive.replace(/sha256-[\w+/]{43}=/, 'sha256-HASH'))).toEqual([
    "default-src 'none'",
    "script-src 'sha256-HASH'",
    "style-src 'sha256-HASH'",
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ]);
  expect(text).not.toMatch(/(?:src|href|action)="?https?:/);
  const head = await running.call('/__admin/ui', { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, response.headers.get('content-length'), '']);
});

test('the page is available in memory, and follows the rules of control routes', async () => {
  const mock = createSeededMock({ adminToken: 'secret' });
  const load = (headers?: Record<string, string>) => mock.fetch('http://mock/__admin/ui', { ...(headers && { headers }) });
  expect((await load()).status).toBe(401);
  expect(await (await load({ authorization: 'Bearer secret' })).text()).toContain('<title>discogen mock</title>');
  expect((await running.call('/__admin/ui', { method: 'POST' })).status).toBe(405);
  const foreign = await new Promise<number | undefined>((resolve, reject) => {
    sendRequest(`${running.url}/__admin/ui`, { headers: { host: 'rebound.example' } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
  expect(foreign).toBe(403);
  expect(mock.requests.length).toBe(0);
});

/** Starts a proxy that removes the prefix `/mock` and passes everything else on. */
async function startProxy(target: string): Promise<string> {
  const proxy = createServer((incoming, outgoing) => {
    const path = (incoming.url ?? '').replace(/^\/mock\b/, '');
    if (path === incoming.url) {
      outgoing.writeHead(404).end();
      return;
    }
    const passed = sendRequest(`${target}${path}`, { method: incoming.method, headers: incoming.headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    outgoing.on('close', () => passed.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/mock`;
}

describeInBrowser('in a browser', (browser) => {
  test('has no part that is wider than a phone', async () => {
    const { call } = running;
    await call('/dns/v1/projects/p/managedZones/z1');
    await call('/__admin/faults', { method: 'POST', body: { method: 'dns.changes.*', status: 503, times: 1 } });
    const page = await browser.open(running.url, { viewport: { width: 390, height: 844 } });
    const widths: Record<string, number> = {};
    for (const hash of [
      'overview',
      'resources?path=/dns/v1/projects/p/managedZones/z1',
      'operations',
      'requests',
      'clock',
      'faults',
      'snapshots',
    ]) {
      await page.evaluate((target) => (location.hash = `#/${target}`), hash);
      await page.locator('main h1').waitFor();
      widths[hash] = await page.evaluate(() => document.documentElement.scrollWidth);
    }
    expect(Object.entries(widths).filter(([, width]) => width > 390)).toEqual([]);
  });

  test('the document is the only file that the page loads', async () => {
    const page = await browser.open(running.url);
    const loaded = await page.evaluate(() =>
      performance.getEntriesByType('resource').map((entry) => (entry as PerformanceResourceTiming).initiatorType),
    );
    expect(loaded.filter((kind) => kind !== 'fetch' && kind !== 'other')).toEqual([]);
  });

  test('works behind a path prefix', async () => {
    const page = await browser.open(await startProxy(running.url), { hash: '#/overview' });
    await page.getByRole('link', { name: 'dns v1' }).waitFor();
    await running.call('/dns/v1/projects/behind/managedZones');
    await page.getByRole('link', { name: 'Requests' }).click();
    await page
      .getByRole('listbox')
      .getByRole('option', { name: /projects\/behind/ })
      .click();
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('Sent again: status 200').waitFor();
  });

  test('asks once for the admin token, and uses it for all requests and the live stream', async () => {
    const shared = await startSeededMock({ adminToken: 'secret' });
    onTestFinished(() => shared.close());
    const rejected = await (await browser.createContext()).newPage();
    const response = await rejected.request.get(`${shared.url}/__admin/ui`);
    expect([response.status(), response.headersArray().filter(({ name }) => name.toLowerCase() === 'www-authenticate')]).toEqual([
      401,
      [expect.objectContaining({ value: expect.stringContaining('Basic realm="discogen"') })],
    ]);
    const page = await browser.open(shared.url, { httpCredentials: { username: 'any', password: 'secret' } });
    await shared.call('/dns/v1/projects/p/managedZones/z1');
    await page.getByRole('link', { name: 'Requests' }).click();
    await page
      .getByRole('listbox')
      .getByRole('option', { name: /managedZones\/z1/ })
      .click();
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('Sent again: status 200').waitFor();
    const headers = shared.mock.requests.map(({ request }) => request.headers['authorization']);
    expect(headers.every((value) => value === undefined || value === '[hidden]')).toBe(true);
  });

  test('reconnects to a mock that starts again, and shows its state', async () => {
    const first = await startSeededMock();
    const page = await browser.open(first.url, {
      hash: '#/requests',
      expectedErrors: ['ERR_CONNECTION_REFUSED', 'ERR_INCOMPLETE_CHUNKED_ENCODING'],
    });
    await first.call('/dns/v1/projects/first/managedZones');
    await page.getByRole('listbox').getByRole('option').waitFor();
    await first.close();
    await page.getByText('No connection. Trying again…').waitFor();
    const second = createSeededMock();
    const { close } = await second.listen({ port: Number(new URL(first.url).port) });
    onTestFinished(close);
    await second.fetch(`${first.url}/dns/v1/projects/second/managedZones`);
    await page
      .getByRole('listbox')
      .getByRole('option', { name: /second/ })
      .waitFor();
    await page.getByText('Live', { exact: true }).first().waitFor();
  });

  test('keeps the session in the address', async () => {
    const page = await browser.open(running.url, { session: 'other' });
    await running.call('/dns/v1/projects/q/managedZones', { headers: { 'x-mock-session': 'other' } });
    await page.getByRole('link', { name: 'Requests' }).click();
    await page
      .getByRole('listbox')
      .getByRole('option', { name: /projects\/q/ })
      .waitFor();
    await page.getByLabel('Session').selectOption('default');
    await page
      .getByRole('listbox')
      .getByRole('option', { name: /projects\/q/ })
      .waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('');
  });
});
