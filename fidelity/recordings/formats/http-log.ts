/**
 * Reads HTTP logs: exchanges separated by `---`, each with the request line, headers, and body, and then the status line, headers, and body.
 *
 *     GET https://dns.googleapis.com/dns/v1/projects/p
 *     Accept: application/json
 *
 *     200 OK
 *     Content-Type: application/json
 *
 *     { "id": "p" }
 *
 *     ---
 */
import { quote, type Location } from '../../../generator/lib/diagnostics.js';
import { readTextBody } from '../body.js';
import { defineRecordingFormat } from '../format.js';
import type { Exchange, RecordedBody, RecordedHeaders, RecordedResponse } from '../exchange.js';
import type { ReadContext } from '../reader.js';

const requestLine = /^([A-Z]+) ((?:https?:\/\/|\/)\S+)$/;
const statusLine = /^(\d{3})(?: [A-Z][A-Za-z' -]*)?$/;

export const httpLog = defineRecordingFormat({
  name: 'http-log',
  matches: ({ text }) => requestLine.test(/^\s*(.*)/.exec(text)?.[1]?.trimEnd() ?? ''),
  read: ({ context }) => readLog(context),
});

function* readLog(context: ReadContext): Iterable<Exchange> {
  const lines = context.source.text.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
  let from = 0;
  for (const [index, line] of lines.entries()) {
    const isEnd = line === '---' && isStart(lines, index + 1);
    if (!isEnd && index < lines.length - 1) continue;
    const exchange = new LogReader(context, lines, { from, end: isEnd ? index : lines.length }).readExchange();
    if (exchange !== undefined) yield exchange;
    from = index + 1;
  }
}

/** Whether an exchange begins at a line, or nothing follows. Otherwise, `---` is part of a body. */
function isStart(lines: readonly string[], from: number): boolean {
  const next = lines.slice(from, from + 10).find((line) => line !== '');
  return next === undefined || requestLine.test(next);
}

/** Reads one exchange of a log. */
class LogReader {
  #next: number;
  readonly #end: number;

  constructor(
    private readonly context: ReadContext,
    private readonly lines: readonly string[],
    range: { readonly from: number; readonly end: number },
  ) {
    this.#next = range.from;
    this.#end = range.end;
  }

  readExchange(): Exchange | undefined {
    this.#skipBlankLines();
    if (this.#next >= this.#end) return undefined;
    const at = this.#locate();
    const [, method, url] = requestLine.exec(this.#take()) ?? [];
    if (method === undefined || url === undefined) {
      const found = quote(this.lines[this.#next - 1] ?? '', 40);
      this.context.report(
        'syntax',
        { problem: `expected a request line such as GET https://example.com/v1/things (received ${found})` },
        at,
      );
      return undefined;
    }
    // A gRPC call has no HTTP status.
    if (method === 'GRPC') return { at, request: { method, url, headers: [] } };
    const headers = this.#readHeaders();
    const body = this.#readBody(headers, this.#findStatusLine());
    const response = this.#readResponse();
    return { at, request: { method, url, headers, ...(body && { body }) }, ...(response && { response }) };
  }

  #readResponse(): RecordedResponse | undefined {
    if (this.#next >= this.#end) return undefined;
    const at = this.#locate();
    const status = Number(this.#take().slice(0, 3));
    const headers = this.#readHeaders();
    const body = this.#readBody(headers, this.#end);
    return { at, status, headers, ...(body && { body }) };
  }

  #locate(): Location {
    return { file: this.context.source.path, line: this.#next + 1, column: 1 };
  }

  #take(): string {
    return this.lines[this.#next++] ?? '';
  }

  #skipBlankLines(): void {
    while (this.#next < this.#end && this.lines[this.#next] === '') this.#next += 1;
  }

  #readHeaders(): RecordedHeaders {
    const headers: [string, string][] = [];
    while (this.#next < this.#end && this.lines[this.#next] !== '') {
      const at = this.#locate();
      const line = this.#take();
      const colon = line.indexOf(':');
      if (colon > 0) headers.push([line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]);
      else this.context.report('syntax', { problem: `expected a header such as Accept: text/plain (received ${quote(line, 40)})` }, at);
    }
    return headers;
  }

  /** Returns the index of the status line, which follows an empty line, or the end. */
  #findStatusLine(): number {
    for (let index = this.#next; index < this.#end; index++)
      if (this.lines[index - 1] === '' && statusLine.test(this.lines[index] ?? '')) return index;
    return this.#end;
  }

  #readBody(headers: RecordedHeaders, end: number): RecordedBody | undefined {
    this.#skipBlankLines();
    const at = this.#locate();
    const text = this.lines.slice(this.#next, end).join('\n').trimEnd();
    this.#next = end;
    return readTextBody(text, headers, { context: this.context, at, name: 'the body' });
  }
}
