/** Resumable uploads as the state stores them. */
import { isList, isObject, getTextMember, type Json } from '../../lib/json.js';

/** An unfinished upload, as stored and as seeds contain it. */
export interface UploadSession {
  readonly methodId: string;
  /** The HTTP method of the request that started the upload. */
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly metadata: string;
  readonly type: string;
  readonly size?: number;
  /** Whether the requests of the upload have commands (`X-Goog-Upload-Command`). */
  readonly hasCommands?: true;
  /** The chunks in base64. */
  readonly chunks: readonly string[];
  readonly received: number;
  /** The response to the last chunk. */
  readonly response?: Json;
}

export function isUploadSession(value: Json): boolean {
  if (!isObject(value)) return false;
  const hasTexts = ['methodId', 'method', 'target', 'metadata', 'type'].every((name) => getTextMember(value, name) !== undefined);
  const { chunks } = value;
  return (
    hasTexts &&
    isObject(value['headers']) &&
    typeof value['received'] === 'number' &&
    [undefined, true].includes(value['hasCommands'] as true | undefined) &&
    isList(chunks) &&
    chunks.every((chunk) => typeof chunk === 'string')
  );
}
