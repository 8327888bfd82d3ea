/** Types of the fixtures and matchers (checked by `npm run check:types`). */
import { expect, test } from 'vitest';
import { compose, createMock } from '../../generated/dns-v1/src/mock.js';
import { createMock as createComputeMock } from '../../generated/compute-v1/src/mock.js';
import { createMock as createMockOfFiles } from '../../generator/index.js';
import { assertReceived, assertResource } from '../../testing/node-test.js';
import { createMockTest as createPlaywrightTest, expect as expectOfPlaywright } from '../../testing/playwright.js';
import { createMockTest } from '../../testing/vitest.js';

const zone = '/dns/v1/projects/p/managedZones/z';

createMockTest({ mock: () => createMock() })('checks the arguments of matchers', async ({ mock }) => {
  expect(mock).toHaveReceived('dns.managedZones.create', {
    params: { project: expect.any(String) },
    body: { dnsName: /example/, labels: { env: 'test' }, dnssecConfig: { defaultKeySpecs: [{ keyLength: 2048 }] } },
  });
  // @ts-expect-error an unknown parameter
  expect(mock).toHaveReceived('dns.managedZones.create', { params: { projct: 'p' } });
  // @ts-expect-error a misspelled field
  expect(mock).toHaveReceived('dns.managedZones.create', { body: { dnsNmae: 'example.com.' } });
  // @ts-expect-error a misspelled field of a nested object
  expect(mock).toHaveReceived('dns.managedZones.create', { body: { dnssecConfig: { stat: 'on' } } });
  // @ts-expect-error a field of another type
  await expect(mock).toHaveResource(zone, { name: 1 });
  // @ts-expect-error a misspelled field
  await expect(mock).toHaveResource(zone, { dnssecConfig: { stat: 'on' } });
  await expect(mock).toHaveResource('/a/path/without/type', { any: 1 });
});

test('accepts composed mocks, sessions, and mocks of files', async () => {
  const mock = compose(createMock(), createComputeMock());
  assertReceived(mock, 'compute.httpHealthChecks.insert', { body: { port: 80 } });
  // @ts-expect-error a misspelled field
  assertReceived(mock, 'compute.httpHealthChecks.insert', { body: { prot: 80 } });
  await assertResource(mock, zone, { dnsName: 'example.com.' });
  assertReceived(mock.session('other'), 'dns.managedZones.create', { body: { any: 1 } });
  // @ts-expect-error an unknown method
  assertReceived(mock.session('other'), 'dns.managedZone.create');
  assertReceived(await createMockOfFiles('dns'), 'dns.anything', { params: { any: 1 }, body: { any: 1 } });
});

createPlaywrightTest({ mock: createMock })('has the matchers of Playwright', async ({ mock, mockServer }) => {
  await expectOfPlaywright(mock).toHaveReceived('dns.managedZones.create', { body: { name: expectOfPlaywright.any(String) } });
  // @ts-expect-error a misspelled field
  await expectOfPlaywright(mockServer.mock).not.toHaveResource(zone, { dnsNmae: 'example.com.' });
  expectOfPlaywright({ diagnostics: [] }).not.toAgreeWithRecordings();
});
