/** Reads the bodies of responses. */
import type { FetchResponse } from './call-options.js';

export type ByteStream = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/** Reads a stream chunk by chunk. */
export interface ByteReader {
  next(): Promise<{ readonly done?: boolean | undefined; readonly value?: Uint8Array | undefined }>;
  /** Cancels the stream, also while `next` waits. */
  cancel(): Promise<unknown> | undefined;
}

/** Opens a stream, which not all platforms can iterate over. */
export function openReader(stream: ByteStream): ByteReader {
  if ('getReader' in stream) {
    const reader = stream.getReader();
    return { next: () => reader.read(), cancel: () => reader.cancel() };
  }
  const chunks = stream[Symbol.asyncIterator]();
  return { next: () => chunks.next(), cancel: () => chunks.return?.() };
}

/** Iterates over the bytes of a stream. Cancels the stream if the iteration ends early. */
export async function* readBytes(stream: ByteStream): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = openReader(stream);
  let chunk: Awaited<ReturnType<ByteReader['next']>> | undefined;
  try {
    while (!(chunk = await reader.next()).done) yield chunk.value as Uint8Array;
  } finally {
    // Not awaited: the source may never respond.
    if (!chunk?.done) reader.cancel()?.catch(() => undefined);
  }
}

export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 1) return parts[0] as Uint8Array;
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Returns all bytes of a stream, or `undefined` if there are more than the maximum. */
export async function collectBytes(stream: ByteStream, maxBytes: number): Promise<Uint8Array | undefined> {
  const parts: Uint8Array[] = [];
  for await (const part of readBytes(stream)) {
    maxBytes -= part.length;
    if (maxBytes < 0) return undefined;
    parts.push(part);
  }
  return joinBytes(parts);
}

/**
 * Returns the body as text, or `undefined` if it is larger than the maximum. Compressed content counts with its decompressed size. Checks the
 * size of a body that isn't a `ReadableStream` only when it is complete.
 */
export async function readText(response: FetchResponse, maxBytes: number): Promise<string | undefined> {
  const reader = (response.body as ReadableStream<Uint8Array> | undefined)?.getReader?.();
  // A call of a batch has no text if the response to the batch is too large.
  let text: string | undefined = reader ? '' : await response.text();
  maxBytes -= (text as string)?.length;
  const decoder = new TextDecoder();
  for (let chunk; (chunk = await reader?.read()) && !chunk.done;) {
    maxBytes -= chunk.value.length;
    // Not awaited: the source may never respond.
    if (maxBytes < 0) return void reader?.cancel().catch(() => undefined);
    text += decoder.decode(chunk.value, { stream: true });
  }
  return maxBytes < 0 ? undefined : text;
}
