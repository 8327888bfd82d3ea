/** Media: content that travels as it is, beside the JSON that describes it. */
import type { CallOptions, Fetch, FetchResponse } from './client-types.js';

/** Content that is sent. What flows (a stream, an iterable) is read once, in pieces; nothing else is copied as a whole where it is sent in pieces. */
export type MediaBody = string | ArrayBuffer | Uint8Array | Blob | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/** What is sent with a call, beside its `requestBody`, and how. */
export interface MediaUpload {
  readonly body: MediaBody;
  /** Its content type. Default: that of a Blob; `text/plain; charset=utf-8` for text; `application/octet-stream`. */
  readonly type?: string | undefined;
  /** Of a stream, its bytes where they are known beforehand: the service can refuse too many at once. */
  readonly size?: number | undefined;
  /**
   * True: in pieces, each of which is tried again by itself, from where the service stands; false: in one request. Default: in pieces where the
   * method takes them and there are more than 5 MiB, or nobody knows how many.
   */
  readonly resumable?: boolean | undefined;
  /** Bytes of a piece, rounded up to a multiple of 256 KiB. Default 8 MiB. */
  readonly chunkSize?: number | undefined;
  /** Told after each piece; `sent` only rises. */
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
  /** The `session` of an upload in pieces that was broken off: only what the service lacks is sent. `body` is the whole content again. */
  readonly resumeFrom?: string | undefined;
}

export interface UploadProgress {
  /** Bytes that the service has. */
  readonly sent: number;
  /** Undefined while nobody knows. */
  readonly total: number | undefined;
  /** Of an upload in pieces: where it can be taken up again (`resumeFrom`). It admits to the upload without further credentials. */
  readonly session?: string;
}

/** What a call that can send media can differ in. `timeout` and `retry` hold for each piece of an upload in pieces, `signal` for all of it. */
export interface UploadOptions extends CallOptions {
  readonly media?: MediaUpload | undefined;
}

/** A part of some content: from `start` to `end` (both included; default: its end), or its `last` bytes. */
export type ByteRange = { readonly start: number; readonly end?: number | undefined } | { readonly last: number };

/** What a call for media can differ in. `timeout` holds until the bytes begin, and then for each wait for more of them (`attempt`, or else the total); `signal` for all of it. */
export interface DownloadOptions extends CallOptions {
  /** Default: everything. A service may answer more than was asked for; `range` of the answer tells. */
  readonly range?: ByteRange | undefined;
}

/** Content that is answered. It can be read once, by one of the ways below. */
export interface MediaContent extends AsyncIterable<Uint8Array> {
  /** 200; 206 where it is a part. */
  readonly status: number;
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly type: string | undefined;
  /** Bytes that come, where the answer says it. */
  readonly size: number | undefined;
  /** Which part of what it is; undefined where it is everything. */
  readonly range: { readonly start: number; readonly end: number; readonly total: number | undefined } | undefined;
  readonly body: ReadableStream<Uint8Array>;
  bytes(): Promise<Uint8Array>;
  /** UTF-8. */
  text(): Promise<string>;
  json(): Promise<unknown>;
}

/** A call for media under way: settles when they begin to come. */
export interface MediaCall extends Promise<MediaContent> {
  bytes(): Promise<Uint8Array>;
  text(): Promise<string>;
  json(): Promise<unknown>;
}

type Flowing = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/** A client's fetch whose answers are looked at, and may be put in another way, before anything is read of them. */
export function observeResponses(own: Fetch = (...args) => fetch(...args), look: (response: FetchResponse) => FetchResponse): Fetch {
  return async (url, init) => look(await own(url, init));
}

/** The bytes of a stream as they come; not all platforms iterate over streams. What is left when iteration ends early is cancelled. */
export async function* readBytes(flowing: Flowing): AsyncGenerator<Uint8Array, void, undefined> {
  if (!('getReader' in flowing)) return yield* flowing;
  const reader = flowing.getReader();
  let over = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      over = done;
      if (done) return;
      yield value;
    }
  } finally {
    if (!over) reader.cancel().catch(() => undefined);
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

/** All bytes of a stream. */
export async function collectBytes(flowing: Flowing): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of readBytes(flowing)) parts.push(part);
  return joinBytes(parts);
}
