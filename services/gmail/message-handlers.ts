/** The methods of messages and their attachments. */
import { fromBase64, listStrings, type HandlerCall, type Handlers, type JsonObject } from '../../mock/service.js';
import { toBase64Url } from '../base64-url.js';
import { requireChangeableLabels } from './labels.js';
import { getMailbox, rejectMissing, type Message } from './mailbox.js';
import { addMessage, changeLabels, findMessage, readParsed, removeMessage, requireMessage, type LabelChange } from './messages.js';
import { findHeader, parseMessage } from './mime.js';
import { renderMessage } from './render.js';
import { prepareSent, requireRecipients } from './send.js';
import { selectMessagePage } from './lists.js';

/** What a request says about a new message, beside its content. */
export interface SentMessage {
  readonly raw: Uint8Array;
  readonly labelIds: readonly string[];
  readonly threadId: string | undefined;
}

/** Reads a message that is uploaded, or in `raw`. Throws 400 for none. */
export function readSentMessage(call: HandlerCall, body: JsonObject | undefined): SentMessage {
  const { raw, labelIds, threadId } = body ?? {};
  const bytes = call.upload?.bytes ?? (typeof raw === 'string' && raw !== '' ? fromBase64(raw) : undefined);
  if (bytes === undefined || bytes.length === 0)
    return call.reject('invalid', "'raw' RFC822 payload message string or uploading message via /upload/* URL required");
  return {
    raw: bytes,
    labelIds: listStrings(labelIds),
    threadId: typeof threadId === 'string' && threadId !== '' ? threadId : undefined,
  };
}

const getId = (call: HandlerCall): string => String(call.parameters['id']);
const getBody = (call: HandlerCall): JsonObject => (call.requestBody ?? {}) as JsonObject;

const toCreated = ({ id, threadId, labelIds }: Message): JsonObject => ({ id, threadId, ...(labelIds.length > 0 && { labelIds }) });

async function insert(call: HandlerCall): Promise<JsonObject> {
  if (call.parameters['deleted'] === true)
    call.reject('notImplemented', "The mock doesn't implement deleted messages, which only Google Vault shows.");
  const { raw, labelIds, threadId } = readSentMessage(call, getBody(call));
  const { payload } = await parseMessage(raw);
  const date = Date.parse(findHeader(payload, 'date'));
  const isDated = call.parameters['internalDateSource'] === 'dateHeader' && !Number.isNaN(date);
  return toCreated(await addMessage(call, { raw, labelIds, threadId, internalDate: isDated ? date : call.now }));
}

/** Only the mailbox of the sender changes. */
async function send(call: HandlerCall): Promise<JsonObject> {
  const { raw, threadId } = readSentMessage(call, getBody(call));
  return toCreated(await addSentMessage(call, raw, threadId));
}

/** Adds a sent message to the mailbox of its sender, and to its inbox if it is a recipient. Throws 400 without a recipient. */
export async function addSentMessage(call: HandlerCall, raw: Uint8Array, threadId: string | undefined): Promise<Message> {
  const sent = await prepareSent(call, raw);
  const recipients = requireRecipients(call, sent.payload);
  const isReceived = recipients.includes(getMailbox(call).toLowerCase());
  const labelIds = isReceived ? ['UNREAD', 'SENT', 'INBOX'] : ['SENT'];
  return addMessage(call, { raw: sent.raw, labelIds, threadId, internalDate: call.now });
}

async function modify(call: HandlerCall): Promise<JsonObject> {
  const message = await requireMessage(call, getId(call));
  const [changed] = changeLabels(call, [message], readLabelChange(call));
  return toCreated(changed ?? message);
}

/** Throws 400 for labels that can't be changed. */
export function readLabelChange(call: HandlerCall): { readonly add: readonly string[]; readonly remove: readonly string[] } {
  const { addLabelIds, removeLabelIds } = getBody(call);
  const [add, remove] = [listStrings(addLabelIds), listStrings(removeLabelIds)];
  requireChangeableLabels(call, [...add, ...remove]);
  return { add, remove };
}

const maxBatch = 1000;

async function findBatch(call: HandlerCall): Promise<readonly Message[]> {
  const ids = listStrings(getBody(call)['ids']);
  if (ids.length === 0) call.reject('invalid', 'No message ids specified.');
  if (ids.length > maxBatch) call.reject('invalid', `Too many message ids. The maximum is ${maxBatch}.`);
  const messages = await Promise.all([...new Set(ids)].map((id) => findMessage(call, id)));
  return messages.filter((message) => message !== undefined);
}

/** Unknown messages are ignored. */
async function batchModify(call: HandlerCall): Promise<JsonObject> {
  const change = readLabelChange(call);
  changeLabels(call, await findBatch(call), change);
  return {};
}

async function batchDelete(call: HandlerCall): Promise<JsonObject> {
  for (const message of await findBatch(call)) removeMessage(call, message);
  return {};
}

export const trashChange: LabelChange = { add: ['TRASH'], remove: ['INBOX'] };
export const untrashChange: LabelChange = { remove: ['TRASH'] };

const changeTrash =
  (change: Parameters<typeof changeLabels>[2]) =>
  async (call: HandlerCall): Promise<JsonObject> => {
    const message = await requireMessage(call, getId(call));
    const [changed] = changeLabels(call, [message], change);
    return toCreated(changed ?? message);
  };

async function getAttachment(call: HandlerCall): Promise<JsonObject> {
  const message = await requireMessage(call, String(call.parameters['messageId']));
  const bytes = (await readParsed(call, message.id))?.attachments.get(getId(call));
  if (bytes === undefined) return call.reject('invalid', 'Invalid attachment token');
  return { size: bytes.length, data: toBase64Url(bytes) };
}

export const messageHandlers: Handlers = {
  'gmail.users.messages.insert': insert,
  'gmail.users.messages.import': insert,
  'gmail.users.messages.send': send,
  'gmail.users.messages.get': async (call) => renderMessage(call, await requireMessage(call, getId(call))),
  'gmail.users.messages.list': async (call) => {
    const { items, nextPageToken, total } = await selectMessagePage(call);
    return {
      ...(items.length > 0 && { messages: items.map(({ id, threadId }) => ({ id, threadId })) }),
      ...(nextPageToken !== undefined && { nextPageToken }),
      resultSizeEstimate: total,
    };
  },
  'gmail.users.messages.modify': modify,
  'gmail.users.messages.batchModify': batchModify,
  'gmail.users.messages.batchDelete': batchDelete,
  'gmail.users.messages.trash': changeTrash(trashChange),
  'gmail.users.messages.untrash': changeTrash(untrashChange),
  'gmail.users.messages.delete': async (call) => {
    removeMessage(call, (await findMessage(call, getId(call))) ?? rejectMissing(call));
    return {};
  },
  'gmail.users.messages.attachments.get': getAttachment,
};
