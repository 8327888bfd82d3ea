/** Messages of a mailbox: how they are stored, changed, and grouped in threads. */
import { compareText, fromBase64, isObject, type HandlerCall, type JsonObject } from '../../mock/service.js';
import { toBase64Url } from '../base64-url.js';
import { requireLabels } from './labels.js';
import {
  createHistoryId,
  createId,
  getHistoryId,
  getMailbox,
  getPath,
  recordChanges,
  rejectMissing,
  type Change,
  type Message,
} from './mailbox.js';
import { findHeader, listHeaders, omitContent, parseMessage, type ParsedMessage } from './mime.js';

/** The message as it was received, in base64. */
const getRawKey = (call: HandlerCall, id: string): string => `raw/${getMailbox(call)}/${id}`;

export function readRaw(call: HandlerCall, id: string): Uint8Array | undefined {
  const text = call.rows().get<string>(getRawKey(call, id));
  return text === undefined ? undefined : fromBase64(text);
}

export async function readParsed(call: HandlerCall, id: string): Promise<ParsedMessage | undefined> {
  const raw = readRaw(call, id);
  return raw && parseMessage(raw);
}

/** Returns the messages of a mailbox, the latest first. */
export async function listMessages(call: HandlerCall): Promise<readonly Message[]> {
  const messages = await Promise.all(call.state.list(getPath(call, 'messages')).map((message) => completeSeeded(call, message)));
  return messages.sort((one, other) => Number(other.internalDate) - Number(one.internalDate) || compareText(other.id, one.id));
}

export async function findMessage(call: HandlerCall, id: string): Promise<Message | undefined> {
  const message = call.state.get(getPath(call, 'messages', id));
  return message && completeSeeded(call, message);
}

/** Throws 404, or 400 for an ID in another form. */
export async function requireMessage(call: HandlerCall, id: string): Promise<Message> {
  const message = await findMessage(call, id);
  if (message) return message;
  return /^[0-9a-f]{1,16}$/.test(id) ? rejectMissing(call) : call.reject('invalid', 'Invalid id value');
}

/** A seeded message can consist of `raw`, and lack what the service derives from it. It is completed at its first use. */
async function completeSeeded(call: HandlerCall, message: JsonObject): Promise<Message> {
  const { raw, ...rest } = message;
  if (typeof raw !== 'string' && isObject(rest['payload']) && rest['historyId'] !== undefined) return toMessage(rest);
  const id = String(message['id']);
  const bytes = typeof raw === 'string' ? fromBase64(raw) : undefined;
  const derived = bytes ? await derive(bytes) : { snippet: '', sizeEstimate: 0, payload: {} };
  const date = Date.parse(findHeader(derived.payload, 'date'));
  const completed = {
    ...derived,
    threadId: id,
    labelIds: [],
    historyId: getHistoryId(call),
    internalDate: String(Number.isNaN(date) ? call.now : date),
    ...rest,
  };
  return storeMessage(call, completed, bytes);
}

async function derive(raw: Uint8Array): Promise<Pick<Message, 'snippet' | 'sizeEstimate' | 'payload'>> {
  const { payload, snippet } = await parseMessage(raw);
  return { snippet, sizeEstimate: raw.length, payload: omitContent(payload) };
}

function storeMessage(call: HandlerCall, message: JsonObject, raw?: Uint8Array): Message {
  const id = String(message['id']);
  if (raw) call.rows().put(getRawKey(call, id), toBase64Url(raw));
  return toMessage(call.state.put(getPath(call, 'messages', id), message));
}

/** Resources lack empty values. */
const toMessage = (resource: JsonObject): Message =>
  ({ labelIds: [], snippet: '', sizeEstimate: 0, payload: {}, ...resource }) as unknown as Message;

export interface NewMessage {
  readonly raw: Uint8Array;
  readonly labelIds: readonly string[];
  /** The thread that the request names. */
  readonly threadId?: string | undefined;
  /** Milliseconds since 1970. */
  readonly internalDate: number;
}

/** Adds a message to a mailbox. Throws 400 for an unknown label, and 404 for an unknown thread. */
export async function addMessage(call: HandlerCall, { raw, labelIds, threadId, internalDate }: NewMessage): Promise<Message> {
  requireLabels(call, labelIds);
  const derived = await derive(raw);
  const id = createId(call);
  const historyId = createHistoryId(call);
  const thread = findThread(await listMessages(call), derived.payload, threadId) ?? (threadId === undefined ? id : undefined);
  if (thread === undefined) return rejectMissing(call);
  const message = storeMessage(
    call,
    { id, ...derived, threadId: thread === '' ? id : thread, labelIds, historyId, internalDate: String(internalDate) },
    raw,
  );
  recordChanges(call, historyId, [{ kind: 'messagesAdded', message: toReference(message) }]);
  return message;
}

/**
 * Returns the thread of a new message: that of a message that it refers to, or the named one. The subjects must be the same. Returns an empty
 * text if the named thread has another subject, and `undefined` if there is none.
 */
function findThread(messages: readonly Message[], payload: JsonObject, threadId: string | undefined): string | undefined {
  const subject = normalizeSubject(findHeader(payload, 'subject'));
  const hasSubject = (message: Message): boolean => normalizeSubject(findHeader(message.payload, 'subject')) === subject;
  if (threadId !== undefined) {
    const thread = messages.filter((message) => message.threadId === threadId);
    return thread.length === 0 ? undefined : thread.some(hasSubject) ? threadId : '';
  }
  const references = new Set([...listHeaders(payload, 'references'), ...listHeaders(payload, 'in-reply-to')].flatMap(parseMessageIds));
  const isReferred = ({ payload: other }: Message): boolean =>
    parseMessageIds(findHeader(other, 'message-id')).some((id) => references.has(id));
  return references.size === 0 ? undefined : messages.find((message) => isReferred(message) && hasSubject(message))?.threadId;
}

export const parseMessageIds = (text: string): readonly string[] => text.match(/<[^<>\s]+>/g) ?? [];

const normalizeSubject = (subject: string): string =>
  subject
    .replace(/^(?:\s*(?:re|fwd?|aw)\s*(?:\[\d+\])?:)+/i, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase();

/** Deletes a message permanently. */
export function removeMessage(call: HandlerCall, message: Message): void {
  call.state.delete(getPath(call, 'messages', message.id));
  call.rows().delete(getRawKey(call, message.id));
  recordChanges(call, createHistoryId(call), [{ kind: 'messagesDeleted', message: toReference(message) }]);
}

export interface LabelChange {
  readonly add?: readonly string[] | undefined;
  readonly remove?: readonly string[] | undefined;
}

/** Adds and removes labels of messages, as one change of the history. Returns the messages. */
export function changeLabels(call: HandlerCall, messages: readonly Message[], { add = [], remove = [] }: LabelChange): readonly Message[] {
  const changes: Change[] = [];
  let historyId: string | undefined;
  const changed = messages.map((message) => {
    const added = add.filter((id) => !message.labelIds.includes(id));
    const removed = remove.filter((id) => message.labelIds.includes(id) && !add.includes(id));
    if (added.length === 0 && removed.length === 0) return message;
    historyId ??= createHistoryId(call);
    const labelIds = [...message.labelIds.filter((id) => !removed.includes(id)), ...new Set(added)];
    const next = storeMessage(call, { ...message, labelIds, historyId });
    if (added.length > 0) changes.push({ kind: 'labelsAdded', message: toReference(next), labelIds: added });
    if (removed.length > 0) changes.push({ kind: 'labelsRemoved', message: toReference(next), labelIds: removed });
    return next;
  });
  if (historyId !== undefined) recordChanges(call, historyId, changes);
  return changed;
}

const toReference = ({ id, threadId, labelIds }: Message): Change['message'] => ({ id, threadId, labelIds });

/** Returns the messages of threads by their IDs. The thread with the latest message is the first, and its messages are in the order of time. */
export function groupThreads(messages: readonly Message[]): ReadonlyMap<string, readonly Message[]> {
  const threads = new Map<string, Message[]>();
  for (const message of messages) threads.set(message.threadId, [message, ...(threads.get(message.threadId) ?? [])]);
  return threads;
}

/** Throws 404. */
export async function requireThread(call: HandlerCall, id: string): Promise<readonly Message[]> {
  return groupThreads(await listMessages(call)).get(id) ?? rejectMissing(call);
}
