/** Converts a forwarded exchange to the form of recordings. */
import { decodeBody } from '../recordings/body.js';
import type { TapeExchange } from '../recordings/write-tape.js';
import type { SentExchange, SentMessage } from './capture.js';

/**
 * Returns `undefined` if the body of the request exceeds a limit or can't be decoded. Omits the response if the same is true of its body:
 * a response without its body would mislead comparisons. `maxBody`: in bytes.
 */
export function toTapeExchange({ time, request, response }: SentExchange, maxBody: number): TapeExchange | undefined {
  const { method, url, headers } = request;
  const content = readContent(request, maxBody);
  if (content === undefined) return undefined;
  const received = response && readContent(response, maxBody);
  return {
    time,
    request: { method, url, headers, ...content },
    ...(response && received && { response: { status: response.status, headers: response.headers, ...received } }),
  };
}

function readContent({ headers, body }: SentMessage, maxBody: number): Pick<TapeExchange['request'], 'body'> | undefined {
  if (body === undefined) return undefined;
  if (body.length === 0) return {};
  const decoded = decodeBody(body, headers, maxBody);
  return decoded && { body: decoded };
}
