/** What happens after a test: the session is deleted, unexpected requests fail the test, and the journal is printed. */
import { describe, expect, test } from 'vitest';
import { createMock } from '../../../generated/dns-v1/src/mock.js';
import { checkReceived } from '../../../testing/checks.js';
import { createSessionOpener, type FailOn } from '../../../testing/sessions.js';

const root = 'https://dns.example.com/dns/v1/projects/p';
const printed: string[] = [];
const print = (text: string): void => void printed.push(text.replaceAll(/"id":"\d+"/g, '"id":"…"'));

async function open(failOn?: FailOn) {
  printed.length = 0;
  const server = createMock();
  const session = await createSessionOpener({ mock: () => server, failOn })('creates a zone');
  return { ...session, server };
}

test('deletes the session and closes its servers', async () => {
  const { mock, server, close } = await open();
  const { url } = await mock.listen();
  await fetch(`${url}/dns/v1/projects/p`);
  expect(mock.requests).toHaveLength(1);
  const listSessions = async () => (await (await server.fetch('http://mock/__admin/sessions')).json()).sessions as string[];
  expect(await listSessions()).toContain(mock.name);
  await close({ failed: false, print });
  expect(await listSessions()).not.toContain(mock.name);
  await expect(fetch(url)).rejects.toThrow();
  expect(printed).toEqual([]);
});

test('prints the journal of a failed test', async () => {
  const { mock, close } = await open('rejected');
  await mock.fetch(`${root}/managedZones`, {
    method: 'POST',
    body: JSON.stringify({ name: 'z', dnsName: 'example.com.', description: 'd'.repeat(400) }),
  });
  await mock.faults.add({ id: 'overload', path: '/dns/v1/projects/p', status: 503, times: 1 });
  await mock.fetch(root);
  await mock.fetch(`${root}/nowhere`);
  await close({ failed: true, print });
  expect(printed.join('\n')).toMatchInlineSnapshot(`
    "Requests of the test "creates a zone":
    1. POST /dns/v1/projects/p/managedZones → 200 (dns.managedZones.create)
       > {"name":"z","dnsName":"example.com.","description":"dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd… (454 characters)
       < {"kind":"dns#managedZone","visibility":"public","name":"z","dnsName":"example.com.","description":"ddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd… (784 characters)
    2. GET /dns/v1/projects/p → 503 (dns.projects.get)
       rejected (fault): backendError: The service is not available.
       fault: overload
    3. GET /dns/v1/projects/p/nowhere → 404
       rejected (route): notFound: No route matches GET /dns/v1/projects/p/nowhere"
  `);
});

test('prints the last requests of a long journal', async () => {
  const { mock, close } = await open();
  for (let count = 0; count < 25; count++) await mock.fetch(root);
  await close({ failed: true, print });
  const lines = printed.join('\n').split('\n');
  expect(lines.filter((line) => /^\d+\. /.test(line))).toHaveLength(20);
  expect(lines.slice(0, 3)).toMatchInlineSnapshot(`
    [
      "Requests of the test "creates a zone":",
      "… 5 earlier requests",
      "6. GET /dns/v1/projects/p → 200 (dns.projects.get)",
    ]
  `);
});

describe('unexpected requests', () => {
  const requestAll = async (failOn?: FailOn): Promise<string> => {
    const { mock, close } = await open(failOn);
    await mock.faults.add({ path: '/dns/v1/projects/p', status: 503, times: 1 });
    await mock.fetch(root);
    await mock.fetch(`${root}/managedZones/expected`);
    await mock.fetch(`${root}/managedZones/unexpected`);
    await mock.fetch(`${root}/nowhere`);
    await mock.fetch(root, { method: 'POST' });
    expect(checkReceived(mock, 'dns.managedZones.get', { params: { managedZone: 'expected' }, status: 404 }).pass).toBe(true);
    return close({ failed: false, print }).then(
      () => 'passed',
      (error: Error) => error.message,
    );
  };

  test('are ignored by default', async () => {
    expect(await requestAll()).toBe('passed');
  });
  test('are those without a route', async () => {
    expect(await requestAll('unrouted')).toMatchInlineSnapshot(`
      "the mock received 2 unexpected requests:
      1. GET /dns/v1/projects/p/nowhere → 404
         rejected (route): notFound: No route matches GET /dns/v1/projects/p/nowhere
      2. POST /dns/v1/projects/p → 405
         rejected (route): methodNotAllowed: /dns/v1/projects/p doesn't support POST; expected GET."
    `);
    expect(printed).toHaveLength(1);
  });
  test('are those that the mock rejected and no check expects', async () => {
    expect(await requestAll('rejected')).toMatchInlineSnapshot(`
      "the mock received 3 unexpected requests:
      1. GET /dns/v1/projects/p/managedZones/unexpected → 404 (dns.managedZones.get)
         rejected (exists): notFound: managedZone "projects/p/managedZones/unexpected" not found
      2. GET /dns/v1/projects/p/nowhere → 404
         rejected (route): notFound: No route matches GET /dns/v1/projects/p/nowhere
      3. POST /dns/v1/projects/p → 405
         rejected (route): methodNotAllowed: /dns/v1/projects/p doesn't support POST; expected GET."
    `);
  });
  test('are those that a function selects', async () => {
    expect(await requestAll(({ status }) => status === 503)).toMatchInlineSnapshot(`
      "the mock received 1 unexpected request:
      1. GET /dns/v1/projects/p → 503 (dns.projects.get)
         rejected (fault): backendError: The service is not available.
         fault: 0"
    `);
  });
});
