/** The service module of Pub/Sub. */
import { defineBuiltIn, type Handlers } from '../../mock/service.js';
import { receivePushResult } from './push.js';
import { subscriptionHandlers } from './subscriptions.js';
import { topicHandlers } from './topics.js';

/** Only the languages of schemas say which ones are valid. */
const notImplemented: Handlers[string] = ({ methodId, reject }) => reject('notImplemented', `The mock doesn't implement ${methodId}.`);

const pages = { pageSize: true, pageToken: true } as const;

export const pubsubServices: object = defineBuiltIn({
  api: 'pubsub',
  handlers: {
    ...topicHandlers,
    ...subscriptionHandlers,
    ...Object.fromEntries(
      ['commit', 'rollback', 'deleteRevision', 'listRevisions', 'validate', 'validateMessage'].map((name) => [
        `pubsub.projects.schemas.${name}`,
        notImplemented,
      ]),
    ),
  },
  delivered: receivePushResult,
  parameters: { 'pubsub.projects.topics.subscriptions.list': pages, 'pubsub.projects.topics.snapshots.list': pages },
});
