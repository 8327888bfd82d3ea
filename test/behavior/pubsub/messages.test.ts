/** How messages reach subscribers in Pub/Sub. */
import { describe, expect, test } from 'vitest';
import { decode, encode, openService, type OpenService } from '../../support/open-service.js';

const topic = 'projects/p/topics/t';
const subscription = 'projects/p/subscriptions/s';

interface Received {
  readonly ackId: string;
  readonly deliveryAttempt?: number;
  readonly message: { readonly data: string; readonly messageId: string; readonly attributes?: Record<string, string> };
}

interface Topic extends OpenService {
  publish(text: string, more?: object): Promise<void>;
  pull(name?: string): Promise<readonly Received[]>;
  /** Returns the texts of the messages that a pull receives. */
  read(name?: string): Promise<readonly string[]>;
}

async function openTopic(settings: object = {}): Promise<Topic> {
  const service = await openService('pubsub');
  const { call } = service;
  await call(`PUT /v1/${topic}`, {});
  await call(`PUT /v1/${subscription}`, { topic, ...settings });
  const pull: Topic['pull'] = async (name = subscription) =>
    (await call(`POST /v1/${name}:pull`, { maxMessages: 10 })).receivedMessages ?? [];
  return {
    ...service,
    publish: async (text, more = {}) => void (await call(`POST /v1/${topic}:publish`, { messages: [{ data: encode(text), ...more }] })),
    pull,
    read: async (name) => (await pull(name)).map(({ message }) => decode(message.data)),
  };
}

const acknowledge = ({ call }: Topic, received: readonly Received[]): Promise<unknown> =>
  call(`POST /v1/${subscription}:acknowledge`, { ackIds: received.map(({ ackId }) => ackId) });

const defer = ({ call }: Topic, received: readonly Received[], ackDeadlineSeconds: number): Promise<unknown> =>
  call(`POST /v1/${subscription}:modifyAckDeadline`, { ackIds: received.map(({ ackId }) => ackId), ackDeadlineSeconds });

test('each subscription of a topic receives the messages that are published after its creation', async () => {
  const service = await openTopic();
  await service.publish('one');
  await service.call('PUT /v1/projects/p/subscriptions/late', { topic });
  await service.publish('two');
  expect(await service.read()).toEqual(['one', 'two']);
  expect(await service.read('projects/p/subscriptions/late')).toEqual(['two']);
  expect((await service.call(`GET /v1/${topic}/subscriptions`)).subscriptions).toEqual(['projects/p/subscriptions/late', subscription]);
});

test('a request publishes messages with data or attributes, and returns their IDs', async () => {
  const { call, send, pull } = await openTopic();
  const { messageIds } = await call(`POST /v1/${topic}:publish`, {
    messages: [{ data: encode('one') }, { attributes: { color: 'blue' } }],
  });
  expect((await pull()).map(({ message }) => message.messageId)).toEqual(messageIds);
  expect((await send(`POST /v1/${topic}:publish`, { messages: [{}] })).status).toBe(400);
  expect((await send(`POST /v1/${topic}:publish`, { messages: [] })).status).toBe(400);
});

describe('a message', () => {
  test('is delivered again after its deadline, until it is acknowledged', async () => {
    const service = await openTopic();
    await service.publish('one');
    expect(await service.read()).toEqual(['one']);
    expect(await service.read()).toEqual([]);
    await service.mock.clock.advance(10_000);
    await acknowledge(service, await service.pull());
    await service.mock.clock.advance(10_000);
    expect(await service.read()).toEqual([]);
  });

  test('has a later deadline if the subscriber extends it, and none if it declines the message', async () => {
    const service = await openTopic();
    await service.publish('one');
    const received = await service.pull();
    await defer(service, received, 60);
    await service.mock.clock.advance(59_000);
    expect(await service.read()).toEqual([]);
    await defer(service, received, 0);
    expect(await service.read()).toEqual(['one']);
  });

  test('is not acknowledged by the ID of an earlier delivery', async () => {
    const service = await openTopic();
    await service.publish('one');
    const early = await service.pull();
    await service.mock.clock.advance(10_000);
    await service.pull();
    await acknowledge(service, early);
    await service.mock.clock.advance(10_000);
    expect(await service.read()).toEqual(['one']);
    expect((await service.send(`POST /v1/${subscription}:acknowledge`, { ackIds: ['x'] })).status).toBe(400);
  });

  test('is delivered after growing delays with a retry policy', async () => {
    const service = await openTopic({ retryPolicy: { minimumBackoff: '20s', maximumBackoff: '30s' } });
    await service.publish('one');
    await defer(service, await service.pull(), 0);
    await service.mock.clock.advance(19_000);
    expect(await service.read()).toEqual([]);
    await service.mock.clock.advance(1000);
    await defer(service, await service.pull(), 0);
    await service.mock.clock.advance(29_000);
    expect(await service.read()).toEqual([]);
    await service.mock.clock.advance(1000);
    expect(await service.read()).toEqual(['one']);
  });

  test('is deleted after the retention period of the subscription', async () => {
    const service = await openTopic({ messageRetentionDuration: '600s' });
    await service.publish('one');
    await service.mock.clock.advance(600_000);
    expect(await service.read()).toEqual([]);
  });
});

test('messages with the same ordering key wait for those before them', async () => {
  const service = await openTopic({ enableMessageOrdering: true });
  for (const text of ['one', 'two']) await service.publish(text, { orderingKey: 'k' });
  const [first] = await service.pull();
  expect(decode(first?.message.data ?? '')).toBe('one');
  await service.publish('three', { orderingKey: 'k' });
  await service.publish('other', { orderingKey: 'o' });
  expect(await service.read()).toEqual(['other']);
});

describe('a filter', () => {
  const attributes = { color: 'dark blue', size: '1' };
  test.each([
    ['attributes:color', true],
    ['NOT attributes:color', false],
    ['-attributes:weight', true],
    ['attributes.size = "1"', true],
    ['attributes.weight != "1"', true],
    ['hasPrefix(attributes.color, "dark")', true],
    ['attributes:weight OR attributes:size', true],
    ['attributes:color AND (attributes:weight OR attributes.size = "2")', false],
    ['attributes."size" = "1"', true],
  ])('%s', async (filter, isDelivered) => {
    const service = await openTopic({ filter });
    await service.publish('one', { attributes });
    expect(await service.read()).toEqual(isDelivered ? ['one'] : []);
  });

  test.each(['attributes', 'color = "blue"', 'attributes:a AND attributes:b OR attributes:c', 'attributes.a ='])(
    'must be valid: %s',
    async (filter) => {
      const { send } = await openTopic();
      expect((await send('PUT /v1/projects/p/subscriptions/other', { topic, filter })).status).toBe(400);
    },
  );
});

test('a message that nobody acknowledges goes to the dead-letter topic', async () => {
  const deadLetterTopic = 'projects/p/topics/dead';
  const service = await openTopic();
  await service.call(`PUT /v1/${deadLetterTopic}`, {});
  await service.call('PUT /v1/projects/p/subscriptions/dead', { topic: deadLetterTopic });
  await service.call(`PATCH /v1/${subscription}`, {
    subscription: { deadLetterPolicy: { deadLetterTopic, maxDeliveryAttempts: 5 } },
    updateMask: 'deadLetterPolicy',
  });
  await service.publish('one');
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    const received = await service.pull();
    expect(received.map(({ deliveryAttempt }) => deliveryAttempt)).toEqual([attempt]);
    await defer(service, received, 0);
  }
  expect(await service.read()).toEqual([]);
  const [dead] = await service.pull('projects/p/subscriptions/dead');
  expect(dead?.message.attributes).toMatchObject({
    CloudPubSubDeadLetterSourceDeliveryCount: '5',
    CloudPubSubDeadLetterSourceSubscription: 's',
    CloudPubSubDeadLetterSourceSubscriptionProject: 'p',
  });
});

describe('a subscription', () => {
  test('keeps its messages when its topic is deleted', async () => {
    const service = await openTopic();
    await service.publish('one');
    await service.call(`DELETE /v1/${topic}`);
    expect((await service.call(`GET /v1/${subscription}`)).topic).toBe('_deleted-topic_');
    expect(await service.read()).toEqual(['one']);
    expect((await service.send(`POST /v1/${topic}:publish`, { messages: [{ data: encode('two') }] })).status).toBe(404);
  });

  test('has no messages after it is detached', async () => {
    const service = await openTopic();
    await service.publish('one');
    await service.call(`POST /v1/${subscription}:detach`);
    expect((await service.send(`POST /v1/${subscription}:pull`, { maxMessages: 1 })).body.error.status).toBe('FAILED_PRECONDITION');
    expect(await service.call(`GET /v1/${topic}/subscriptions`)).toEqual({});
  });

  test('of a missing topic can not be created', async () => {
    const { send } = await openTopic();
    expect((await send('PUT /v1/projects/p/subscriptions/o', { topic: 'projects/p/topics/none' })).message).toBe(
      'Resource not found (resource=none).',
    );
  });
});

describe('seek', () => {
  test('restores the messages of a snapshot, and those after it', async () => {
    const service = await openTopic();
    await service.publish('one');
    expect(await service.call('PUT /v1/projects/p/snapshots/n', { subscription })).toMatchObject({
      topic,
      expireTime: '2026-01-09T03:04:05.678Z',
    });
    await service.publish('two');
    await acknowledge(service, await service.pull());
    await service.call(`POST /v1/${subscription}:seek`, { snapshot: 'projects/p/snapshots/n' });
    expect(await service.read()).toEqual(['one', 'two']);
    expect((await service.call(`GET /v1/${topic}/snapshots`)).snapshots).toEqual(['projects/p/snapshots/n']);
  });

  test('delivers retained messages since a time again, and acknowledges earlier ones', async () => {
    const service = await openTopic({ retainAckedMessages: true });
    await service.publish('one');
    await service.mock.clock.advance(60_000);
    await service.publish('two');
    await acknowledge(service, await service.pull());
    await service.call(`POST /v1/${subscription}:seek`, { time: '2026-01-02T03:05:00Z' });
    expect(await service.read()).toEqual(['two']);
  });
});

test('messages of a topic with a schema are not implemented', async () => {
  const { call, send } = await openService('pubsub');
  await call('POST /v1/projects/p/schemas?schemaId=c', { type: 'AVRO', definition: '{}' });
  await call(`PUT /v1/${topic}`, { schemaSettings: { schema: 'projects/p/schemas/c', encoding: 'JSON' } });
  expect((await send(`POST /v1/${topic}:publish`, { messages: [{ data: encode('{}') }] })).status).toBe(501);
  expect((await send('POST /v1/projects/p/schemas:validate', { schema: { type: 'AVRO', definition: '{}' } })).status).toBe(501);
});

test.each([
  ['PUT', 'subscriptions/x', { topic: 'my-topic' }],
  ['PUT', 'subscriptions/x', { topic, deadLetterPolicy: { deadLetterTopic: 'projects/p/subscriptions/s' } }],
  ['PUT', 'snapshots/x', { subscription: 's' }],
  ['POST', 'subscriptions/s:seek', { snapshot: 'my-snapshot' }],
])('%s %s rejects %j, which is no name', async (method, path, body) => {
  const { send } = await openTopic();
  const { status, body: error } = await send(`${method} /v1/projects/p/${path}`, body);
  expect([status, error]).toEqual([400, { error: expect.objectContaining({ status: 'INVALID_ARGUMENT' }) }]);
});
