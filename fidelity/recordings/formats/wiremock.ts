/** Reads the stub mappings that WireMock records: one, or a list of them. Each stands for one exchange, so its request must be exact. */
import { readBase64Body, readTextBody } from '../body.js';
import { defineRecordingFormat } from '../format.js';
import type { Exchange, RecordedBody, RecordedHeaders, RecordedRequest, RecordedResponse } from '../exchange.js';
import { readHeaderMembers, readMethod, readStatus, readUrlText } from '../message-parts.js';
import type { RecordingPart } from '../part.js';

export const wireMock = defineRecordingFormat({
  name: 'wiremock',
  matches: ({ root }) =>
    root?.find('mappings') !== undefined || (root?.find('request') !== undefined && root.find('response') !== undefined),
  read: ({ root }) => readMappings(root?.find('mappings')?.asList() ?? (root === undefined ? [] : [root])),
});

function* readMappings(mappings: readonly RecordingPart[]): Iterable<Exchange> {
  const indexes = mappings.map((mapping) => mapping.find('insertionIndex')?.value);
  const isIndexed = indexes.every((index) => typeof index === 'number');
  const order = mappings.map((_, position) => position);
  // The list of a server begins with the newest mapping.
  if (isIndexed) order.sort((one, other) => Number(indexes[one]) - Number(indexes[other]));
  for (const position of order) {
    const exchange = readMapping(mappings[position] as RecordingPart);
    if (exchange !== undefined) yield exchange;
  }
}

/** Thrown for a mapping that doesn't stand for one exchange. */
class InexactMappingError extends Error {
  constructor(
    readonly part: RecordingPart,
    readonly reason: string,
  ) {
    super(reason);
  }
}

function readMapping(mapping: RecordingPart): Exchange | undefined {
  try {
    const part = mapping.require('request')?.asObject();
    const request = part && readRequest(part);
    const response = readResponse(mapping.require('response')?.asObject());
    return part && request && { at: part.at, request, ...(response && { response }) };
  } catch (error) {
    if (!(error instanceof InexactMappingError)) throw error;
    mapping.context.report('skipped-exchange', { reason: error.reason }, error.part.at);
    return undefined;
  }
}

function readRequest(part: RecordingPart): RecordedRequest | undefined {
  const method = readMethod(part.require('method'));
  if (method === 'ANY') throw new InexactMappingError(part, 'its method is ANY');
  const headers = readMatchers(part.find('headers')).map(([name, value]) => [name.toLowerCase(), value] as const);
  const url = readUrl(part, headers);
  const body = readRequestBody(part, headers);
  return method === undefined || url === undefined ? undefined : { method, url, headers, ...(body && { body }) };
}

/** Returns the path alone if the mapping doesn't have the host. */
function readUrl(part: RecordingPart, headers: RecordedHeaders): string | undefined {
  const pattern = ['urlPattern', 'urlPathPattern', 'urlPathTemplate'].map((key) => part.find(key)).find((each) => each !== undefined);
  if (pattern !== undefined) throw new InexactMappingError(pattern, 'its URL is a pattern');
  const target = part.find('url') ?? part.find('urlPath') ?? part.require('url');
  const path = target?.asText();
  if (target === undefined || path === undefined) return undefined;
  const query = new URLSearchParams(
    readMatchers(part.find('queryParameters')).map(([name, value]): [string, string] => [name, value]),
  ).toString();
  const host = getExactText(part.find('host')) ?? headers.find(([name]) => name === 'host')?.[1];
  const scheme = part.find('scheme')?.asText() ?? 'https';
  const port = part.find('port')?.asInteger();
  const origin = host === undefined ? '' : `${scheme}://${host}${port === undefined ? '' : `:${port}`}`;
  return readUrlText(target, `${origin}${path}${query === '' || path.includes('?') ? '' : `?${query}`}`);
}

/** Returns the values of headers or query parameters that are exact. */
function readMatchers(matchers: RecordingPart | undefined): readonly (readonly [string, string])[] {
  return (matchers?.asObject()?.listMembers() ?? []).flatMap(([name, matcher]) => {
    const value = getExactText(matcher);
    return value === undefined ? [] : [[name, value] as const];
  });
}

const getExactText = (matcher: RecordingPart | undefined): string | undefined => matcher?.find('equalTo')?.asText();

function readRequestBody(part: RecordingPart, headers: RecordedHeaders): RecordedBody | undefined {
  const multipart = part.find('multipartPatterns');
  if (multipart !== undefined) throw new InexactMappingError(multipart, 'its body is given by patterns');
  const [pattern, ...others] = part.find('bodyPatterns')?.asList() ?? [];
  if (pattern === undefined) return undefined;
  const json = pattern.find('equalToJson');
  const text = pattern.find('equalTo') ?? pattern.find('equalToXml');
  const binary = pattern.find('binaryEqualTo');
  const [other = pattern] = others;
  if (others.length > 0 || (json ?? text ?? binary) === undefined) throw new InexactMappingError(other, 'its body is given by patterns');
  if (binary !== undefined) return readBase64Body(binary.asText() ?? '', headers, binary);
  if (text !== undefined) return readTextBody(text.asText() ?? '', headers, text);
  return json && readJson(json, headers);
}

/** Reads JSON as a text or as a value. */
const readJson = (part: RecordingPart, headers: RecordedHeaders): RecordedBody | undefined =>
  readTextBody(typeof part.value === 'string' ? part.value : part.json, headers, part);

function readResponse(part: RecordingPart | undefined): RecordedResponse | undefined {
  if (part === undefined) return undefined;
  const missing = [
    ['bodyFileName', 'the body of its response is in another file'],
    ['proxyBaseUrl', 'its response comes from a proxy'],
    ['fault', 'its response is a fault'],
    ['transformers', 'its response is a template'],
  ].find(([key = '']) => part.find(key) !== undefined);
  if (missing !== undefined) throw new InexactMappingError(part, missing[1] as string);
  const statusPart = part.find('status');
  const status = statusPart === undefined ? 200 : readStatus(statusPart);
  const headers = readHeaderMembers(part.find('headers'));
  const body = readResponseBody(part, headers);
  return status === undefined ? undefined : { at: part.at, status, headers, ...(body && { body }) };
}

function readResponseBody(part: RecordingPart, headers: RecordedHeaders): RecordedBody | undefined {
  const base64 = part.find('base64Body');
  if (base64 !== undefined) return readBase64Body(base64.asText() ?? '', headers, base64);
  const json = part.findNullable('jsonBody');
  if (json !== undefined) return readTextBody(json.json, headers, json);
  const text = part.find('body');
  return text && readTextBody(text.asText() ?? '', headers, text);
}
