/** The methods of topics. */
import { getTextMember, isList, isObject, type HandlerCall, type Handlers, type JsonObject } from '../../mock/service.js';
import { getField } from '../requests.js';
import { listSubscriptions, publish, type SnapshotRow } from './backlog.js';
import { push } from './push.js';
import { createTopicList, deletedTopic } from './subscriptions.js';

type Next = () => Promise<unknown>;

async function createTopic(call: HandlerCall, next: Next): Promise<unknown> {
  const body = (call.requestBody ?? {}) as JsonObject;
  for (const field of ['ingestionDataSourceSettings', 'messageTransforms'])
    if (body[field] !== undefined) call.reject('notImplemented', `The mock doesn't implement ${field} of topics.`);
  return next();
}

/** The subscriptions remain, and keep their messages. */
async function deleteTopic(call: HandlerCall, next: Next): Promise<unknown> {
  const topic = (call.path ?? '').replace('/v1/', '');
  const subscriptions = call.state.get(call.path ?? '') === undefined ? [] : listSubscriptions(call, topic);
  const result = await next();
  for (const { path, subscription } of subscriptions) call.state.put(path, { ...subscription, topic: deletedTopic });
  return result;
}

const maxMessages = 1000;

/** Returns the messages of a request. Throws 400. */
function readMessages(call: HandlerCall): readonly JsonObject[] {
  const messages = getField(call, 'messages');
  if (!isList(messages) || messages.length === 0)
    return call.reject('invalid', 'The value for message_count is too small. You passed 0 in the request, but the minimum value is 1.');
  if (messages.length > maxMessages)
    call.reject(
      'invalid',
      `The value for message_count is too large. You passed ${messages.length} in the request, but the maximum value is ${maxMessages}.`,
    );
  return messages.map((message) => {
    const { data, attributes, orderingKey } = isObject(message) ? message : {};
    const hasAttributes = isObject(attributes) && Object.keys(attributes).length > 0;
    if ((data === undefined || data === '') && !hasAttributes)
      call.reject(
        'invalid',
        'One or more messages in the publish request is empty. Each message must contain either non-empty data, or at least one attribute.',
      );
    return {
      ...(data !== undefined && data !== '' && { data }),
      ...(hasAttributes && { attributes }),
      ...(typeof orderingKey === 'string' && orderingKey !== '' && { orderingKey }),
    } as JsonObject;
  });
}

function publishMessages(call: HandlerCall): JsonObject {
  const path = call.path ?? '';
  const topic = call.state.get(path) ?? call.reject('notFound', `Resource not found (resource=${path.slice(path.lastIndexOf('/') + 1)}).`);
  if (getTextMember(topic['schemaSettings'], 'schema') !== undefined)
    call.reject('notImplemented', "The mock doesn't validate messages against schemas.");
  const { messageIds, subscriptions } = publish(call, getTextMember(topic, 'name') ?? '', readMessages(call));
  for (const subscription of subscriptions) push(call, subscription);
  return { messageIds };
}

export const topicHandlers: Handlers = {
  'pubsub.projects.topics.create': createTopic,
  'pubsub.projects.topics.delete': deleteTopic,
  'pubsub.projects.topics.publish': publishMessages,
  'pubsub.projects.topics.subscriptions.list': createTopicList('subscriptions', (call, topic) =>
    listSubscriptions(call, topic).map(({ path }) => path.slice('/v1/'.length)),
  ),
  'pubsub.projects.topics.snapshots.list': createTopicList('snapshots', (call, topic) =>
    call
      .rows()
      .list<SnapshotRow>('snapshot/')
      .filter(([key, snapshot]) => snapshot.topic === topic && call.state.get(`/v1/${key.slice('snapshot/'.length)}`) !== undefined)
      .map(([key]) => key.slice('snapshot/'.length)),
  ),
};
