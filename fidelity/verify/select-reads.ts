/** Finds the reads that a later one replaces: polls whose response is another one than that of the last, with no write in between. */
import type { Method } from '../../generator/model/model.js';
import type { Exchange, RecordedResponse } from '../recordings/exchange.js';

/** Whether an exchange changes nothing. */
export const isRead = (method: Method | undefined, { request }: Exchange): boolean =>
  request.method === 'GET' || request.method === 'HEAD' || method?.action.kind === 'waitForField';

/** Returns the exchanges whose outcome a later read of the same URL shows. */
export function findRepeatedReads(
  exchanges: readonly Exchange[],
  findMethod: (exchange: Exchange) => Method | undefined,
): ReadonlySet<Exchange> {
  const repeated = new Set<Exchange>();
  const later = new Map<string, string>();
  for (const exchange of [...exchanges].reverse()) {
    if (!isRead(findMethod(exchange), exchange)) later.clear();
    else if (exchange.response !== undefined) {
      const shown = formatShown(exchange.response);
      const last = later.get(exchange.request.url);
      if (last === undefined) later.set(exchange.request.url, shown);
      else if (last !== shown) repeated.add(exchange);
    } else if (later.has(exchange.request.url)) repeated.add(exchange);
  }
  return repeated;
}

/** What a response shows of the resource. */
function formatShown({ status, body }: RecordedResponse): string {
  const content = body === undefined ? '' : body.kind === 'bytes' ? body.base64 : body.text;
  return `${status} ${content}`;
}
