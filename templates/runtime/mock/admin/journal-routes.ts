/** The control routes of requests: the journal, their statistics, and the coverage of methods and rules. */
import type { Json, JsonObject } from '../lib/json.js';
import { HttpError } from '../lib/http-error.js';
import { toText } from '../lib/http-request.js';
import { formatInstant } from '../lib/instants.js';
import { getErrorReason } from '../state/activity.js';
import { matchesPattern } from '../state/fault-target.js';
import { toIndexedEntry, type Journal, type StoredExchange } from '../state/journal.js';
import type { IndexedEntry, RequestPage, RequestSummary } from '../types/control.js';
import { createInvalidError, readCount, readQuery, toJson, type AdminCall, type AdminRoute, type AdminRoutes } from './admin-call.js';

const pageParameters = ['after', 'before', 'limit', 'methodId', 'path', 'status', 'reason', 'search'] as const;
type PageQuery = Readonly<Partial<Record<(typeof pageParameters)[number], string>>>;

export const requestRoutes: AdminRoutes = {
  GET: (call) => {
    const query: PageQuery = readQuery(call, pageParameters);
    const { journal } = call.session;
    return toJson(Object.keys(query).length === 0 ? { requests: journal.entries } : listPage(journal, query));
  },
  DELETE: ({ session }) => {
    session.journal.clear();
    return {};
  },
};

export function getRequest({ session: { journal } }: AdminCall, index: string): Json {
  const exchange = /^\d{1,15}$/.test(index) ? journal.get(Number(index)) : undefined;
  if (exchange) return toJson(toIndexedEntry(exchange, Number(index)));
  const kept = journal.start === journal.end ? 'it is empty' : `it keeps ${journal.start} to ${journal.end - 1}`;
  throw new HttpError('notFound', { message: `The journal has no entry with the index ${index}; ${kept}.`, rule: 'journal' });
}

/** Returns the first entries after an index, or the last ones. */
function listPage(journal: Journal, query: PageQuery): RequestPage {
  const limit = readCount(query, 'limit', { minimum: 1, maximum: 1000, fallback: 100 });
  const isMatch = createFilter(query);
  const isForward = query.after !== undefined;
  const start = isForward ? Math.max(journal.start, readCount(query, 'after') + 1) : journal.start;
  const end = query.before === undefined ? journal.end : Math.min(journal.end, readCount(query, 'before'));
  const requests: IndexedEntry[] = [];
  for (let position = 0; position < end - start && requests.length < limit; position++) {
    const index = isForward ? start + position : end - 1 - position;
    const exchange = journal.get(index);
    if (exchange && isMatch(exchange)) requests.push(toIndexedEntry(exchange, index));
  }
  if (!isForward) requests.reverse();
  return { requests, ...(journal.end > journal.start && { first: journal.start, last: journal.end - 1 }) };
}

function createFilter({ methodId, path, status, reason, search }: PageQuery): (exchange: StoredExchange) => boolean {
  if (status !== undefined && !/^(?:0|[1-5](?:\d\d|xx))$/.test(status))
    throw createInvalidError(`status must be a status such as 404, or a class such as 4xx (received '${status}')`, 'status');
  const text = search?.toLowerCase();
  return (exchange) =>
    (methodId === undefined || matchesPattern(methodId, exchange.methodId ?? '')) &&
    (path === undefined || matchesPattern(path, exchange.path) || matchesPattern(path, exchange.path.replace(/\?.*/, ''))) &&
    (status === undefined || String(exchange.status) === status || `${Math.floor(exchange.status / 100)}xx` === status) &&
    (reason === undefined || getErrorReason(exchange) === reason) &&
    (text === undefined || containsText(exchange, text));
}

function containsText({ path, body, response }: StoredExchange, text: string): boolean {
  return [path, body, response.body].some((part) => {
    const content = typeof part === 'object' && 'start' in part ? part.start : part;
    return toText(content).toLowerCase().includes(text);
  });
}

export function summarizeExchange(exchange: StoredExchange, index: number): RequestSummary {
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

export const getStatistics: AdminRoute = ({ session: { activity, settings } }) => toJson(activity.getStatistics(settings.now()));

export const getCoverage: AdminRoute = ({ sessions: { world }, session: { journal, activity } }) => {
  const ids = world.methods.map(({ id }) => id).sort();
  const listCounts = (counts: ReadonlyMap<string, ReadonlyMap<unknown, number>>): JsonObject =>
    Object.fromEntries(ids.flatMap((id) => (counts.has(id) ? [[id, Object.fromEntries(counts.get(id) ?? [])] as const] : [])));
  return {
    methods: listCounts(journal.counts),
    unreached: ids.filter((id) => !journal.counts.has(id)),
    rules: listCounts(activity.ruleCounts),
  };
};
