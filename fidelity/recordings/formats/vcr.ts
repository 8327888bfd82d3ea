/** Reads cassettes of VCR for Ruby, of Betamax, and of vcrpy, in YAML and JSON. */
import { getAt, isObject } from '../../../generator/lib/json.js';
import { readBase64Body, readBodyPart } from '../body.js';
import { defineRecordingFormat } from '../format.js';
import type { RecordedBody, RecordedHeaders, RecordedRequest, RecordedResponse } from '../exchange.js';
import { readHeaderMembers, readMethod, readStatus, readUrl } from '../message-parts.js';
import type { RecordingPart } from '../part.js';
import { readInteractions } from './interactions.js';

export const vcr = defineRecordingFormat({
  name: 'vcr',
  // Requests in cassettes of go-vcr have a `url`.
  matches: ({ root }) =>
    root?.find('http_interactions') !== undefined || getAt(root?.value ?? null, ['interactions', 0, 'request', 'uri']) !== undefined,
  read: ({ root }) => readInteractions(root?.find('http_interactions') ?? root?.find('interactions'), { readRequest, readResponse }),
});

function readRequest(part: RecordingPart): RecordedRequest | undefined {
  const method = readMethod(part.require('method'));
  const url = readUrl(part.require('uri'));
  const headers = readHeaderMembers(part.find('headers'));
  const body = readBody(part.find('body'), headers);
  return method === undefined || url === undefined ? undefined : { method, url, headers, ...(body && { body }) };
}

function readResponse(part: RecordingPart): RecordedResponse | undefined {
  // vcrpy writes what httpx receives as `status_code` and `content`.
  const status = readStatus(part.find('status_code') ?? part.require('status')?.asObject()?.require('code'));
  const headers = readHeaderMembers(part.find('headers'));
  const body = readBody(part.find('body') ?? part.find('content'), headers);
  return status === undefined ? undefined : { at: part.at, status, headers, ...(body && { body }) };
}

/** Reads a body, or a mapping with it. */
function readBody(part: RecordingPart | undefined, headers: RecordedHeaders): RecordedBody | undefined {
  const base64 = part?.find('base64_string');
  if (base64 !== undefined) return readBase64Body(base64.asText() ?? '', headers, base64);
  const isEmpty =
    part !== undefined && isObject(part.value) && Object.keys(part.value).every((key) => key === 'encoding' || key === 'string');
  return readBodyPart(part?.find('string') ?? (isEmpty ? undefined : part), headers);
}
