/** Reads recordings of httpreplay, the package and the proxy (`httpr`) of the client libraries for Go. */
import { sha256 } from '../../../generator/lib/sha256.js';
import { parseMediaTypeParameters } from '../../../mock/shared.js';
import { decodeBase64Part, getHeader, readBytesBody } from '../body.js';
import { defineRecordingFormat } from '../format.js';
import type { Exchange, RecordedBody, RecordedHeaders, RecordedRequest, RecordedResponse } from '../exchange.js';
import { readHeaderMembers, readMethod, readStatus, readUrl } from '../message-parts.js';
import type { RecordingPart } from '../part.js';

export const httpReplay = defineRecordingFormat({
  name: 'httpreplay',
  matches: ({ root }) => root?.find('Version') !== undefined && root.find('Entries') !== undefined,
  read: ({ root }) => readEntries(root),
});

/** The version of the layout. */
const supportedVersion = '0.2';

function* readEntries(root: RecordingPart | undefined): Iterable<Exchange> {
  const version = root?.find('Version');
  if (version !== undefined && version.value !== supportedVersion)
    version.context.report('wrong-value', { what: 'Version', allowed: [supportedVersion], found: version.json.slice(0, 100) }, version.at);
  for (const entry of root?.find('Entries')?.asList() ?? []) {
    const exchange = readEntry(entry);
    if (exchange !== undefined) yield exchange;
  }
}

function readEntry(entry: RecordingPart): Exchange | undefined {
  const part = entry.require('Request')?.asObject();
  const request = part && readRequest(part);
  const response = readResponse(entry.find('Response')?.asObject());
  return part && request && { at: part.at, request, ...(response && { response }) };
}

function readRequest(part: RecordingPart): RecordedRequest | undefined {
  // Go writes an empty method for GET.
  const method = part.find('Method')?.value === '' ? 'GET' : readMethod(part.require('Method'));
  const url = readUrl(part.require('URL'));
  const recordedHeaders = readHeaderMembers(part.find('Header'));
  const parts = part.find('BodyParts');
  const contents = (parts?.asList() ?? []).map((each) => decodeBase64Part(each) ?? Buffer.alloc(0));
  const type = readContentType(part, recordedHeaders, contents);
  // The recorder keeps the media type, and removes the header with its parameters.
  const headers = type === undefined ? recordedHeaders : [...recordedHeaders, ['content-type', type] as const];
  const body = parts && readBody(parts, contents, { headers, isMultipart: isMultipart(part) });
  return method === undefined || url === undefined ? undefined : { method, url, headers, ...(body && { body }) };
}

/** Returns the content type that the headers lack. */
function readContentType(part: RecordingPart, headers: RecordedHeaders, contents: readonly Buffer[]): string | undefined {
  const type = part.find('MediaType')?.asText() ?? '';
  if (getHeader(headers, 'content-type') !== undefined || type === '') return undefined;
  // No content contains its own digest.
  return isMultipart(part) ? `${type}; boundary=${sha256(Buffer.concat(contents).toString('latin1'))}` : type;
}

const isMultipart = (part: RecordingPart): boolean => /^multipart\//i.test(String(part.find('MediaType')?.value));

function readBody(part: RecordingPart, contents: readonly Buffer[], { headers, isMultipart }: MessageForm): RecordedBody | undefined {
  const { limits, report } = part.context;
  const type = getHeader(headers, 'content-type') ?? '';
  const size = contents.reduce((sum, { length }) => sum + length + type.length, 0);
  if (isMultipart && size > limits.body) {
    report('body-too-large', { size: `more than ${limits.body}`, limit: limits.body }, part.at);
    return undefined;
  }
  const bytes = isMultipart ? joinParts(contents, type) : contents[0];
  return bytes && readBytesBody(bytes, headers, part);
}

interface MessageForm {
  readonly headers: RecordedHeaders;
  readonly isMultipart: boolean;
}

/** Returns a body with its parts, whose headers the recorder doesn't keep. */
function joinParts(contents: readonly Buffer[], type: string): Buffer {
  const delimiter = `--${parseMediaTypeParameters(type).get('boundary') ?? ''}`;
  // The first part of an upload is its metadata.
  const parts = contents.map((content, index) => {
    const header = index === 0 && /^multipart\/related\b/i.test(type) ? 'Content-Type: application/json\r\n' : '';
    return Buffer.concat([Buffer.from(`${delimiter}\r\n${header}\r\n`), content, Buffer.from('\r\n')]);
  });
  return Buffer.concat([...parts, Buffer.from(`${delimiter}--\r\n`)]);
}

function readResponse(part: RecordingPart | undefined): RecordedResponse | undefined {
  if (part === undefined) return undefined;
  const status = readStatus(part.require('StatusCode'));
  const headers = readHeaderMembers(part.find('Header'));
  const bodyPart = part.find('Body');
  const bytes = decodeBase64Part(bodyPart);
  const body = bodyPart && bytes && readBytesBody(bytes, headers, bodyPart);
  return status === undefined ? undefined : { at: part.at, status, headers, ...(body && { body }) };
}
