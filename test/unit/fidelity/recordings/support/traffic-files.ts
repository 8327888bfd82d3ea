/** Writes the same traffic in each format, as its recorders do. */
import { gzipSync, brotliCompressSync, deflateSync } from 'node:zlib';
import { inspect } from 'node:util';
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

/** The HAR files of Polly. Its versions before 6 use hexadecimal digits, and the oldest ones don't mark them. */
function toPolly(version: 2 | 5 | 6): (traffic: Traffic) => string {
  return (traffic) => {
    const toContent = (body: RecordedBody, headers: RecordedHeaders) => {
      const bytes = getEncodedBytes(body, headers);
      if (bytes === undefined) return { text: getText(body) };
      const isCompressed = getHeader(headers, 'content-encoding') !== undefined;
      const encoding = version === 6 ? 'base64' : 'hex';
      const chunks = [bytes.subarray(0, 10), bytes.subarray(10)].map((chunk) => chunk.toString(encoding));
      const text = isCompressed ? JSON.stringify(chunks) : bytes.toString(encoding);
      return { text, ...(version === 6 && { encoding }), ...(version === 5 && { _isBinary: true }) };
    };
    const { log } = JSON.parse(toHar(traffic, toContent)) as { log: object };
    return JSON.stringify({ log: { ...log, _recordingName: 'test', creator: { name: 'Polly.JS', version: `${version}.0.0` } } });
  };
}

const toHarContent = (body: RecordedBody): object =>
  body.kind === 'bytes' ? { text: body.base64, encoding: 'base64' } : { text: body.text };

function toHar(traffic: Traffic, toContent: (body: RecordedBody, headers: RecordedHeaders) => object = toHarContent): string {
  const toHeaders = (headers: RecordedHeaders) => headers.map(([name, value]) => ({ name, value }));
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
      ...(request.body && { postData: { mimeType: getHeader(request.headers, 'content-type') ?? '', ...toHarContent(request.body) } }),
    },
    response: response
      ? {
          status: response.status,
          headers: toHeaders(response.headers),
          content: { size: 1, ...(response.body && toContent(response.body, response.headers)) },
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

/** Cassettes of vcrpy, whose bodies in JSON can't be bytes. */
function toVcrpy(write: (cassette: object) => string): (traffic: Traffic) => string {
  const toBody = (body: RecordedBody | undefined, headers: RecordedHeaders) => {
    const bytes = body && getEncodedBytes(body, headers);
    return bytes === undefined ? getText(body) : new Uint8Array(bytes);
  };
  return (traffic) => {
    const interactions = traffic.map(({ request, response }) => ({
      request: {
        // eslint-disable-next-line unicorn/no-null -- as vcrpy writes it
        body: request.body === undefined ? null : toBody(request.body, request.headers),
        headers: groupHeaders(request.headers),
        method: request.method,
        uri: request.url,
      },
      response: response && {
        body: { string: toBody(response.body, response.headers) },
        headers: groupHeaders(response.headers),
        status: { code: response.status, message: 'Message' },
      },
    }));
    return write({ interactions, version: 1 });
  };
}

/** Cassettes of VCR for Ruby and of Betamax. */
function toVcr(write: (cassette: object) => string, formatTime: (time: Date) => string, toBinary: (bytes: Buffer) => object) {
  const toBody = (body: RecordedBody | undefined, headers: RecordedHeaders) => {
    const bytes = body && getEncodedBytes(body, headers);
    return bytes === undefined ? { encoding: 'UTF-8', string: getText(body) } : { encoding: 'ASCII-8BIT', ...toBinary(bytes) };
  };
  return (traffic: Traffic): string => {
    const interactions = traffic.map(({ request, response, time = 0 }) => ({
      request: {
        method: request.method.toLowerCase(),
        uri: request.url,
        body: toBody(request.body, request.headers),
        headers: groupHeaders(request.headers),
      },
      response: response && {
        status: { code: response.status, message: 'Message' },
        headers: groupHeaders(response.headers),
        body: toBody(response.body, response.headers),
        http_version: null,
      },
      recorded_at: formatTime(new Date(time)),
    }));
    return write({ http_interactions: interactions, recorded_with: 'test' });
  };
}

const toYaml = (value: object): string => `---\n${stringify(value, { customTags: ['binary'] })}`;
const toJson = (value: object): string => JSON.stringify(value, undefined, 2);

function toHttpReplay(traffic: Traffic): string {
  const toBody = (body: RecordedBody | undefined, headers: RecordedHeaders) =>
    body === undefined ? '' : (getEncodedBytes(body, headers) ?? toBytes(body)).toString('base64');
  const entries = traffic.map(({ request, response }, index) => ({
    ID: `id-${index}`,
    Request: {
      Method: request.method,
      URL: request.url,
      Header: groupHeaders(request.headers),
      MediaType: getHeader(request.headers, 'content-type')?.split(';', 1)[0] ?? '',
      BodyParts: [toBody(request.body, request.headers)],
    },
    Response: response && {
      StatusCode: response.status,
      Proto: 'HTTP/1.1',
      Header: groupHeaders(response.headers),
      Body: toBody(response.body, response.headers),
    },
  }));
  return JSON.stringify({ Initial: null, Version: '0.2', Converter: { ClearHeaders: null }, Entries: entries }, undefined, 1);
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

/** The calls that nock records by default. */
function toNockModule(traffic: Traffic): string {
  const toLiteral = (body: RecordedBody | undefined, headers: RecordedHeaders = []) => {
    const bytes = body && getEncodedBytes(body, headers);
    if (bytes === undefined) return body?.kind === 'json' ? body.text : JSON.stringify(getText(body));
    const digits = bytes.toString('hex');
    return getHeader(headers, 'content-encoding') === undefined
      ? `Buffer.from('${digits}', 'hex')`
      : `[\n    '${digits.slice(0, 20)}' + '${digits.slice(20, 40)}', // the first chunk\n    "${digits.slice(40)}",\n  ]`;
  };
  const toCall = ({ request, response }: TapeExchange) => {
    const { origin } = new URL(request.url);
    const [path = '', ...query] = request.url.slice(origin.length).split('?');
    const lines = [
      `nock('${origin}:443', {"encodedQueryParams":true})`,
      `  .${request.method.toLowerCase()}('${path}'${request.body ? `, ${toLiteral(request.body)}` : ''})`,
      ...query.map((text) => `  .query(${JSON.stringify(Object.fromEntries(text.split('&').map((pair) => pair.split('='))))})`),
      ...request.headers.map(([name, value]) => `  .matchHeader('${name}', '${value}')`),
      `  .reply(${response?.status}, ${toLiteral(response?.body, response?.headers)}, [\n  ${inspect(response?.headers.flat()).slice(1)});`,
    ];
    return lines.join('\n');
  };
  return [`let nock = require('nock');`, `module.exports.testInfo = {"uniqueName":{},"newDate":{}}`, ...traffic.map(toCall)].join('\n\n');
}

/** A module with a list of definitions. */
const toNockDefinitions = (traffic: Traffic): string =>
  `import type { Definition } from 'nock';\n\nexport const calls: Definition[] = ${toNock(13)(traffic)} as Definition[];\n`;

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
  har: (traffic) => toHar(traffic),
  'har of Polly 2': toPolly(2),
  'har of Polly 5': toPolly(5),
  'har of Polly 6': toPolly(6),
  tape: toTape,
  'go-vcr 1': toGoVcr(1),
  'go-vcr 2': toGoVcr(2),
  'vcr of Ruby': (traffic) =>
    toVcr(
      toYaml,
      (time) => time.toUTCString(),
      (bytes) => ({ string: new Uint8Array(bytes) }),
    )(traffic).replaceAll('!!binary', '!binary'),
  'vcr of Betamax': toVcr(
    toJson,
    (time) => time.toISOString().slice(0, 19),
    (bytes) => ({ base64_string: bytes.toString('base64') }),
  ),
  'vcr of vcrpy': toVcrpy(toYaml),
  'vcr of vcrpy in JSON': toVcrpy(toJson),
  httpreplay: toHttpReplay,
  'nock 13': toNock(13),
  'nock 14': toNock(14),
  'nock-module of calls': toNockModule,
  'nock-module of definitions': toNockDefinitions,
  wiremock: toWireMock,
  'http-log': toHttpLog,
} as const satisfies Record<string, (traffic: Traffic) => string>;
