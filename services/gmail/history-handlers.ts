/** The methods of the whole mailbox: its profile and its history. */
import { listStrings, type Json, type HandlerCall, type Handlers, type JsonObject } from '../../mock/service.js';
import { selectPage } from '../pages.js';
import { getPageSize } from './lists.js';
import { getHistoryId, getMailbox, listRecords, type Change, type HistoryRecord } from './mailbox.js';
import { groupThreads, listMessages } from './messages.js';

async function getProfile(call: HandlerCall): Promise<JsonObject> {
  const messages = await listMessages(call);
  return {
    emailAddress: getMailbox(call),
    messagesTotal: messages.length,
    threadsTotal: groupThreads(messages).size,
    historyId: getHistoryId(call),
  };
}

const kinds: Readonly<Record<string, Change['kind']>> = {
  messageAdded: 'messagesAdded',
  messageDeleted: 'messagesDeleted',
  labelAdded: 'labelsAdded',
  labelRemoved: 'labelsRemoved',
};

function list(call: HandlerCall): JsonObject {
  const { startHistoryId, labelId, historyTypes } = call.parameters;
  if (startHistoryId === undefined) return call.reject('required', 'Missing or invalid parameters: startHistoryId');
  const types = listStrings(historyTypes as Json).map((type) => kinds[type]);
  const isSelected = ({ kind, message, labelIds = [] }: Change): boolean =>
    (types.length === 0 || types.includes(kind)) && (labelId === undefined || [...message.labelIds, ...labelIds].includes(String(labelId)));
  const records = listRecords(call, String(startHistoryId))
    .map((record) => ({ ...record, changes: record.changes.filter(isSelected) }))
    .filter(({ changes }) => changes.length > 0);
  const { items, nextPageToken } = selectPage(call, records, { size: getPageSize(call), getKey: ({ id }) => id });
  return {
    ...(items.length > 0 && { history: items.map(renderRecord) }),
    ...(nextPageToken !== undefined && { nextPageToken }),
    historyId: getHistoryId(call),
  } as JsonObject;
}

function renderRecord({ id, changes }: HistoryRecord): object {
  const references = new Map(changes.map(({ message }) => [message.id, { id: message.id, threadId: message.threadId }]));
  const byKind: Partial<Record<Change['kind'], object[]>> = {};
  for (const { kind, message, labelIds } of changes) {
    const { labelIds: all, ...rest } = message;
    (byKind[kind] ??= []).push({ message: { ...rest, ...(all.length > 0 && { labelIds: all }) }, ...(labelIds && { labelIds }) });
  }
  return { id, messages: [...references.values()], ...byKind };
}

export const historyHandlers: Handlers = {
  'gmail.users.getProfile': getProfile,
  'gmail.users.history.list': list,
};
