/** Messages and threads in the formats of responses. */
import { listStrings, type Json, type HandlerCall, type JsonObject } from '../../mock/service.js';
import { toBase64Url } from '../base64-url.js';
import type { Message } from './mailbox.js';
import { readParsed, readRaw } from './messages.js';

/** Returns a message in the format that the call requests. Throws 501 for the content of a seeded message without `raw`. */
export async function renderMessage(call: HandlerCall, message: Message): Promise<JsonObject> {
  const { id, threadId, labelIds, snippet, sizeEstimate, historyId, internalDate, payload } = message;
  const base = {
    id,
    threadId,
    ...(labelIds.length > 0 && { labelIds }),
    snippet,
  };
  const end = { sizeEstimate, historyId, internalDate };
  switch (call.parameters['format'] ?? 'full') {
    case 'minimal':
      return { ...base, ...end };
    case 'raw': {
      const raw = readRaw(call, id);
      if (!raw) return call.reject('notImplemented', `The seed doesn't contain 'raw' of the message ${id}.`);
      return { ...base, ...end, raw: toBase64Url(raw) };
    }
    case 'metadata':
      return { ...base, payload: renderHeaders(call, payload), ...end };
    default:
      return { ...base, payload: (await readParsed(call, id))?.payload ?? payload, ...end };
  }
}

function renderHeaders(call: HandlerCall, { mimeType, headers }: JsonObject): JsonObject {
  const names = listStrings(call.parameters['metadataHeaders'] as Json).map((name) => name.toLowerCase());
  const all = (headers ?? []) as readonly { readonly name: string }[];
  const selected = names.length === 0 ? all : all.filter(({ name }) => names.includes(name.toLowerCase()));
  return { ...(mimeType !== undefined && { mimeType }), ...(selected.length > 0 && { headers: selected }) } as JsonObject;
}

/** Returns the ID of the latest change of a thread. */
export const findLatestHistoryId = (messages: readonly Message[]): string =>
  messages.reduce((latest, { historyId }) => (Number(historyId) > Number(latest) ? historyId : latest), '0');
