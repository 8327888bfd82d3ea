/** Uploads: content alone, content with metadata, or in chunks. */
import type { UploadDescriptor } from '../descriptor.js';
import { ParameterError } from '../errors.js';
import { describeValue } from '../error-text.js';
import type { ApiResponse } from '../errors.js';
import { expandPath, validatePathParameters } from '../path-template.js';
import { createMediaSource, type MediaSource } from './media-source.js';
import { getContentType } from './media-type.js';
import type { MediaUpload, UploadOptions } from './media-content.js';
import { startUploadSession, sendChunks, addQuery } from './resumable-upload.js';
import { uploadOptionNames } from './upload-options.js';
import type { CallOptions, RequestBuilder, PreparedRequest, Transport } from './client-types.js';

/** The state of one upload. */
export interface UploadContext {
  readonly transport: Transport;
  /** The request to the upload path, without `uploadType`. Its body is the metadata. */
  readonly request: PreparedRequest;
  readonly options: CallOptions;
  readonly media: MediaUpload;
  readonly source: MediaSource;
  /** The content type of the media. */
  readonly type: string;
}

/** Larger media are uploaded in chunks by default. */
const maxSingleRequestSize = 5 * 1024 * 1024;

/** Sends the `media` option of a call, if present. */
export function applyUpload(builder: RequestBuilder): void {
  const { transport, method, values } = builder;
  builder.method = { ...method, options: uploadOptionNames };
  const { upload: descriptor = {} } = method;
  builder.transport = {
    ...transport,
    send(request, options: UploadOptions = {}) {
      const { media, ...rest } = options;
      if (!media) return transport.send(request, rest);
      const [path = '', query] = request.path.split('?');
      const route = descriptor.path ?? `upload/${method.path}`;
      if (descriptor.path) validatePathParameters(descriptor.path, values, method.id);
      const address = descriptor.path ? expandPath(descriptor.path, values, method.id) : `upload/${path}`;
      const target = { ...request, route, path: query ? `${address}?${query}` : address };
      return upload({ transport, request: target, options: rest, media }, descriptor);
    },
  };
}

async function upload(call: Omit<UploadContext, 'source' | 'type'>, descriptor: UploadDescriptor): Promise<ApiResponse> {
  const { media, request } = call;
  const source = createMediaSource(media.body, media.size, request.id);
  try {
    const context: UploadContext = { ...call, source, type: getContentType(media) };
    checkMediaSize(context, descriptor);
    if (!isResumableUpload(context, descriptor)) return await sendInOneRequest(context);
    return await sendChunks(context, media.resumeFrom ?? (await startUploadSession(context)));
  } finally {
    source.close();
  }
}

function checkMediaSize({ source: { size = 0 }, request }: UploadContext, { maxSize = Infinity }: UploadDescriptor): void {
  if (size > maxSize) throw new ParameterError('media', `at most ${maxSize} bytes`, `${size} bytes`, request.id);
}

function isResumableUpload({ media, source, request }: UploadContext, { resumable, whole }: UploadDescriptor): boolean {
  const requested = media.resumable ?? (media.resumeFrom === undefined ? undefined : true);
  const isResumable = requested ?? (source.size ?? Infinity) > maxSingleRequestSize;
  if (isResumable ? resumable === 1 : whole !== 0) return isResumable;
  if (requested === undefined) return !isResumable;
  const expected = isResumable
    ? 'false, because the method does not support resumable uploads'
    : 'true, because the method supports only resumable uploads';
  throw new ParameterError('media.resumable', expected, describeValue(isResumable), request.id);
}

/** Uploads in one request: as `multipart/related` with metadata, or else only the bytes. */
async function sendInOneRequest(context: UploadContext): Promise<ApiResponse> {
  const { transport, request, options, media, source, type } = context;
  const { bytes } = await source.read(0, Infinity);
  const boundary = `part-${[...crypto.getRandomValues(new Uint32Array(4))].join('-')}`;
  const multipart = request.body !== undefined;
  const body = multipart
    ? await formatRelated(boundary, [
        ['application/json; charset=UTF-8', request.body],
        [type, bytes],
      ])
    : bytes;
  const response = await transport.send(
    {
      ...addQuery(request, `uploadType=${multipart ? 'multipart' : 'media'}`),
      body,
      headers: { 'content-type': multipart ? `multipart/related; boundary=${boundary}` : type },
    },
    options,
  );
  media.onProgress?.({ sent: bytes.byteLength, total: bytes.byteLength });
  return response;
}

function formatRelated(boundary: string, parts: readonly (readonly [type: string, content: string | ArrayBuffer])[]): Promise<ArrayBuffer> {
  const texts = parts.flatMap(([type, content]) => [`--${boundary}\r\nContent-Type: ${type}\r\n\r\n`, content, '\r\n']);
  return new Blob([...texts, `--${boundary}--\r\n`]).arrayBuffer();
}
