/** Types and functions for media, which is content other than JSON. */
import type { CallOptions } from './call-options.js';
import type { OptionNames } from './client-types.js';

/** Content to upload. A stream or an iterable is read once. A resumable upload copies only one chunk at a time. */
export type MediaBody = string | ArrayBuffer | Uint8Array | Blob | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/** The content of an upload, and how to send it. */
export interface MediaUpload {
  readonly body: MediaBody;
  /** The content type. Default: that of a Blob, `text/plain; charset=utf-8` for text, and `application/octet-stream` otherwise. */
  readonly type?: string | undefined;
  /** The size of a stream in bytes, if known. It lets the service reject an upload that is too large before it starts. */
  readonly size?: number | undefined;
  /**
   * True uploads in chunks and retries each chunk from the last byte that the service has. False uploads in one request. Default: true if
   * the method supports it and the content is larger than 5 MiB or of unknown size.
   */
  readonly resumable?: boolean | undefined;
  /** The size of a chunk in bytes, rounded up to a multiple of 256 KiB. Default: 8 MiB. */
  readonly chunkSize?: number | undefined;
  /** Called after each chunk. `sent` never decreases. */
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
  /** The `session` of an interrupted resumable upload. The client sends only the bytes that the service doesn't have. `body` is the whole content again. */
  readonly resumeFrom?: string | undefined;
}

/** The progress of an upload. */
export interface UploadProgress {
  /** The number of bytes that the service has. */
  readonly sent: number;
  /** The total number of bytes. Undefined while unknown. */
  readonly total: number | undefined;
  /** The session of a resumable upload, for `resumeFrom`. Keep it secret: it grants access to the upload without other credentials. */
  readonly session?: string;
}

/** The options of a call that can send media. In a resumable upload `timeout` and `retry` apply to each chunk, `signal` to the whole upload. */
export interface UploadOptions extends CallOptions {
  /** The content to upload. */
  readonly media?: MediaUpload | undefined;
}

/** The options of a call that sends media in place of the body, or of required fields of it. */
export interface MediaOptions extends UploadOptions {
  readonly media: MediaUpload;
}

/** A part of the content: from byte `start` to byte `end`, inclusive (default: the end of the content), or the `last` bytes. */
export type ByteRange = { readonly start: number; readonly end?: number | undefined } | { readonly last: number };

/**
 * The options of a download. `timeout` limits the time to the first byte and then each wait for more bytes (`attempt`, or else `total`).
 * `signal` applies to the whole download.
 */
export interface DownloadOptions extends CallOptions {
  /** The part to download. A service may return more, which `MediaContent.range` shows. Default: everything. */
  readonly range?: ByteRange | undefined;
}

/** Downloaded content. Read it once: iterate over it, or use one of `body`, `bytes()`, `text()`, and `json()`. */
export interface MediaContent extends AsyncIterable<Uint8Array> {
  /** 200, or 206 for a part. */
  readonly status: number;
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The content type. */
  readonly type: string | undefined;
  /** The number of bytes, if the response states it. */
  readonly size: number | undefined;
  /** The part that the response contains. Undefined for the whole content. */
  readonly range: { readonly start: number; readonly end: number; readonly total: number | undefined } | undefined;
  readonly body: ReadableStream<Uint8Array>;
  bytes(): Promise<Uint8Array>;
  /** Decodes the content as UTF-8. */
  text(): Promise<string>;
  json(): Promise<unknown>;
}

/** A running download. Resolves when the response starts. */
export interface MediaCall extends Promise<MediaContent> {
  bytes(): Promise<Uint8Array>;
  text(): Promise<string>;
  json(): Promise<unknown>;
}

const mediaOptionNames: OptionNames<MediaUpload> = { body: 1, chunkSize: 1, onProgress: 1, resumable: 1, resumeFrom: 1, size: 1, type: 1 };

export const uploadOptionNames: OptionNames<Omit<UploadOptions, keyof CallOptions>> = { media: mediaOptionNames };

export function getContentType({ type, body }: MediaUpload): string {
  const defaultType = body instanceof Blob ? body.type : typeof body === 'string' ? 'text/plain; charset=utf-8' : '';
  return type ?? (defaultType || 'application/octet-stream');
}
