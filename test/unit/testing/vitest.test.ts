/** The entry `discogen/vitest`, used by these tests themselves. */
import { describe, expect, test as plain } from 'vitest';
import { createMock } from '../../../generated/dns-v1/src/mock.js';
import { createDnsClient } from '../../../generated/dns-v1/src/index.js';
import { createMockTest } from '../../../testing/vitest.js';

const zones = '/dns/v1/projects/p/managedZones';
const rootUrl = 'https://dns.example.com';
let mocks = 0;
const test = createMockTest({
  async mock() {
    mocks += 1;
    const mock = createMock({ seed: { resources: { [`${zones}/seeded`]: { name: 'seeded', dnsName: 'seeded.example.com.' } } } });
    await createZone(mock.fetch, 'prepared');
    return mock;
  },
});

function createZone(fetch: typeof globalThis.fetch, name: string, address = rootUrl) {
  const dns = createDnsClient({ rootUrl: address, fetch });
  return dns.managedZones.create({ project: 'p', requestBody: { name, dnsName: 'example.com.', labels: { env: 'test', team: 'web' } } });
}

describe('fixtures', () => {
  for (const name of ['one', 'another']) {
    test(`give ${name} test a session with the prepared state`, async ({ mock }) => {
      expect(mock.requests).toEqual([]);
      const { managedZones = [] } = await createDnsClient({ rootUrl, fetch: mock.fetch }).managedZones.list({ project: 'p' });
      expect(managedZones.map((zone) => zone.name)).toEqual(['prepared', 'seeded']);
      await createZone(mock.fetch, name);
      await expect(mock).toHaveResource(`${zones}/${name}`);
      expect(mocks).toBe(1);
    });
  }

  test('serve the session at a URL', async ({ mock, url }) => {
    await createZone(fetch, 'z', url);
    await fetch(`${url}${zones}/z`, { method: 'DELETE', headers: { 'x-mock-session': 'other' } });
    expect(mock.requests.map(({ methodId }) => methodId)).toEqual(['dns.managedZones.create', 'dns.managedZones.delete']);
  });
});

describe('toHaveReceived', () => {
  test('compares the given parts of requests', async ({ mock }) => {
    await createZone(mock.fetch, 'z');
    await mock.fetch(`https://dns.example.com${zones}?maxResults=5&fields=kind`, { headers: { 'X-Trace': 'a-1' } });
    expect(mock).toHaveReceived('dns.managedZones.create');
    expect(mock).toHaveReceived('dns.managedZones.create', {
      params: { project: 'p' },
      body: { dnsName: /^example/, labels: { env: expect.any(String) } },
      status: 200,
      times: 1,
    });
    expect(mock).toHaveReceived('dns.managedZones.list', {
      params: { project: 'p', maxResults: 5 },
      query: { fields: 'kind' },
      headers: { 'x-trace': expect.stringContaining('a') },
    });
    expect(mock).not.toHaveReceived('dns.managedZones.create', { params: { project: 'q' } });
    expect(mock).not.toHaveReceived('dns.managedZones.list', { query: { pageToken: 't' } });
    expect(mock).toHaveReceived('dns.managedZones.delete', { times: 0 });
    await expect.poll(() => mock).toHaveReceived('dns.managedZones.create');
  });

  test('shows the nearest request and its differences', async ({ mock }) => {
    await createZone(mock.fetch, 'a');
    await createZone(mock.fetch, 'b');
    expect(() =>
      expect(mock).toHaveReceived('dns.managedZones.create', { body: { name: 'b', labels: { env: 'prod', team: 'web', tier: /\d/ } } }),
    ).toThrowErrorMatchingInlineSnapshot(`
      [Error: expected the mock to have received dns.managedZones.create with {"body":{"name":"b","labels":{"env":"prod","team":"web","tier":"/\\\\d/"}}}
      The nearest of 2 requests of this method (- expected, + received): POST /dns/v1/projects/p/managedZones → 200 (dns.managedZones.create)
      - body.labels.env: "prod"
      + body.labels.env: "test"
      - body.labels.tier: /\\d/
      + body.labels.tier: absent]
    `);
    expect(() => expect(mock).toHaveReceived('dns.managedZones.create', { times: 1 })).toThrowErrorMatchingInlineSnapshot(`
      [Error: expected the mock to have received dns.managedZones.create in 1 request, but it received 2:
        POST /dns/v1/projects/p/managedZones → 200 (dns.managedZones.create)
        POST /dns/v1/projects/p/managedZones → 200 (dns.managedZones.create)]
    `);
    expect(() => expect(mock).not.toHaveReceived('dns.managedZones.create', { body: { name: 'a' } })).toThrowErrorMatchingInlineSnapshot(`
      [Error: expected the mock not to have received dns.managedZones.create with {"body":{"name":"a"}}, but it received:
        POST /dns/v1/projects/p/managedZones → 200 (dns.managedZones.create)]
    `);
    expect(() => expect(mock).toHaveReceived('dns.managedZones.delete')).toThrowErrorMatchingInlineSnapshot(`
      [Error: expected the mock to have received dns.managedZones.delete
      It received other requests: dns.managedZones.create (2)]
    `);
  });

  test('rejects unknown methods and members, and values that are no mock', ({ mock }) => {
    // @ts-expect-error an unknown method
    expect(() => expect(mock).toHaveReceived('dns.managedZone.create')).toThrowErrorMatchingInlineSnapshot(
      `[TypeError: toHaveReceived: the mock has no method "dns.managedZone.create"; did you mean "dns.managedZones.create"?]`,
    );
    expect(() =>
      // @ts-expect-error an unknown member
      expect(mock).toHaveReceived('dns.managedZones.create', { requestBody: {} }),
    ).toThrowErrorMatchingInlineSnapshot(
      `[TypeError: toHaveReceived: unknown member "requestBody"; expected params, query, body, headers, status, times]`,
    );
    expect(() => expect({} as unknown).toHaveReceived('dns.managedZones.create')).toThrowErrorMatchingInlineSnapshot(
      `[TypeError: toHaveReceived: expected a mock, or a session of one (received {})]`,
    );
  });
});

describe('toHaveResource', () => {
  test('compares the given fields', async ({ mock }) => {
    await createZone(mock.fetch, 'z');
    await expect(mock).toHaveResource(`${zones}/z`, { dnsName: 'example.com.', labels: { env: /^t/ } });
    await expect(mock).not.toHaveResource(`${zones}/none`);
    await expect(mock).not.toHaveResource(`${zones}/z`, { dnsName: 'other.' });
  });

  test('shows differences, or the nearest resources', async ({ mock }) => {
    await createZone(mock.fetch, 'z');
    const labels = { env: 'prod', tier: 'x' };
    await expect(expect(mock).toHaveResource(`${zones}/z`, { dnsName: 'e.', labels })).rejects.toThrowErrorMatchingInlineSnapshot(`
      [Error: expected the mock to have the resource /dns/v1/projects/p/managedZones/z with these fields (- expected, + received):
      - dnsName: "e."
      + dnsName: "example.com."
      - labels.env: "prod"
      + labels.env: "test"
      - labels.tier: "x"
      + labels.tier: absent]
    `);
    await expect(expect(mock).toHaveResource(`${zones}/y`)).rejects.toThrowErrorMatchingInlineSnapshot(`
      [Error: expected the mock to have the resource /dns/v1/projects/p/managedZones/y
      The nearest of its 11 resources:
        /dns/v1/projects/p/managedZones/prepared
        /dns/v1/projects/p/managedZones/seeded
        /dns/v1/projects/p/managedZones/z
        /dns/v1/projects/p/managedZones/prepared/changes/0
        /dns/v1/projects/p/managedZones/prepared/operations/0]
    `);
    await expect(expect(mock).not.toHaveResource(`${zones}/z`)).rejects.toThrowErrorMatchingInlineSnapshot(
      `[Error: expected the mock not to have the resource /dns/v1/projects/p/managedZones/z]`,
    );
  });
});

plain('matchers accept a mock without a fixture', async () => {
  const mock = createMock();
  await createZone(mock.fetch, 'z');
  expect(mock).toHaveReceived('dns.managedZones.create', { body: { name: 'z' } });
  await expect(mock.session('other')).not.toHaveResource(`${zones}/z`);
});
