/** The messages of subscriptions, which are rows: each subscription has a copy of each message until it is acknowledged or too old. */
import { formatInstant, getMember, getTextMember, parseInstant, type HandlerCall, type JsonObject } from '../../mock/service.js';
import { readSeconds } from '../durations.js';
import { parseMessageFilter } from './filter.js';

export type PubsubCall = Pick<HandlerCall, 'state' | 'rows' | 'now' | 'newId' | 'reject'>;

export interface Message extends JsonObject {
  readonly messageId: string;
  readonly publishTime: string;
}

export interface Entry {
  /** The order of publication. */
  readonly number: number;
  readonly message: Message;
  /** How often the message was delivered. */
  readonly attempts: number;
  /** Until when the message is not delivered again, in milliseconds since 1970: an acknowledgement deadline, or the end of a delay. */
  readonly until?: number;
  /** Whether a subscriber has the message, and its deadline isn't over. */
  readonly isOutstanding?: boolean;
  readonly isAcknowledged?: boolean;
}

const width = 12;
const getPrefix = (subscription: string): string => `backlog${subscription}/`;
const getKey = (subscription: string, number: number): string => getPrefix(subscription) + String(number).padStart(width, '0');

export const putEntry = (call: PubsubCall, subscription: string, entry: Entry): void =>
  call.rows().put(getKey(subscription, entry.number), entry);
export const deleteEntry = (call: PubsubCall, subscription: string, number: number): boolean =>
  call.rows().delete(getKey(subscription, number));
export const findEntry = (call: PubsubCall, subscription: string, number: number): Entry | undefined =>
  call.rows().get<Entry>(getKey(subscription, number));

const isTrue = (value: unknown): boolean => value === true;
const week = 604_800;

/** Returns the entries of a subscription in the order of publication, and deletes those that are too old. */
export function listEntries(call: PubsubCall, subscription: string): readonly Entry[] {
  const retention = (readSeconds(getTextMember(call.state.get(subscription), 'messageRetentionDuration')) ?? week) * 1000;
  return call
    .rows()
    .list<Entry>(getPrefix(subscription))
    .flatMap(([key, entry]) => {
      if ((parseInstant(entry.message.publishTime) ?? 0) + retention > call.now) return [entry];
      call.rows().delete(key);
      return [];
    });
}

export function deleteBacklog(call: PubsubCall, subscription: string): void {
  for (const [key] of call.rows().list(getPrefix(subscription))) call.rows().delete(key);
}

/** Returns the subscriptions of a topic with their URL paths. */
export function listSubscriptions(
  call: PubsubCall,
  topic: string,
): readonly { readonly path: string; readonly subscription: JsonObject }[] {
  const projects = new Set(
    call
      .rows()
      .list('project/')
      .map(([key]) => key.slice('project/'.length)),
  );
  const [, own = ''] = /^projects\/([^/]+)\//.exec(topic) ?? [];
  projects.add(own);
  return [...projects]
    .flatMap((project) => call.state.list(`/v1/projects/${project}/subscriptions`))
    .filter((subscription) => subscription['topic'] === topic && !isTrue(subscription['detached']))
    .map((subscription) => ({ path: `/v1/${getTextMember(subscription, 'name') ?? ''}`, subscription }));
}

/** Remembers that a project has subscriptions, which can be those of topics of other projects. */
export function rememberProject(call: PubsubCall, subscription: string): void {
  const [, project = ''] = /^\/v1\/projects\/([^/]+)\//.exec(subscription) ?? [];
  if (call.rows().get(`project/${project}`) === undefined) call.rows().put(`project/${project}`, true);
}

/** Adds messages to the subscriptions of a topic, and returns their IDs and the subscriptions. */
export function publish(
  call: PubsubCall,
  topic: string,
  messages: readonly JsonObject[],
): { readonly messageIds: readonly string[]; readonly subscriptions: readonly string[] } {
  const subscriptions = listSubscriptions(call, topic).map(({ path, subscription }) => {
    const filter = getTextMember(subscription, 'filter') ?? '';
    return { path, accepts: filter === '' ? () => true : parseMessageFilter(filter) };
  });
  const messageIds = messages.map((content) => {
    const number = (call.rows().get<number>('messages') ?? 0) + 1;
    call.rows().put('messages', number);
    const message: Message = { ...content, messageId: call.newId(), publishTime: formatInstant(call.now) };
    const attributes = (getMember(message, 'attributes') ?? {}) as JsonObject;
    for (const { path, accepts } of subscriptions) if (accepts(attributes)) putEntry(call, path, { number, message, attempts: 0 });
    return message.messageId;
  });
  return { messageIds, subscriptions: subscriptions.map(({ path }) => path) };
}

/** Acknowledges a message. It is kept for `seek` if the subscription, its topic, or a snapshot retains it. */
export function acknowledge(call: PubsubCall, subscription: string, entry: Entry): void {
  const resource = call.state.get(subscription);
  const topic = getTextMember(resource, 'topic') ?? '';
  const isRetained =
    isTrue(resource?.['retainAckedMessages']) ||
    getTextMember(call.state.get(`/v1/${topic}`), 'messageRetentionDuration') !== undefined ||
    call
      .rows()
      .list<SnapshotRow>('snapshot/')
      .some(([, snapshot]) => snapshot.topic === topic);
  if (!isRetained) return void deleteEntry(call, subscription, entry.number);
  const { until: _, isOutstanding: __, ...rest } = entry;
  putEntry(call, subscription, { ...rest, isAcknowledged: true });
}

/** What a snapshot keeps: the unacknowledged messages, and the number of the last message before it. */
export interface SnapshotRow {
  readonly topic: string;
  readonly last: number;
  readonly entries: readonly Entry[];
}
