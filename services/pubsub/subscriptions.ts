/** The methods of subscriptions and snapshots. */
import {
  formatInstant,
  getTextMember,
  isObject,
  listStrings,
  parseInstant,
  type HandlerCall,
  type Handlers,
  type JsonObject,
} from '../../mock/service.js';
import { getField, getTextField } from '../requests.js';
import { acknowledge, deleteBacklog, findEntry, listEntries, putEntry, rememberProject, type Entry, type SnapshotRow } from './backlog.js';
import { getMaxAttempts, listDue, release } from './delivery.js';
import { push } from './push.js';
import { parseMessageFilter } from './filter.js';

type Next = () => Promise<unknown>;

/** Throws 404. */
function requireSubscription(call: HandlerCall, path: string): JsonObject {
  return call.state.get(path) ?? call.reject('notFound', `Resource not found (resource=${path.slice(path.lastIndexOf('/') + 1)}).`);
}

const deletedTopic = '_deleted-topic_';

/** Returns the name of a topic, a subscription, or a snapshot. Throws 400 for other text. */
function requireName(call: HandlerCall, name: string, collection: 'topics' | 'subscriptions' | 'snapshots'): string {
  const [projects, project, found, id, ...rest] = name.split('/');
  if (projects === 'projects' && project && found === collection && id && rest.length === 0) return name;
  return call.reject('invalid', `Invalid resource name given (name=${name}).`);
}

/** Throws 400 for a filter that isn't valid. */
function checkFilter(call: HandlerCall, subscription: JsonObject): void {
  const filter = getTextMember(subscription, 'filter') ?? '';
  if (filter === '') return;
  try {
    parseMessageFilter(filter);
  } catch (error) {
    call.reject('invalid', `Invalid filter: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

function checkDeadLetterTopic(call: HandlerCall, subscription: JsonObject): void {
  const topic = getTextMember(subscription['deadLetterPolicy'], 'deadLetterTopic') ?? '';
  if (topic !== '') requireName(call, topic, 'topics');
}

async function createSubscription(call: HandlerCall, next: Next): Promise<JsonObject> {
  const body = (call.requestBody ?? {}) as JsonObject;
  const topic = requireName(call, getTextMember(body, 'topic') ?? '', 'topics');
  if (call.state.get(call.path ?? '') === undefined && call.state.get(`/v1/${topic}`) === undefined)
    call.reject('notFound', `Resource not found (resource=${topic.slice(topic.lastIndexOf('/') + 1)}).`);
  checkFilter(call, body);
  checkDeadLetterTopic(call, body);
  for (const sink of ['bigqueryConfig', 'bigtableConfig', 'cloudStorageConfig', 'messageTransforms'])
    if (body[sink] !== undefined) call.reject('notImplemented', `The mock doesn't implement ${sink} of subscriptions.`);
  const created = (await next()) as JsonObject;
  rememberProject(call, `/v1/${getTextMember(created, 'name') ?? ''}`);
  return created;
}

async function patchSubscription(call: HandlerCall, next: Next): Promise<unknown> {
  const before = call.state.get(call.path ?? '');
  const changed = (await next()) as JsonObject;
  checkDeadLetterTopic(call, changed);
  for (const field of ['topic', 'filter', 'enableMessageOrdering'])
    if (before && changed[field] !== before[field]) call.reject('invalid', `The field ${field} of a subscription can't be changed.`);
  return changed;
}

async function deleteSubscription(call: HandlerCall, next: Next): Promise<unknown> {
  const path = call.path ?? '';
  const result = await next();
  deleteBacklog(call, path);
  return result;
}

function detach(call: HandlerCall): JsonObject {
  const path = call.path ?? '';
  call.state.put(path, { ...requireSubscription(call, path), detached: true });
  deleteBacklog(call, path);
  return {};
}

/** Throws 404, and 400 for a detached subscription. */
function requireAttached(call: HandlerCall): JsonObject {
  const subscription = requireSubscription(call, call.path ?? '');
  if (subscription['detached'] === true) call.reject('failedPrecondition', 'Subscription is detached.');
  return subscription;
}

const maxPulled = 1000;
const getDeadline = (subscription: JsonObject): number =>
  typeof subscription['ackDeadlineSeconds'] === 'number' ? subscription['ackDeadlineSeconds'] : 10;

function pull(call: HandlerCall): JsonObject {
  const path = call.path ?? '';
  const subscription = requireAttached(call);
  const count = getField(call, 'maxMessages');
  if (typeof count !== 'number' || count <= 0) return call.reject('invalid', 'The value for max_messages must be greater than 0.');
  if (isObject(subscription['pushConfig']) && getTextMember(subscription['pushConfig'], 'pushEndpoint') !== undefined)
    call.reject('failedPrecondition', 'This method is not supported for this subscription type.');
  const showsAttempts = getMaxAttempts(subscription) !== undefined;
  const receivedMessages = listDue(call, path, subscription)
    .slice(0, Math.min(count, maxPulled))
    .map((entry) => {
      const attempts = entry.attempts + 1;
      putEntry(call, path, { ...entry, attempts, isOutstanding: true, until: call.now + getDeadline(subscription) * 1000 });
      return { ackId: formatAckId(entry.number, attempts), message: entry.message, ...(showsAttempts && { deliveryAttempt: attempts }) };
    });
  return receivedMessages.length > 0 ? { receivedMessages } : {};
}

const formatAckId = (number: number, attempts: number): string => btoa(`message:${number}:${attempts}`);

/** Returns the entries that acknowledgement IDs name. Throws 400 for one of another form. */
function listAcknowledged(call: HandlerCall): readonly Entry[] {
  const path = call.path ?? '';
  requireAttached(call);
  const ids = listStrings(getField(call, 'ackIds'));
  if (ids.length === 0) call.reject('invalid', 'No ack ids specified.');
  return ids.flatMap((id) => {
    const [, number, attempts] = /^message:(\d+):(\d+)$/.exec(decodeText(id)) ?? [];
    if (number === undefined) return call.reject('invalid', `You have passed an invalid ack ID to the service (ack_id=${id}).`);
    const entry = findEntry(call, path, Number(number));
    // An ID of an earlier delivery has no effect on a later one.
    return entry && !entry.isAcknowledged && entry.attempts === Number(attempts) ? [entry] : [];
  });
}

function decodeText(text: string): string {
  try {
    return atob(text);
  } catch {
    return '';
  }
}

function acknowledgeMessages(call: HandlerCall): JsonObject {
  for (const entry of listAcknowledged(call)) acknowledge(call, call.path ?? '', entry);
  return {};
}

const maxDeadline = 600;

function modifyAckDeadline(call: HandlerCall): JsonObject {
  const path = call.path ?? '';
  const subscription = requireAttached(call);
  const seconds = getField(call, 'ackDeadlineSeconds') ?? 0;
  if (typeof seconds !== 'number' || seconds < 0 || seconds > maxDeadline)
    return call.reject('invalid', `The ack deadline must be from 0 to ${maxDeadline} seconds (received ${String(seconds)}).`);
  for (const entry of listAcknowledged(call)) {
    // A message whose deadline is over can have been scheduled again.
    if (!entry.isOutstanding) continue;
    putEntry(call, path, seconds === 0 ? release(subscription, entry, call.now) : { ...entry, until: call.now + seconds * 1000 });
  }
  return {};
}

function modifyPushConfig(call: HandlerCall): JsonObject {
  const path = call.path ?? '';
  const pushConfig = getField(call, 'pushConfig');
  call.state.put(path, { ...requireSubscription(call, path), pushConfig: isObject(pushConfig) ? pushConfig : {} });
  push(call, path);
  return {};
}

const getSnapshotKey = (path: string): string => `snapshot/${path.slice(path.lastIndexOf('/v1/') + 4)}`;
const week = 604_800_000;
const minLifetime = 3_600_000;

async function createSnapshot(call: HandlerCall, next: Next): Promise<JsonObject> {
  const path = call.path ?? '';
  const source = `/v1/${requireName(call, getTextField(call, 'subscription') ?? '', 'subscriptions')}`;
  const subscription = requireSubscription(call, source);
  const entries = listEntries(call, source).filter(({ isAcknowledged }) => !isAcknowledged);
  const oldest = Math.min(call.now, ...entries.map(({ message }) => parseInstant(message.publishTime) ?? call.now));
  if (oldest + week - call.now < minLifetime) call.reject('failedPrecondition', 'The snapshot would expire in less than an hour.');
  const created = (await next()) as JsonObject;
  const topic = getTextMember(subscription, 'topic') ?? '';
  call.rows().put(getSnapshotKey(path), { topic, last: call.rows().get<number>('messages') ?? 0, entries } satisfies SnapshotRow);
  const snapshot = call.state.put(path, { ...created, topic, expireTime: formatInstant(oldest + week) });
  const expireTime = getTextMember(snapshot, 'expireTime') ?? '';
  call.state.schedule(path, { at: oldest + week, fields: null, when: { field: 'expireTime', value: expireTime } });
  return snapshot;
}

async function deleteSnapshot(call: HandlerCall, next: Next): Promise<unknown> {
  const result = await next();
  call.rows().delete(getSnapshotKey(call.path ?? ''));
  return result;
}

/** Makes the messages before a time acknowledged, and the others not, or restores the messages of a snapshot. */
function seek(call: HandlerCall): JsonObject {
  const path = call.path ?? '';
  const subscription = requireAttached(call);
  const snapshot = getTextField(call, 'snapshot');
  const time = parseInstant(getTextField(call, 'time'));
  if (snapshot !== undefined) return seekToSnapshot(call, { path, subscription, snapshot });
  if (time === undefined) return call.reject('invalid', 'The request must contain a time or a snapshot.');
  for (const entry of listEntries(call, path)) {
    const isBefore = (parseInstant(entry.message.publishTime) ?? 0) < time;
    if (isBefore && !entry.isAcknowledged) acknowledge(call, path, entry);
    if (!isBefore) putEntry(call, path, { number: entry.number, message: entry.message, attempts: 0 });
  }
  return {};
}

function seekToSnapshot(
  call: HandlerCall,
  { path, subscription, snapshot }: { readonly path: string; readonly subscription: JsonObject; readonly snapshot: string },
): JsonObject {
  const row =
    call.state.get(`/v1/${requireName(call, snapshot, 'snapshots')}`) && call.rows().get<SnapshotRow>(getSnapshotKey(`/v1/${snapshot}`));
  if (!row) return call.reject('notFound', `Resource not found (resource=${snapshot.slice(snapshot.lastIndexOf('/') + 1)}).`);
  if (row.topic !== subscription['topic']) call.reject('invalid', 'The snapshot belongs to another topic.');
  const kept = new Set(row.entries.map(({ number }) => number));
  for (const entry of listEntries(call, path)) {
    if (entry.number > row.last) putEntry(call, path, { number: entry.number, message: entry.message, attempts: 0 });
    else if (!kept.has(entry.number) && !entry.isAcknowledged) acknowledge(call, path, entry);
  }
  for (const { number, message } of row.entries) putEntry(call, path, { number, message, attempts: 0 });
  return {};
}

/** Names that a page of the topic's subscriptions or snapshots contains. */
function listNames(call: HandlerCall, names: readonly string[], field: string): JsonObject {
  const { pageSize, pageToken } = call.parameters;
  const begin = typeof pageToken === 'string' && pageToken !== '' ? Number(decodeText(pageToken)) : 0;
  if (!Number.isInteger(begin) || begin < 0) call.reject('invalid', 'The page token is not valid.');
  const end = begin + (typeof pageSize === 'number' && pageSize > 0 ? pageSize : 100);
  const page = [...names].sort().slice(begin, end);
  return { ...(page.length > 0 && { [field]: page }), ...(end < names.length && { nextPageToken: btoa(String(end)) }) };
}

/** Rows of subscriptions name their topics in other projects, too. */
export function createTopicList(
  field: 'subscriptions' | 'snapshots',
  list: (call: HandlerCall, topic: string) => readonly string[],
): Handlers[string] {
  return (call) => {
    const topic = String(call.parameters['topic'] ?? '');
    if (call.state.get(`/v1/${topic}`) === undefined)
      call.reject('notFound', `Resource not found (resource=${topic.slice(topic.lastIndexOf('/') + 1)}).`);
    return listNames(call, list(call, topic), field);
  };
}

export { deletedTopic };

export const subscriptionHandlers: Handlers = {
  'pubsub.projects.subscriptions.create': createSubscription,
  'pubsub.projects.subscriptions.patch': patchSubscription,
  'pubsub.projects.subscriptions.delete': deleteSubscription,
  'pubsub.projects.subscriptions.detach': detach,
  'pubsub.projects.subscriptions.pull': pull,
  'pubsub.projects.subscriptions.acknowledge': acknowledgeMessages,
  'pubsub.projects.subscriptions.modifyAckDeadline': modifyAckDeadline,
  'pubsub.projects.subscriptions.modifyPushConfig': modifyPushConfig,
  'pubsub.projects.subscriptions.seek': seek,
  'pubsub.projects.snapshots.create': createSnapshot,
  'pubsub.projects.snapshots.delete': deleteSnapshot,
};
