/** Lists of messages and threads: labels, the search, and pages. */
import { listStrings, type Json, type HandlerCall } from '../../mock/service.js';
import { selectPage } from '../pages.js';
import { listLabels } from './labels.js';
import type { Message } from './mailbox.js';
import { groupThreads, listMessages, readParsed } from './messages.js';
import { compileSearch } from './search.js';

interface Selection<T> {
  readonly items: readonly T[];
  readonly nextPageToken?: string;
  /** The number of items of all pages. */
  readonly total: number;
}

const defaultPage = 100;
const maxPage = 500;

export function getPageSize(call: HandlerCall): number {
  const size = Number(call.parameters['maxResults'] ?? defaultPage);
  return size <= 0 ? defaultPage : Math.min(size, maxPage);
}

/** Returns the messages that a request selects, the latest first. Throws 400 and 501 for a query. */
async function selectMessages(call: HandlerCall, messages: readonly Message[]): Promise<readonly Message[]> {
  const labelIds = listStrings(call.parameters['labelIds'] as Json);
  const query = String(call.parameters['q'] ?? '');
  const search = compileSearch(query, {
    call,
    labels: listLabels(call),
    readText: async ({ id }) => (await readParsed(call, id))?.text ?? '',
  });
  const isTrashListed = call.parameters['includeSpamTrash'] === true || search.isAnywhere || labelIds.some((id) => isTrash([id]));
  const selected: Message[] = [];
  for (const message of messages) {
    if (!isTrashListed && isTrash(message.labelIds)) continue;
    if (labelIds.every((id) => message.labelIds.includes(id)) && (await search.test(message))) selected.push(message);
  }
  return selected;
}

const isTrash = (labelIds: readonly string[]): boolean => labelIds.includes('TRASH') || labelIds.includes('SPAM');

/** `messages`: default: all of the mailbox. */
export async function selectMessagePage(call: HandlerCall, messages?: readonly Message[]): Promise<Selection<Message>> {
  const selected = await selectMessages(call, messages ?? (await listMessages(call)));
  return { ...selectPage(call, selected, { size: getPageSize(call), getKey: ({ id }) => id }), total: selected.length };
}

/** A thread is listed if one of its messages is selected. */
export async function selectThreadPage(call: HandlerCall): Promise<Selection<readonly [id: string, messages: readonly Message[]]>> {
  const messages = await listMessages(call);
  const ids = new Set((await selectMessages(call, messages)).map(({ threadId }) => threadId));
  const threads = [...groupThreads(messages)].filter(([id]) => ids.has(id));
  return { ...selectPage(call, threads, { size: getPageSize(call), getKey: ([id]) => id }), total: threads.length };
}
