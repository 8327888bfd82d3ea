/** Which messages of a subscription are due, and what happens if they aren't acknowledged. */
import { getMember, getTextMember, type JsonObject } from '../../mock/service.js';
import { readSeconds } from '../durations.js';
import { deleteEntry, listEntries, publish, putEntry, type Entry, type PubsubCall } from './backlog.js';

const defaultBackoff = { minimum: 10, maximum: 600 };

/** Returns the delay before the next delivery of a message that wasn't acknowledged, in milliseconds. */
export function computeBackoff(subscription: JsonObject, attempts: number): number {
  const policy = subscription['retryPolicy'];
  if (policy === undefined) return 0;
  const minimum = readSeconds(getTextMember(policy, 'minimumBackoff')) ?? defaultBackoff.minimum;
  const maximum = readSeconds(getTextMember(policy, 'maximumBackoff')) ?? defaultBackoff.maximum;
  return Math.min(minimum * 2 ** Math.max(0, attempts - 1), maximum) * 1000;
}

const defaultAttempts = 5;

export function getMaxAttempts(subscription: JsonObject): number | undefined {
  const policy = subscription['deadLetterPolicy'];
  if (getTextMember(policy, 'deadLetterTopic') === undefined) return undefined;
  const attempts = getMember(policy, 'maxDeliveryAttempts');
  return typeof attempts === 'number' && attempts > 0 ? attempts : defaultAttempts;
}

/** Moves a message to the dead-letter topic. Returns whether it exists. */
function forwardDeadLetter(
  call: PubsubCall,
  path: string,
  { subscription, entry }: { readonly subscription: JsonObject; readonly entry: Entry },
): boolean {
  const topic = getTextMember(subscription['deadLetterPolicy'], 'deadLetterTopic') ?? '';
  if (call.state.get(`/v1/${topic}`) === undefined) return false;
  const { messageId: _, publishTime, ...message } = entry.message;
  const [, project = '', name = ''] = /^\/v1\/projects\/([^/]+)\/subscriptions\/(.+)$/.exec(path) ?? [];
  publish(call, topic, [
    {
      ...message,
      attributes: {
        ...(message['attributes'] as JsonObject | undefined),
        CloudPubSubDeadLetterSourceDeliveryCount: String(entry.attempts),
        CloudPubSubDeadLetterSourceSubscription: name,
        CloudPubSubDeadLetterSourceSubscriptionProject: project,
        CloudPubSubDeadLetterSourceTopicPublishTime: publishTime,
      },
    },
  ]);
  deleteEntry(call, path, entry.number);
  return true;
}

/** Ends the deadlines that are over: a delay begins, or the message goes to the dead-letter topic. Returns the entries that can be delivered, in order. */
export function listDue(call: PubsubCall, path: string, subscription: JsonObject): readonly Entry[] {
  const isOrdered = subscription['enableMessageOrdering'] === true;
  const blocked = new Set<string>();
  const due: Entry[] = [];
  for (const stored of listEntries(call, path)) {
    if (stored.isAcknowledged) continue;
    const entry = endDeadline(call, path, { subscription, entry: stored });
    if (entry === undefined) continue;
    const key = isOrdered ? (getTextMember(entry.message, 'orderingKey') ?? '') : '';
    const isWaiting = entry.until !== undefined && entry.until > call.now;
    if (isWaiting && key !== '') blocked.add(key);
    if (!isWaiting && !blocked.has(key)) due.push(entry);
  }
  return due;
}

function endDeadline(
  call: PubsubCall,
  path: string,
  { subscription, entry }: { readonly subscription: JsonObject; readonly entry: Entry },
): Entry | undefined {
  const isOver = entry.isOutstanding === true && (entry.until ?? 0) <= call.now;
  const free = isOver ? release(subscription, entry, entry.until ?? call.now) : entry;
  if (isOver) putEntry(call, path, free);
  const maxAttempts = getMaxAttempts(subscription);
  const isDead = !free.isOutstanding && maxAttempts !== undefined && free.attempts >= maxAttempts;
  return isDead && forwardDeadLetter(call, path, { subscription, entry: free }) ? undefined : free;
}

/** Returns the entry after its deadline, or after a negative acknowledgement. `at`: when that was. */
export function release(subscription: JsonObject, { until: _, isOutstanding: __, ...entry }: Entry, at: number): Entry {
  const backoff = computeBackoff(subscription, entry.attempts);
  return backoff > 0 ? { ...entry, until: at + backoff } : entry;
}
