/** Reads HAR 1.2, the HTTP archives of browsers and proxies. */
import { parseJson } from '../../../generator/lib/json.js';
import { getHeader, isHexText, readBase64Body, readBytesBody, readHexBody, readTextBody } from '../body.js';
import { defineRecordingFormat } from '../format.js';
import type { Exchange, RecordedBody, RecordedHeaders, RecordedRequest, RecordedResponse } from '../exchange.js';
import type { RecordingPart } from '../part.js';
import { readHeaderText, readMethod, readStatus, readTime, readUrl } from '../message-parts.js';

export const har = defineRecordingFormat({
  name: 'har',
  matches: ({ root }) => root?.find('log')?.find('entries') !== undefined,
  read: ({ root }) => readEntries(root),
});

function readEntries(root: RecordingPart | undefined): readonly Exchange[] {
  const log = root?.find('log');
  const isPolly = log?.find('creator')?.find('name')?.value === 'Polly.JS';
  const entries = log?.require('entries')?.asList() ?? [];
  const exchanges = entries.flatMap((entry) => readEntry(entry, isPolly) ?? []);
  // A HAR may have its entries in any order.
  const isTimed = exchanges.every(({ time }) => time !== undefined);
  if (isTimed) exchanges.sort((one, other) => (one.time ?? 0) - (other.time ?? 0));
  return exchanges;
}

/** Returns `undefined` for an entry that is invalid or isn't for HTTP, such as that of a `data:` URL. */
function readEntry(entry: RecordingPart, isPolly: boolean): Exchange | undefined {
  const part = entry.require('request')?.asObject();
  const url = part?.find('url')?.value;
  if (part === undefined || (typeof url === 'string' && /^(?!https?:)[a-z][\w+.-]*:/i.test(url))) return undefined;
  const time = readTime(entry.find('startedDateTime'));
  const request = readRequest(part);
  const content = entry.find('response')?.find('content');
  const sentSize = part.find('bodySize')?.value;
  if (part.find('postData') === undefined && typeof sentSize === 'number' && sentSize > 0) {
    entry.context.report('skipped-exchange', { reason: 'the recording does not contain the body of the request' }, part.at);
    return undefined;
  }
  const file = [content, part.find('postData')].find((each) => each?.find('_file') !== undefined);
  if (file !== undefined) {
    entry.context.report('skipped-exchange', { reason: 'a body of it is in another file; record with the content embedded' }, file.at);
    return undefined;
  }
  const response = readResponse(entry.require('response')?.asObject(), isPolly);
  return request && { at: part.at, request, ...(response && { response }), ...(time !== undefined && { time }) };
}

function readRequest(part: RecordingPart): RecordedRequest | undefined {
  const method = readMethod(part.require('method'));
  const url = readUrl(part.require('url'));
  const headers = readHeaders(part);
  const body = readPostData(part.find('postData')?.asObject(), headers);
  return method === undefined || url === undefined ? undefined : { method, url, headers, ...(body && { body }) };
}

/** Returns `undefined` for a request without a response, for example after a broken connection, which has the status 0. */
function readResponse(part: RecordingPart | undefined, isPolly: boolean): RecordedResponse | undefined {
  if (part === undefined || part.find('status')?.value === 0) return undefined;
  const status = readStatus(part.require('status'));
  const headers = readHeaders(part);
  const content = part.find('content')?.asObject();
  const body = readContent(content, headers, isPolly);
  const isBodyUnknown = status !== undefined && !/^(?:204|304)$/.test(String(status)) && isMissing(content, part.find('bodySize'));
  return status === undefined
    ? undefined
    : { at: part.at, status, headers, ...(body && { body }), ...(isBodyUnknown && { isBodyUnknown: true as const }) };
}

/** Returns the headers without the pseudo-headers of HTTP/2, such as `:authority`. */
function readHeaders(message: RecordingPart): RecordedHeaders {
  return (message.find('headers')?.asList() ?? []).flatMap((header): RecordedHeaders => {
    const name = header.require('name')?.asText();
    const value = readHeaderText(header.require('value'));
    return name === undefined || value === undefined || name.startsWith(':') ? [] : [[name.toLowerCase(), value]];
  });
}

function readPostData(part: RecordingPart | undefined, headers: RecordedHeaders): RecordedBody | undefined {
  if (part === undefined) return undefined;
  const text = part.find('text')?.asText();
  if (part.find('encoding')?.value === 'base64') return readBase64Body(text ?? '', headers, part);
  return readTextBody(text ?? readForm(part), headers, part);
}

/** Returns the body of a form, which a HAR can have as a list of parameters. */
function readForm(part: RecordingPart): string {
  const parameters = new URLSearchParams();
  for (const parameter of part.find('params')?.asList() ?? []) {
    const name = parameter.require('name')?.asText();
    if (name !== undefined) parameters.append(name, parameter.find('value')?.asText() ?? '');
  }
  return parameters.toString();
}

/** Whether a recorder left out a text, because it didn't record it. It knows the size, or writes -1. */
function isMissing(content: RecordingPart | undefined, bodySize: RecordingPart | undefined): boolean {
  if (content?.find('text') !== undefined) return false;
  const size = content?.find('size')?.value ?? 0;
  return size !== 0 || (typeof bodySize?.value === 'number' && bodySize.value > 0);
}

/** The specification says that a recorder removes content encodings. Some don't. */
function readContent(part: RecordingPart | undefined, headers: RecordedHeaders, isPolly: boolean): RecordedBody | undefined {
  const text = part?.find('text')?.asText();
  if (part === undefined || text === undefined) return undefined;
  // Versions of Polly before 6 write bytes in hexadecimal digits. The oldest ones don't mark them.
  const isUnmarked = isPolly && getHeader(headers, 'content-encoding') !== undefined && readChunks(text)?.every(isHexText) === true;
  const isHex = isUnmarked || part.find('_isBinary')?.value === true;
  const encoding = part.find('encoding')?.value ?? (isHex ? 'hex' : undefined);
  const chunks = encoding === undefined ? undefined : readChunks(text);
  const source = { context: part.context, at: part.at, name: part.name, isDecoded: 'unclear' as const };
  if (encoding === 'hex') return readHexBody((chunks ?? [text]).join(''), headers, source);
  if (encoding !== 'base64') return readTextBody(text, headers, part);
  // Each chunk can end with padding.
  return chunks === undefined
    ? readBase64Body(text, headers, source)
    : readBytesBody(Buffer.concat(chunks.map((chunk) => Buffer.from(chunk, 'base64'))), headers, source);
}

/** Reads the chunks of a compressed body, which Polly writes as a JSON list of texts. */
function readChunks(text: string): readonly string[] | undefined {
  if (!/^\["[\w+/=",\s]*"\]$/.test(text)) return undefined;
  const chunks = parseJson(text);
  return Array.isArray(chunks) ? chunks.map(String) : undefined;
}
