/** The methods of drafts. The message of a draft has the label `DRAFT`, and each change replaces it. */
import { isObject, getTextMember, type HandlerCall, type Handlers, type JsonObject } from '../../mock/service.js';
import { selectMessagePage } from './lists.js';
import { getPath, rejectMissing, type Message } from './mailbox.js';
import { addMessage, findMessage, readRaw, removeMessage } from './messages.js';
import { addSentMessage, readSentMessage } from './message-handlers.js';
import { renderMessage } from './render.js';

interface Draft {
  readonly id: string;
  readonly message: Message;
}

const getBody = (call: HandlerCall): JsonObject => (call.requestBody ?? {}) as JsonObject;

/** Throws 404. */
async function requireDraft(call: HandlerCall, id: string): Promise<Draft> {
  const draft = call.state.get(getPath(call, 'drafts', id));
  const message = draft && (await findMessage(call, getTextMember(draft['message'], 'id') ?? ''));
  return message ? { id, message } : rejectMissing(call);
}

async function store(call: HandlerCall, id: string, threadId?: string): Promise<JsonObject> {
  const { message } = getBody(call);
  const sent = readSentMessage(call, isObject(message) ? message : undefined);
  const added = await addMessage(call, {
    raw: sent.raw,
    labelIds: ['DRAFT'],
    threadId: sent.threadId ?? threadId,
    internalDate: call.now,
  });
  const reference = { id: added.id, threadId: added.threadId };
  call.state.put(getPath(call, 'drafts', id), { id, message: reference });
  return { id, message: { ...reference, labelIds: added.labelIds } };
}

async function update(call: HandlerCall): Promise<JsonObject> {
  const { id, message } = await requireDraft(call, String(call.parameters['id']));
  const updated = await store(call, id);
  removeMessage(call, message);
  return updated;
}

async function list(call: HandlerCall): Promise<JsonObject> {
  const drafts = new Map<string, string>();
  for (const { id, message } of call.state.list(getPath(call, 'drafts'))) drafts.set(getTextMember(message, 'id') ?? '', String(id));
  const messages = await Promise.all([...drafts.keys()].map((id) => findMessage(call, id)));
  const found = messages
    .filter((message) => message !== undefined)
    .sort((one, other) => Number(other.internalDate) - Number(one.internalDate));
  const { items, nextPageToken, total } = await selectMessagePage(call, found);
  return {
    ...(items.length > 0 && { drafts: items.map(({ id, threadId }) => ({ id: drafts.get(id), message: { id, threadId } })) }),
    ...(nextPageToken !== undefined && { nextPageToken }),
    resultSizeEstimate: total,
  } as JsonObject;
}

/** Sends the stored message, or the one in the request. */
async function send(call: HandlerCall): Promise<JsonObject> {
  const { id, message } = getBody(call);
  const hasContent = call.upload !== undefined || (isObject(message) && message['raw'] !== undefined);
  const draft = typeof id === 'string' && id !== '' ? await requireDraft(call, id) : undefined;
  const content = hasContent ? readSentMessage(call, isObject(message) ? message : undefined) : undefined;
  const raw = content?.raw ?? (draft && readRaw(call, draft.message.id));
  if (!raw) return call.reject('invalid', 'Missing draft message');
  const threadId = draft && draft.message.threadId !== draft.message.id ? draft.message.threadId : content?.threadId;
  const sent = await addSentMessage(call, raw, threadId);
  if (draft) {
    removeMessage(call, draft.message);
    call.state.delete(getPath(call, 'drafts', draft.id));
  }
  return { id: sent.id, threadId: sent.threadId, labelIds: sent.labelIds };
}

async function remove(call: HandlerCall): Promise<JsonObject> {
  const { id, message } = await requireDraft(call, String(call.parameters['id']));
  removeMessage(call, message);
  call.state.delete(getPath(call, 'drafts', id));
  return {};
}

export const draftHandlers: Handlers = {
  'gmail.users.drafts.create': (call) => store(call, `r-${call.newId()}`),
  'gmail.users.drafts.get': async (call) => {
    const { id, message } = await requireDraft(call, String(call.parameters['id']));
    return { id, message: await renderMessage(call, message) };
  },
  'gmail.users.drafts.list': list,
  'gmail.users.drafts.update': update,
  'gmail.users.drafts.send': send,
  'gmail.users.drafts.delete': remove,
};
