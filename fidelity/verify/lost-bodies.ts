/** Requests whose bodies a recorder lost. Some recorders don't see the bodies that a client sends in chunks. */
import type { Method } from '../../generator/model/model.js';
import { getHeader } from '../recordings/body.js';
import type { CompleteExchange, RecordedRequest } from '../recordings/exchange.js';
import type { ActualResponse } from './exchange-result.js';

/** Whether a request had a body that the recording lacks, as its header `Content-Length` states. */
export const hasLostBody = ({ headers, body }: RecordedRequest): boolean =>
  body === undefined && /^[1-9]\d*$/.test(getHeader(headers, 'content-length') ?? '');

/**
 * Whether the service must have received a body that the recording lacks: it succeeded, or found that the new resource exists, and the mock
 * requires the body, or a field of it.
 */
export function needsLostBody(
  { request, response }: CompleteExchange,
  { request: bodyType, action }: Pick<Method, 'request' | 'action'>,
  { status, rejection }: ActualResponse,
): boolean {
  if (request.body !== undefined || bodyType === undefined) return false;
  const hasReadBody = response.status < 400 || (response.status === 409 && action.kind === 'create');
  return hasReadBody && status === 400 && rejection?.reason === 'required';
}
