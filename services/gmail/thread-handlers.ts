/** The methods of threads, which consist of messages. */
import type { HandlerCall, Handlers, JsonObject } from '../../mock/service.js';
import { selectThreadPage } from './lists.js';
import { changeLabels, removeMessage, requireThread, type LabelChange } from './messages.js';
import { readLabelChange, trashChange, untrashChange } from './message-handlers.js';
import { findLatestHistoryId, renderMessage } from './render.js';

const getId = (call: HandlerCall): string => String(call.parameters['id']);

async function getThread(call: HandlerCall): Promise<JsonObject> {
  const id = getId(call);
  const messages = await requireThread(call, id);
  return {
    id,
    historyId: findLatestHistoryId(messages),
    messages: await Promise.all(messages.map((message) => renderMessage(call, message))),
  };
}

async function listThreads(call: HandlerCall): Promise<JsonObject> {
  const { items, nextPageToken, total } = await selectThreadPage(call);
  const threads = items.map(([id, messages]) => ({
    id,
    snippet: messages.at(-1)?.snippet ?? '',
    historyId: findLatestHistoryId(messages),
  }));
  return {
    ...(threads.length > 0 && { threads }),
    ...(nextPageToken !== undefined && { nextPageToken }),
    resultSizeEstimate: total,
  };
}

async function changeThread(call: HandlerCall, change: LabelChange): Promise<JsonObject> {
  const id = getId(call);
  const messages = changeLabels(call, await requireThread(call, id), change);
  return {
    id,
    messages: messages.map(({ id: messageId, threadId, labelIds }) => ({
      id: messageId,
      threadId,
      ...(labelIds.length > 0 && { labelIds }),
    })),
  };
}

export const threadHandlers: Handlers = {
  'gmail.users.threads.get': getThread,
  'gmail.users.threads.list': listThreads,
  'gmail.users.threads.modify': (call) => changeThread(call, readLabelChange(call)),
  'gmail.users.threads.trash': (call) => changeThread(call, trashChange),
  'gmail.users.threads.untrash': (call) => changeThread(call, untrashChange),
  'gmail.users.threads.delete': async (call) => {
    for (const message of await requireThread(call, getId(call))) removeMessage(call, message);
    return {};
  },
};
