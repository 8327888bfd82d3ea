/** The labels of a mailbox: those of the system, which every mailbox has, and those of the user. */
import type { HandlerCall, JsonObject } from '../../mock/service.js';
import { getMailbox, getPath, rejectMissing } from './mailbox.js';

const hidden = { messageListVisibility: 'hide', labelListVisibility: 'labelHide' };

const systemLabels: readonly JsonObject[] = [
  { id: 'CHAT', name: 'CHAT', ...hidden, type: 'system' },
  { id: 'SENT', name: 'SENT', type: 'system' },
  { id: 'INBOX', name: 'INBOX', type: 'system' },
  { id: 'IMPORTANT', name: 'IMPORTANT', ...hidden, type: 'system' },
  { id: 'TRASH', name: 'TRASH', ...hidden, type: 'system' },
  { id: 'DRAFT', name: 'DRAFT', type: 'system' },
  { id: 'SPAM', name: 'SPAM', ...hidden, type: 'system' },
  { id: 'CATEGORY_FORUMS', name: 'CATEGORY_FORUMS', ...hidden, type: 'system' },
  { id: 'CATEGORY_UPDATES', name: 'CATEGORY_UPDATES', ...hidden, type: 'system' },
  { id: 'CATEGORY_PERSONAL', name: 'CATEGORY_PERSONAL', ...hidden, type: 'system' },
  { id: 'CATEGORY_PROMOTIONS', name: 'CATEGORY_PROMOTIONS', ...hidden, type: 'system' },
  { id: 'CATEGORY_SOCIAL', name: 'CATEGORY_SOCIAL', ...hidden, type: 'system' },
  { id: 'STARRED', name: 'STARRED', type: 'system' },
  { id: 'UNREAD', name: 'UNREAD', type: 'system' },
];

export const isSystemLabel = (id: string): boolean => systemLabels.some((label) => label['id'] === id);

/** Returns all labels. A stored system label, which a seed provides, takes precedence. */
export function listLabels(call: HandlerCall): readonly JsonObject[] {
  const stored = call.state.list(getPath(call, 'labels'));
  const ids = new Set(stored.map(({ id }) => id));
  const users = stored.map((label) => ({ type: isSystemLabel(String(label['id'])) ? 'system' : 'user', ...label }));
  return [...systemLabels.filter(({ id }) => id !== undefined && !ids.has(id)), ...users];
}

/** Throws 404. */
export function requireLabel(call: HandlerCall, id: string): JsonObject {
  return listLabels(call).find((label) => label['id'] === id) ?? rejectMissing(call);
}

/** Throws 400 for an unknown label. */
export function requireLabels(call: HandlerCall, ids: readonly string[]): void {
  if (ids.length === 0) return;
  const known = new Set(listLabels(call).map(({ id }) => id));
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined) call.reject('invalid', `Invalid label: ${unknown}`);
}

/** Throws 400 for labels that a request can't add or remove: unknown ones, and those that follow from the message. */
export function requireChangeableLabels(call: HandlerCall, ids: readonly string[]): void {
  requireLabels(call, ids);
  const fixed = ids.find((id) => id === 'SENT' || id === 'DRAFT' || id === 'CHAT');
  if (fixed !== undefined) call.reject('invalid', `Invalid label: ${fixed}`);
}

/** Returns an ID such as `Label_12`, which no label of the mailbox has had. */
export function createLabelId(call: HandlerCall): string {
  const key = `label-id/${getMailbox(call)}`;
  const known = new Set(listLabels(call).map(({ id }) => id));
  let number = call.rows().get<number>(key) ?? 0;
  do number += 1;
  while (known.has(`Label_${number}`));
  call.rows().put(key, number);
  return `Label_${number}`;
}
