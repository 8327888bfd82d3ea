/** Formats the journal of a test. */
import { formatCount } from '../generator/lib/format-count.js';
import type { JournalEntry } from '../mock/index.js';
import { formatValue } from './compare.js';

/** The maximum number of requests to show. */
const maxEntries = 20;

/** Formats the last requests, each with its response, and the start of their bodies. */
export function formatJournal(entries: readonly JournalEntry[]): string {
  const shown = entries.slice(-maxEntries);
  const omitted = entries.length - shown.length;
  const lines = shown.flatMap((entry, index) => {
    const { request, response, rejection, failure, fault, ignored = [] } = entry;
    const details = [
      ...(request.body === undefined ? [] : [`> ${formatValue(request.body)}`]),
      ...(response.body === undefined || rejection ? [] : [`< ${formatValue(response.body)}`]),
      ...(rejection ? [`rejected (${rejection.rule}): ${rejection.reason}: ${rejection.message}`] : []),
      ...(fault === undefined ? [] : [`fault: ${fault}`]),
      ...(ignored.length > 0 ? [`ignored: ${ignored.join(', ')}`] : []),
      ...(failure === undefined ? [] : [failure]),
    ];
    return [`${omitted + index + 1}. ${formatRequest(entry)}`, ...details.map((line) => `   ${line}`)];
  });
  return [...(omitted > 0 ? [`… ${formatCount(omitted, 'earlier request')}`] : []), ...lines].join('\n');
}

/** Formats a request as one line: `GET /dns/v1/projects/p → 200 (dns.projects.get)`. */
export function formatRequest({ method, path, status, methodId }: JournalEntry): string {
  const result = status === 0 ? 'connection closed' : String(status);
  const shownPath = path.length > 300 ? `${path.slice(0, 300)}…` : path;
  return `${method} ${shownPath} → ${result}${methodId === undefined ? '' : ` (${methodId})`}`;
}
