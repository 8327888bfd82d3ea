/** Reads cassettes of go-vcr in the layouts 1 (of its versions 1 and 2) and 2 (of its versions 3 and 4). */
import { readBodyPart } from '../body.js';
import { defineRecordingFormat } from '../format.js';
import type { Exchange, RecordedRequest, RecordedResponse } from '../exchange.js';
import { readHeaderMembers, readMethod, readStatus, readUrl } from '../message-parts.js';
import type { RecordingPart } from '../part.js';
import { readInteractions } from './interactions.js';

export const goVcr = defineRecordingFormat({
  name: 'go-vcr',
  matches: ({ root }) => root?.find('interactions') !== undefined,
  read: ({ root }) => readCassette(root),
});

function* readCassette(root: RecordingPart | undefined): Iterable<Exchange> {
  const version = root?.find('version');
  if (version !== undefined && version.value !== 1 && version.value !== 2)
    version.context.report('wrong-value', { what: 'version', allowed: ['1', '2'], found: version.json.slice(0, 100) }, version.at);
  yield* readInteractions(root?.find('interactions'), { readRequest, readResponse });
}

function readRequest(part: RecordingPart): RecordedRequest | undefined {
  // Go writes an empty method for GET.
  const method = part.find('method')?.value === '' ? 'GET' : readMethod(part.require('method'));
  const url = readUrl(part.require('url'));
  const headers = readHeaderMembers(part.find('headers'));
  const body = readBodyPart(part.find('body'), headers);
  return method === undefined || url === undefined ? undefined : { method, url, headers, ...(body && { body }) };
}

function readResponse(part: RecordingPart): RecordedResponse | undefined {
  const status = readStatus(part.require('code'));
  const headers = readHeaderMembers(part.find('headers'));
  const body = readBodyPart(part.find('body'), headers);
  return status === undefined ? undefined : { at: part.at, status, headers, ...(body && { body }) };
}
