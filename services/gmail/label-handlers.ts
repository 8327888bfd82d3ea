/** The methods of labels. */
import type { HandlerCall, Handlers, JsonObject } from '../../mock/service.js';
import { createLabelId, isSystemLabel, listLabels, requireLabel } from './labels.js';
import { getPath } from './mailbox.js';
import { changeLabels, groupThreads, listMessages } from './messages.js';

const getId = (call: HandlerCall): string => String(call.parameters['id']);

/** Counts the messages and threads with a label. */
async function countLabel(call: HandlerCall, label: JsonObject): Promise<JsonObject> {
  const messages = (await listMessages(call)).filter(({ labelIds }) => labelIds.includes(String(label['id'])));
  const unread = messages.filter(({ labelIds }) => labelIds.includes('UNREAD'));
  return {
    ...label,
    messagesTotal: messages.length,
    messagesUnread: unread.length,
    threadsTotal: groupThreads(messages).size,
    threadsUnread: groupThreads(unread).size,
  };
}

/** Throws 400 for an invalid name, and 409 for one that another label has. */
function requireName(call: HandlerCall, name: unknown, id?: string): void {
  if (typeof name !== 'string' || name.trim() === '') return call.reject('invalid', 'Invalid label name');
  const isTaken = listLabels(call).some((label) => label['id'] !== id && String(label['name']).toLowerCase() === name.toLowerCase());
  if (isTaken) call.reject('alreadyExists', 'Label name exists or conflicts');
}

function create(call: HandlerCall): JsonObject {
  const { id: _, type: __, ...body } = (call.requestBody ?? {}) as JsonObject;
  requireName(call, body['name']);
  const id = createLabelId(call);
  const label = { messageListVisibility: 'show', labelListVisibility: 'labelShow', ...body, id, type: 'user' };
  return call.state.put(getPath(call, 'labels', id), label);
}

const change =
  (apply: (label: JsonObject, body: JsonObject) => JsonObject) =>
  (call: HandlerCall): JsonObject => {
    const id = getId(call);
    const label = requireLabel(call, id);
    if (isSystemLabel(id)) call.reject('invalid', 'Invalid update request');
    const changed = { ...apply(label, (call.requestBody ?? {}) as JsonObject), id, type: 'user' };
    requireName(call, (changed as JsonObject)['name'], id);
    return call.state.put(getPath(call, 'labels', id), changed);
  };

/** The label is also removed from messages. */
async function remove(call: HandlerCall): Promise<JsonObject> {
  const id = getId(call);
  requireLabel(call, id);
  if (isSystemLabel(id)) call.reject('invalid', 'Invalid delete request');
  const labeled = (await listMessages(call)).filter(({ labelIds }) => labelIds.includes(id));
  changeLabels(call, labeled, { remove: [id] });
  call.state.delete(getPath(call, 'labels', id));
  return {};
}

export const labelHandlers: Handlers = {
  'gmail.users.labels.list': (call) => ({ labels: listLabels(call) }),
  'gmail.users.labels.get': (call) => countLabel(call, requireLabel(call, getId(call))),
  'gmail.users.labels.create': create,
  'gmail.users.labels.update': change((_, body) => ({ messageListVisibility: 'show', labelListVisibility: 'labelShow', ...body })),
  'gmail.users.labels.patch': change((label, body) => ({ ...label, ...body })),
  'gmail.users.labels.delete': remove,
};
