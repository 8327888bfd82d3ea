/** The pages of lists. */
import type { HandlerCall } from '../../mock/service.js';
import { getText, rejectInvalid } from './call.js';

/** Returns the page of a list that the request names. A token is the position. Rejects an invalid one with 400. */
export function getPage<T>(
  call: HandlerCall,
  items: readonly T[],
  { size: defaultSize, maximum }: { readonly size: number; readonly maximum: number },
): { readonly items: readonly T[]; readonly next: string | undefined } {
  const size = Number(getText(call, 'pageSize') ?? defaultSize);
  if (size < 1 || size > maximum)
    return call.reject('invalid', `Invalid value '${size}'. Values must be within the range: [1, ${maximum}]`, {
      location: 'pageSize',
      locationType: 'parameter',
    });
  const token = getText(call, 'pageToken');
  const position = token === undefined ? 0 : decodeToken(token);
  if (position === undefined) return rejectInvalid(call, 'pageToken');
  const end = position + size;
  return { items: items.slice(position, end), next: end < items.length ? encodeToken(end) : undefined };
}

const encodeToken = (position: number): string => `~!!~${position.toString(36)}`;

function decodeToken(token: string): number | undefined {
  const position = /^~!!~([0-9a-z]+)$/.exec(token)?.[1];
  return position === undefined ? undefined : Number.parseInt(position, 36);
}
