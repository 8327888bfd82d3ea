/** The mock sends requests in place of a service, only to the hosts that the option `deliver` names. */
import { expect, test, vi } from 'vitest';
import { canDeliver } from '../../mock/lib/host.js';
import type { JournalEntry, Mock } from '../../mock/index.js';
import { encode, openService } from '../support/open-service.js';
import { receiveRequests } from '../support/receive-requests.js';

const topic = 'projects/p/topics/t';
const listDeliveries = (mock: Mock): readonly JournalEntry[] => mock.requests.filter(({ delivery }) => delivery !== undefined);

test('a message is sent to the endpoint of its subscription, until the endpoint accepts it', async () => {
  const receiver = await receiveRequests();
  receiver.statuses.push(500, 204);
  const { mock, call } = await openService('pubsub', { deliver: [receiver.host] });
  await call(`PUT /v1/${topic}`, {});
  const pushConfig = { pushEndpoint: `http://${receiver.host}/push?token=x` };
  await call('PUT /v1/projects/p/subscriptions/s', { topic, pushConfig, retryPolicy: { minimumBackoff: '10s' } });
  await call(`POST /v1/${topic}:publish`, { messages: [{ data: encode('one'), attributes: { color: 'blue' } }] });
  const [first] = await receiver.receive(1);
  expect(first).toMatchObject({ method: 'POST', path: '/push?token=x', headers: { 'content-type': 'application/json' } });
  expect(JSON.parse(first?.body ?? '')).toMatchObject({
    message: { data: encode('one'), attributes: { color: 'blue' }, messageId: expect.any(String) as string },
    subscription: 'projects/p/subscriptions/s',
  });
  await vi.waitFor(async () => expect(JSON.stringify(await mock.state())).toContain('"delivery/'));
  await mock.clock.advance(10_000);
  await receiver.receive(2);
  await vi.waitFor(async () => expect(JSON.stringify(await mock.state())).not.toContain('backlog'));
  expect(listDeliveries(mock).map(({ path, status, delivery }) => [path, status, delivery])).toEqual([
    [pushConfig.pushEndpoint, 500, { api: 'pubsub' }],
    [pushConfig.pushEndpoint, 204, { api: 'pubsub' }],
  ]);
});

test('nothing is sent to a host that the option does not name', async () => {
  const receiver = await receiveRequests();
  const { mock, call } = await openService('pubsub', { deliver: ['example.com'] });
  await call(`PUT /v1/${topic}`, {});
  await call('PUT /v1/projects/p/subscriptions/s', { topic, pushConfig: { pushEndpoint: `http://${receiver.host}/` } });
  await call(`POST /v1/${topic}:publish`, { messages: [{ data: encode('one') }] });
  expect(JSON.stringify(await mock.state())).not.toContain('"delivery/');
  expect(listDeliveries(mock)).toEqual([]);
});

test('a redirect is not followed, and a request without a response is in the journal', async () => {
  const receiver = await receiveRequests();
  receiver.statuses.push(302);
  const { mock, call } = await openService('cloudtasks', { deliver: [receiver.host, '127.0.0.1:1'] });
  const queue = 'projects/p/locations/us-central1/queues/q';
  await call('POST /v2/projects/p/locations/us-central1/queues', { name: queue, retryConfig: { maxAttempts: 1 } });
  for (const url of [`http://${receiver.host}/a`, 'http://127.0.0.1:1/b'])
    await call(`POST /v2/${queue}/tasks`, { task: { httpRequest: { url } } });
  await vi.waitFor(() => expect(listDeliveries(mock).length).toBe(2));
  expect((await receiver.receive(1)).map(({ path }) => path)).toEqual(['/a']);
  const [refused] = listDeliveries(mock).filter(({ status }) => status === 0);
  expect(refused?.delivery?.error).toMatch(/ECONNREFUSED|bad port|fetch failed/);
});

test.each([
  ['http://localhost:3000/a', ['localhost'], true],
  ['http://localhost:3000/a', ['localhost:3000'], true],
  ['http://localhost:3001/a', ['localhost:3000'], false],
  ['https://example.com/a', ['example.com:443'], true],
  ['http://example.com.evil.test/', ['example.com'], false],
  ['http://example.com@evil.test/', ['example.com'], false],
  ['file:///etc/passwd', ['example.com'], false],
  ['http://localhost/__admin/reset', ['localhost'], false],
  ['http://localhost/x/../__admin/reset', ['localhost'], false],
  ['http://localhost/%5f%5Fadmin/reset', ['localhost'], false],
  ['http://localhost/%255f_admin/reset', ['localhost'], false],
  ['http://localhost/api//__ADMIN', ['localhost'], false],
  ['http://localhost/__administrators', ['localhost'], true],
])('%s with %j: %s', (url, hosts, isAllowed) => {
  expect(canDeliver(url, hosts)).toBe(isAllowed);
});
