/** Exchanges of mocks as lines of tapes. */
import type { RecordedBody } from '../../fidelity/recordings/exchange.js';
import type { TapeExchange } from '../../fidelity/recordings/write-tape.js';
import type { MockRequest, MockResponse } from '../../mock/index.js';
import type { Json } from '../../generator/lib/json.js';

export const apiNames = ['dns', 'compute'] as const;

/** The addresses of the APIs in tapes. */
export const toOrigin = (api: string): string | undefined =>
  (apiNames as readonly string[]).includes(api) ? `https://${api}.example` : undefined;

/** Begins the names of tapes with scenarios in which resources existed before. */
export const existingPrefix = 'existing.';
/** Begins the names of tapes with scenarios that nothing is learned from. */
export const otherPrefix = 'other.';

/** Returns an exchange with the address of the API in place of that of the mock. */
export function toTapeExchange(request: MockRequest, response: MockResponse, origin: string): TapeExchange {
  const own = new URL(request.url).origin;
  const move = (text: string): string => text.replaceAll(own, origin);
  const { method, url, headers = {}, body } = request;
  const sent =
    body === undefined || body.length === 0 ? undefined : toBody(move(typeof body === 'string' ? body : Buffer.from(body).toString()));
  const received = response.body === '' ? undefined : toBody(move(response.body));
  const type = Object.entries(headers).filter(([name, value]) => name.toLowerCase() === 'content-type' && typeof value === 'string') as [
    string,
    string,
  ][];
  return {
    request: { method, url: move(url), headers: type.map(([, value]) => ['content-type', value] as const), ...(sent && { body: sent }) },
    response: {
      status: response.status,
      headers: Object.entries(response.headers).filter(([name]) => name !== 'date' && name !== 'content-length'),
      ...(received && { body: received }),
    },
  };
}

function toBody(text: string): RecordedBody {
  try {
    return { kind: 'json', text, value: JSON.parse(text) as Json };
  } catch {
    return { kind: 'text', text };
  }
}
