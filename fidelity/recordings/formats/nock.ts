/** Reads what the recorder of nock writes with `output_objects`, and the fixtures of nock.back. Modules are another format. */
import { isHexText, readHexBody, readTextBody } from '../body.js';
import { defineRecordingFormat } from '../format.js';
import type { Exchange, RecordedBody, RecordedHeaders, RecordedRequest, RecordedResponse } from '../exchange.js';
import { readHeaderMembers, readHeaderText, readMethod, readStatus, readUrlText } from '../message-parts.js';
import type { RecordingPart } from '../part.js';

export const nock = defineRecordingFormat({
  name: 'nock',
  matches: ({ root }) => Array.isArray(root?.value),
  read: ({ root }) => readDefinitions(root),
});

function* readDefinitions(root: RecordingPart | undefined): Iterable<Exchange> {
  for (const definition of root?.asList() ?? []) {
    const part = definition.asObject();
    const exchange = part && readDefinition(part);
    if (exchange !== undefined) yield exchange;
  }
}

/** Reads one exchange of the recorder. */
export function readDefinition(part: RecordingPart): Exchange | undefined {
  const request = readRequest(part);
  const response = readResponse(part);
  return request && { at: part.at, request, ...(response && { response }) };
}

function readRequest(part: RecordingPart): RecordedRequest | undefined {
  const method = readMethod(part.require('method'));
  const scope = part.require('scope')?.asText();
  const path = part.require('path');
  const text = path?.asText();
  const url =
    path === undefined || text === undefined || scope === undefined ? undefined : readUrlText(path, removeDefaultPort(scope) + text);
  const headers = readHeaderMembers(part.find('reqheaders'));
  const body = readBody(part.findNullable('body'), headers);
  return method === undefined || url === undefined ? undefined : { method, url, headers, ...(body && { body }) };
}

/** The recorder adds the port to each address. */
const removeDefaultPort = (scope: string): string => scope.replace(/^(https:\/\/[^/]+):443$|^(http:\/\/[^/]+):80$/, '$1$2');

function readResponse(part: RecordingPart): RecordedResponse | undefined {
  const status = readStatus(part.find('status') ?? part.find('reply') ?? part.require('status'));
  const headers = readHeaders(part);
  const response = part.findNullable('response');
  const isHex = part.find('responseIsBinary')?.value === true;
  const body = readBody(response, headers, isHex);
  return status === undefined ? undefined : { at: (response ?? part).at, status, headers, ...(body && { body }) };
}

/** Reads names and values in turn, as Node.js has them, or a mapping. */
function readHeaders(part: RecordingPart): RecordedHeaders {
  const raw = part.find('rawHeaders');
  if (raw === undefined || !Array.isArray(raw.value)) return readHeaderMembers(raw ?? part.find('headers'));
  const texts = (raw.asList() ?? []).map(readHeaderText);
  return texts.flatMap((name, index): RecordedHeaders => {
    const value = texts[index + 1];
    return index % 2 === 1 || name === undefined || value === undefined ? [] : [[name.toLowerCase(), value]];
  });
}

/**
 * Reads a body: an object, a text, or bytes in hexadecimal digits. The recorder writes the chunks of a compressed body as a list of such
 * texts, and doesn't mark binary requests, which stay texts.
 */
function readBody(part: RecordingPart | undefined, headers: RecordedHeaders, isHex = false): RecordedBody | undefined {
  if (part === undefined) return undefined;
  const { value } = part;
  const isEncoded = headers.some(([name]) => name === 'content-encoding');
  const chunks = Array.isArray(value) && isEncoded && value.every(isHexText) ? value : isHex && isHexText(value) ? [value] : undefined;
  if (chunks !== undefined) return readHexBody(chunks.join(''), headers, part);
  return readTextBody(typeof value === 'string' ? value : part.json, headers, part);
}
