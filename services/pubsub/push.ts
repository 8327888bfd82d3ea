/** Messages that the service sends to the endpoints of subscriptions. */
import { getTextMember, isObject, toBase64, type DeliveryCall, type DeliveryResult, type JsonObject } from '../../mock/service.js';
import { acknowledge, findEntry, listEntries, putEntry, type Entry, type PubsubCall } from './backlog.js';
import { computeBackoff, getMaxAttempts, listDue, release } from './delivery.js';

/** What handlers and the results of requests have in common. */
export type PushCall = PubsubCall & Pick<DeliveryCall, 'deliver' | 'cancelDelivery'>;

const getKey = (subscription: string, number: number): string => `${number}${subscription}`;

const encodeJson = (value: JsonObject): string => toBase64(new TextEncoder().encode(JSON.stringify(value)));

/** Returns the body of a push request, or its headers and the data of the message alone if the subscription has no wrapper. */
function createRequest(
  subscription: JsonObject,
  message: JsonObject,
  attempts: number | undefined,
): { readonly headers: Record<string, string>; readonly body: string } {
  const pushConfig = subscription['pushConfig'];
  const { messageId = '', publishTime = '', data, attributes } = message;
  const wrapper = isObject(pushConfig) ? pushConfig['noWrapper'] : undefined;
  if (isObject(wrapper)) {
    const metadata = wrapper['writeMetadata'] === true && {
      'x-goog-pubsub-subscription-name': getTextMember(subscription, 'name') ?? '',
      'x-goog-pubsub-message-id': String(messageId),
      'x-goog-pubsub-publish-time': String(publishTime),
      ...(isObject(attributes) && (attributes as Record<string, string>)),
    };
    return { headers: { ...metadata }, body: typeof data === 'string' ? data : '' };
  }
  return {
    headers: { 'content-type': 'application/json' },
    body: encodeJson({
      ...(attempts !== undefined && { deliveryAttempt: attempts }),
      message: { ...message, message_id: messageId, publish_time: publishTime },
      subscription: getTextMember(subscription, 'name') ?? '',
    }),
  };
}

/** Sends the messages of a subscription to its endpoint, each when it is due, if the option `deliver` names the host. */
export function push(call: PushCall, path: string): void {
  const subscription = call.state.get(path);
  const url = getTextMember(subscription?.['pushConfig'], 'pushEndpoint');
  if (subscription === undefined || url === undefined || subscription['detached'] === true) return;
  for (const entry of listFree(call, path, subscription)) {
    const attempts = entry.attempts + 1;
    const shown = getMaxAttempts(subscription) === undefined ? undefined : attempts;
    const at = Math.max(call.now, entry.until ?? 0);
    if (!call.deliver(getKey(path, entry.number), at, { method: 'POST', url, ...createRequest(subscription, entry.message, shown) }))
      return;
    // The result of the request ends the delivery.
    putEntry(call, path, { ...entry, attempts, isOutstanding: true, until: Number.MAX_SAFE_INTEGER });
  }
}

/** Returns the messages that aren't being sent, in order. With message ordering, the first one of each key. */
function listFree(call: PushCall, path: string, subscription: JsonObject): readonly Entry[] {
  // Moves messages to the dead-letter topic.
  listDue(call, path, subscription);
  const isOrdered = subscription['enableMessageOrdering'] === true;
  const taken = new Set<string>();
  return listEntries(call, path).filter(({ isOutstanding, isAcknowledged, message }) => {
    const key = isOrdered ? (getTextMember(message, 'orderingKey') ?? '') : '';
    if (isAcknowledged || taken.has(key)) return false;
    if (key !== '') taken.add(key);
    return !isOutstanding;
  });
}

const acknowledgements: readonly (number | undefined)[] = [102, 200, 201, 202, 204];
/** The delay of a subscription without a retry policy, in milliseconds. */
const minDelay = 100;

export function receivePushResult(call: DeliveryCall, { key, status }: DeliveryResult): void {
  const [, number = '', path = ''] = /^(\d+)(\/.*)$/.exec(key) ?? [];
  const subscription = call.state.get(path);
  const entry = findEntry(call, path, Number(number));
  if (subscription === undefined || !entry) return;
  if (acknowledgements.includes(status)) acknowledge(call, path, entry);
  else {
    const delay = Math.max(minDelay, computeBackoff(subscription, entry.attempts));
    putEntry(call, path, { ...release(subscription, entry, call.now), until: call.now + delay });
  }
  push(call, path);
}
