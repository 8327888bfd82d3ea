// Takes the pictures of the control page in docs/images from a mock with fixed content: `npm run screenshots`.
// `npm run screenshots -- clock faults` takes some of them. The clock, the random numbers, and the measured durations are fixed, so that the pictures change only when the page does.
import { mkdirSync, writeFileSync } from 'node:fs';
import chromium from '@sparticuz/chromium';
import { chromium as launcher } from 'playwright-core';
import { compose } from '../dist/runtime/mock.js';
import { createMock as createComputeMock } from '../generated/compute-v1/dist/mock.js';
import { createMock as createDnsMock } from '../generated/dns-v1/dist/mock.js';
import { reduceColors } from './reduce-colors.js';

/** Part of the addresses in responses. */
const port = 8787;
const names = process.argv.slice(2);
const size = { width: 1280, height: 800 };
const folder = new URL('images/', import.meta.url);

const dns = '/dns/v1/projects/shop/managedZones';
const compute = '/compute/v1/projects/shop';

const zoneNames = ['shop', 'shop-internal', 'status', 'legacy'];
const dnsSeed = {
  resources: {
    ...Object.fromEntries(
      zoneNames.map((name) => [
        `${dns}/${name}`,
        { name, dnsName: `${name}.example.com.`, description: `Zone of ${name}`, visibility: 'public' },
      ]),
    ),
    [`${dns}/shop/rrsets/www.shop.example.com./A`]: { name: 'www.shop.example.com.', type: 'A', ttl: 300, rrdatas: ['192.0.2.1'] },
    [`${dns}/shop/rrsets/mail.shop.example.com./MX`]: {
      name: 'mail.shop.example.com.',
      type: 'MX',
      ttl: 3600,
      rrdatas: ['10 mx.example.com.'],
    },
  },
};
const computeSeed = {
  resources: {
    [`${compute}/global/httpHealthChecks/frontend`]: { name: 'frontend', port: 80, requestPath: '/healthz' },
    [`${compute}/global/httpHealthChecks/checkout`]: { name: 'checkout', port: 8080, requestPath: '/ready' },
    [`${compute}/global/sslPolicies/modern`]: { name: 'modern', profile: 'MODERN', minTlsVersion: 'TLS_1_2' },
  },
};

/** The time of the mock, which the script moves while it sends requests. */
let time = Date.parse('2026-03-02T09:00:00Z');
const mock = compose(
  createDnsMock({ seed: dnsSeed, now: () => time, randomSeed: 1 }),
  createComputeMock({ seed: computeSeed, now: () => time, randomSeed: 1, operationDelay: 150_000 }),
);

async function call(method, path, body) {
  const init = body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await mock.fetch(`http://127.0.0.1:${port}${path}`, { method, ...init });
  await response.text();
}

const control = (method, route, body) => call(method, `/__admin/${route}`, body);

/** Starts operations of which one is done after a minute of traffic, and one waits for another. */
async function startOperations() {
  await call('PATCH', `${compute}/global/sslPolicies/modern`, { minTlsVersion: 'TLS_1_1', fingerprint: 'c3RhbGU=' });
  await call('POST', `${compute}/global/httpHealthChecks`, { name: 'search', port: 9200 });
  time += 45_000;
  await call('PATCH', `${compute}/global/httpHealthChecks/frontend`, { port: 81 });
  time += 22_000;
  await call('DELETE', `${compute}/global/httpHealthChecks/checkout`);
  await call('PATCH', `${compute}/global/httpHealthChecks/frontend`, { requestPath: '/livez' });
  time += 31_000;
  await call('POST', `${compute}/global/sslPolicies`, { name: 'restricted', profile: 'RESTRICTED', minTlsVersion: 'TLS_1_2' });
  await call('POST', `${compute}/global/networks`, { name: 'backend', autoCreateSubnetworks: false });
}

const reads = [
  `${dns}/shop`,
  dns,
  `${dns}/shop/rrsets`,
  `${compute}/global/httpHealthChecks/frontend`,
  `${compute}/global/sslPolicies`,
  `${dns}/status`,
  `${dns}/shop/rrsets?maxResults=1`,
  `${compute}/global/httpHealthChecks`,
];

/** Sends the requests of a minute, with errors among them. */
async function sendTraffic() {
  for (let index = 0; index < 118; index++) {
    if (index === 61) await control('POST', 'snapshots', { name: 'renamed-zone' });
    time += 220 + ((index * 37) % 13) * 44;
    if (index % 23 === 7) await call('GET', `${dns}/removed-zone`);
    else if (index % 31 === 11) await call('POST', dns, { name: 'shop', dnsName: 'shop.example.com.', description: 'Again' });
    else if (index === 60) await call('PATCH', `${dns}/status`, { description: 'Status page' });
    else await call('GET', reads[(index * 5) % reads.length]);
  }
  await call('POST', `${dns}/shop/changes`, {
    additions: [{ name: 'api.shop.example.com.', type: 'CNAME', ttl: 60, rrdatas: ['www.shop.example.com.'] }],
  });
  await call('POST', `${dns}/shop/changes`, {});
}

/** Fills the mock. The duration of a request depends on its number only. */
async function prepareMock() {
  const { now } = performance;
  let [clock, steps] = [0, 0];
  performance.now = () => (clock += 0.4 + ((steps++ * 7) % 11) / 5);
  await control('POST', 'snapshots', { name: 'start' });
  await startOperations();
  await control('POST', 'snapshots', { name: 'before-traffic' });
  await sendTraffic();
  performance.now = now;
  await control('POST', 'clock', { freeze: true });
  await control('POST', 'faults', [
    { id: 'flaky-changes', method: 'dns.changes.*', status: 503, reason: 'backendError', times: 3 },
    { id: 'slow', path: `${compute}/*`, latencyMs: 400, probability: 0.25 },
    {
      id: 'quota',
      method: 'compute.sslPolicies.insert',
      operation: { errors: [{ code: 'QUOTA_EXCEEDED', message: 'Too many policies.' }] },
    },
  ]);
  // Applies the changes that are due.
  await control('GET', 'operations');
}

await prepareMock();
const { url, close } = await mock.listen({ port });
const browser = await launcher.launch({
  executablePath: await chromium.executablePath(),
  args: ['--no-sandbox', '--disable-partial-raster'],
  headless: true,
});

/** Opens a view, and takes its picture when `prepare` resolves. */
async function takePicture(name, { hash, colorScheme = 'light', prepare }) {
  if (names.length > 0 && !names.includes(name)) return;
  const page = await browser.newPage({ viewport: size, colorScheme, reducedMotion: 'reduce' });
  page.setDefaultTimeout(10_000);
  await page.goto(`${url}/__admin/ui#/${hash}`);
  await page.locator('.connection.live').waitFor();
  await prepare(page);
  await page.evaluate(() => document.activeElement?.blur());
  const picture = await page.screenshot({ animations: 'disabled' });
  writeFileSync(new URL(`${name}.png`, folder), await reduceColors(picture, browser));
  await page.close();
}

mkdirSync(folder, { recursive: true });
try {
  await takePicture('overview', { hash: 'overview', prepare: (page) => page.getByText('of 43 methods called').waitFor() });
  await takePicture('resources', {
    hash: `resources?path=${encodeURIComponent(`${dns}/status`)}&tab=history`,
    prepare: (page) => page.getByText('dns.managedZones.patch').first().waitFor(),
  });
  await takePicture('requests', {
    hash: 'requests?status=4xx',
    prepare: async (page) => {
      await page.getByRole('listbox').getByRole('option').first().click();
      await page.getByRole('region', { name: 'Rejection' }).getByRole('paragraph').first().waitFor();
    },
  });
  await takePicture('operations', {
    hash: 'operations',
    colorScheme: 'dark',
    prepare: (page) => page.getByRole('button', { name: 'Finish' }).last().waitFor(),
  });
  await takePicture('faults', {
    hash: 'faults',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Add rule' }).click();
      await page.getByLabel('Method', { exact: true }).fill('dns.managedZones.*');
      await page.getByLabel('Reason').fill('rateLimitExceeded');
      await page.getByLabel('Status').fill('429');
      await page.getByRole('link', { name: `GET ${dns}`, exact: true }).waitFor();
    },
  });
  await takePicture('snapshots', {
    hash: 'snapshots?from=before-traffic&to=renamed-zone',
    prepare: async (page) => {
      await page.getByText(`${dns}/status`, { exact: true }).click();
      await page.getByText('description').first().waitFor();
    },
  });
} finally {
  await browser.close();
  await close();
}
