/** Formats and parses batches: several requests, or responses, in one `multipart/mixed` body. */
import type { FetchInit } from './client-types.js';

/** One request of a batch. */
export interface BatchCall {
  /** The path without a leading slash. */
  readonly path: string;
  readonly init: FetchInit;
}

/** One response of a batch. */
export interface BatchResult {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly text: string;
}

/** Formats the body of a batch request. Returns it with its content type. */
export function formatBatch(calls: readonly BatchCall[]): { readonly text: string; readonly type: string } {
  // No line of JSON starts like this boundary.
  const boundary = 'batch-of-calls';
  const parts = calls.map(({ path, init: { method, headers, body = '' } }, at) => {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    const start = [`--${boundary}`, 'content-type: application/http', `content-id: <${at}>`, '', `${method} /${path} HTTP/1.1`];
    return [...start, ...lines, '', String(body), ''].join('\r\n');
  });
  return { text: `${parts.join('')}--${boundary}--\r\n`, type: `multipart/mixed; boundary=${boundary}` };
}

/** Parses the responses of a batch and returns them in the order of the calls, by content id, or else by position. */
export function parseBatchResponse(text: string, type: string, count: number): readonly (BatchResult | undefined)[] {
  const [, quoted, plain] = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(type) ?? [];
  const results: (BatchResult | undefined)[] = Array.from({ length: count }, () => undefined);
  const parts = `\r\n${text.replace(/\r?\n/g, '\r\n')}`.split(`\r\n--${quoted ?? plain ?? ''}`).slice(1, -1);
  parts.forEach((part, place) => {
    const outer = splitHeaders(part.replace(/^\s+/, ''));
    const id = /response-(\d+)/.exec(outer.headers['content-id'] ?? '')?.[1];
    const code = /^HTTP\/[\d.]+ (\d+)/.exec(outer.rest)?.[1];
    const inner = splitHeaders(outer.rest);
    if (code !== undefined) results[Number(id ?? place)] = { status: Number(code), headers: inner.headers, text: inner.rest.trim() };
  });
  return results;
}

function splitHeaders(text: string): { readonly headers: Record<string, string>; readonly rest: string } {
  const end = text.indexOf('\r\n\r\n');
  const headers = Object.create(null) as Record<string, string>;
  for (const line of text.slice(0, end < 0 ? text.length : end).split('\r\n')) {
    const [, name, value] = /^([^:\s]+):\s*(.*)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) headers[name.toLowerCase()] = value;
  }
  return { headers, rest: end < 0 ? '' : text.slice(end + 4) };
}
