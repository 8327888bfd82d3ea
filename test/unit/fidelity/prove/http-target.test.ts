/** How a target at a URL is reached. */
import { expect, test } from 'vitest';
import { createMock } from '../../../../generated/dns-v1/src/mock.js';
import { connectTarget } from '../../../../fidelity/prove/http-target.js';

const project = { method: 'GET', path: '/dns/v1/projects/p/managedZones', headers: {} } as const;
const zone = { name: 'z', dnsName: 'example.com.', description: 'http://127.0.0.1:20 is elsewhere' };

test.each([
  ['http://127.0.0.1:1', true],
  ['http://127.0.0.1:2', true],
  // The control routes of a mock respond with 403 to this host.
  ['http://service.internal.test:8443', false],
])('links of a mock behind a tunnel have the address of the target: %s', async (seen, isMock) => {
  const mock = createMock({ seed: { resources: { '/dns/v1/projects/p/managedZones/z': zone } } });
  // The tunnel at port 1 forwards to the mock, which sees the address `seen`.
  const tunnel: typeof fetch = (url, init) =>
    !isMock && String(url).includes('/__admin/')
      ? Promise.resolve(new Response(null, { status: 403 }))
      : mock.fetch(String(url).replace('http://127.0.0.1:1', seen), init);
  const target = await connectTarget({ url: 'http://127.0.0.1:1', fetch: tunnel });
  expect(target.isMock).toBe(isMock);
  const discovery = await target.send({ method: 'GET', path: '/discovery/v1/apis', headers: {} });
  expect(JSON.stringify(discovery.body)).toContain('"discoveryRestUrl":"http://127.0.0.1:1/');
  expect(JSON.stringify((await target.send(project)).body)).toContain(zone.description);
});
