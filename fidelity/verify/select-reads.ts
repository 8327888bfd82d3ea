/** Finds the reads that a later one replaces: polls of an operation, and reads of a URL with no write in between. */
import type { Method } from '../../generator/model/model.js';
import type { Exchange } from '../recordings/exchange.js';

/** Whether an exchange changes nothing. */
export const isRead = (method: Method | undefined, { request }: Exchange): boolean =>
  request.method === 'GET' || request.method === 'HEAD' || method?.action.kind === 'waitForField';

/** Returns the exchanges whose outcome a later read of the same URL shows. */
export function findRepeatedReads(
  exchanges: readonly Exchange[],
  findMethod: (exchange: Exchange) => Method | undefined,
): ReadonlySet<Exchange> {
  const repeated = new Set<Exchange>();
  const later = new Set<string>();
  for (const exchange of [...exchanges].reverse()) {
    if (!isRead(findMethod(exchange), exchange)) later.clear();
    else if (later.has(exchange.request.url)) repeated.add(exchange);
    else if (exchange.response !== undefined) later.add(exchange.request.url);
  }
  return repeated;
}
