/** Reads the journal of this process. */
import { getBodyText } from '../../lib/http-request.js';
import { formatInstant } from '../../lib/instants.js';
import { getErrorReason } from '../../state/activity.js';
import { isFaultPatternMatch } from '../../state/fault-target.js';
import { toIndexedEntry, type IndexedExchange, type Journal, type StoredExchange } from '../../state/journal.js';
import type { IndexedEntry, RequestPage, RequestSummary } from '../../types/control.js';

/** The criteria of a page of the journal. See `RequestPage`. */
export interface PageCriteria {
  readonly after?: number;
  readonly before?: number;
  readonly limit: number;
  readonly methodId?: string;
  readonly path?: string;
  readonly status?: string;
  readonly reason?: string;
  readonly search?: string;
}

/** Returns the first entries after an index, or the last ones. */
export function listJournalPage(journal: Journal, criteria: PageCriteria): RequestPage {
  const isMatch = createFilter(criteria);
  const exchanges = journal.list(criteria);
  const all = journal.list();
  const requests: IndexedEntry[] = [];
  for (const exchange of criteria.after === undefined ? [...exchanges].reverse() : exchanges) {
    if (requests.length === criteria.limit) break;
    if (isMatch(exchange[1])) requests.push(toIndexedEntry(exchange));
  }
  if (criteria.after === undefined) requests.reverse();
  const [first, last] = [all[0], all.at(-1)];
  return { requests, ...(first && last && { first: first[0], last: last[0] }) };
}

function createFilter({ methodId, path, status, reason, search }: PageCriteria): (exchange: StoredExchange) => boolean {
  const text = search?.toLowerCase();
  return (exchange) =>
    (methodId === undefined || isFaultPatternMatch(methodId, exchange.methodId ?? '')) &&
    (path === undefined || isFaultPatternMatch(path, exchange.path) || isFaultPatternMatch(path, exchange.path.replace(/\?.*/, ''))) &&
    (status === undefined || String(exchange.status) === status || `${Math.floor(exchange.status / 100)}xx` === status) &&
    (reason === undefined || getErrorReason(exchange) === reason) &&
    (text === undefined || hasText(exchange, text));
}

function hasText({ path, body, response }: StoredExchange, text: string): boolean {
  return [path, body, response.body].some((part) => {
    const content = typeof part === 'object' && 'start' in part ? part.start : part;
    return getBodyText(content).toLowerCase().includes(text);
  });
}

export function summarizeExchange([index, exchange]: IndexedExchange): RequestSummary {
  const { at, methodId, method, path, status, durationMs, note } = exchange;
  const reason = getErrorReason(exchange);
  const rule = note?.rejection?.rule;
  return {
    index,
    time: formatInstant(at),
    ...(methodId !== undefined && { methodId }),
    method,
    path,
    status,
    durationMs,
    ...(reason !== undefined && { reason }),
    ...(rule !== undefined && { rule }),
  };
}
