/** The assertion functions of `discogen/node-test`. `test/installed` runs the fixture. */
import { AssertionError } from 'node:assert';
import { expect, test } from 'vitest';
import { createMock } from '../../../generated/dns-v1/src/mock.js';
import { assertReceived, assertResource, createMockFixture, type TestContextLike } from '../../../testing/node-test.js';

test('closes the session after the test, and prints the journal line by line if it failed', async () => {
  const openMock = createMockFixture({ mock: () => createMock() });
  const diagnostics: string[] = [];
  const callbacks: (() => Promise<void>)[] = [];
  const context: TestContextLike = {
    name: 'fails',
    error: new Error('failed'),
    after: (callback) => void callbacks.push(callback),
    diagnostic: (message) => void diagnostics.push(message),
  };
  const mock = await openMock(context);
  await mock.fetch('https://dns.example.com/dns/v1/projects/p');
  assertReceived(mock, 'dns.projects.get', { params: { project: 'p' }, times: 1 });
  const zone = '/dns/v1/projects/p/managedZones/z';
  await mock.seed({ resources: { [zone]: { name: 'z', dnsName: 'example.com.' } } });
  await assertResource(mock, zone, { kind: 'dns#managedZone' });
  expect(() => assertReceived(mock, 'dns.projects.get', { params: { project: 'q' } })).toThrow(AssertionError);
  await expect(assertResource(mock, zone, { name: 'y' })).rejects.toThrow(AssertionError);
  await callbacks[0]?.();
  expect(diagnostics.slice(0, 2)).toEqual(['Requests of the test "fails":', '1. GET /dns/v1/projects/p → 200 (dns.projects.get)']);
});
