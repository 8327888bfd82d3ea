/** Writes the same traffic in each format, as its recorders do. */
import { gzipSync, brotliCompressSync, deflateSync } from 'node:zlib';
import { stringify } from 'yaml';
import type { RecordedBody, RecordedHeaders } from '../../../../../fidelity/recordings/exchange.js';
import { writeTape, type TapeExchange } from '../../../../../fidelity/recordings/write-tape.js';

export type Traffic = readonly TapeExchange[];

const getHeader = (headers: RecordedHeaders, name: string): string | undefined => headers.find(([each]) => each === name)?.[1];
const toBytes = (body: RecordedBody): Buffer => (body.kind === 'bytes' ? Buffer.from(body.base64, 'base64') : Buffer.from(body.text));

/** The bytes as sent, if they aren't a text. */
function getEncodedBytes(body: RecordedBody, headers: RecordedHeaders): Buffer | undefined {
  const encode = { gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync }[getHeader(headers, 'content-encoding') ?? ''];
  if (encode !== undefined) return encode(toBytes(body));
  return body.kind === 'bytes' ? toBytes(body) : undefined;
}

const getText = (body: RecordedBody | undefined): string => (body === undefined || body.kind === 'bytes' ? '' : body.text);

function groupHeaders(headers: RecordedHeaders): Record<string, string[]> {
  const groups: Record<string, string[]> = {};
  for (const [name, value] of headers) (groups[name] ??= []).push(value);
  return groups;
}

/** Replaces each string that marks a JSON text by the text, because `JSON.stringify` would round its numbers. */
class RawTexts {
  readonly #texts: string[] = [];
  add(text: string): string {
    this.#texts.push(text);
    return `raw-${this.#texts.length - 1}-raw`;
  }
  insertInto(text: string): string {
    return text.replace(/"raw-(\d+)-raw"/g, (_, index) => this.#texts[Number(index)] ?? '');
  }
}

function toHar(traffic: Traffic): string {
  const toHeaders = (headers: RecordedHeaders) => headers.map(([name, value]) => ({ name, value }));
  const toContent = (body: RecordedBody) => (body.kind === 'bytes' ? { text: body.base64, encoding: 'base64' } : { text: body.text });
  const entries = traffic.map(({ request, response, time = 0 }) => ({
    startedDateTime: new Date(time).toISOString(),
    time: 12.5,
    request: {
      method: request.method,
      url: request.url,
      httpVersion: 'HTTP/2',
      headers: [{ name: ':authority', value: 'example.com' }, ...toHeaders(request.headers)],
      cookies: [],
      queryString: [],
      ...(request.body && { postData: { mimeType: getHeader(request.headers, 'content-type') ?? '', ...toContent(request.body) } }),
    },
    response: response
      ? {
          status: response.status,
          headers: toHeaders(response.headers),
          content: { size: 1, ...(response.body && toContent(response.body)) },
        }
      : { status: 0, statusText: '', headers: [], content: {} },
  }));
  return JSON.stringify({ log: { version: '1.2', creator: { name: 'test', version: '1' }, entries: entries.reverse() } }, undefined, 2);
}

const toTape = (traffic: Traffic): string => [...writeTape([{ name: 'main', exchanges: traffic }])].join('');

function toGoVcr(version: 1 | 2): (traffic: Traffic) => string {
  const toBody = (body: RecordedBody | undefined, headers: RecordedHeaders) => {
    const bytes = body && getEncodedBytes(body, headers);
    return bytes === undefined ? getText(body) : new Uint8Array(bytes);
  };
  return (traffic) => {
    const interactions = traffic.map(({ request, response }, id) => ({
      ...(version === 2 && { id }),
      request: {
        ...(version === 2 && { proto: 'HTTP/1.1', content_length: 1, transfer_encoding: [], trailer: {}, host: 'example.com' }),
        body: toBody(request.body, request.headers),
        form: {},
        headers: groupHeaders(request.headers),
        url: request.url,
        method: request.method,
      },
      response: response && {
        ...(version === 2 && { proto: 'HTTP/2.0', uncompressed: true }),
        body: toBody(response.body, response.headers),
        headers: groupHeaders(response.headers),
        status: `${response.status} Status`,
        code: response.status,
        duration: version === 1 ? '' : '123.456ms',
      },
    }));
    return `---\n${stringify({ version, interactions }, { customTags: ['binary'] })}`;
  };
}

function toNock(layout: 13 | 14): (traffic: Traffic) => string {
  return (traffic) => {
    const raw = new RawTexts();
    const toBody = (body: RecordedBody | undefined, headers: RecordedHeaders = []) => {
      const bytes = body && getEncodedBytes(body, headers);
      if (bytes === undefined) return body?.kind === 'json' ? raw.add(body.text) : getText(body);
      return getHeader(headers, 'content-encoding') === undefined
        ? bytes.toString('hex')
        : [bytes.subarray(0, 10), bytes.subarray(10)].map((chunk) => chunk.toString('hex'));
    };
    const definitions = traffic.map(({ request, response }) => {
      const { origin } = new URL(request.url);
      const isBinary = response?.body?.kind === 'bytes' && getHeader(response.headers, 'content-encoding') === undefined;
      return {
        scope: `${origin}:443`,
        method: request.method,
        path: request.url.slice(origin.length),
        body: toBody(request.body),
        status: response?.status,
        response: toBody(response?.body, response?.headers),
        rawHeaders: layout === 13 ? response?.headers.flat() : groupHeaders(response?.headers ?? []),
        reqheaders: groupHeaders(request.headers),
        responseIsBinary: isBinary,
      };
    });
    return raw.insertInto(JSON.stringify(definitions));
  };
}

function toWireMock(traffic: Traffic): string {
  const raw = new RawTexts();
  const toPattern = (body: RecordedBody) => {
    if (body.kind === 'bytes') return { binaryEqualTo: body.base64 };
    return body.kind === 'json' ? { equalToJson: body.text, ignoreArrayOrder: true } : { equalTo: body.text };
  };
  const toBody = (body: RecordedBody, headers: RecordedHeaders) => {
    const bytes = getEncodedBytes(body, headers);
    if (bytes !== undefined) return { base64Body: bytes.toString('base64') };
    return body.kind === 'json' ? { jsonBody: raw.add(body.text) } : { body: getText(body) };
  };
  const toHeaders = (headers: RecordedHeaders) => Object.entries(groupHeaders(headers));
  const mappings = traffic.map(({ request, response }, insertionIndex) => {
    const { protocol, host, origin } = new URL(request.url);
    return {
      id: `id-${insertionIndex}`,
      request: {
        scheme: protocol.slice(0, -1),
        host: { equalTo: host },
        url: request.url.slice(origin.length),
        method: request.method,
        headers: Object.fromEntries(toHeaders(request.headers).map(([name, [equalTo]]) => [name, { equalTo }])),
        ...(request.body && { bodyPatterns: [toPattern(request.body)] }),
      },
      response: {
        status: response?.status,
        headers: Object.fromEntries(
          toHeaders(response?.headers ?? []).map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
        ),
        ...(response?.body && toBody(response.body, response.headers)),
      },
      persistent: true,
      insertionIndex,
    };
  });
  return raw.insertInto(JSON.stringify({ mappings: mappings.reverse(), meta: { total: mappings.length } }, undefined, 2));
}

function toHttpLog(traffic: Traffic): string {
  const toMessage = (line: string, headers: RecordedHeaders, body: RecordedBody | undefined) =>
    [line, ...headers.map(([name, value]) => `${name}: ${value}`), '', ...(body ? [getText(body), ''] : [])].join('\n');
  return traffic
    .map(({ request, response }) =>
      [
        toMessage(`${request.method} ${request.url}`, request.headers, request.body),
        response && toMessage(`${response.status} Status`, response.headers, response.body),
      ].join('\n'),
    )
    .join('\n---\n\n');
}

/** By format and layout. */
export const writers = {
  har: toHar,
  tape: toTape,
  'go-vcr 1': toGoVcr(1),
  'go-vcr 2': toGoVcr(2),
  'nock 13': toNock(13),
  'nock 14': toNock(14),
  wiremock: toWireMock,
  'http-log': toHttpLog,
} as const;
