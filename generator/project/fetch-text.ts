/** Fetches a text from an address that a user or a lock names. The response is untrusted. */
import type { Effects } from '../lib/effects.js';
import { describeFetchError } from '../lib/network-error.js';

/** A text can't be fetched. The message has the address and the reason. */
export class FetchError extends Error {
  override readonly name = 'FetchError';
}

export interface FetchLimits {
  /** Bytes of the decoded response. Default: 64 MiB. */
  readonly size?: number;
  /** Milliseconds until the response is complete, with all redirects. Default: one minute. */
  readonly time?: number;
}

const maxRedirects = 5;

/** Returns the address in normal form without its fragment, or describes why nothing can be fetched from it. */
export function parseAddress(text: string, base?: string): { readonly address: string } | { readonly problem: string } {
  if (!URL.canParse(text, base)) return { problem: 'it is not a valid URL' };
  const url = new URL(text, base);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { problem: 'only http and https addresses can be fetched' };
  if (url.username !== '' || url.password !== '') return { problem: 'an address must not contain a user name or a password' };
  url.hash = '';
  return { address: url.href };
}

/** Rejects with `FetchError`. */
export async function fetchText(
  address: string,
  { fetch }: Pick<Effects, 'fetch'>,
  { size = 64 * 1024 * 1024, time = 60_000 }: FetchLimits = {},
): Promise<string> {
  const signal = AbortSignal.timeout(time);
  try {
    return await readBody(await followRedirects(address, fetch, signal), size);
  } catch (error) {
    const reason = signal.aborted ? `there was no complete response within ${time / 1000} seconds` : describeFetchError(error);
    throw new FetchError(`cannot fetch ${address}: ${reason}`, { cause: error });
  }
}

async function followRedirects(address: string, fetch: Effects['fetch'], signal: AbortSignal): Promise<Response> {
  let current = address;
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const response = await fetch(current, { redirect: 'manual', signal, headers: { accept: 'application/json, application/yaml, */*' } });
    if (response.ok) return response;
    await response.body?.cancel();
    const location = response.headers.get('location');
    if (![301, 302, 303, 307, 308].includes(response.status) || location === null)
      throw new Error(`${current === address ? 'the server' : current} responded with HTTP status ${response.status}`);
    current = resolveRedirect(current, location);
  }
  throw new Error(`there are more than ${maxRedirects} redirects`);
}

function resolveRedirect(from: string, location: string): string {
  const target = parseAddress(location, from);
  if ('problem' in target) throw new Error(`it redirects to another address, but ${target.problem}`);
  if (from.startsWith('https:') && !target.address.startsWith('https:'))
    throw new Error(`it redirects from https to ${target.address}, which is not secure`);
  return target.address;
}

/** Stops reading at the limit. */
async function readBody(response: Response, limit: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > limit) throw new Error(`the response has more than ${limit} bytes`);
    chunks.push(chunk);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new Error('the response is not UTF-8');
  }
}
