/** `multipart/mixed`: several requests in one body, several answers in one. */
import type { FetchInit } from './client-types.js';

export interface BatchCall {
  /** Without a leading slash. */
  readonly path: string;
  readonly init: FetchInit;
}

export interface BatchResult {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly text: string;
}

/** The body and its content type. */
export function formatBatch(calls: readonly BatchCall[]): { readonly text: string; readonly type: string } {
  // JSON has no line that could begin like this.
  const boundary = 'batch-of-calls';
  const parts = calls.map(({ path, init: { method, headers, body = '' } }, at) => {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    const start = [`--${boundary}`, 'content-type: application/http', `content-id: <${at}>`, '', `${method} /${path} HTTP/1.1`];
    return [...start, ...lines, '', String(body), ''].join('\r\n');
  });
  return { text: `${parts.join('')}--${boundary}--\r\n`, type: `multipart/mixed; boundary=${boundary}` };
}

/** The answers in the order of the calls: by their ids, else by their places. */
export function parseBatchResponse(text: string, type: string, count: number): readonly (BatchResult | undefined)[] {
  const [, quoted, plain] = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(type) ?? [];
  const answers: (BatchResult | undefined)[] = Array.from({ length: count }, () => undefined);
  const parts = `\r\n${text.replace(/\r?\n/g, '\r\n')}`.split(`\r\n--${quoted ?? plain ?? ''}`).slice(1, -1);
  parts.forEach((part, place) => {
    const outer = headed(part.replace(/^\s+/, ''));
    const id = /response-(\d+)/.exec(outer.headers['content-id'] ?? '')?.[1];
    const code = /^HTTP\/[\d.]+ (\d+)/.exec(outer.rest)?.[1];
    const inner = headed(outer.rest);
    if (code !== undefined) answers[Number(id ?? place)] = { status: Number(code), headers: inner.headers, text: inner.rest.trim() };
  });
  return answers;
}

function headed(text: string): { readonly headers: Record<string, string>; readonly rest: string } {
  const end = text.indexOf('\r\n\r\n');
  const headers = Object.create(null) as Record<string, string>;
  for (const line of text.slice(0, end < 0 ? text.length : end).split('\r\n')) {
    const [, name, value] = /^([^:\s]+):\s*(.*)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) headers[name.toLowerCase()] = value;
  }
  return { headers, rest: end < 0 ? '' : text.slice(end + 4) };
}
