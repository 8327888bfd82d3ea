/** Mailboxes: their paths, IDs, and history. */
import type { HandlerCall, JsonObject } from '../../mock/service.js';

/** The resources of a mailbox, as the module stores them. */
export interface Message extends JsonObject {
  readonly id: string;
  readonly threadId: string;
  readonly labelIds: readonly string[];
  readonly snippet: string;
  readonly historyId: string;
  readonly internalDate: string;
  readonly sizeEstimate: number;
  /** Its parts have no content. */
  readonly payload: JsonObject;
}

export const getMailbox = (call: HandlerCall): string => String(call.parameters['userId']);

type Collection = 'messages' | 'labels' | 'drafts' | 'threads';

export function getPath(call: HandlerCall, collection: Collection, id?: string): string {
  const path = `/gmail/v1/users/${encodeURIComponent(getMailbox(call))}/${collection}`;
  return id === undefined ? path : `${path}/${encodeURIComponent(id)}`;
}

/** Throws 404. */
export const rejectMissing = (call: HandlerCall): never => call.reject('notFound', 'Requested entity was not found.');

/** Returns a new ID, such as `18c5f0a7b3d2e1f4`. */
export const createId = (call: HandlerCall): string => BigInt.asUintN(64, BigInt(call.newId())).toString(16).padStart(16, '0');

/** A change of a mailbox. */
export interface Change {
  readonly kind: 'messagesAdded' | 'messagesDeleted' | 'labelsAdded' | 'labelsRemoved';
  readonly message: Pick<Message, 'id' | 'threadId' | 'labelIds'>;
  /** The labels that were added or removed. */
  readonly labelIds?: readonly string[];
}

export interface HistoryRecord {
  readonly id: string;
  /** When it was made, in milliseconds since 1970. */
  readonly at: number;
  readonly changes: readonly Change[];
}

/** The ID of the history of a mailbox without changes. */
const firstHistoryId = 1;
/** History is available for at least a week. */
const historyRetention = 7 * 24 * 60 * 60 * 1000;

const getCounterKey = (call: HandlerCall): string => `history-id/${getMailbox(call)}`;
const getRecordPrefix = (call: HandlerCall): string => `history/${getMailbox(call)}/`;

export const getHistoryId = (call: HandlerCall): string => String(call.rows().get<number>(getCounterKey(call)) ?? firstHistoryId);

/** Returns the ID of the next record of the history. */
export function createHistoryId(call: HandlerCall): string {
  const id = Number(getHistoryId(call)) + 1;
  call.rows().put(getCounterKey(call), id);
  return String(id);
}

export function recordChanges(call: HandlerCall, id: string, changes: readonly Change[]): void {
  const record: HistoryRecord = { id, at: call.now, changes };
  call.rows().put(getRecordPrefix(call) + id.padStart(20, '0'), record);
}

/** Returns the records after an ID. Throws 404 if the ID is unknown, or older than the history. */
export function listRecords(call: HandlerCall, startHistoryId: string): readonly HistoryRecord[] {
  const start = Number(startHistoryId);
  const records = call
    .rows()
    .list<HistoryRecord>(getRecordPrefix(call))
    .map(([, record]) => record);
  const expired = records.filter(({ at }) => at < call.now - historyRetention).at(-1);
  if (start < Number(expired?.id ?? 0) || start > Number(getHistoryId(call))) return rejectMissing(call);
  return records.filter(({ id }) => Number(id) > start);
}
